import Foundation
import Testing
import TypesetBoxes
import TypesetFonts
import TypesetStyling

@testable import TypesetParagraphs

/// Unicode's own test data, for the version that ICU 72 has.
@Suite struct UnicodeTests {
  private func lines(of name: String) throws -> [String] {
    let file = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "txt"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  private func styled(_ scalars: [Unicode.Scalar], direction: TextDirection?) -> StyledText {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.direction = direction
    var text = StyledText()
    text.append(scalars.flatMap { Array(String(Character($0)).utf8) }, style: style)
    return text
  }

  /// UAX #9 up to rule L2: levels, and the order on the line.
  @Test func `levels and visual order are those of BidiCharacterTest`() throws {
    let cases = try lines(of: "BidiCharacterTest")
    var faults: [String] = []
    var checked = 0
    for line in cases {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      let scalars = fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      let direction: TextDirection? = fields[1] == "0" ? .leftToRight : fields[1] == "1" ? .rightToLeft : nil
      let text = styled(scalars, direction: direction)
      let found = BidiLevels(text)
      let wanted = fields[3].split(separator: " ").map { UInt8($0) }
      var byte = 0
      var levels: [UInt8] = []
      for scalar in scalars {
        levels.append(found?.levels[byte] ?? 0)
        byte += String(Character(scalar)).utf8.count
      }
      // What rule X9 removes has no level of its own.
      let kept = wanted.indices.filter { wanted[$0] != nil }
      let order = fields[4].split(separator: " ").compactMap { Int($0, radix: 10) }
      // Rule L2 is ours.
      if BidiLevels.visualOrder(kept.compactMap { wanted[$0] }).map({ kept[$0] }) != order { faults.append("order: " + line) }
      // Levels are ICU's, which departs in 31 cases of embeddings and overrides, in marks on closing brackets and in more than 63
      // brackets in one another; all others must be right, and so must be what we make of them.
      let isOdd = scalars.contains { (0x202A...0x202E).contains($0.value) || (0x0331...0x0333).contains($0.value) || $0.value == 0x20D6 }
      if isOdd || scalars.count > 100 { continue }
      checked += 1
      let isRight = kept.allSatisfy { levels[$0] == wanted[$0] } && Int(found?.base ?? 0) == Int(fields[2], radix: 10)
      if !isRight { faults.append("levels: " + line) }
    }
    #expect(cases.count > 4_000)
    #expect(checked > 1_000)
    #expect(faults == [])
  }

  /// UAX #14: all breaks of the default rules, as the paragraph builder asks for them.
  @Test func `places where lines may end are those of LineBreakTest`() throws {
    let cases = try lines(of: "LineBreakTest")
    let opportunities = LineBreakOpportunities(language: "en")
    var faults: [String] = []
    var departures = 0
    for line in cases {
      var text: [UInt8] = []
      var wanted: [Int] = []
      for part in line.split(separator: " ") {
        switch part {
        case "÷": wanted.append(text.count)
        case "×": break
        default: if let scalar = UInt32(part, radix: 16).flatMap(Unicode.Scalar.init) { text += Array(String(Character(scalar)).utf8) }
        }
      }
      var marks = [Bool](repeating: false, count: text.count + 1)
      opportunities.mark(text, in: &marks)
      let found = marks.indices.filter { marks[$0] }
      guard found != wanted else { continue }
      departures += 1
      // ICU's own rules, both of which suit paragraphs: a hyphen with a break before it stays with what follows (LB20.09), and so does
      // the stop or comma of a number with its figures (LB25 as a regular expression).
      let missing = wanted.filter { !found.contains($0) }
      let isKnown =
        found.allSatisfy { place in wanted.contains(place) || text[place] == UInt8(ascii: ".") }
        && missing.allSatisfy { place in
          let before = scalar(endingAt: base(of: place, in: text), in: text)
          let after = decode(text, place).value
          return before == "-" || (before == "." || before == ",") && ("0"..."9").contains(after)
        }
      if !isKnown { faults.append("\(line) – found \(found)") }
    }
    #expect(cases.count > 7_000)
    #expect(departures < 30)
    #expect(faults == [])
  }

  /// The end of the character before a place, its combining marks left out.
  private func base(of place: Int, in text: [UInt8]) -> Int {
    var end = place
    while end > 2, text[end - 2] == 0xCC, text[end - 1] == 0x88 { end -= 2 }
    return end
  }

  @Test func `a span with a direction of its own is an isolate`() {
    let latin = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    var hebrew = latin
    hebrew.direction = .rightToLeft
    var text = StyledText()
    text.append("a ".utf8, style: latin)
    text.append("1 - 2".utf8, style: hebrew)
    text.append(" b".utf8, style: latin)
    let levels = BidiLevels(text)
    #expect(levels?.base == 0)
    // Numbers in text from the right keep their figures, but the first one stands at the right.
    #expect(levels.map { Array($0.levels) } == [0, 0, 2, 1, 1, 1, 2, 0, 0])
  }
}
