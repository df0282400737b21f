import Foundation
import Testing

/// The layout of `Sources`.
struct FolderTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The Swift files of a room by their paths in it.
  private func files(of room: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.appending(path: room).path)
    return paths.filter { $0.hasSuffix(".swift") }.sorted()
  }

  private func name(of path: String) -> String { String(path.split(separator: "/").last?.dropLast(6) ?? "") }

  private static let rooms = ["Benchmark", "Drawing", "Highlighting", "Markdown", "Pages", "Styling", "TeXMath", "YAML"]

  @Test(arguments: rooms) func `the README of a room names every file in it, and none that is gone`(room: String) throws {
    let readme = try String(contentsOf: Self.sources.appending(path: "\(room)/README.md"), encoding: .utf8)
    let paths = try files(of: room)
    let missing = paths.filter { path in !readme.contains("`\(name(of: path)).swift`") && !readme.contains("`\(name(of: path))`") }
    #expect(missing.isEmpty, "add these files to Sources/\(room)/README.md")
    // A README may name files of other rooms.
    let names = try Set(files(of: "").map(name(of:)))
    let named = readme.matches(of: /`(?:[A-Za-z]+\/)*([A-Za-z0-9]+)\.swift`/).map { String($0.output.1) }
    #expect(named.filter { !names.contains($0) }.isEmpty)
  }
}
