import MDTypeset
import Testing
import TypesetBoxes
import TypesetChecking
import TypesetDiagnostics

@testable import TypesetExplaining

/// From places of pages to the source.
@Suite struct SourcePlaceTests {
  private static let words = SampleDocument.words

  private func document(_ text: String) -> CheckedDocument { SampleDocument.checked(text, explainsBreaks: false) }

  /// The part of a line from one of its words to another one, as a reader marks them.
  private func area(_ line: SetLine, _ words: ClosedRange<Int>) -> SourcePlaces.Area {
    let left = line.pieces[words.lowerBound].left.points
    let isLast = words.upperBound + 1 == line.pieces.count
    let right = isLast ? (line.rect.x + line.rect.width).points : line.pieces[words.upperBound + 1].left.points - 2.5
    let top = -(line.rect.y + line.rect.height).points
    return SourcePlaces.Area(left: left, top: top, right: right, bottom: top + line.rect.height.points)
  }

  @Test func `marked words are those below the mark, and lead to their place in the source`() throws {
    let document = document("# Title\n\nSome *slanted words* are `here`, and $x$ too.\n\n" + String(repeating: Self.words, count: 3))
    let places = SourcePlaces(document)
    let line = try #require(document.placedLines.first { $0.report.text.hasPrefix("Some") })
    let (text, offset) = places.words(onPage: 0, in: [area(line, 1...2)], isPoint: false)
    #expect(text == "slanted words")
    let position = places.position(of: try #require(offset))
    #expect(position == ("a.md", 3, 7))
    // Over the end of a line, where a word may be hyphenated.
    let lines = document.placedLines.filter { $0.report.text.contains("paragraph") || $0.report.text.contains("nothing") }
    let marked = lines.prefix(2).map { area($0, 0...$0.pieces.count - 1) }
    let over = places.words(onPage: 0, in: Array(marked), isPoint: false).text
    #expect(Self.words.contains(over.prefix(60)) && over.contains("so that the paragraph"), "\(over)")
  }

  @Test func `of a script without spaces the characters are marked, not all of the line`() throws {
    let document = document("# 引言\n\n今天天气很好，重要的结论是：勾股定理成立。\n")
    let places = SourcePlaces(document)
    let line = try #require(document.placedLines.first { $0.report.text.hasPrefix("今天") })
    let (text, offset) = places.words(onPage: 0, in: [area(line, 14...17)], isPoint: false)
    #expect(text == "勾股定理", "\(line.pieces.map { String(decoding: $0.text, as: UTF8.self) })")
    #expect(places.position(of: try #require(offset)) == ("a.md", 3, 15))
  }

  @Test func `a box around several lines holds the words of all of them`() {
    let places = SourcePlaces(document("# Title\n\nOne.\n\nTwo.\n"))
    let all = SourcePlaces.Area(left: 0, top: 0, right: 600, bottom: 900)
    let (text, offset) = places.words(onPage: 0, in: [all], isPoint: false)
    #expect(text == "Title One. Two." && offset == 2)
  }

  @Test func `a note beside the text is about its line, and nothing is nowhere`() throws {
    let document = document("# Title\n\nOne.\n\nTwo.\n")
    let places = SourcePlaces(document)
    let line = try #require(document.placedLines.first { $0.report.text.hasPrefix("Two") })
    let top = -(line.rect.y + line.rect.height).points
    let sign = SourcePlaces.Area(left: 10, top: top - 3, right: 25, bottom: top + 12)
    let (text, offset) = places.words(onPage: 0, in: [sign], isPoint: true)
    let position = places.position(of: try #require(offset))
    #expect(text.isEmpty && position.line == 5)
    #expect(places.words(onPage: 9, in: [sign], isPoint: false) == ("", nil))
  }

  @Test func `the Markdown of pages is all of the source, each part on one page`() {
    let items = (1...40).map { "- Item \($0) with *words* in it.\n" }.joined()
    let text = "# Title\n\n" + String(repeating: Self.words, count: 40) + "\n\n\(items)\n> A quote.\n\n```\ncode\n```\n"
    let document = document(text)
    let places = SourcePlaces(document)
    #expect(document.pages.count > 1)
    let pages = document.pages.indices.map { places.markdown(ofPage: $0, in: nil) }
    #expect(pages[0].hasPrefix("# Title\n\nMany words") && pages.last?.hasSuffix("```\ncode\n```\n") ?? false)
    #expect(pages.joined(separator: " ").split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace))
    #expect(places.markdown(ofPage: 99, in: nil).isEmpty)
  }

  @Test func `the Markdown of a part of a page is what is in it`() throws {
    let document = document("# Title\n\nOne.\n\n| a | b |\n|---|---|\n| c | d |\n\nTwo.\n")
    let places = SourcePlaces(document)
    let line = try #require(document.placedLines.first { $0.report.text.hasPrefix("One") })
    #expect(places.markdown(ofPage: 0, in: area(line, 0...0)) == "One.\n")
    let cell = try #require(document.placedLines.first { $0.report.text == "d" })
    #expect(places.markdown(ofPage: 0, in: area(cell, 0...0)) == "| a | b |\n|---|---|\n| c | d |\n")
  }
}
