internal import TypesetDiagnostics

/// The source of books in Markua, Leanpub's Markdown, as other tools would write it: asides and blurbs are callouts, names of headings are attributes,
/// entries of the index and parts of the book are no text, formulas are between `{$$}` and `{/$$}`.
func withoutMarkuaMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.mayHold(anyOf: ["{/", "\n{id: "]), var marks = MarkuaMarks(source.bytes) else { return source }
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct MarkuaMarks {
  private static let closers = ["{/aside}", "{/blurb}"]
  /// Marks that are all of a line, with what follows the name.
  private static let silent: Set<String> = ["frontmatter", "mainmatter", "backmatter", "sample", "book", "pagebreak"]
  private static let kinds = ["tip": "tip", "warning": "warning", "error": "danger", "information": "info", "info": "info"]
  /// The letter before the lines of a blurb, `W> words`.
  private static let letters: [Character: String] = [
    "A": "note", "B": "note", "D": "note", "E": "danger", "I": "info", "Q": "question", "T": "tip", "W": "warning", "X": "example",
  ]

  private var fences = OpenFences()
  private var isInBlurb = false
  /// The names of asides and blurbs that are closed somewhere.
  private let closed: Set<String>
  private let hasFormulas: Bool
  /// True within a formula of several lines.
  private var isInFormula = false

  /// Nil for other texts.
  init?(_ bytes: [UInt8]) {
    guard bytes.contains(ASCII.openBrace) else { return nil }
    closed = Set(Self.closers.filter { bytes.holds("\n\($0)\n") }.map { String($0.dropFirst(2).dropLast()) })
    hasFormulas = bytes.holds("{$$}") && bytes.holds("{/$$}")
    guard !closed.isEmpty || hasFormulas || bytes.holds("\n{id: ") && bytes.holds("\n{i: ") else { return nil }
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    guard !fences.isCode, line.count < 400 else { return .keep }
    let wasInBlurb = isInBlurb
    isInBlurb = false
    let text = String(decoding: line, as: UTF8.self)
    if hasFormulas, isInFormula || text.contains("{$$}") && !text.contains("`") { return formulas(in: text) }
    if text.hasPrefix("{"), text.hasSuffix("}") { return mark(text.dropFirst().dropLast()) }
    guard let first = text.first, let kind = Self.letters[first], text.dropFirst().hasPrefix("> ") || text.count == 2 && text.hasSuffix(">")
    else { return .keep }
    isInBlurb = true
    return .write(Array(((wasInBlurb ? "" : "> [!\(kind)]\n") + text.dropFirst()).utf8))
  }

  /// The usual delimiters of formulas: a display is alone on its line, or has lines of its own.
  private mutating func formulas(in text: String) -> LineChange {
    var out = ""
    var rest = text[...]
    while !rest.isEmpty {
      if isInFormula {
        guard let close = rest.firstRange(of: "{/$$}") else { return .write(Array((out + rest).utf8)) }
        out += String(rest[..<close.lowerBound]).trimmedWhitespace() + "$$"
        rest = rest[close.upperBound...]
        isInFormula = false
        continue
      }
      guard let open = rest.firstRange(of: "{$$}") else { break }
      out += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "{/$$}") else {
        out += "$$"
        isInFormula = true
        continue
      }
      let formula = String(rest[..<close.lowerBound]).trimmedWhitespace()
      rest = rest[close.upperBound...]
      let isAlone = out.allSatisfy(\.isWhitespace) && rest.allSatisfy(\.isWhitespace)
      out += isAlone ? "$$" + formula + "$$" : "$`" + formula + "`$"
    }
    return .write(Array((out + rest).utf8))
  }

  private func mark(_ text: Substring) -> LineChange {
    let name = String(text.prefix { $0.isLetter })
    let value = String(text.dropFirst(name.count).drop { $0 == ":" || $0 == "," || $0 == " " })
    switch name {
    case "aside" where closed.contains(name): return .write(Array("\n::: note\n".utf8))
    case "blurb" where closed.contains(name):
      let kind = value.firstRange(of: "class:").map { value[$0.upperBound...].filter { $0.isLetter } } ?? ""
      return .write(Array("\n::: \(Self.kinds[kind] ?? "note")\n".utf8))
    case "" where text == "/aside" && closed.contains("aside") || text == "/blurb" && closed.contains("blurb"):
      return .write(Array("\n:::\n".utf8))
    case "id" where !value.isEmpty && value.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }):
      return .write(Array("{: #\(value)}".utf8))
    case "i" where text.hasPrefix("i:"): return .drop
    case "pagebreak" where value.isEmpty: return .write(Array("\n\\newpage\n".utf8))
    default: return Self.silent.contains(name) && (value.isEmpty || value == "true") ? .drop : .keep
    }
  }
}
