/// Where a job is in its life; the raw values are stored.
public enum JobState: Int, Sendable, CaseIterable, Codable, CustomStringConvertible {
  case scheduled = 0
  case available = 1
  case blocked = 2
  case running = 3
  case completed = 4
  case cancelled = 5
  case dead = 6

  /// The states a job may move to from here.
  public var successors: Set<JobState> {
    switch self {
    case .scheduled: [.available, .blocked, .cancelled, .dead]  // dead: its deadline passed
    case .available: [.running, .scheduled, .blocked, .cancelled, .dead]
    case .blocked: [.available, .scheduled, .cancelled, .dead]  // dead: what it waited for died
    case .running: [.available, .scheduled, .blocked, .completed, .cancelled, .dead]
    case .dead: [.available, .cancelled]  // only on an operator's order
    case .cancelled: [.available]  // likewise
    case .completed: []
    }
  }

  /// Whether nothing more happens to the job by itself.
  public var isFinal: Bool {
    switch self {
    case .completed, .cancelled, .dead: true
    case .scheduled, .available, .blocked, .running: false
    }
  }

  public var description: String {
    switch self {
    case .scheduled: "scheduled"
    case .available: "available"
    case .blocked: "blocked"
    case .running: "running"
    case .completed: "completed"
    case .cancelled: "cancelled"
    case .dead: "dead"
    }
  }

  /// The state with this description.
  public init?(_ name: String) {
    guard let state = Self.allCases.first(where: { $0.description == name }) else { return nil }
    self = state
  }
}
