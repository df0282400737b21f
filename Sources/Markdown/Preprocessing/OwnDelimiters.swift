internal import TypesetDiagnostics
internal import TypesetFiles

/// Pages whose script gives MathJax signs of its own for formulas, `inlineMath: [['@@', '@@']]`, with the usual ones; dollars that the script leaves out
/// are signs of money.
func withUsualDelimiters(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard let dialect, !dialect.tool.isPandoc, dialect.tool != .myst,
    let settings = MathJaxSettings.of(source.bytes, dialect.tool, from: source.files.first?.folder, files)
  else { return source }
  var delimiters = OwnDelimiters(settings, dialect)
  guard delimiters.changesText else { return source }
  return rewritingLines(source, &diagnostics) { line, _ in delimiters.change(of: line) }
}

private struct OwnDelimiters {
  private struct Pair {
    var signs: MathJaxSettings.Signs
    var open = Array("\\(".utf8)
    var close = Array("\\)".utf8)
    /// True if what is between them is AsciiMath.
    var isASCII = false
  }

  private var pairs: [Pair] = []
  private var escapesDollars = false
  private var fences = OpenFences()
  /// What ends the display that is open, and what is written for it.
  private var open: (close: [UInt8], written: [UInt8])?

  init(_ settings: MathJaxSettings, _ dialect: Dialect) {
    let inline = settings.inline ?? []
    for signs in settings.display ?? [] where !Self.isUsual(signs) && signs.open != [ASCII.dollar, ASCII.dollar] {
      pairs.append(Pair(signs: signs, open: Array("\\[".utf8), close: Array("\\]".utf8)))
    }
    let showsDollars = (settings.display ?? []).contains { $0.open == [ASCII.dollar, ASCII.dollar] }
    for signs in inline where !Self.isUsual(signs) {
      // Where a display has the same signs, it is a display.
      if signs.open == [ASCII.dollar, ASCII.dollar], showsDollars || settings.display == nil || dialect.has(.inlineDoubleDollars) {
        continue
      }
      pairs.append(Pair(signs: signs))
    }
    for signs in settings.ascii ?? [] where !Self.isUsual(signs) { pairs.append(Pair(signs: signs, isASCII: true)) }
    // Other programs that read dollars, such as Arithmatex, hand formulas on between the signs that the script has.
    escapesDollars =
      settings.inline != nil && !inline.contains { $0.open == [ASCII.dollar] }
      && [.kramdown, .github, .general, .zola].contains(dialect.tool)
    // Longer ones first.
    pairs.sort { $0.signs.open.count > $1.signs.open.count }
  }

  var changesText: Bool { !pairs.isEmpty || escapesDollars }

  /// Signs that are read anyway, and those that Markdown would take away or that are letters.
  private static func isUsual(_ signs: MathJaxSettings.Signs) -> Bool {
    let open = signs.open
    if open == [ASCII.dollar] || open.first == ASCII.backslash { return true }
    // JavaScript's `'\['` is `[`: `\[` was meant, and each link would be a formula.
    if open.count == 1, "[](){}<>*_".utf8.contains(open[0]) { return true }
    return open.contains { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.space } || open == [ASCII.backtick]
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return .keep }
    var out: [UInt8] = []
    var hasChanged = false
    var index = line.startIndex
    while index < line.endIndex {
      if let display = open {
        guard line[index...].starts(with: display.close) else {
          out.append(line[index])
          index += 1
          continue
        }
        out += display.written
        hasChanged = hasChanged || display.written != display.close
        index += display.close.count
        open = nil
      } else if line[index] == ASCII.backtick, let end = CodeWalk.spanEnd(line, index) {
        out += line[index..<end]
        index = end
      } else if let pair = pairs.first(where: { line[index...].starts(with: $0.signs.open) }), let next = after(pair, line, index, &out) {
        hasChanged = true
        index = next
      } else if line[index] == ASCII.backslash {
        begin("\\[", "\\]", line, index)
        out += line[index...].prefix(2)
        index += 2
      } else if line[index] == ASCII.dollar {
        let length = line[index...].prefix { $0 == ASCII.dollar }.count
        if length == 2 {
          begin("$$", "$$", line, index)
        } else if length == 1, escapesDollars {
          out.append(ASCII.backslash)
          hasChanged = true
        }
        out += line[index...].prefix(length)
        index += length
      } else {
        out.append(line[index])
        index += 1
      }
    }
    // A display ends with its paragraph.
    if line.allSatisfy({ ASCII.isBlank($0) }), let display = open, display.written == display.close { open = nil }
    return hasChanged ? .write(out) : .keep
  }

  /// Opens a display of the usual kind, in which nothing is changed.
  private mutating func begin(_ opener: String, _ closer: String, _ line: ArraySlice<UInt8>, _ index: Int) {
    guard line[index...].starts(with: opener.utf8) else { return }
    open = (Array(closer.utf8), Array(closer.utf8))
  }

  /// Writes what a pair of signs has for the one of the author's that begins at a place; nil where that is none.
  private mutating func after(_ pair: Pair, _ line: ArraySlice<UInt8>, _ index: Int, _ out: inout [UInt8]) -> Int? {
    let start = index + pair.signs.open.count
    guard let close = line[start...].firstRange(of: pair.signs.close), close.lowerBound > start else {
      // A display may go on below.
      guard pair.open.last == ASCII.openBracket, line[start...].allSatisfy({ ASCII.isBlank($0) }) else { return nil }
      out += pair.open
      open = (pair.signs.close, pair.close)
      return start
    }
    let body = line[start..<close.lowerBound]
    out +=
      pair.open + (pair.isASCII && body.count < 2_000 ? Array(AsciiMath.tex(of: String(decoding: body, as: UTF8.self)).utf8)[...] : body)
    out += pair.close
    return close.upperBound
  }
}
