// swift-tools-version: 6.2
import PackageDescription

/// A program that measures; each has a folder of its name.
func benchmark(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: "ZitareJobs", package: "zitare-worker")],
    path: name, swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "zitare-worker", path: "..")],
  targets: [benchmark("bench-cron"), benchmark("bench-queue")],
  swiftLanguageModes: [.v6])
