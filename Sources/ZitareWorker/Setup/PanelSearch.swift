import Glibc
import ZitareBase
import ZitareService

/// Finds the panels of a desktop by what they leave behind.
struct PanelSearch {
  /// A panel that is there.
  struct Finding {
    let panel: Panel
    /// What it was found by.
    let sign: FilePath
    /// What its lines go into; nil where a window takes them.
    let file: FilePath?
  }

  private let home: FilePath?
  /// Where programs keep what they are told, each in a folder of its own.
  private let configurations: FilePath?
  /// Where programs are looked for.
  private let programs: [FilePath]

  init(_ environment: ProcessEnvironment) {
    home = environment.home
    let given = environment.variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    configurations = given.map { FilePath($0) } ?? home?.appending(".config")
    programs = (environment.variables["PATH"] ?? "").split(separator: ":").map {
      FilePath(String($0))
    }
  }

  /// All that are there, in the order of `Panel`.
  func findings() -> [Finding] {
    Panel.allCases.compactMap { panel in
      let traces = panel.traces
      let path = traces.paths.compactMap(place).first(where: exists)
      guard let sign = path ?? program(traces.program) else { return nil }
      let files = traces.files.compactMap(place)
      return Finding(panel: panel, sign: sign, file: files.first(where: exists) ?? files.first)
    }
  }

  private func place(_ path: String) -> FilePath? {
    path.hasPrefix("~/")
      ? home?.appending(String(path.dropFirst(2)))
      : configurations?.appending(path)
  }

  private func exists(_ path: FilePath) -> Bool { access(path.string, F_OK) == 0 }

  private func program(_ name: String) -> FilePath? {
    programs.map { $0.appending(name) }.first { access($0.string, X_OK) == 0 }
  }
}
