internal import TypesetDiagnostics

/// The source with LaTeX for the formulas in MathML, `<math>…</math>`, that converters and authors of HTML leave in Markdown.
func withMathMLAsFormulas(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let bytes = source.bytes
  guard bytes.holds("<math") || bytes.holds("<m:math") || bytes.holds("<mml:math") else { return source }
  var text = RewrittenText(source)
  var said: [Diagnostic] = []
  for (number, file) in source.files.enumerated() {
    text.begin(file)
    let end = source.end(ofFile: number)
    var marks = MathMLMarks(bytes: bytes, end: end, position: file.start + FrontMatter.length(in: Array(bytes[file.start..<end])))
    while let (range, formula) = marks.next() {
      text.copy(upTo: range.lowerBound)
      if let unknown = formula.unknown {
        said.append(
          Diagnostic(
            .warning, "html.not-shown", at: SourceSpan(text.out.count, text.out.count),
            "<\(unknown)> in a formula of MathML is shown as its words", hint: "write this formula in LaTeX or in presentation MathML"))
      }
      let (open, close) = formula.isDisplay ? ("$$", "$$") : ("$`", "`$")
      if !formula.tex.isEmpty { text.write("\(open)\(formula.tex)\(close)".utf8) }
      text.skip(to: range.upperBound)
    }
  }
  text.copy(upTo: bytes.count)
  diagnostics = text.moved(diagnostics) + said
  return text.result
}

/// The formulas of a file, in order, outside of code.
private struct MathMLMarks {
  private static let names = ["math", "m:math", "mml:math"]
  /// In bytes; a longer formula is read as other elements are.
  private static let longest = 100_000

  let bytes: [UInt8]
  let end: Int
  /// Where the search goes on.
  var position: Int
  private var fences = OpenFences()
  /// Where the current line's fences have been looked at.
  private var lineEnd = -1
  private var isCode = false
  /// No formula ends before this place, so far as has been looked.
  private var unclosedBefore: [String: Int] = [:]

  init(bytes: [UInt8], end: Int, position: Int) { (self.bytes, self.end, self.position) = (bytes, end, position) }

  mutating func next() -> (range: Range<Int>, formula: MathMLFormula)? {
    while position < end {
      if position > lineEnd { beginLine() }
      guard !isCode, let start = bytes[position..<lineEnd].firstIndex(where: { $0 == ASCII.less || $0 == ASCII.backtick }) else {
        position = lineEnd + 1
        continue
      }
      if bytes[start] == ASCII.backtick {
        position = codeEnd(start)
        continue
      }
      position = start + 1
      guard let name = Self.names.first(where: { bytes[position..<end].starts(with: $0.utf8) }),
        case let after = position + name.utf8.count, after < end, !ASCII.isLetter(bytes[after]), !ASCII.isDigit(bytes[after]),
        let close = close(of: name, from: after)
      else { continue }
      position = close
      while lineEnd < position - 1 { beginLine(from: lineEnd + 1) }
      if let formula = MathMLFormula(bytes[start..<close]) { return (start..<close, formula) }
    }
    return nil
  }

  /// Behind the closing tag of a formula.
  private mutating func close(of name: String, from start: Int) -> Int? {
    let limit = min(end, start + Self.longest)
    let first = max(start, unclosedBefore[name] ?? 0)
    guard first < limit else { return nil }
    if let found = bytes[first..<limit].firstRange(of: Array("</\(name)>".utf8)) { return found.upperBound }
    unclosedBefore[name] = max(first, limit - name.utf8.count - 2)
    return nil
  }

  private mutating func beginLine() { beginLine(from: position) }

  private mutating func beginLine(from start: Int) {
    lineEnd = bytes[start..<end].firstIndex(of: ASCII.newline) ?? end
    isCode = fences.passesCode(bytes[start..<lineEnd])
  }

  /// Where code of a line ends, or its backticks where they open none.
  private func codeEnd(_ start: Int) -> Int {
    let run = bytes[start..<lineEnd].prefix { $0 == ASCII.backtick }
    var place = run.endIndex
    while let next = bytes[place..<lineEnd].firstIndex(of: ASCII.backtick) {
      let other = bytes[next..<lineEnd].prefix { $0 == ASCII.backtick }
      if other.count == run.count { return other.endIndex }
      place = other.endIndex
    }
    return run.endIndex
  }
}
