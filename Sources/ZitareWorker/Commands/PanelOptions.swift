import ZitareBase
public import ZitarePipeline
public import ZitareService

extension PanelFormat: ArgumentValue {}
extension PanelLength: ArgumentValue {}
extension PanelEscape: ArgumentValue {}

/// The options that say how a panel wants the quotation.
struct PanelOptions {
  static let synopsis = "[--length inline|short|full] [--escape NAME]"
  static let descriptions = [
    OptionDescription("--length inline|short|full", Text.todayLength.message),
    OptionDescription("--escape \(names(PanelEscape.self))", Text.todayEscape.message),
  ]

  /// The words of a choice as help shows them.
  static func names<Choice>(_ type: Choice.Type) -> String
  where Choice: CaseIterable & RawRepresentable<String> {
    type.allCases.map(\.rawValue).joined(separator: "|")
  }

  private(set) var style: PanelStyle

  init(_ arguments: inout Arguments, for format: PanelFormat) throws(UsageError) {
    let escape: PanelEscape? = try arguments.option("--escape")
    style = PanelStyle(length: try arguments.option("--length"), escape: escape ?? .none)
    if style.length != nil, !format.hasLength {
      throw UsageError(Text.todayNoLength.message, ["format": format.rawValue])
    }
    if escape != nil { try Self.check("--escape", for: format) }
  }

  /// Takes `--wrap`, which is for what is not followed line by line.
  mutating func takeWrap(_ arguments: inout Arguments, for format: PanelFormat) throws(UsageError) {
    guard let columns: Int = try arguments.option("--wrap") else { return }
    guard (20...1000).contains(columns) else { throw UsageError(Text.todayWrapRange.message) }
    try Self.check("--wrap", for: format)
    style.columns = columns
  }

  private static func check(_ option: String, for format: PanelFormat) throws(UsageError) {
    guard format == .text else {
      throw UsageError(Text.todayOnlyText.message, ["option": option])
    }
  }
}
