import TestSupport
import Testing
import ZitareBase
import ZitareJobs

@testable import ZitareService

@Suite("The return of the network")
struct NetworkReturnTests {
  /// The kernel and the clock, as tests have them.
  private final class World: Sendable {
    struct State {
      var onArrival: (@Sendable () -> Void)?
      var watches = 0
      var open = 0
      var sleepers: [(delay: Duration, go: Latch)] = []
      var hastened: [[JobID]] = []
      /// How often the store is still busy.
      var refusals = 0
      var waiters: [(condition: @Sendable (State) -> Bool, latch: Latch)] = []
    }
    let state = Mutex(State())

    func change<R>(_ body: (inout State) -> R) -> R {
      state.withLock { state in
        defer {
          for waiter in state.waiters where waiter.condition(state) { waiter.latch.open() }
        }
        return body(&state)
      }
    }

    func until(_ condition: @escaping @Sendable (State) -> Bool) async {
      let latch = Latch()
      change { $0.waiters.append((condition, latch)) }
      await latch.opened()
    }

    func arrive() { state.withLock { $0.onArrival }?() }

    /// Lets the sleeper with this number go on, once there is one, and says how long it would sleep.
    func wake(_ number: Int) async -> Duration {
      await until { $0.sleepers.count > number }
      let sleeper = state.withLock { $0.sleepers[number] }
      sleeper.go.open()
      return sleeper.delay
    }
  }

  /// What listens, as long as it lives.
  private final class Watch: Sendable {
    let world: World
    init(_ world: World) { self.world = world }
    deinit { world.change { $0.open -= 1 } }
  }

  private static func job(_ id: Int64) -> JobReference {
    JobReference(id: JobID(rawValue: id), kind: "fetch")
  }

  private static func run(_ network: NetworkReturn, in world: World) -> Task<Void, any Error> {
    // It is the part under test, ended by each test.
    Task {
      try await network.run(
        watch: { onArrival in
          world.change {
            $0.onArrival = onArrival
            $0.watches += 1
            $0.open += 1
          }
          return Watch(world)
        },
        sleep: { delay in
          let go = Latch()
          world.change { $0.sleepers.append((delay, go)) }
          await go.opened()
        },
        hasten: { ids in
          let isRefused = world.change { state in
            if state.refusals == 0 { state.hastened.append(ids) }
            defer { state.refusals = max(0, state.refusals - 1) }
            return state.refusals > 0
          }
          if isRefused { throw StoreError.unavailable("busy") }
        })
    }
  }

  @Test("nobody listens while no job waits for it")
  func idle() async throws {
    let (world, network) = (World(), NetworkReturn())
    let task = Self.run(network, in: world)
    defer { task.cancel() }
    network.note(.completed(Self.job(1), after: .zero))
    network.note(.retrying(Self.job(1), at: .now(), error: "refused"))
    network.note(.cutOff(Self.job(2)))
    network.note(.cutOff(Self.job(3)))
    await world.until { $0.open == 1 }
    #expect(world.state.withLock { $0.watches } == 1)
    network.note(.completed(Self.job(2), after: .zero))
    network.note(.dead(Self.job(3), error: "gone"))
    await world.until { $0.open == 0 }
  }

  @Test("what waits is made due soon after a network came, and again in growing distances")
  func arrival() async throws {
    let (world, network) = (World(), NetworkReturn())
    let task = Self.run(network, in: world)
    defer { task.cancel() }
    network.note(.cutOff(Self.job(7)))
    network.note(.cutOff(Self.job(5)))
    await world.until { $0.open == 1 }
    for _ in 0..<3 { world.arrive() }  // an address, its route, the other address
    #expect(await world.wake(0) == .seconds(2))
    await world.until { $0.hastened.count == 1 }
    #expect(world.state.withLock { $0.hastened[0].map(\.rawValue) } == [5, 7])
    network.note(.completed(Self.job(5), after: .zero))
    #expect(await world.wake(1) == .seconds(8))
    await world.until { $0.hastened.count == 2 }
    #expect(world.state.withLock { $0.hastened[1].map(\.rawValue) } == [7])
    #expect(await world.wake(2) == .seconds(20))
    #expect(await world.wake(3) == .seconds(60))
    await world.until { $0.hastened.count == 4 }
    // The next network begins anew.
    world.arrive()
    #expect(await world.wake(4) == .seconds(2))
    await world.until { $0.hastened.count == 5 }
  }

  @Test("a store that is busy or full for a while is tried again after the next delay")
  func busy() async throws {
    let (world, network) = (World(), NetworkReturn())
    let task = Self.run(network, in: world)
    defer { task.cancel() }
    world.change { $0.refusals = 4 }
    network.note(.cutOff(Self.job(7)))
    await world.until { $0.open == 1 }
    world.arrive()
    for (step, delay) in NetworkReturn.delays.enumerated() {
      #expect(await world.wake(step) == delay)
    }
    // Also the last delay of a round has one after it then.
    #expect(await world.wake(4) == .seconds(60))
    await world.until { $0.hastened.count == 1 }
    world.arrive()
    #expect(await world.wake(5) == .seconds(2))
    await world.until { $0.hastened.count == 2 }
  }

  /// Messages as the kernel sends them, here made by hand after rtnetlink(7).
  private static func message(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
    let length = UInt32(16 + payload.count)
    let header =
      withUnsafeBytes(of: length) { Array($0) } + withUnsafeBytes(of: type) { Array($0) }
      + [UInt8](repeating: 0, count: 10)
    return header + payload
  }

  /// A scope and the address that it is of.
  private static func address(scope: UInt8) -> [UInt8] {
    message(20, [2, 24, 0, scope, 3, 0, 0, 0])
  }

  private static func route(length: UInt8, type: UInt8 = 1) -> [UInt8] {
    message(24, [2, length, 0, 0, 254, 3, 0, type, 0, 0, 0, 0])
  }

  @Test(
    "an address that others reach and a way to everywhere tell of a network, nothing else does",
    arguments: [
      (address(scope: 0), true), (address(scope: 253), false), (address(scope: 254), false),
      (route(length: 0), true), (route(length: 24), false), (route(length: 0, type: 7), false),
      (message(21, [2, 24, 0, 0, 3, 0, 0, 0]), false), (message(20, []), false),
      (route(length: 24) + address(scope: 0), true), ([], false), ([1, 2, 3], false),
      (Array(address(scope: 0).dropLast(4)), false),
    ])
  func messages(bytes: [UInt8], isArrival: Bool) {
    #expect(bytes.withUnsafeBytes { NetworkWatch.tellsArrival($0) } == isArrival)
  }

  @Test("the kernel lets us listen")
  func watch() {
    #expect(NetworkWatch(onArrival: {}) != nil)
  }
}
