import ZitareJobs

/// What the one who runs the newsletter may ask and order, beside a living worker or without one.
extension Mailer {
  func printStatus() async throws {
    for queue in try await store.queues() {
      let state = queue.isPaused ? "paused" : "open"
      print("\(queue.name): \(state), \(queue.available) ready, \(queue.running) running")
    }
    for batch in try await store.batches(limit: 10) {
      print("\(batch.name): \(batch.counts.completed) of \(batch.counts.all) sent")
    }
    for job in try await store.jobs(JobQuery(states: [.running])) {
      if let progress = job.progress { print("\(job.kind): \(progress.stage) \(progress.done)") }
    }
  }

  /// A pause outlives the process; running jobs finish.
  func pause(_ isPaused: Bool) async throws {
    _ = try await store.apply(.pauseQueue(SendLetter.queue, isPaused: isPaused))
  }

  /// Gives the letters that failed for good one more attempt each.
  func retry() async throws {
    let dead = try await store.jobs(JobQuery(states: [.dead], kinds: [SendLetter.kind]))
    let results = try await store.apply(dead.map { .retry($0.id) })
    for (job, result) in zip(dead, results) { print("\(job.id): \(result)") }
  }
}
