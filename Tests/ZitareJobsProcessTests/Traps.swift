import CrashJobs
import TestSupport

/// Gives every other process of a crash test a point of the store at which it kills itself; those
/// come first at which none has been killed yet.
final class Traps {
  var areSet = true
  private let effects: EffectsFile
  /// How much of it has been read, and what there was.
  private var read = 0
  private var known: Set<Int> = []
  private var random: SeededGenerator

  init(_ effects: EffectsFile, seed: UInt64) {
    self.effects = effects
    random = SeededGenerator(seed: seed)
  }

  func options(_ options: [String: Int]) throws -> [String: Int] {
    guard areSet, Bool.random(using: &random) else { return options }
    let met = try met()
    let missing = KillPoint.working.filter { !met.contains($0.number) }
    guard let point = (missing.isEmpty ? KillPoint.working : missing).randomElement(using: &random)
    else { return options }
    // Statements come up some times in the life of a process, calls hundreds of times.
    let most: Int
    switch point.place {
    case .call: most = 1 << Int.random(in: 0...8, using: &random)
    case .statements: most = 1 << Int.random(in: 0...3, using: &random)
    }
    let trap = ["point": point.number, "times": Int.random(in: 1...most, using: &random)]
    return options.merging(trap) { $1 }
  }

  /// The numbers of the points at which processes have been killed.
  func met() throws -> Set<Int> {
    known.formUnion(try effects.effects(after: &read).compactMap { $0.point?.number })
    return known
  }
}
