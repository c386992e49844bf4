import ZitareJobs

extension WorkerConfiguration {
  /// What the configuration says of the program's workers.
  init<Services>(_ app: App<Services>) {
    self.init(
      queues: app.service.queues.map { WorkerQueue($0) },
      concurrency: app.configuration[ServiceKeys.concurrency],
      grace: app.configuration[ServiceKeys.grace], retention: Retention(app.configuration))
  }
}

extension Retention {
  init(_ configuration: Configuration) {
    self.init(
      completed: configuration[ServiceKeys.keepCompleted],
      cancelled: configuration[ServiceKeys.keepCancelled],
      dead: configuration[ServiceKeys.keepDead])
  }
}
