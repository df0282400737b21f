import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles

@testable import TypesetMarkdown

/// The table of constructs is what the guide says, and what the excerpts show.
@Suite struct ConstructTests {
  @Test func `the guide lists the constructs as the table has them`() throws {
    let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../docs/guide/markdown.md")
    #expect(try String(contentsOf: guide, encoding: .utf8).contains(Construct.manual), "run scripts/constructs")
  }

  @Test(arguments: Construct.all)
  func `a construct is in the excerpt that its row names, and becomes its node`(_ row: Construct) throws {
    guard let path = row.excerpt else {
      // What clients register has tests of its own.
      #expect(row.reader == .directive)
      return
    }
    let excerpt = try #require(Excerpt(path), "no excerpt \(path)")
    for part in row.opener.split(separator: "name") { #expect(excerpt.markdown.contains(part), "\(path) has no \(part)") }
    let tool = try #require(Dialect.Tool(rawValue: excerpt.folder))
    #expect(row.dialects.isEmpty || row.dialects.contains(tool), "\(tool) does not read it")
    guard let node = row.node else { return }
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    let source = Source(name: path + ".md", text: excerpt.markdown)
    let (text, _) = preprocessed(source, files: .none, budget: Budget(), in: Dialect(tool))
    let lines = parse(text, options: options).tree.printed().split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains { $0.starts(with: node) }, "no \(node) in \(path)")
  }

  @Test func `each name stands once`() {
    #expect(Set(Construct.all.map(\.name)).count == Construct.all.count)
  }

  @Test func `a construct that a trait decides is text where the trait is missing`() throws {
    for row in Construct.all where row.reader != nil {
      guard let trait = row.trait, let node = row.node, let path = row.excerpt, let excerpt = Excerpt(path) else { continue }
      let dialect = Dialect(try #require(Dialect.Tool(rawValue: excerpt.folder)))
      // A mark of another kind may become the same node.
      let counts = [dialect, dialect.without(trait)].map { dialect in
        var options = ParseOptions()
        options.dialect = dialect
        let lines = parse(Source(name: "a.md", text: excerpt.markdown), options: options).tree.printed().split(separator: "\n")
        return lines.filter { $0.drop { $0 == " " }.starts(with: node) }.count
      }
      #expect(counts[1] < counts[0] || row.name.contains("tilde"), "\(row.name) is read without its trait")
    }
  }
}

extension Construct: CustomTestStringConvertible {
  public var testDescription: String { name }
}
