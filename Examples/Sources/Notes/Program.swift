import Glibc
import ZitareBase
import ZitareSearch

/// Finds notes in a folder of text files: `docs/library-search.md` explains the library by it.
@main struct Program {
  static let usage = """
    usage: notes FOLDER sync            indexes all notes; only what has changed is written
           notes FOLDER add NOTE…       indexes these, paths in the folder such as cooking/bread.txt
           notes FOLDER drop TOPIC      forgets the notes of a topic and of those below it
           notes FOLDER sweep           forgets notes whose time has passed
           notes FOLDER search WORDS…   prints the notes that have all the words, the best first
           notes FOLDER verify          reads all of the index and names damaged files
    """

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { fail(usage, 64) }
    let notebook = Notebook(FilePath(words[0]))
    let rest = Array(words.dropFirst(2))
    do {
      switch words[1] {
      case "sync": print(try notebook.sync())
      case "add": print(try notebook.add(rest))
      case "drop": print(try notebook.drop(rest))
      case "sweep": print(try notebook.sweep())
      case "search": for hit in try notebook.search(rest.joined(separator: " ")) { print(hit) }
      case "verify":
        let damage = try notebook.damage()
        guard damage.isEmpty else { fail(damage.joined(separator: "\n"), 65) }
        print("sound")
      default: fail(usage, 64)
      }
    } catch let error as SearchError {
      // Another writer, or a full disk: the same call may succeed later.
      fail("\(error)", error.isTransient ? 75 : 1)
    } catch {
      fail("\(error)", 1)
    }
  }

  private static func fail(_ text: String, _ code: Int32) -> Never {
    let bytes = Array((text + "\n").utf8)
    write(STDERR_FILENO, bytes, bytes.count)
    exit(code)
  }
}
