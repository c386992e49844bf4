// swift-tools-version: 6.2
import PackageDescription

/// A program that measures; each has a folder of its name.
func benchmark(_ name: String, of library: String) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: library, package: "zitare-worker")],
    path: name, swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "zitare-worker", path: "..")],
  targets: [
    benchmark("bench-cron", of: "ZitareJobs"), benchmark("bench-queue", of: "ZitareJobs"),
    benchmark("bench-downloads", of: "ZitareHTTP"), benchmark("bench-search", of: "ZitareSearch"),
  ],
  swiftLanguageModes: [.v6])
