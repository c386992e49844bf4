public import ZitareJobs

extension JobState: MessageTable {
  public var message: Message {
    switch self {
    case .scheduled: Message(english: "scheduled", german: "geplant")
    case .available: Message(english: "available", german: "bereit")
    case .blocked: Message(english: "blocked", german: "blockiert")
    case .running: Message(english: "running", german: "laufend")
    case .completed: Message(english: "completed", german: "erledigt")
    case .cancelled: Message(english: "cancelled", german: "abgebrochen")
    case .dead: Message(english: "dead", german: "gescheitert")
    }
  }
}
