import Foundation
import Testing
import TypesetBoxes
import TypesetFonts
import TypesetStyling

@testable import TypesetParagraphs

/// Lines with protrusion and expansion, held against those of LuaLaTeX with microtype.
@Suite struct MicrotypeTests {
  private func fixture(_ name: String) throws -> String {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil))
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test func `lines are those of LuaLaTeX with microtype, at ten widths`() throws {
    let paragraphs = try fixture("microtype.txt").trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    var parameters = LineBreakingParameters()
    (parameters.protrudes, parameters.expansion) = (true, 20)
    (parameters.tolerance, parameters.emergencyStretch) = (500, 30.pt)
    let setter = ParagraphSetter(fonts: FontBook(), parameters: parameters)
    for block in try fixture("microtype.lines.txt").trimmingCharacters(in: .newlines).components(separatedBy: "\n\n") {
      let theirs = block.components(separatedBy: "\n")
      let width = try #require(Int(theirs[0], radix: 10))
      let ours = paragraphs.flatMap { paragraph -> [String] in
        var text = StyledText()
        text.append(paragraph.utf8, style: TextStyle(families: ["Latin Modern Roman"], size: 10.pt))
        return setter.set(text, attachments: [], shape: ParagraphShape(measure: width.pt, leading: 13.pt)).lines.map { line in
          String(decoding: text.text[Int(line.text.lowerBound)..<Int(line.text.upperBound)], as: UTF8.self)
            + (line.endsWithHyphen ? "-" : "")
        }
      }
      #expect(ours == Array(theirs.dropFirst()), "\(width)")
    }
  }
}
