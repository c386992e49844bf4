extension SQLiteJobStore {
  /// The numbers of the jobs that a query finds, the newest first: what an order to many jobs goes
  /// by, since jobs change their states meanwhile.
  public func ids(_ query: JobQuery) async throws(StoreError) -> [JobID] {
    try await reading { try $0.ids(query) }
  }

  /// The jobs that must complete before this one may run.
  public func dependencies(of job: JobID) async throws(StoreError) -> [JobID] {
    try await reading { try $0.dependencies(of: job) }
  }
}
