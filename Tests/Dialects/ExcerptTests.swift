import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// Documents as authors write them for one tool, each beside what must and must not be read in it; see the README of `Excerpts`.
@Suite struct ExcerptTests {
  @Test(arguments: Excerpt.all)
  func `an excerpt is read as its own tool reads it`(_ excerpt: Excerpt) throws {
    let source = Source(name: excerpt.name + ".md", text: excerpt.markdown)
    var options = ParseOptions()
    let dialect = Dialect(try #require(Dialect.Tool(rawValue: excerpt.folder), "no dialect is called \(excerpt.folder)"))
    options.dialect = dialect
    let (text, diagnostics) = preprocessed(source, files: .none, budget: Budget(), in: dialect)
    let document = parse(text, options: options)
    let tree = document.tree.withoutPlaces
    let words = document.tree.shownWords
    let codes = (diagnostics + document.diagnostics).map(\.code)
    #expect(!excerpt.expectations.isEmpty)
    for expectation in excerpt.expectations {
      switch expectation.sign {
      case "+": #expect(words.contains(expectation.text), "not shown: \(expectation.text)\n\(words)")
      case "-": #expect(!words.contains(expectation.text), "shown: \(expectation.text)\n\(words)")
      case "=": #expect(tree.contains(expectation.text), "no such node: \(expectation.text)\n\(tree.joined(separator: "\n"))")
      case "!": #expect(expectation.text == "none" ? codes.isEmpty : codes.contains(expectation.text), "\(codes)")
      case "@": #expect(DialectDecision(of: source).dialect.tool.rawValue == expectation.text)
      default: Issue.record("no such sign: \(expectation.sign)")
      }
    }
  }

  @Test func `each excerpt has its expectations`() throws {
    #expect(try Excerpt.names(endingIn: ".md") == Excerpt.names(endingIn: ".expect"))
  }
}

struct Excerpt: Sendable, CustomTestStringConvertible {
  var folder: String
  var name: String
  var markdown: String
  var expectations: [(sign: Character, text: String)]

  var testDescription: String { folder + "/" + name }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Excerpts")

  static let all: [Excerpt] = (try? names(endingIn: ".md"))?.compactMap(Excerpt.init) ?? []

  /// The paths of all files of a kind below the folder of excerpts, without their endings.
  static func names(endingIn ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(ending) && $0.contains("/") }
      .map { String($0.dropLast(ending.count)) }.sorted()
  }

  init?(_ path: String) {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 2, let markdown = try? String(contentsOf: Self.root.appending(path: path + ".md"), encoding: .utf8),
      let lines = try? String(contentsOf: Self.root.appending(path: path + ".expect"), encoding: .utf8)
    else { return nil }
    (folder, name, self.markdown) = (parts[0], parts[1], markdown)
    expectations = lines.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { ($0.first ?? " ", String($0.dropFirst(2))) }
  }
}

extension Tree {
  /// The lines of its printed form, without indents and places.
  fileprivate var withoutPlaces: Set<String> {
    Set(
      printed().split(separator: "\n").map { line in
        line.drop { $0 == " " }.split(separator: " ", omittingEmptySubsequences: false).dropLast().joined(separator: " ")
      })
  }

  /// What a page shows, a block on each line: words, code, formulas between dollars, the descriptions of pictures.
  fileprivate var shownWords: String {
    var out = ""
    var open: [Index] = [0]
    while let index = open.popLast() {
      switch self[index].kind {
      case .text(let text), .code(let text), .htmlInline(let text), .htmlBlock(let text): out += text
      case .codeBlock(_, let literal): out += "\n" + literal
      case .math(let span): out += span.isDisplay ? "$$\(span.tex)$$" : "$\(span.tex)$"
      case .mathBlock(let span): out += "\n$$\(span.tex)$$"
      case .softBreak: out += " "
      case .lineBreak: out += "\n"
      case .paragraph, .heading, .tableCell, .title, .caption, .definitionTerm, .definition: out += "\n"
      default: break
      }
      open += children(of: index).reversed()
    }
    return out
  }
}
