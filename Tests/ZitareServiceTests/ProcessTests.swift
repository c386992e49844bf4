import Glibc
import TestSupport
import Testing
import ZitareBase
import ZitareService

@Suite("Signals", .serialized)
struct SignalsTests {
  @Test("the first SIGTERM or SIGINT stops, every further one stops now; others keep their meaning")
  func sequence() async {
    var signals = Signals.stream().makeAsyncIterator()
    let sent: [(Int32, ProcessSignal)] = [
      (SIGHUP, .reload), (SIGTERM, .stop), (SIGUSR1, .report), (SIGINT, .stopNow),
      (SIGTERM, .stopNow),
    ]
    for (number, expected) in sent {
      kill(getpid(), number)
      #expect(await signals.next() == expected)
    }
  }

  @Test("a new sequence takes over, ends the one before and counts stops anew")
  func takeover() async {
    var first = Signals.stream().makeAsyncIterator()
    kill(getpid(), SIGTERM)
    #expect(await first.next() == .stop)
    var second = Signals.stream().makeAsyncIterator()
    #expect(await first.next() == nil)
    kill(getpid(), SIGTERM)
    #expect(await second.next() == .stop)
  }
}

@Suite("Service manager")
struct ServiceManagerTests {
  /// A datagram socket bound to a name, as the service manager holds it.
  private final class Listener {
    let descriptor: Int32

    init(_ name: [UInt8]) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
      let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
      let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      try #require(code == 0)
    }

    deinit { close(descriptor) }

    func next() -> String {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  @Test("states arrive in one datagram at a socket in the file system")
  func path() throws {
    let folder = TemporaryFolder()
    let path = folder.appending("notify")
    let listener = try Listener(Array(path.string.utf8))
    let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": path.string]))
    #expect(manager.notify(.ready, .status("one\ntwo")))
    #expect(listener.next() == "READY=1\nSTATUS=one two")
    #expect(manager.notify(.stopping))
    #expect(listener.next() == "STOPPING=1")
  }

  @Test("states arrive at a socket in the abstract name space")
  func abstract() throws {
    let name = "sample-notify-\(getpid())"
    let listener = try Listener([0] + Array(name.utf8))
    let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "@" + name]))
    #expect(manager.notify(.watchdog))
    #expect(listener.next() == "WATCHDOG=1")
  }

  @Test("nobody listening is no error, no variable is no manager")
  func nobody() throws {
    #expect(ServiceManager(environment: [:]) == nil)
    #expect(ServiceManager(environment: ["NOTIFY_SOCKET": "relative"]) == nil)
    let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "/none/socket"]))
    #expect(!manager.notify(.ready))
    let long = "/" + String(repeating: "x", count: 200)
    #expect(ServiceManager(environment: ["NOTIFY_SOCKET": long])?.notify(.ready) == false)
  }

  @Test(
    "the watchdog is fed at half its time, by the process it watches",
    arguments: [
      (["WATCHDOG_USEC": "60000000"], Duration.seconds(30)),
      (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "42"], .seconds(30)),
      (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "41"], nil),
      (["WATCHDOG_USEC": "0"], nil), ([:], nil),
    ])
  func watchdog(variables: [String: String], expected: Duration?) {
    let all = variables.merging(["NOTIFY_SOCKET": "/s"]) { first, _ in first }
    #expect(ServiceManager(environment: all, processID: 42)?.watchdogInterval == expected)
  }
}
