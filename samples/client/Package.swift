// swift-tools-version: 6.2
import PackageDescription

// A package of its own that uses the library as any client does: `scripts/client` builds it in both isolations and runs it.
let isOnMain = Context.environment["CLIENT_ISOLATION"] == "main"

let package = Package(
  name: "client",
  dependencies: [.package(name: "mdtypeset", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client", dependencies: [.product(name: "MDTypeset", package: "mdtypeset")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        + (isOnMain ? [.defaultIsolation(MainActor.self)] : []))
  ]
)
