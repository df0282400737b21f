import Foundation
import Testing
import TeXMath
import TypesetBoxes
import TypesetFonts

/// What is wrong with a formula is said once, where it is, with what a person would advise.
@Suite struct FaultTests {
  @Test func `a hundred faults are reported at their places, with a hint`() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
    let url = try #require(Bundle.module.url(forResource: "faults", withExtension: "tsv", subdirectory: "Fixtures"))
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 100)
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let found = typesetter.set(fields[1], style: fields[0] == "display" ? .display : .text, size: 10.pt).diagnostics
      let told = found.flatMap { ["\($0.range.lowerBound) \($0.range.upperBound)", $0.message, $0.hint ?? ""] }
      #expect(told == Array(fields.dropFirst(2)), "\(fields[1])")
      for fault in found {
        #expect(!fault.range.isEmpty && fault.range.upperBound <= fields[1].utf8.count, "\(fields[1])")
      }
    }
  }

  @Test func `what is reported of a formula does not depend on the names that were met before it`() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    for first in ["\\mathbf{x}", "\\frac{x}{y}", "\\sqrt{x}", "\\alpha"] {
      let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
      for formula in [first, "M_\\mathsf{UC} + x^\\mathbf{y}"] {
        let found = typesetter.set(formula, style: .text, size: 10.pt).diagnostics
        #expect(found.isEmpty, "\(formula) after \(first): \(found.map(\.message))")
      }
    }
  }
}
