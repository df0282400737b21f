import Foundation
import Testing

/// What clients see is documented: what it is, in which unit, and what it throws.
@Suite struct DocumentationTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  static let files: [String] =
    ["Interface", "MDTypeset", "Output", "Diagnostics"].flatMap { room in
      ((try? FileManager.default.subpathsOfDirectory(atPath: sources.appending(path: room).path)) ?? []).filter { $0.hasSuffix(".swift") }
        .sorted().map { room + "/" + $0 }
    } + ["Boxes/Length.swift", "Fonts/SharedWork.swift"]

  /// A public declaration: its line, the rest of its head, and the documentation above it.
  private struct Declaration {
    var line: Int
    var head: String
    var comment: String

    /// `var x: Double`
    var isNumber: Bool {
      let words = DocumentationTests.words(of: head)
      return zip(words, words.dropFirst(2)).contains { ($0 == "var" || $0 == "let") && $1 == "Double" }
    }
  }

  private static func words(of text: some StringProtocol) -> [String] {
    let text = String(text)
    return text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).map { String($0) }
  }

  private static let introducers: Set<String> = [
    "func", "var", "let", "struct", "enum", "protocol", "init", "subscript", "class", "typealias",
  ]

  /// Does a line begin what clients see?
  private static func isDeclaration(_ line: String) -> Bool {
    let words = words(of: line)
    guard words.first == "public" else { return false }
    return introducers.contains(
      words.dropFirst().first { !["static", "mutating", "final", "indirect", "internal", "package", "private", "set"].contains($0) } ?? "")
  }

  private static func isFunction(_ head: String) -> Bool {
    words(of: head).prefix(5).contains { ["func", "init", "subscript"].contains($0) }
  }

  private static func declarations(of file: String) throws -> [Declaration] {
    let lines = try String(contentsOf: sources.appending(path: file), encoding: .utf8).components(separatedBy: "\n")
    return lines.indices.filter { isDeclaration(lines[$0]) }.map { number in
      var above = number - 1
      while above >= 0, lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("@") { above -= 1 }
      var comment: [String] = []
      while above >= 0, lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("///") {
        comment.insert(lines[above].trimmingCharacters(in: .whitespaces), at: 0)
        above -= 1
      }
      var head = lines[number]
      var next = number + 1
      while isFunction(head), !head.contains("{"), next < min(number + 6, lines.count) {
        head += lines[next]
        next += 1
      }
      return Declaration(line: number + 1, head: head, comment: comment.joined(separator: " "))
    }
  }

  @Test(arguments: files)
  func `every public symbol is documented`(file: String) throws {
    for declaration in try Self.declarations(of: file) {
      #expect(!declaration.comment.isEmpty, "\(file):\(declaration.line): \(declaration.head)")
    }
  }

  @Test(arguments: files)
  func `what throws says what`(file: String) throws {
    for declaration in try Self.declarations(of: file) where !declaration.head.contains("@escaping") {
      guard Self.words(of: declaration.head.prefix(while: { $0 != "{" })).contains("throws") else { continue }
      #expect(declaration.comment.contains("- Throws:"), "\(file):\(declaration.line): \(declaration.head)")
    }
  }

  @Test(arguments: files)
  func `numbers have units`(file: String) throws {
    let units = ["point", "times", "from ", "seconds", "number", "part of", "per inch"]
    for declaration in try Self.declarations(of: file) where declaration.isNumber {
      let comment = declaration.comment.lowercased()
      #expect(units.contains { comment.contains($0) }, "\(file):\(declaration.line): \(declaration.head)")
    }
  }

  @Test func `there is something to test`() throws {
    #expect(Self.files.count > 30)
    #expect(try Self.files.reduce(0) { try $0 + Self.declarations(of: $1).count } > 400)
  }

  /// A familiar verb with `for:` and elements, or the prefix `markdown`; besides these SwiftUI's own words for what holds for all of a document.
  @Test func `every modifier of documents is named by one of two rules`() throws {
    var count = 0
    for file in Self.files where file.hasPrefix("Interface/") {
      let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var isInDocument = false
      for (number, line) in lines.enumerated() {
        if line.first.map({ !$0.isWhitespace && $0 != "}" }) ?? false { isInDocument = line.hasPrefix("extension Document {") }
        guard isInDocument, line.hasPrefix("  public func ") else { continue }
        count += 1
        let name = line.dropFirst("  public func ".count).prefix { $0.isLetter || $0.isNumber }
        let head = lines[number..<min(number + 4, lines.count)].joined()
        let isNamed =
          name.hasPrefix("markdown") || head.contains("for elements: MarkdownElement...") || ["typeSize", "environment"].contains(name)
        #expect(isNamed, "\(file): \(name)")
      }
    }
    #expect(count > 50)
  }
}
