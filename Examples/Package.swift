// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "examples",
  dependencies: [.package(name: "zitare-worker", path: "..")],
  targets: [
    .executableTarget(
      name: "mailer", dependencies: [.product(name: "ZitareJobs", package: "zitare-worker")],
      path: "Sources/Mailer",
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
