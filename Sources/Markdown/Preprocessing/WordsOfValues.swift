internal import TypesetDiagnostics

/// The source for Vue's tools with the words of `{{ item.words || 'Words' }}`, which are shown where a program has no others.
func withWordsOfValues(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .slidev || dialect?.tool == .vitepress, source.holds("{{"), source.holds("||") else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    guard !fences.isCode, line.contains(ASCII.pipe), let words = WordsOfValues.filled(String(decoding: line, as: UTF8.self)) else {
      return .keep
    }
    return .write(Array(words.utf8))
  }
}

private enum WordsOfValues {
  /// Nil for a line without such values.
  static func filled(_ line: String) -> String? {
    guard line.contains("||"), line.contains("{{"), !line.contains("`") else { return nil }
    var out = ""
    var rest = line[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      out += rest[..<open.lowerBound]
      let value = rest[open.upperBound..<close.lowerBound]
      out += words(insteadOf: value) ?? String(rest[open.lowerBound..<close.upperBound])
      rest = rest[close.upperBound...]
    }
    out += rest
    return out == line ? nil : out
  }

  private static func words(insteadOf value: Substring) -> String? {
    guard let bars = value.firstRange(of: "||"), case let literal = String(value[bars.upperBound...]).trimmedWhitespace(),
      let quote = literal.first, quote == "'" || quote == "\"", literal.count > 1, literal.last == quote,
      value[..<bars.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || "_.$?[] ".contains($0) })
    else { return nil }
    let words = String(literal.dropFirst().dropLast()).replacing("\\\(quote)", with: "\u{0}")
    return words.contains(quote) ? nil : words.replacing("\u{0}", with: String(quote))
  }
}
