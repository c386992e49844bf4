import ZitarePipeline
import ZitareService

extension LoginEnd {
  var message: Message {
    let german =
      switch self {
      case .interrupted: "eine Erneuerung wurde unterbrochen, ihre Antwort ist verloren"
      case .notRenewable: "das Token ist abgelaufen, und nichts erneuert es"
      case .newTokenRefused: "der Server lehnt ein neues Token dieser Anmeldung ab"
      case .refused(let status): "der Anmeldeserver antwortete mit \(status)"
      case .answerLost(let reason): "die Antwort auf eine Erneuerung ist verloren (\(reason))"
      case .foreignServer(let known, let wanted):
        "die Anmeldung ist eine bei \(known), nicht bei \(wanted)"
      case .foreignAPI(let known, let wanted):
        "die Anmeldung gilt für Einsendungen an \(known), nicht an \(wanted)"
      case .signedOut: "jemand hat sich abgemeldet"
      case .other(let text): text
      }
    return Message(english: description, german: german)
  }
}
