import Glibc
import TestSupport
import ZitareBase
import ZitareJobs

/// A process was killed or stopped, as time since the machine started.
struct Harm {
  let process: Int32
  /// When the order was given.
  let start: Duration
  /// By then it had been carried out.
  let end: Duration
}

/// The processes of a crash test, and what was done to them.
final class Crew {
  private(set) var kills: [Harm] = []
  private(set) var stops: [Harm] = []
  private var posts: [Post]
  private let start: (Int) throws -> ChildProcess
  private var failures: [String] = []

  private struct Post {
    var process: ChildProcess
    /// When a stopped process goes on.
    var continuesAt: Duration?
  }

  /// Starts processes, one for each number; a process that ends is followed by another.
  init(_ count: Int, start: @escaping (Int) throws -> ChildProcess) throws {
    self.start = start
    posts = try (0..<count).map { Post(process: try start($0), continuesAt: nil) }
  }

  private var now: Duration { Clocks.system.boot() }

  func kill(_ number: Int) throws {
    let process = posts[number].process
    let start = now
    process.signal(SIGKILL)
    try process.wait()
    kills.append(Harm(process: process.processID, start: start, end: now))
    try replace(number)
  }

  /// Stops a process for longer than its lease, unless one is stopped already.
  func stop(_ number: Int, for time: Duration) {
    guard posts.allSatisfy({ $0.continuesAt == nil }) else { return }
    stops.append(Harm(process: posts[number].process.processID, start: now, end: now + time))
    posts[number].process.signal(SIGSTOP)
    posts[number].continuesAt = now + time
  }

  /// Lets all stopped processes go on.
  func continueAll() {
    for number in posts.indices where posts[number].continuesAt != nil {
      posts[number].process.signal(SIGCONT)
      posts[number].continuesAt = nil
    }
  }

  /// Lets processes go on whose time is over, and follows up those that have ended.
  func care() throws {
    for number in posts.indices {
      if let time = posts[number].continuesAt, now >= time {
        posts[number].process.signal(SIGCONT)
        posts[number].continuesAt = nil
      }
      if posts[number].process.hasEnded { try replace(number) }
    }
  }

  /// Lets all processes finish and returns what those said that did not end well.
  func dismiss() throws -> [String] {
    for post in posts {
      post.process.signal(SIGCONT)
      post.process.signal(SIGTERM)
    }
    for post in posts { try note(post.process.wait()) }
    return failures
  }

  private func replace(_ number: Int) throws {
    try note(posts[number].process.wait())
    posts[number] = Post(process: try start(number), continuesAt: nil)
  }

  private func note(_ result: ChildProcess.Result) {
    // By SIGKILL it ends as it should; before it listens, by SIGTERM.
    if ![0, 128 + SIGKILL, 128 + SIGTERM].contains(result.status) {
      failures.append("status \(result.status): \(result.errors)")
    }
  }
}
