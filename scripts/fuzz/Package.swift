// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since everything in it is built with libFuzzer's counters: `scripts/fuzz/run` builds and runs it.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "mdtypeset", path: "../..")],
  targets: [.executableTarget(name: "Fuzz", dependencies: [.product(name: "MDTypeset", package: "mdtypeset")])]
)
