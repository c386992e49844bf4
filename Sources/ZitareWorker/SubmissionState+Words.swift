public import ZitarePipeline
public import ZitareService

extension SubmissionState: MessageTable {
  public var message: Message {
    switch self {
    case .draft: Message(english: name, german: "Entwurf")
    case .pending: Message(english: name, german: "wartend")
    case .sent: Message(english: name, german: "gesendet")
    case .maybeSent: Message(english: name, german: "vielleicht gesendet")
    case .refused: Message(english: name, german: "abgelehnt")
    case .discarded: Message(english: name, german: "aufgegeben")
    }
  }
}
