extension SQLiteJobStore {
  /// The numbers of the jobs that a query finds, the newest first: what an order to many jobs goes
  /// by, since jobs change their states meanwhile.
  public func ids(_ query: JobQuery) async throws(StoreError) -> [JobID] {
    try await reading { try $0.ids(query) }
  }

  /// How many unfinished jobs there are of kinds that are not among these: a program that does not
  /// know them leaves them alone.
  public func unknownKinds(
    besides known: Set<JobKind>
  ) async throws(StoreError) -> [JobKind: Int] {
    try await reading { try $0.unknownKinds(besides: known) }
  }

  /// How many jobs wait for a program that can read their parameters, by their kinds.
  public func unreadableKinds() async throws(StoreError) -> [JobKind: Int] {
    try await reading { try $0.unreadableKinds() }
  }

  /// The jobs that must complete before this one may run.
  public func dependencies(of job: JobID) async throws(StoreError) -> [JobID] {
    try await reading { try $0.dependencies(of: job) }
  }
}
