import Foundation
import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

/// Seconds that this thread has worked, however many tests run beside it.
func workedSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Formulas that nobody wrote: known ones cut, doubled, swapped and mixed. Whatever comes out is set within a second.
///
/// `MDTYPESET_FUZZ_SECONDS=600` does so for ten minutes, with another seed each time.
@Suite struct FuzzTests {
  /// SplitMix64: the same formulas in each run.
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let pieces = [
    "{", "}", "\\left(", "\\right", "\\begin{array}{c|c}", "\\end{array}", "\\\\", "&", "^", "_", "$", "#1", "%", "\\def\\a#1{\\a{#1}}",
    "\\a", "\\frac", "\\sqrt[", "]", "\\text{", "\\color{red}", "\u{200B}", "漢", "👨‍👩‍👧", "\u{0301}", "\\over", "\\limits", "\\ce{",
    "\\hspace{",
    "99999999pt", "-", "'", "~", "\\tag{", "\\label{", "\\middle", "\\begin{align}", "\\end{align}", "\\kern-9999em", "\\Huge", "\u{E123}",
  ]

  @Test func `mutated formulas are set within a second each`() throws {
    let url = try #require(Bundle.module.url(forResource: "commands", withExtension: "tsv", subdirectory: "Fixtures"))
    let known = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap {
      $0.split(separator: "\t").last.map(String.init)
    }
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
    let asked = ProcessInfo.processInfo.environment["MDTYPESET_FUZZ_SECONDS"].flatMap { Double($0) }
    var random = Random(state: asked == nil ? 1 : UInt64(Date().timeIntervalSince1970))
    let end = Date().addingTimeInterval(asked ?? 2)
    var count = 0
    while Date() < end {
      var scalars = Array((known.randomElement(using: &random) ?? "x").unicodeScalars)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...scalars.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: scalars.removeSubrange(place..<min(place + Int.random(in: 0...4, using: &random), scalars.count))
        case 1: scalars.insert(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").unicodeScalars, at: place)
        case 2: scalars.insert(contentsOf: (known.randomElement(using: &random) ?? "").unicodeScalars, at: place)
        case 3: scalars.insert(contentsOf: scalars[place..<min(place + 12, scalars.count)], at: place)
        default: if scalars.count > 1 { scalars.swapAt(place % scalars.count, Int.random(in: 0..<scalars.count, using: &random)) }
        }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let tex = String(text)
      let begin = workedSeconds()
      let formula = typesetter.set(tex, style: count % 2 == 0 ? .display : .text, size: 10.pt, measure: count % 3 == 0 ? 60.pt : nil)
      let seconds = workedSeconds() - begin
      if seconds > 1 { Issue.record("\(seconds) s for \(tex)") }
      #expect(formula.diagnostics.count <= 110)
      count += 1
    }
    #expect(count > 10)
  }

  @Test(
    arguments: [
      "\\def\\a{\\a\\a}\\a", String(repeating: "{", count: 100_000), String(repeating: "x+", count: 5_000_000),
      "\\begin{matrix}" + String(repeating: "a&", count: 10_001) + "\\end{matrix}",
      "\\begin{matrix}" + String(repeating: String(repeating: "a&", count: 100) + "\\\\", count: 101) + "\\end{matrix}", "\\frac{1}",
      "\\sqrt[3",
      "\\newcommand{\\x}[1]{\\x{#1#1}}\\x{a}",
    ].map { Formula(tex: $0) })
  func `a formula beyond the limits is a diagnostic within a second`(formula: Formula) throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
    let begin = workedSeconds()
    #expect(!typesetter.set(formula.tex, style: .display, size: 10.pt, measure: 300.pt).diagnostics.isEmpty)
    // Ten times that in a build that is not optimized.
    #expect(workedSeconds() - begin < 10)
  }

  /// A formula that prints its beginning only.
  struct Formula: CustomTestStringConvertible, Sendable {
    var tex: String
    var testDescription: String { String(tex.prefix(40)) }
  }

  @Test func `bytes that are no UTF-8 and code points without a character are set as something`() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
    #expect(
      typesetter.set("a" + String(decoding: [0xFF, 0xC3, 0x28] as [UInt8], as: UTF8.self) + "b", style: .text, size: 10.pt).width > 10.pt)
    #expect(typesetter.set("a\u{E123}\u{10FFFD}b", style: .text, size: 10.pt).width > 8.pt)
  }
}
