internal import TypesetDiagnostics

/// Decks of remark's and xaringan's with blocks as marked reads them there, which is older than CommonMark: whatever is indented below an item is within it,
/// stars are strong with a blank behind them, and signs between attributes are nothing.
///
/// - Parameter files: The numbers of the files that are such decks.
func withBlocksOfRemark(_ source: Source, in files: [Int], _ diagnostics: inout [Diagnostic]) -> Source {
  guard !files.isEmpty else { return source }
  let starts = Set(files.map { source.files[$0].start })
  var blocks = RemarkBlocks()
  return rewritingLines(source, &diagnostics) { line, file in starts.contains(file.start) ? blocks.change(of: line) : .keep }
}

private struct RemarkBlocks {
  /// An item that is open: where its marker is, where it is written, and where its words begin behind that.
  private struct Item {
    var indent: Int
    var written: Int
    var width: Int
  }

  private var items: [Item] = []
  private var fence: CodeFence?
  private var isBelowBlank = true

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fence != nil
    fence = CodeFence.after(line, within: fence)
    let indent = line.prefix { $0 == ASCII.space }.count
    let words = line.dropFirst(indent)
    defer { isBelowBlank = words.isEmpty }
    guard !words.isEmpty else { return .keep }
    let width = wasCode ? nil : Self.markerWidth(words)
    if let width, indent < 40 {
      while let last = items.last, last.indent >= indent { items.removeLast() }
      let written = items.last.map { $0.written + $0.width } ?? indent
      items.append(Item(indent: indent, written: written, width: width))
    } else if !wasCode, indent == 0, isBelowBlank || words.first == UInt8(ascii: "-") || words.first == ASCII.hash {
      items = []
    }
    let shift = indent > (items.last?.indent ?? 0) || width != nil ? items.last.map { $0.written - $0.indent } ?? 0 : 0
    let mended = wasCode || fence != nil ? Array(words) : Self.mended(words)
    guard shift != 0 || !mended.elementsEqual(words) else { return .keep }
    return .write([UInt8](repeating: ASCII.space, count: max(0, indent + shift)) + mended)
  }

  /// The columns of `- `, `* ` or `1. ` with the blank behind it; nil for other lines.
  private static func markerWidth(_ line: ArraySlice<UInt8>) -> Int? {
    let digits = line.prefix { ASCII.isDigit($0) }.count
    let rest = line.dropFirst(digits)
    guard digits < 10, let sign = rest.first, let next = rest.dropFirst().first, ASCII.isBlank(next) else { return nil }
    guard digits > 0 ? sign == UInt8(ascii: ".") : "-*+".utf8.contains(sign) else { return nil }
    return digits + 2
  }

  /// `** Words**` as `**Words**`, `<img src="a.png"; width="9">` without the sign between its attributes.
  private static func mended(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var out = Array(line)
    if out.starts(with: "** ".utf8), let first = out.dropFirst(3).first, first > ASCII.space, first != UInt8(ascii: "*"),
      let close = out[3...].firstRange(of: Array("**".utf8)), !ASCII.isBlank(out[close.lowerBound - 1])
    {
      out.remove(at: 2)
    }
    var signs: Set<Int> = []
    var index = 0
    while let open = out[index...].firstIndex(of: ASCII.less), open + 1 < out.count {
      index = open + 1
      guard ASCII.isLetter(out[index]) else { continue }
      guard let close = out[index...].firstIndex(of: ASCII.greater) else { break }
      for sign in index..<close where out[sign] == UInt8(ascii: ";") && "\"'".utf8.contains(out[sign - 1]) && ASCII.isBlank(out[sign + 1]) {
        signs.insert(sign)
      }
      index = close
    }
    if !signs.isEmpty { out = out.indices.filter { !signs.contains($0) }.map { out[$0] } }
    return out
  }
}
