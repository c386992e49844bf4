import ZitareBase
import ZitareJobs
import ZitareJobsTesting

/// The stores that keep the contract of `JobStore`.
enum Conformer: Sendable, CaseIterable {
  case sqliteInMemory
  case sqliteOnDisk
  /// The failing store, as long as it has no cue.
  case passingOn
}

/// What the contract is tried with: a place for a store of one sort.
struct ContractFixture {
  private let stores: StoreFixture
  private let conformer: Conformer

  init(_ conformer: Conformer) {
    self.conformer = conformer
    stores = StoreFixture(in: conformer == .sqliteOnDisk ? .disk : .memory)
  }

  var clock: TestClock { stores.clock }

  /// Opens the store; several may be open, as in several processes.
  func open() throws -> any JobStore {
    switch conformer {
    case .sqliteInMemory, .sqliteOnDisk: try stores.open()
    case .passingOn: FailingStore(try stores.open())
    }
  }

  func worker(
    _ store: any JobStore, _ services: TestServices = TestServices(), events: EventLog = EventLog()
  ) -> Worker<TestServices> {
    stores.worker(store, services, events: events)
  }
}
