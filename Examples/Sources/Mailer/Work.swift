@preconcurrency import Dispatch
import Glibc
import ZitareJobs

extension Mailer {
  /// Sends the newsletter whenever the trigger fires, until SIGTERM, or until so many issues have
  /// been reported.
  func work(_ trigger: Schedule.Trigger, issues: Int) async throws {
    // What our provider lets us send, whatever the hosts would take.
    let bounds = JobLimit.Bounds(rate: RateLimit(200, per: .seconds(1), burst: 20))
    _ = try await store.apply(.limitQueue(SendLetter.queue, bounds))

    let (events, feed) = AsyncStream.makeStream(of: JobEvent.self)
    let worker = Worker(
      store: store, registry: Self.registry, services: self,
      configuration: WorkerConfiguration(
        queues: [WorkerQueue("letters", weight: 3), "default"], concurrency: 8, prefetch: 4,
        grace: .seconds(10)),
      events: { feed.yield($0) })
    let schedule = Schedule("newsletter", trigger: trigger) { SendIssue() }
    let scheduler = Scheduler([schedule], store: store, events: { feed.yield($0) })

    signal(SIGTERM, SIG_IGN)
    let signals = DispatchSource.makeSignalSource(signal: SIGTERM)
    signals.setEventHandler { worker.stop() }
    signals.resume()
    defer { signals.cancel() }

    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await scheduler.run() }
      group.addTask { await show(events, stopping: worker, after: issues) }
      try await worker.run()
      group.cancelAll()
    }
  }

  private func show(
    _ events: AsyncStream<JobEvent>, stopping worker: Worker<Mailer>, after issues: Int
  ) async {
    var reported = 0
    for await event in events {
      switch event {
      case .completed(let job, _) where job.kind == ReportIssue.kind:
        reported += 1
        print("\(job): an issue is out")
        if reported == issues { worker.stop() }
      case .retrying(let job, _, let error): print("\(job): \(error); it is tried again")
      case .dead(let job, let error): print("\(job): \(error)")
      default: break
      }
    }
  }
}
