// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "examples",
  dependencies: [.package(name: "zitare-worker", path: "..")],
  targets: [
    .executableTarget(
      name: "mailer", dependencies: [.product(name: "ZitareJobs", package: "zitare-worker")],
      path: "Sources/Mailer", swiftSettings: swift),
    .executableTarget(
      name: "gallery", dependencies: [.product(name: "ZitareHTTP", package: "zitare-worker")],
      path: "Sources/Gallery", swiftSettings: swift),
    .executableTarget(
      name: "fetch", dependencies: [.product(name: "ZitareHTTP", package: "zitare-worker")],
      path: "Sources/Fetch", swiftSettings: swift),
    .executableTarget(
      name: "notes", dependencies: [.product(name: "ZitareSearch", package: "zitare-worker")],
      path: "Sources/Notes", swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
