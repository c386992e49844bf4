public import ZitareBase
public import ZitareJobs
public import ZitareSQLite

/// Where the processes of a crash test meet: a store on the machine's clocks and an effects file.
public struct CrashFolder: Sendable {
  public let path: FilePath

  public init(_ path: FilePath) { self.path = path }

  public var database: FilePath { path.appending("jobs.sqlite") }

  public func open(durability: Connection.Durability = .normal) throws -> SQLiteJobStore {
    try SQLiteJobStore(
      path: database, runtimeFolder: path.appending("runtime"), durability: durability)
  }

  public func effects() throws -> EffectsFile { try EffectsFile(path.appending("effects")) }
}
