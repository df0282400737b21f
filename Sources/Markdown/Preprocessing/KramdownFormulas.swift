internal import TypesetDiagnostics

/// The source of a site of kramdown's with its two further forms of formulas in a line: `\$$ x $$`, whose backslash says that it is no display, and
/// single dollars between `{% katexmm %}` and its end, which the plugin reads before Markdown, so that their bars divide no cells.
func withKramdownFormulas(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .kramdown, source.holds("\\$$") || source.holds("{% katexmm %}") else { return source }
  var formulas = KramdownFormulas()
  return rewritingLines(source, &diagnostics) { line, _ in formulas.change(of: line) }
}

private struct KramdownFormulas {
  private var fences = OpenFences()
  private var isPlugin = false

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return .keep }
    let words = String(decoding: line.prefix(30), as: UTF8.self).trimmedWhitespace()
    if words == "{% katexmm %}" || words == "{% endkatexmm %}" {
      isPlugin = words == "{% katexmm %}"
      return .write([])
    }
    guard line.contains(ASCII.dollar) else { return .keep }
    let out = isPlugin ? Self.withoutBars(line) : Self.inlined(line)
    return out.elementsEqual(line) ? .keep : .write(out)
  }

  /// `` $`x`$ `` for `\$$ x $$`.
  private static func inlined(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let (opener, closer) = (Array("\\$$".utf8), Array("$$".utf8))
    var out: [UInt8] = []
    var rest = line
    while let open = rest.firstRange(of: opener), let close = rest[open.upperBound...].firstRange(of: closer),
      case let body = rest[open.upperBound..<close.lowerBound], !body.contains(ASCII.backtick), !body.allSatisfy(ASCII.isBlank)
    {
      out += rest[..<open.lowerBound] + Array("$`".utf8) + body + Array("`$".utf8)
      rest = rest[close.upperBound...]
    }
    return out + rest
  }

  /// `\vert` for the bars between single dollars.
  private static func withoutBars(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var isFormula = false
    var isEscaped = false
    for byte in line {
      if byte == ASCII.dollar, !isEscaped { isFormula.toggle() }
      if isFormula, byte == ASCII.pipe {
        if isEscaped { out.removeLast() }
        out += Array((isEscaped ? "\\Vert " : "\\vert ").utf8)
      } else {
        out.append(byte)
      }
      isEscaped = byte == ASCII.backslash && !isEscaped
    }
    return out
  }
}
