import Foundation

/// Documents to try everything with.
enum Documents {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private struct Example: Decodable { var markdown: String }

  /// The examples of CommonMark and of GFM.
  static let examples = read("commonmark-0.31.2") + read("gfm-0.29")

  private static func read(_ name: String) -> [String] {
    let file = root.appending(path: "Tests/Markdown/Fixtures/\(name).json")
    guard let data = try? Data(contentsOf: file), let examples = try? JSONDecoder().decode([Example].self, from: data) else { return [] }
    return examples.map(\.markdown)
  }

  /// The samples, and the documents of the tests.
  static let samples: [String] = {
    var paths: [String] = []
    for folder in ["samples", "Tests/Documents", "docs"] {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
      paths += names.filter { $0.hasSuffix(".md") }.map { folder + "/" + $0 }
    }
    return paths.sorted()
  }()

  static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
}
