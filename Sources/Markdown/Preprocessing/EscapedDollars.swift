internal import TypesetDiagnostics

/// The source of a site of kramdown's whose formulas are between escaped dollars, `\$ p(X) \$`: kramdown removes the backslashes, and MathJax reads
/// what is left.
func withDollarsUnescaped(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .kramdown, EscapedDollars.areFormulas(in: source.bytes) else { return source }
  var dollars = EscapedDollars()
  return rewritingLines(source, &diagnostics) { line, _ in dollars.change(of: line) }
}

private struct EscapedDollars {
  private var fences = OpenFences()

  /// True where what is between a pair is evidently a formula: prices have no commands and no scripts.
  static func areFormulas(in bytes: [UInt8]) -> Bool {
    var found = false
    for line in bytes.split(separator: ASCII.newline) where !found && line.contains(ASCII.dollar) {
      found = pairs(in: line).contains { isEvident(line[$0.body]) }
    }
    return found
  }

  private static func isEvident(_ body: ArraySlice<UInt8>) -> Bool {
    body.indices.contains { index in
      guard index + 1 < body.endIndex else { return false }
      let next = body[index + 1]
      switch body[index] {
      case ASCII.backslash: return ASCII.isLetter(next)
      case UInt8(ascii: "^"): return true
      case UInt8(ascii: "_"): return next == ASCII.openBrace || index > body.startIndex && ASCII.isLetter(body[index - 1])
      default: return false
      }
    }
  }

  /// The pairs of escaped dollars of a line, outside of code, each with at most 300 bytes between them.
  private static func pairs(in line: ArraySlice<UInt8>) -> [(open: Int, body: Range<Int>)] {
    var pairs: [(open: Int, body: Range<Int>)] = []
    var open: Int?
    var isCode = false
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == ASCII.backtick { (isCode, open) = (!isCode, nil) }
      guard !isCode, line[index] == ASCII.backslash, index + 1 < line.endIndex else {
        index += 1
        continue
      }
      if line[index + 1] == ASCII.dollar {
        if let start = open, index > start + 2, index - start < 300 {
          pairs.append((start, start + 2..<index))
          open = nil
        } else {
          open = index
        }
      }
      index += 2
    }
    return pairs
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line), line.contains(ASCII.dollar), case let pairs = Self.pairs(in: line), !pairs.isEmpty else { return .keep }
    var out: [UInt8] = []
    var place = line.startIndex
    for pair in pairs {
      var body = line[pair.body]
      while let first = body.first, ASCII.isBlank(first) { body = body.dropFirst() }
      while let last = body.last, ASCII.isBlank(last) { body = body.dropLast() }
      guard !body.isEmpty else { continue }
      out += line[place..<pair.open] + [ASCII.dollar] + Self.unescaped(body) + [ASCII.dollar]
      place = pair.body.upperBound + 2
    }
    out += line[place...]
    return .write(out)
  }

  /// Without the backslashes that kramdown takes away.
  private static func unescaped(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var index = body.startIndex
    while index < body.endIndex {
      if body[index] == ASCII.backslash, index + 1 < body.endIndex, "_*|<>'\"".utf8.contains(body[index + 1]) { index += 1 }
      out.append(body[index])
      index += 1
    }
    return out
  }
}
