internal import Glibc
public import ZitareBase
public import ZitareSQLite

/// The durable queue in one SQLite file, for the processes of one machine.
///
/// All writes of a process go through one connection and share transactions; reads have their own.
/// Tables of other components may live in the same file, see `migrate` and `transaction`.
public final class SQLiteJobStore: JobStore {
  public let path: FilePath
  /// Where the locks and doorbells of this store's workers lie; it belongs to this store alone.
  public let runtimeFolder: FilePath
  private let clocks: Clocks
  private let writer: StoreWriter?
  private let reader: StoreReader
  private let changes = Wakeups()

  /// Opens the store, makes it where it is missing and brings its tables up to date.
  ///
  /// With `.full` an acknowledged change survives a loss of power, with `.normal` only a crash of
  /// the program.
  public init(
    path: FilePath, runtimeFolder: FilePath, durability: Connection.Durability = .full,
    clocks: Clocks = .system
  ) throws(StoreError) {
    self.path = path
    self.runtimeFolder = runtimeFolder
    self.clocks = clocks
    do {
      try Files.makeFolder(path.parent, mode: 0o700)
      try Self.refuseNetwork(path.parent)
      let connection = try Connection(path, durability: durability)
      try connection.migrate(
        component: Self.component, Self.steps, compatibleSince: Self.compatibleSince)
      writer = StoreWriter(
        connection, durability: durability, runtimeFolder: runtimeFolder, clocks: clocks,
        wakeups: changes)
      reader = StoreReader(path)
    } catch {
      throw StoreError(error)
    }
  }

  private init(reading path: FilePath, runtimeFolder: FilePath) {
    self.path = path
    self.runtimeFolder = runtimeFolder
    clocks = .system
    writer = nil
    reader = StoreReader(path)
  }

  /// Opens a store that exists for reading only: nothing is made, migrated or changed.
  ///
  /// Nil where there is none yet. Changes through it throw `StoreError.readOnly`; tables of an older
  /// release are refused, since only a worker may bring them up to date, and so are those of a newer
  /// one that this program cannot use.
  public static func openIfPresent(
    path: FilePath, runtimeFolder: FilePath
  ) throws(StoreError) -> SQLiteJobStore? {
    do {
      guard try Files.size(of: path) ?? 0 > 0 else { return nil }
      try refuseNetwork(path.parent)
      let connection = try Connection(path, access: .readOnly)
      try connection.refuseNewer(component: component, known: steps.count)
      let version = try connection.version(of: component)
      if version == 0 { return nil }
      guard version >= steps.count else {
        throw StoreError.olderSchema(
          "its tables have version \(version), this program needs \(steps.count): "
            + "the next run of a worker brings them up to date")
      }
      return SQLiteJobStore(reading: path, runtimeFolder: runtimeFolder)
    } catch {
      throw StoreError(error)
    }
  }

  private static func refuseNetwork(_ folder: FilePath) throws(StoreError) {
    if let name = NetworkFileSystem.name(of: folder) {
      throw .networkFileSystem(folder, name: name)
    }
  }

  public func wakeups() -> AsyncStream<Void> { changes.listen() }

  /// Runs statements of the caller's own and enqueues jobs in one transaction.
  ///
  /// It is committed when `body` returns and rolled back when it throws; it throws what `body`
  /// throws, or a `StoreError`.
  @discardableResult
  public func transaction<R: Sendable>(
    _ body: @Sendable (JobTransaction) throws -> R
  ) async throws -> R {
    let clocks = clocks
    return try await writing().transaction { tables in
      try body(JobTransaction(tables: tables, now: clocks.wall()))
    }
  }

  /// Runs queries of the caller's own over one view of the database.
  public func read<R: Sendable>(
    _ body: @Sendable (Connection) throws -> R
  ) async throws -> R {
    try await reader.read { try body($0.connection) }
  }

  /// Brings the tables of another component in this file up to date.
  public func migrate(component: String, _ steps: [StaticString]) async throws(StoreError) {
    try await writing().migrate(component: component, steps)
  }

  /// Empties the write-ahead log, as far as readers allow; for quiet moments.
  public func checkpoint() async throws(StoreError) { try await writing().checkpoint() }

  func writing() throws(StoreError) -> StoreWriter {
    guard let writer else { throw .readOnly }
    return writer
  }

  func reading<R: Sendable>(
    _ body: @Sendable (JobTables) throws -> R
  ) async throws(StoreError) -> R {
    do {
      return try await reader.read(body)
    } catch {
      throw StoreError(error)
    }
  }
}

/// A transaction that the caller's own statements and new jobs share.
///
/// It is only valid inside the closure that received it.
public struct JobTransaction {
  fileprivate let tables: JobTables
  public let now: Timestamp

  public var connection: Connection { tables.connection }

  /// Changes the queue with this transaction.
  @discardableResult
  public func apply(_ mutation: Mutation) throws(SQLiteError) -> MutationResult {
    try tables.apply(mutation, now: now)
  }

  /// Adds a job and returns its id, or the id of the one that stands for it.
  @discardableResult
  public func enqueue(_ job: some Job, at runAt: Timestamp? = nil) throws -> JobID {
    try enqueue(NewJob(job, at: runAt))
  }

  /// Adds a job and returns its id, or the id of the one that stands for it.
  @discardableResult
  public func enqueue(_ job: NewJob) throws -> JobID { try apply(.enqueue(job)).jobID() }

  /// Adds a batch and returns its number.
  @discardableResult
  public func enqueue(_ batch: NewBatch) throws -> BatchID {
    try apply(.enqueueBatch(batch)).batchID()
  }
}
