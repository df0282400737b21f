// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since all of it is built with sanitizers: `scripts/sanitize`, `scripts/threads` and `scripts/fuzz` do so.
let typesetter = Target.Dependency.product(name: "MDTypeset", package: "mdtypeset")

let package = Package(
  name: "sanitizers",
  dependencies: [.package(name: "mdtypeset", path: "../..")],
  targets: [
    // Typesets what libFuzzer hands it.
    .executableTarget(name: "Fuzz", dependencies: [typesetter]),
    // Typesets documents side by side.
    .executableTarget(name: "SideBySide", dependencies: [typesetter]),
    // Shares data behind a `Mutex`, or with the argument `race` without one.
    .executableTarget(name: "Locks"),
  ]
)
