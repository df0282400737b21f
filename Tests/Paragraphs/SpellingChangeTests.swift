import Testing
import TypesetBoxes
import TypesetFonts
@testable import TypesetParagraphs
import TypesetStyling

/// Words that are spelled otherwise where they are divided.
@Suite struct SpellingChangeTests {
  /// Letters at the places of the changes are replaced: `as1szony/sz=,2,1` says that the second letter, one long, becomes `sz=`.
  private static let patterns = """
    UTF-8
    a1sszony/sz=sz,2,3
    s1szerű/sz=,1,1
    c1k/k=k,1,2
    f1fahrt/ff=f,1,2
    ß1u/=ss,1,1
    n2y1v

    """

  private func divided(_ word: String) throws -> [String] {
    let hyphenator = try #require(Hyphenator(patterns: Self.patterns, language: "xx"))
    let bytes = Array(word.utf8)
    let divisions = hyphenator.divisions(of: bytes[...])
    return divisions.points.map { point in
      let change = divisions.changes[point]
      let head = bytes[..<(change?.range.lowerBound ?? point)] + (change?.before ?? [])
      let tail = (change?.after ?? []) + bytes[(change?.range.upperBound ?? point)...]
      return String(decoding: head, as: UTF8.self) + "-" + String(decoding: tail, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("zucker", ["zuk-ker"]), ("ésszerű", ["ész-szerű"]), ("schiffahrt", ["schiff-fahrt"]), ("Zucker", ["Zuk-ker"]), ("ZUCKER", []),
  ])
  func `patterns say which letters change`(word: String, parts: [String]) throws {
    let found = try divided(word)
    #expect(found == parts)
  }

  /// What the lines show, read from their glyphs, and what is copied of them.
  private func lines(_ string: String, measure: Length) throws -> (shown: [String], copied: [String]) {
    let setter = ParagraphSetter(fonts: FontBook())
    setter.hyphenators["xx"] = Hyphenator(patterns: Self.patterns, language: "xx")
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.language = "xx"
    var text = StyledText()
    text.append(string.utf8, style: style)
    setter.parameters.pretolerance = 0
    (setter.parameters.hyphenPenalty, setter.parameters.finalHyphenDemerits) = (0, 0)
    let set = setter.set(text, attachments: [], shape: ParagraphShape(measure: measure, alignment: .left, leading: 12.pt))
    let face = setter.fonts.face(setter.primaryFace(of: style))
    let letters = "abcdefghijklmnopqrstuvwxyzéű-Z ".unicodeScalars.map { ($0, face.glyph(for: $0)) }
    var (shown, copied): ([String], [String]) = ([], [])
    for line in set.lines {
      var (glyphs, bytes) = ("", "")
      for item in set.ink.items[Int(line.items.lowerBound)..<Int(line.items.upperBound)] {
        guard case .run(let run) = item else { continue }
        for glyph in set.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
          glyphs.unicodeScalars.append(letters.first { $0.1 == glyph.id }?.0 ?? "?")
          #expect(Int(glyph.cluster) < run.text.count)
        }
        bytes += String(decoding: set.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      }
      shown.append(glyphs)
      copied.append(bytes)
    }
    return (shown, copied)
  }

  @Test func `lines show the changed letters and are copied as the author wrote them`() throws {
    let zucker = try lines("aa Zucker", measure: 37.pt)
    #expect(zucker.shown == ["aa Zuk-", "ker"])
    #expect(zucker.copied == ["aa Zuc-", "ker"])
    let rational = try lines("aa ésszerű", measure: 37.pt)
    #expect(rational.shown == ["aa ész-", "szerű"])
    #expect(rational.copied == ["aa és-", "szerű"])
  }

  @Test func `lines with changed letters are as wide as the measure`() throws {
    let setter = ParagraphSetter(fonts: FontBook())
    setter.hyphenators["xx"] = Hyphenator(patterns: Self.patterns, language: "xx")
    setter.parameters.tolerance = 10_000
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.language = "xx"
    var text = StyledText()
    text.append(String(repeating: "Zucker ésszerű schiffahrt ", count: 30).utf8, style: style)
    let set = setter.set(text, attachments: [], shape: ParagraphShape(measure: 101.pt, leading: 12.pt))
    let divided = set.lines.filter(\.endsWithHyphen).count
    #expect(divided > 0)
    for line in set.lines.dropLast() { #expect(abs((line.width - 101.pt).points) < 0.01) }
  }

  @Test(arguments: ["a1b/x,1,1", "a1b/x=y,1,-5", "a1b/x=y,1,200"])
  func `changes that make no sense are left out`(pattern: String) throws {
    let hyphenator = try #require(Hyphenator(patterns: "UTF-8\n\(pattern)\n", language: "xx"))
    for word in ["aaabbb", "abab", "ééaabbéé", "xxabxx", "aab", "abbb"] {
      let bytes = Array(word.utf8)
      let divisions = hyphenator.divisions(of: bytes[...])
      for change in divisions.changes.values { #expect(change.range.lowerBound >= 0 && change.range.upperBound <= bytes.count) }
    }
  }
}
