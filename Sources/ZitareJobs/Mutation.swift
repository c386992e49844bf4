public import ZitareBase

/// One change of a store; it happens as a whole or not at all.
public enum Mutation: Sendable, Equatable {
  /// Adds a job, unless one of its unique key is not finished yet.
  case enqueue(NewJob)
  /// Adds all jobs of a batch and the one that runs after them, which waits.
  case enqueueBatch(NewBatch)
  /// Gives a dead or cancelled job one more attempt, now.
  case retry(JobID)
  /// Cancels a job that waits; one that runs is told to stop.
  case cancel(JobID)
  /// Gives up a dead job.
  case discard(JobID)
  /// Makes every job that waits for this condition available.
  case release(Condition)
  /// Makes the scheduled jobs of this kind due now.
  case hastenAll(of: JobKind)
  /// Makes a scheduled job due now; one that is due, blocked or running stays as it is.
  case hasten(JobID)
  /// Lets no job of the queue start any more, or lets them start again.
  case pauseQueue(QueueName, isPaused: Bool)
  /// Bounds what a queue's jobs may do together; nil takes the bounds away.
  case limitQueue(QueueName, JobLimit.Bounds?)
  /// Sets an operator's bounds for a limit; nil gives way to those that jobs bring along again.
  case limit(LimitName, JobLimit.Bounds?)
  /// Fires a schedule: the slot, its job and the new cursor, or nothing if the slot has fired.
  ///
  /// What the jobs of earlier slots come to is decided here, from the state they are in. With `boot`
  /// given, it fires once in this start of the machine.
  case fire(
    schedule: ScheduleName, slot: Timestamp, cursor: Timestamp, job: NewJob,
    overlap: Schedule.Overlap = .allow, boot: String? = nil)
  /// Stores what a schedule looks like and up to when its slots are settled; the last three stay as
  /// they are where they are not given.
  case saveCursor(
    schedule: ScheduleName, definition: String, cursor: Timestamp, missed: Int = 0,
    anchor: Timestamp? = nil, boot: String? = nil)
  /// Stops a known schedule from firing, or lets it go on from now.
  case pause(schedule: ScheduleName, isPaused: Bool)
}

/// What became of a mutation.
public enum MutationResult: Sendable, Equatable {
  case enqueued(JobID)
  /// A job that stands for the new one exists and stays; if it runs, it will run once more.
  case kept(JobID)
  /// A job that stands for the new one waits and has taken over its parameters and time.
  case replaced(JobID)
  /// A batch was added; the jobs in its order, among them those that stood for others already and so
  /// are no members.
  case enqueuedBatch(BatchID, jobs: [JobID])
  /// The job was not added, since what it names is not there or has ended.
  case impossible(EnqueueError)
  /// The job is in this state now; a running one that was cancelled still is `running`.
  case moved(to: JobState)
  /// How many jobs a mutation of many has changed.
  case changed(Int)
  /// The slot has fired before; nothing was changed.
  case suppressed
  /// The slot does not fire, since a job of an earlier one is not finished; that is on record.
  case skipped(SkippedSlot.Reason, JobID)
  /// The job can't make this move from the state it is in.
  case refused(JobState)
  /// The job stays dead or cancelled, since another of its unique key is not finished.
  case conflict(with: JobID)
  case notFound
  case saved
}
