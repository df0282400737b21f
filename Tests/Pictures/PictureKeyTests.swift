import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles

@testable import TypesetPictures

/// Drawn pictures that are kept between runs are found by all that decides how they are drawn.
@Suite struct PictureKeyTests {
  private static let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"5\" height=\"5\"/></svg>".utf8)
  private static let words = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>a</text></svg>".utf8)

  private let folder = NSTemporaryDirectory() + "picture-keys-" + UUID().uuidString

  /// A change of each limit that decides what is drawn, by its name.
  private static let limits: [(field: String, change: @Sendable (inout Budget) -> Void)] = [
    ("pictureBytes", { $0.pictureBytes += 1 }), ("decodedPixels", { $0.decodedPixels += 1 }), ("pictureMemory", { $0.pictureMemory += 1 }),
    ("pictureWork", { $0.pictureWork += 1 }),
  ]

  /// Limits of the rest of a document, and those by the clock: what reaches one of these is not kept.
  private static let others: Set<String> = [
    "sourceBytes", "lines", "includedFiles", "includedBytes", "repeatedBytes", "rereadBytes", "links", "nodes", "treeBytes", "plainBytes",
    "blockBytes", "codeLines",
    "work",
    "macroExpansions", "macroTokens", "turnedLetters", "formulaNesting", "formulaDepth",
    "formulaBytes", "wordBytes", "alignmentCells", "blockNesting", "pages", "pagePixels", "documentPixels", "picturePixels",
    "pictureSeconds",
    "picturesSeconds", "resourceSeconds", "stop",
  ]

  private func kept(program: String = "1", budget: Budget = Budget(), fonts: [String] = []) throws -> KeptPictures {
    try #require(KeptPictures(folder, megabytes: 10, program: program, budget: budget, fontFolders: fonts))
  }

  @Test func `another value of any part is another key`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var keys = [try kept().key(.svg, Self.svg, as: .form)]
    keys.append(try kept(program: "2").key(.svg, Self.svg, as: .form))
    for fonts in [["/a"], ["/b"], ["/a", "/b"], ["/a\n/b"]] { keys.append(try kept(fonts: fonts).key(.svg, Self.svg, as: .form)) }
    for (_, change) in Self.limits {
      var budget = Budget()
      change(&budget)
      keys.append(try kept(budget: budget).key(.svg, Self.svg, as: .form))
    }
    let plain = try kept()
    keys.append(plain.key(.svg, Self.words, as: .form))
    keys.append(plain.key(.pdf, Self.svg, as: .form))
    let targets: [PictureTarget?] = [
      nil, .fragment, .page(1), .page(2), .tile(width: 1, height: 1), .tile(width: 2, height: 1), .tile(width: 1, height: 2), .image,
      .pixels,
    ]
    for target in targets { keys.append(plain.key(.svg, Self.svg, as: target)) }
    #expect(Set(keys).count == keys.count)
    #expect(try kept().key(.svg, Self.svg, as: .form) == keys[0])
  }

  @Test func `the table of limits has every limit`() {
    let fields = Mirror(reflecting: Budget()).children.compactMap(\.label)
    #expect(Set(Self.limits.map(\.field)).union(Self.others) == Set(fields))
    #expect(Self.limits.count + Self.others.count == fields.count)
  }

  @Test func `another command, source or configuration of a diagram is another key`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plain = try kept()
    let file = folder + "-configuration"
    defer { try? FileManager.default.removeItem(atPath: file) }
    func key(_ words: [String], _ source: String) throws -> String {
      var command = try #require(DiagramCommand("x"))
      command.words = words
      return try #require(plain.key(of: PictureBook.Diagram(name: "d", source: source, command: command)))
    }
    var keys = [
      try key(["/bin/cat"], "a"), try key(["/bin/cat"], "b"), try key(["/bin/cat", "-u"], "a"), try key(["/bin/cat", "-", "u"], "a"),
      try key(["/bin/ls"], "a"), try key(["/bin/cat", file], "a"),
    ]
    try "one".write(toFile: file, atomically: true, encoding: .utf8)
    keys.append(try key(["/bin/cat", file], "a"))
    try "longer".write(toFile: file, atomically: true, encoding: .utf8)
    keys.append(try key(["/bin/cat", file], "a"))
    #expect(Set(keys).count == keys.count)
  }
}
