internal import ZitareBase

/// The states of one job as they are stored, from any process, until it is finished.
public struct JobFollower: AsyncSequence, Sendable {
  let store: any JobStore
  let id: JobID
  let sleep: @Sendable (Duration) async throws -> Void
  let isAbandoned: @Sendable () -> Bool

  public struct Iterator: AsyncIteratorProtocol {
    let follower: JobFollower
    var last: JobRecord?

    /// The job after its next change; nil once its final state was returned, it is removed or
    /// nobody is left to run it.
    public mutating func next() async throws -> JobRecord? {
      if last?.state.isFinal == true { return nil }
      while true {
        guard let record = try await follower.store.job(follower.id) else { return nil }
        if record != last {
          last = record
          return record
        }
        if follower.isAbandoned() { return nil }
        try await follower.sleep(.milliseconds(50))
      }
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(follower: self, last: nil) }
}

extension JobStore {
  /// Follows a job that this or another process runs, looking 20 times a second.
  ///
  /// `isAbandoned` is asked between changes and ends the sequence early, such as when no worker lives
  /// that could go on with the job.
  public func follow(
    _ id: JobID, clocks: Clocks = .system, isAbandoned: @escaping @Sendable () -> Bool = { false }
  ) -> JobFollower {
    JobFollower(store: self, id: id, sleep: clocks.sleep, isAbandoned: isAbandoned)
  }
}
