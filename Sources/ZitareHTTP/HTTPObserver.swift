/// Is told of every exchange with a server: calls and downloads, first attempts and later ones.
///
/// The order for each: `willSend` of every observer in their order; `didReceive` where an answer
/// came, whatever its status; `didFail` where the exchange, or the decoding of what it brought, came
/// to nothing. A good exchange has no `didFail`. What is thrown before anything is sent is not
/// observed. The methods run on the call's way and must not block.
public protocol HTTPObserver: Sendable {
  /// What an observer keeps of an exchange until it ends, such as the time of its start.
  associatedtype Context: Sendable

  func willSend(_ request: HTTPRequest) -> Context

  /// - Parameter response: without a body where that went to a file.
  func didReceive(_ response: HTTPResponse, to request: HTTPRequest, context: Context)

  func didFail(_ error: HTTPError, of request: HTTPRequest, context: Context)
}

/// An exchange as one observer sees it.
private protocol Watching: Sendable {
  func received(_ response: HTTPResponse)
  func failed(_ error: HTTPError)
}

/// Holds the context with the observer whose it is: other code need not know its type.
private struct Watch<Observer: HTTPObserver>: Watching {
  let observer: Observer
  let request: HTTPRequest
  let context: Observer.Context

  init(_ observer: Observer, _ request: HTTPRequest) {
    self.observer = observer
    self.request = request
    context = observer.willSend(request)
  }

  func received(_ response: HTTPResponse) {
    observer.didReceive(response, to: request, context: context)
  }
  func failed(_ error: HTTPError) { observer.didFail(error, of: request, context: context) }
}

/// One exchange as all observers see it.
struct ObservedExchange: Sendable {
  private let watches: [any Watching]

  /// Tells the observers that the request is about to be sent.
  init(of request: HTTPRequest, by observers: [any HTTPObserver]) {
    func watch(_ observer: some HTTPObserver) -> any Watching { Watch(observer, request) }
    watches = observers.map { watch($0) }
  }

  func received(_ response: HTTPResponse) {
    for watch in watches { watch.received(response) }
  }
  func failed(_ error: HTTPError) {
    for watch in watches { watch.failed(error) }
  }
}
