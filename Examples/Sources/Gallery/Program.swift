import Glibc
import ZitareBase
import ZitareHTTP

/// The command line of the gallery.
@main
enum Program {
  static let usage = """
    gallery URL SESSION login NAME PASSWORD     keeps the tokens in the file SESSION
    gallery URL SESSION find TITLE…             lists photos by a part of their titles
    gallery URL SESSION upload TITLE FILE       sends one photo
    gallery URL SESSION album TITLE FILE…       makes an album of photos
    gallery URL SESSION save ID FILE            fetches one photo
    gallery URL SESSION check                   fetches all photos at once and tells their digests
    """

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3 else {
      print(usage)
      exit(64)
    }
    do {
      let gallery = Gallery(baseURL: try HTTPURL(words[0]))
      let session = Session(gallery: gallery, file: FilePath(words[1]))
      let user = User(session, token: try session.stored())
      guard try await user.run(words[2], Array(words.dropFirst(3))) else {
        print(usage)
        exit(64)
      }
    } catch {
      write("gallery: \(error)")
      exit(1)
    }
  }
}
