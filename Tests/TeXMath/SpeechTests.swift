import Foundation
import Testing
import TeXMath
import TypesetDiagnostics

/// Formulas in words and as MathML, from tables that somebody has read.
@Suite struct SpeechTests {
  private struct Row {
    var tex: String
    var isDisplay: Bool
    var texts: [String]
  }

  private let reader = FormulaReader(macros: .none, budget: Budget())

  /// The rows of a table: style, LaTeX, and what should come of it.
  private static func rows(_ name: String) throws -> [Row] {
    let url = try #require(Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Fixtures"))
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(tex: fields[1], isDisplay: fields[0] == "display", texts: Array(fields.dropFirst(2)))
    }
  }

  private func parsed(_ row: Row) -> ParsedFormula { reader.parse(row.tex, in: row.isDisplay ? .alone : .inline) }

  private func words(_ tex: String, in language: String = "en", _ speech: FormulaSpeech = .verbose) -> String {
    reader.parse(tex, in: .inline).words(in: language, speech)
  }

  @Test(arguments: [(0, "en", FormulaSpeech.verbose), (1, "en", .brief), (2, "de", .verbose), (4, "de", .brief)])
  func `formulas are read as a person reads them`(column: Int, language: String, speech: FormulaSpeech) throws {
    for row in try Self.rows("spoken") {
      #expect(parsed(row).words(in: language, speech, isDisplay: row.isDisplay) == row.texts[column], "\(row.tex)")
    }
  }

  @Test func `formulas are copied as one would type them`() throws {
    for row in try Self.rows("spoken") {
      #expect(parsed(row).plainText(isDisplay: row.isDisplay) == row.texts[3], "\(row.tex)")
    }
  }

  @Test func `formulas become MathML Core`() throws {
    for row in try Self.rows("mathml") {
      let mathML = parsed(row).mathML(isDisplay: row.isDisplay, hasSource: false)
      let start = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"\(row.isDisplay ? "block" : "inline")\">"
      #expect(mathML == start + row.texts[0] + "</math>", "\(row.tex)")
    }
  }

  @Test func `a diagram is read by its arrows`() {
    let square = "\\begin{tikzcd} A \\arrow[r, \"f\"] & B \\\\ C \\arrow[u] \\end{tikzcd}"
    #expect(words(square).contains("arrow from A to B: f; arrow from C to A"))
    #expect(words(square, in: "de").contains("Pfeil von A nach B: f; Pfeil von C nach A"))
  }

  @Test func `a language without words of its own is read in English`() {
    #expect(words("x^2", in: "fr") == "x squared")
    #expect(words("x^2", in: "de-AT") == "x Quadrat")
    #expect(words("x^2", in: "den") == "x squared")
  }

  @Test func `the source is an annotation, with the signs of XML escaped`() {
    let mathML = reader.parse("a<b\\&", in: .inline).mathML(isDisplay: false)
    #expect(mathML.contains("<annotation encoding=\"application/x-tex\">a&lt;b\\&amp;</annotation></semantics></math>"))
  }

  @Test func `nested parentheses, bars and functions take no time that grows with their square`() {
    for piece in ["f(", "|", "\\|x", "\\sin ", "(|x", "x'", "_{", "\\frac1{"] {
      let tex = String(repeating: piece, count: 20_000)
      let formula = reader.parse(tex, in: .inline)
      let start = ContinuousClock.now
      let (words, mathML) = (formula.words(), formula.mathML(isDisplay: false))
      #expect(ContinuousClock.now - start < .seconds(20), "\(piece)")
      #expect(words.utf8.count <= 40 * tex.utf8.count)
      #expect(WellFormed.fault(of: mathML) == nil)
    }
  }

  @Test func `a character in text keeps the sign that asks for its form as emoji`() {
    #expect(reader.parse("\\text{I \u{2764}\u{FE0F} you}", in: .inline).words() == "I \u{2764}\u{FE0F} you")
    #expect(reader.parse("\\text{I \u{2764} you}", in: .inline).words() == "I \u{2764} you")
  }

  @Test func `every command has well-formed MathML, each element with as many children as it takes`() throws {
    let url = try #require(Bundle.module.url(forResource: "commands", withExtension: "tsv", subdirectory: "Fixtures"))
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      guard let tex = line.split(separator: "\t").last.map(String.init) else { continue }
      for setting in [FormulaSetting.inline, .alone] {
        let mathML = reader.parse(tex, in: setting).mathML(isDisplay: setting == .alone)
        #expect(WellFormed.fault(of: mathML) == nil, "\(tex): \(mathML)")
      }
    }
  }
}

/// Reads MathML as XML does: elements that close, and the number of children of those that take a fixed one.
enum WellFormed {
  private static let counts = [
    "mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "semantics": 2, "math": 1,
  ]
  private static let tokens: Set<String> = ["mi", "mn", "mo", "mtext", "annotation"]

  /// What is wrong with a text; nil if nothing is.
  static func fault(of text: String) -> String? {
    var open: [(name: String, children: Int)] = []
    var rest = text[...]
    var roots = 0
    while let start = rest.firstIndex(of: "<") {
      let between = rest[..<start]
      if between.contains(">") || !between.isEmpty && !(open.last.map { tokens.contains($0.name) } ?? false) { return "text" }
      for part in between.split(separator: "&", omittingEmptySubsequences: false).dropFirst() where !part.contains(";") { return "entity" }
      guard let end = rest[start...].firstIndex(of: ">") else { return "tag" }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard let last = open.popLast(), last.name == tag.dropFirst() else { return "</\(tag.dropFirst())>" }
        if let count = counts[last.name], count != last.children { return "\(last.name) has \(last.children) children" }
      } else {
        let name = String(tag.prefix { $0 != " " })
        if tag.count(where: { $0 == "\"" }) % 2 != 0 || tag.contains("<") { return "attributes" }
        if open.isEmpty { roots += 1 } else { open[open.count - 1].children += 1 }
        if let last = open.dropLast().last, tokens.contains(last.name) { return "element in \(last.name)" }
        open.append((name, 0))
      }
    }
    return open.isEmpty && roots == 1 && rest.isEmpty ? nil : "not closed"
  }
}
