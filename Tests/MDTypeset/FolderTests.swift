import Foundation
import Testing

/// The layout of `Sources`.
struct FolderTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The Swift files of a room by their paths in it, but for links to files of other rooms.
  private func files(of room: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.appending(path: room).path)
    return try paths.filter { path in
      guard path.hasSuffix(".swift") else { return false }
      let kind = try FileManager.default.attributesOfItem(atPath: Self.sources.appending(path: room).appending(path: path).path)[.type]
      return kind as? FileAttributeType != .typeSymbolicLink
    }.sorted()
  }

  private func name(of path: String) -> String { String(path.split(separator: "/").last?.dropLast(6) ?? "") }

  /// All folders with Swift files.
  private static let rooms =
    ((try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []).filter { !$0.hasPrefix(".") && $0 != "C" }.sorted()

  @Test func `all rooms are found`() {
    #expect(Self.rooms.count > 15 && Self.rooms.contains("Markdown"))
  }

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

  @Test func `no two files have the same name`() throws {
    let places = Dictionary(grouping: try files(of: ""), by: name(of:))
    #expect(places.filter { $0.value.count > 1 }.values.sorted { $0[0] < $1[0] }.isEmpty, "rename the less apt one")
  }

  @Test func `no page of the documentation has a place that is still to be filled in`() throws {
    let docs = Self.sources.deletingLastPathComponent().appending(path: "docs")
    for path in try FileManager.default.subpathsOfDirectory(atPath: docs.path) where path.hasSuffix(".md") {
      let text = try String(contentsOf: docs.appending(path: path), encoding: .utf8)
      #expect(text.firstMatch(of: /@[A-Z]{3,}@/) == nil, "\(path)")
    }
  }

  /// The front door composes; what it would compute belongs into a room.
  @Test func `the front door stays small`() throws {
    let lines = try files(of: "MDTypeset").map { path in
      try String(contentsOf: Self.sources.appending(path: "MDTypeset/\(path)"), encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).count
    }
    #expect(lines.reduce(0, +) < 600)
  }
}
