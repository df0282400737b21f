// swift-tools-version: 6.2
import PackageDescription

// A package of its own that uses the library as any client does: `scripts/client` builds it in both isolations and runs it.
let isOnMain = Context.environment["CLIENT_ISOLATION"] == "main"

// The samples of the guide, which `scripts/guide` writes.
let guide: [Target] =
  Context.environment["CLIENT_GUIDE"] == nil
  ? []
  : [
    .executableTarget(
      name: "Guide",
      dependencies: [
        .product(name: "MDTypeset", package: "mdtypeset"), .product(name: "TypesetLibrary", package: "mdtypeset"),
        .product(name: "TypesetPreview", package: "mdtypeset"),
      ],
      path: "Generated",
      swiftSettings: [.swiftLanguageMode(.v6)] + (isOnMain ? [.defaultIsolation(MainActor.self)] : []))
  ]

let package = Package(
  name: "client",
  dependencies: [.package(name: "mdtypeset", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client", dependencies: [.product(name: "MDTypeset", package: "mdtypeset")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        + (isOnMain ? [.defaultIsolation(MainActor.self)] : [])),
    // A live page in a browser.
    .executableTarget(
      name: "Live",
      dependencies: [.product(name: "MDTypeset", package: "mdtypeset"), .product(name: "TypesetPreview", package: "mdtypeset")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        + (isOnMain ? [.defaultIsolation(MainActor.self)] : [])),
    // Formulas by the product that has nothing else.
    .executableTarget(
      name: "Formulas", dependencies: [.product(name: "TeXMath", package: "mdtypeset")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        + (isOnMain ? [.defaultIsolation(MainActor.self)] : [])),
  ] + guide
)
