public import ZitareBase

/// What happened in a worker or a scheduler, for those who log, count or show it.
public enum JobEvent: Sendable, Equatable {
  case started(JobReference, attempt: Int)
  case progress(JobReference, JobProgress)
  case completed(JobReference, after: Duration)
  case retrying(JobReference, at: Timestamp, error: String)
  case dead(JobReference, error: String)
  /// The attempt that ends now has failed since no network was there (`RetryAdvice.isCutOff`).
  case cutOff(JobReference)
  /// The job was cancelled for its timeout and has not ended since; it keeps its place.
  case stuck(JobReference)
  case snoozed(JobReference, until: Timestamp)
  case cancelled(JobReference, reason: String)
  case blocked(JobReference, Condition)
  /// The parameters can't be read by this program; the job stays.
  case unreadable(JobReference, error: String)
  /// The job goes back untouched, since the worker stops.
  case released(JobReference)
  /// The claim had passed to somebody else before the outcome was recorded.
  case leaseLost(JobReference)
  /// A job was taken back from a worker that died; `state` is `available` or `dead`.
  case rescued(JobReference, state: JobState)
  case fired(ScheduleName, slot: Timestamp, JobID)
  /// A slot that fires nothing: it has fired already, or its job is still waiting.
  case suppressed(ScheduleName, slot: Timestamp)
  /// A slot does not fire, since this job of an earlier one is not finished.
  case skipped(ScheduleName, slot: Timestamp, SkippedSlot.Reason, JobID)
  /// A schedule for one instant was new when that had passed; it never fires.
  case tooLate(ScheduleName, slot: Timestamp)
  /// Slots that came due while nobody looked and are not made up for; 10,000 stands for more, too.
  case missed(ScheduleName, count: Int)
  /// The clock was put back a little; nothing fires until it shows this time again.
  case clockHeld(ScheduleName, until: Timestamp)
  /// The clock was put back by hours; the schedule goes on from what it shows now.
  case clockReset(ScheduleName, to: Timestamp)
  /// The data of a schedule's time zone has changed and can't be read; it stays as it was.
  case zoneUnreadable(ScheduleName, TimeZoneError)
  /// The store failed for a while; the worker tries again.
  case storeUnavailable(StoreError)
  case draining(running: Int)
}

/// A job as events name it.
public struct JobReference: Sendable, Hashable, CustomStringConvertible {
  public let id: JobID
  public let kind: JobKind

  public init(id: JobID, kind: JobKind) {
    self.id = id
    self.kind = kind
  }

  public var description: String { "\(kind)#\(id)" }
}
