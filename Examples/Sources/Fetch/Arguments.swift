import ZitareBase
import ZitareHTTP

/// What the command line asks for.
struct Arguments {
  var urls: [HTTPURL] = []
  var output: FilePath?
  var upload: FilePath?
  var expected = Download.Expectation()
  var headers = HTTPHeaders()
  var rate: Int64?
  var isJSON = false
  var configuration = HTTPClient.Configuration()
  private var pins: [PublicKeyPin] = []
  /// The options that are only of use for a file that is kept here.
  private var ofFiles: [String] = []

  static let usage = """
    usage: fetch URL -o FILE [--size N] [--sha256 HEX] [--type MIME] [--limit-rate R]
                 [--mirror URL]... [--json] [TRANSPORT]
           fetch URL -o - [TRANSPORT]
           fetch URL --upload FILE [TRANSPORT]
    transport: [--header 'NAME: VALUE']... [--proxy URL] [--ca-file PEM] [--pin sha256//BASE64]...

      -o FILE          where to; until it is whole it is FILE.part, from which the next call goes on;
                       - for standard output, as it comes: nothing is checked, nothing gone on with
      --size N         the file has N bytes
      --sha256 HEX     the file has this digest
      --type MIME      the file is of this type: a page in its place is refused
      --limit-rate R   at most R bytes a second; K, M and G stand for powers of 1024
      --mirror URL     another address of the same file
      --json           one JSON object at the end, and what happens as JSON lines on standard error
      --upload FILE    puts FILE there, - for standard input as it comes, and prints the answer
      --header LINE    sent with every request to this server and the mirrors
      --proxy URL      goes through http://, socks5:// or socks5h://, a host and a port
      --ca-file PEM    believes these authorities, too
      --pin PIN        the server and the mirrors must present one of the public keys named so

    exit codes:
      0    the file is there, and whole; the upload was taken
      3    the file is there, and nothing tells whether it is whole
      64   the command line is wrong
      65   what the server sends is not the file: another size, another digest, a page
      66   a file that the command line names cannot be read
      69   the server does not have the file, or refuses it
      73   the file cannot be written here
      74   the disk is full
      75   given up for now: the same call goes on later
      76   the server's answers do not fit together
      77   the server asks for a login
      130  interrupted, as 143 is: the same call goes on
    """

  struct Fault: Error {
    let text: String
  }

  init(_ words: [String]) throws(Fault) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--json" {
        isJSON = true
        ofFiles.append(word)
      } else if word.hasPrefix("-") {
        guard let value = rest.popFirst() else { throw Fault(text: "\(word) needs a value") }
        if try !takeTransport(value, for: word) {
          try take(value, for: word)
        }
      } else {
        guard urls.isEmpty else { throw Fault(text: "\(word) is one address too many") }
        urls = [try url(word)]
      }
    }
    if urls.isEmpty { throw Fault(text: "no URL") }
    if output == nil && upload == nil { throw Fault(text: "-o FILE or --upload FILE is missing") }
    if output != nil && upload != nil { throw Fault(text: "-o and --upload are two calls") }
    if upload != nil || output == "-", let option = ofFiles.first {
      throw Fault(text: "\(option) needs -o with a file")
    }
    for url in urls { configuration.pins[url.origin.host] = pins }
  }

  /// False where the option is another one.
  private mutating func takeTransport(
    _ value: String, for option: String
  ) throws(Fault) -> Bool {
    switch option {
    case "-o": output = FilePath(value)
    case "--upload": upload = FilePath(value)
    case "--header":
      let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Fault(text: "a header is 'NAME: VALUE'") }
      headers.add(String(parts[0]), String(parts[1].drop { $0 == " " }))
    case "--proxy":
      do throws(HTTPURLError) { configuration.proxy = try HTTPProxy(value) } catch {
        throw Fault(text: error.reason)
      }
    case "--ca-file": configuration.extraAuthorities = FilePath(value)
    case "--pin":
      guard let pin = PublicKeyPin(value) else { throw Fault(text: "\(value) is no pin") }
      pins.append(pin)
    default: return false
    }
    return true
  }

  private mutating func take(_ value: String, for option: String) throws(Fault) {
    ofFiles.append(option)
    switch option {
    case "--size":
      guard let size = Int64(value), size >= 0 else { throw Fault(text: "\(value) is no size") }
      expected.size = size
    case "--sha256":
      guard let digest = [UInt8](sha256: value) else {
        throw Fault(text: "a SHA-256 has 64 hexadecimal digits")
      }
      expected.sha256 = digest
    case "--type": expected.type = value
    case "--limit-rate":
      guard let rate = Self.rate(value) else { throw Fault(text: "\(value) is no rate") }
      self.rate = rate
    case "--mirror":
      if urls.isEmpty { throw Fault(text: "--mirror stands behind the URL") }
      urls.append(try url(value))
    default: throw Fault(text: "unknown option \(option)")
    }
  }

  private func url(_ text: String) throws(Fault) -> HTTPURL {
    do throws(HTTPURLError) { return try HTTPURL(text) } catch { throw Fault(text: "\(error)") }
  }

  private static func rate(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int64(unit == nil ? text : String(text.dropLast())), number > 0 else {
      return nil
    }
    let (rate, isTooMuch) = number.multipliedReportingOverflow(by: unit ?? 1)
    return isTooMuch ? nil : rate
  }
}
