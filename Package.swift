// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A Swift target of this package with the settings that all of them share.
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swift)
}

/// Fixtures are read from beside the tests' sources, so they are no resources.
func tests(
  of name: String, _ dependencies: [Target.Dependency], hasFixtures: Bool = true,
  settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    exclude: hasFixtures ? ["Fixtures"] : [], swiftSettings: swift + settings)
}

func system(_ name: String, pkgConfig: String?, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// Where the headers of Pango lie beside those of Cairo.
///
/// Its own description for pkg-config has flags that the package manager warns about at each build.
let pango = [
  SwiftSetting.unsafeFlags(
    ["pango-1.0", "harfbuzz"].flatMap { ["-Xcc", "-I/usr/include/\($0)"] })
]

/// What `zitare --version` says of the build: `make release` passes it on.
let build = ["ZITARE_COMMIT", "ZITARE_DATE"].compactMap { name -> CSetting? in
  Context.environment[name].map { .define(name, to: "\"\($0)\"") }
}

let package = Package(
  name: "zitare-worker",
  products: [
    .executable(name: "zitare", targets: ["ZitareWorker"]),
    .executable(name: "zitare-search-provider", targets: ["ZitareSearchProvider"]),
    .executable(name: "zitare-card", targets: ["ZitareCard"]),
    // With what its public interface speaks of: paths and instants, connections and rows.
    .library(name: "ZitareJobs", targets: ["ZitareJobs", "ZitareSQLite", "ZitareBase"]),
    .library(name: "ZitareJobsTesting", targets: ["ZitareJobsTesting"]),
    // With paths and instants, which its public interface speaks of.
    .library(name: "ZitareHTTP", targets: ["ZitareHTTP", "ZitareBase"]),
    // Likewise.
    .library(name: "ZitareSearch", targets: ["ZitareSearch", "ZitareBase"]),
  ],
  targets: [
    .executableTarget(
      name: "ZitareWorker",
      dependencies: [
        "ZitarePipeline", "ZitareService", "ZitareJobs", "ZitareHTTP", "ZitareSearch",
        "ZitareCorpus", "ZitareSQLite", "ZitareBase", "CBuild",
      ],
      swiftSettings: swift),
    // A program of its own, so that the other does not load libsystemd.
    .executableTarget(
      name: "ZitareSearchProvider",
      dependencies: [
        "ZitarePipeline", "ZitareService", "ZitareSearch", "ZitareCorpus", "ZitareBase", "CSDBus",
      ],
      swiftSettings: swift),
    // Likewise of Pango and Cairo.
    .executableTarget(
      name: "ZitareCard",
      dependencies: ["ZitareService", "ZitareCorpus", "ZitareBase", "CPango", "CZlib"],
      swiftSettings: swift + pango),
    library(
      "ZitarePipeline",
      [
        "ZitareJobs", "ZitareHTTP", "ZitareSearch", "ZitareCorpus", "ZitareSQLite", "ZitareBase",
      ]),
    library("ZitareService", ["ZitareJobs", "ZitareSQLite", "ZitareBase", "CToml", "CNetlink"]),
    library("ZitareJobs", ["ZitareSQLite", "ZitareBase", "CSystem"]),
    library("ZitareJobsTesting", ["ZitareJobs", "ZitareSQLite", "ZitareBase"]),
    library("ZitareHTTP", ["CCurl", "CFallocate", "ZitareBase"]),
    library("ZitareSearch", ["CXapian", "ZitareBase"]),
    library("ZitareCorpus", ["ZitareSQLite", "ZitareBase"]),
    library("ZitareSQLite", ["CSQLite", "ZitareBase"]),
    library("ZitareBase", ["CCrypto", "CFileSystem", "CUTF8Proc"]),

    .target(
      name: "CXapian",
      cxxSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("xapian"), .linkedLibrary("z")]),
    .target(
      name: "CSDBus", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("systemd")]),
    .target(name: "CBuild", cSettings: [.treatAllWarnings(as: .error)] + build),
    // libcurl is not linked: it is loaded when it is needed.
    .target(
      name: "CCurl", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CToml", cxxSettings: [.treatAllWarnings(as: .error)]),
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    // The package manager warns of -pthread in its pkg-config file; only that knows where headers are.
    system("CPango", pkgConfig: "cairo", apt: "libpango1.0-dev"),
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    // Its pkg-config file has a flag that the package manager warns of; the header is found without.
    system("CUTF8Proc", pkgConfig: nil, apt: "libutf8proc-dev"),
    // What the C library's module leaves out: timerfd_create(2) and statfs(2), and fallocate(2).
    system("CSystem", pkgConfig: nil, apt: "libc6-dev"),
    system("CFallocate", pkgConfig: nil, apt: "libc6-dev"),
    // Likewise: renameat2(2), syncfs(2) and setxattr(2).
    system("CFileSystem", pkgConfig: nil, apt: "libc6-dev"),
    // rtnetlink(7), likewise.
    system("CNetlink", pkgConfig: nil, apt: "linux-libc-dev"),

    .target(
      name: "TestSupport", dependencies: ["ZitareBase"], path: "Tests/TestSupport",
      swiftSettings: swift),
    tests(of: "ZitareBase", [], hasFixtures: false),
    tests(of: "ZitareSQLite", ["ZitareBase"], hasFixtures: false),
    // SQLite files that fail on cue.
    .target(
      name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS",
      cSettings: [.treatAllWarnings(as: .error)]),
    tests(of: "ZitareJobs", ["CFaultVFS", "ZitareJobsTesting", "ZitareSQLite", "ZitareBase"]),
    // Processes that tests kill, and the jobs that they run.
    .target(
      name: "CrashJobs", dependencies: ["CFaultVFS", "ZitareJobs", "ZitareSQLite", "ZitareBase"],
      path: "Tests/CrashJobs", swiftSettings: swift),
    .executableTarget(
      name: "crash-worker",
      dependencies: ["CrashJobs", "CFaultVFS", "ZitareJobs", "ZitareSQLite", "ZitareBase"],
      path: "Tests/CrashWorker", swiftSettings: swift),
    .testTarget(
      name: "ZitareJobsProcessTests",
      dependencies: [
        "crash-worker", "CrashJobs", "TestSupport", "ZitareJobsTesting", "ZitareJobs",
        "ZitareSQLite", "ZitareBase",
      ],
      swiftSettings: swift),
    // A process that resolves names and sends requests where a test process must not.
    .executableTarget(
      name: "http-probe", dependencies: ["ZitareHTTP", "ZitareBase"], path: "Tests/HTTPProbe",
      swiftSettings: swift),
    tests(of: "ZitareHTTP", ["http-probe", "ZitareBase"]),
    // A process that writes or reads an index until it is killed.
    .executableTarget(
      name: "search-probe", dependencies: ["ZitareSearch", "ZitareBase"],
      path: "Tests/SearchProbe", swiftSettings: swift),
    tests(of: "ZitareSearch", ["search-probe", "ZitareBase"], hasFixtures: false),
    tests(of: "ZitareCorpus", ["ZitareSQLite", "ZitareBase"]),
    tests(of: "ZitareService", ["ZitareJobs", "ZitareSQLite", "ZitareBase"], hasFixtures: false),
    tests(
      of: "ZitarePipeline",
      [
        "ZitareJobs", "ZitareHTTP", "ZitareSearch", "ZitareCorpus", "ZitareSQLite", "ZitareBase",
      ]),
    tests(of: "ZitareCard", ["ZitareService", "ZitareCorpus", "ZitareBase"], settings: pango),
    tests(
      of: "ZitareWorker",
      ["ZitareSearchProvider", "ZitareCard", "ZitarePipeline", "ZitareService", "ZitareBase"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
