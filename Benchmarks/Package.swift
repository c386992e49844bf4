// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "zitare-worker", path: "..")],
  targets: [
    .executableTarget(
      name: "bench-cron",
      dependencies: [.product(name: "ZitareJobs", package: "zitare-worker")],
      path: "bench-cron", swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6])
