import ZitareBase
public import ZitareJobs

extension App {
  /// Enqueues a job, sees it through and returns it as it ended: a worker that lives runs it and is
  /// followed; otherwise it runs here, with whatever else is due in its queue.
  ///
  /// A job that is waiting for a retry runs at once. What keeps it from completing is said on the
  /// errors; see `exitCode(of:)`.
  public func perform<J: Job>(_ job: J) async throws -> JobRecord where J.Services == Services {
    try await perform(try NewJob(job)).record
  }

  /// Performs jobs one after the other and prints, with `--json`, what became of them and of what
  /// followed; the worst of their ends is the command's.
  public func carryOut(_ jobs: [any Job]) async throws {
    var ending = JobEnding()
    var worst = ExitCode.success
    for job in jobs {
      let part = try await perform(try NewJob(job))
      ending.add(part.ending)
      let code = exitCode(of: part.record)
      if code != .success { worst = code }
    }
    if wantsJSON { try console.json(JobEnding.Line(ending)) }
    if worst != .success { throw CommandFailure(worst) }
  }

  private func perform(_ job: NewJob) async throws -> (record: JobRecord, ending: JobEnding) {
    guard let id = try await jobStore().apply([.enqueue(job)]).first?.jobID else {
      preconditionFailure("enqueueing gives a job")
    }
    let (records, ending) = try await complete([id], in: [job.queue])
    guard let record = records.first else {
      throw CommandFailure(.failure, text(ServiceText.jobGone, ["id": "\(id)"]))
    }
    return (record, ending)
  }

  /// Performs a job and ends the command unless it completed.
  public func require<J: Job>(_ job: J) async throws where J.Services == Services {
    let code = exitCode(of: try await perform(job))
    if code != .success { throw CommandFailure(code) }
  }

  /// The exit code for a job as it ended.
  public func exitCode(of record: JobRecord) -> ExitCode {
    switch record.state {
    case .completed: .success
    case .dead: service.deadExitCode(record.kind)
    case .cancelled: .failure
    case .scheduled, .blocked, .available, .running: .tryLater
    }
  }

  /// Sees jobs through, by following a live worker or by working here until nothing is available in
  /// the queues.
  func complete(
    _ ids: [JobID], in queues: [QueueName]
  ) async throws -> (records: [JobRecord], ending: JobEnding) {
    let store = try jobStore()
    _ = try await store.apply(ids.map { .hasten($0) })
    let reporter = EventReporter(self, for: .person)
    defer { reporter.finish() }
    let line = OpenJobs(app: self, queues: queues, store: store, reporter: reporter)
    var open = ids
    var records: [JobRecord] = []
    // Another process may take a job just before it ends, so one look is not enough; but what
    // nobody takes up in three is left to whoever can.
    var looks = 0
    repeat {
      if try LiveWorkers.anyAlive(in: workersFolder) {
        warnOfOptions()
        let ended = try await line.follow(open)
        for record in ended { reporter.report(record) }
        records += ended
      } else {
        looks += 1
        try await line.work()
        records += try await line.records(open).filter { $0.hasEnded || looks == 3 }
      }
      let ended = Set(records.map(\.id))
      open = try await line.records(open).map(\.id).filter { !ended.contains($0) }
    } while !open.isEmpty
    return (ids.compactMap { id in records.last { $0.id == id } }, reporter.ending)
  }

  /// Says once that a worker's jobs know nothing of this command's options.
  private func warnOfOptions() {
    guard !configuring.isEmpty, store.isFirstWarning() else { return }
    console.note(
      text(ServiceText.optionsUnheard, ["options": configuring.joined(separator: ", ")]))
  }
}

/// Jobs that a command waits for.
private struct OpenJobs<Services: Sendable>: Sendable {
  let app: App<Services>
  let queues: [QueueName]
  let store: SQLiteJobStore
  let reporter: EventReporter

  /// Works until nothing is available; a first signal drains, a second ends the process.
  func work() async throws {
    var configuration = WorkerConfiguration(app)
    configuration.queues = queues.map { WorkerQueue($0) }
    let worker = Worker(
      store: store, registry: app.service.registry, services: try await app.services(),
      configuration: configuration, clocks: app.clocks,
      events: { [reporter] in reporter.report($0) }, executor: ThreadPool.shared)
    let signals = app.signals()
    let isStopped = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        var isStopped = false
        for await signal in signals {
          switch signal {
          case .stop:
            isStopped = true
            worker.stop()
          case .stopNow: Signals.endProcess()
          case .reload, .report: break
          }
        }
        return isStopped
      }
      _ = try await worker.runUntilIdle()
      group.cancelAll()
      return try await group.next() ?? false
    }
    if isStopped { throw CommandFailure(.tryLater, app.text(ServiceText.stopped)) }
  }

  /// Follows jobs until each has ended or no worker lives; returns those that have ended.
  func follow(_ ids: [JobID]) async throws -> [JobRecord] {
    var ended: [JobRecord] = []
    for id in ids {
      let follower = store.follow(id, clocks: app.clocks) { [app] in
        // A folder that cannot be read says nothing of a worker: go on looking.
        (try? LiveWorkers.anyAlive(in: app.workersFolder)) == false
      }
      for try await record in follower {
        if let progress = record.progress, record.state == .running { reporter.show(progress) }
        if record.hasEnded {
          ended.append(record)
          break
        }
      }
    }
    return ended
  }

  /// The jobs that are still in the store.
  func records(_ ids: [JobID]) async throws -> [JobRecord] {
    var records: [JobRecord] = []
    for id in ids {
      if let record = try await store.job(id) { records.append(record) }
    }
    return records
  }
}

extension JobRecord {
  /// Whether nothing more happens to the job soon; it was made due before it was waited for, so one
  /// that is scheduled has been tried since.
  fileprivate var hasEnded: Bool {
    switch state {
    case .available, .running: false
    case .scheduled, .blocked, .completed, .cancelled, .dead: true
    }
  }
}
