import Glibc

/// Runs a person's program that prints a secret; nothing of what it prints is shown.
enum TokenCommand {
  /// What the program prints until it ends well; it blocks the calling thread.
  static func output(
    of words: [String], limit: Int, within time: Duration
  ) throws(BootstrapError) -> [UInt8] {
    let program = words[0]
    let end: ProgramRun.End
    do throws(ProgramRun.Failure) {
      end = try ProgramRun(words: words, collected: STDOUT_FILENO, limit: limit, time: time).end()
    } catch {
      throw .commandFailed(program, reason: "\(error)")
    }
    guard end.code == 0 else { throw .commandFailed(program, reason: end.description) }
    return end.output
  }
}
