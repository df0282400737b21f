internal import TypesetDiagnostics

/// The source of a document for pandoc with entities for the backticks in the attributes of fences, ```` ```{.plantuml caption="A `b`"} ````: to CommonMark,
/// a line with further backticks is no fence. Attributes that go on over several lines are put on one.
func withCaptionsOfFences(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool.isPandoc == true, source.bytes.find(Array("```{".utf8)) ?? source.bytes.find(Array("~~~{".utf8)) != nil else {
    return source
  }
  var fence: CodeFence?
  var joined = 0
  return rewritingLines(source, &diagnostics) { line, _ in
    guard line.startIndex >= joined else { return .drop }
    var changed: [UInt8]?
    if fence == nil {
      let whole = FenceCaptions.joined(line, in: source.bytes)
      joined = whole?.end ?? joined
      changed = FenceCaptions.rewritten(whole?.line[...] ?? line) ?? whole?.line
    }
    fence = CodeFence.after(changed.map { $0[...] } ?? line, within: fence)
    return changed.map { .write($0) } ?? .keep
  }
}

private enum FenceCaptions {
  /// Attributes take no more lines.
  private static let mostLines = 12

  /// A fence whose attributes end on a later line, on one line, and where that line ends; nil for other lines.
  static func joined(_ line: ArraySlice<UInt8>, in bytes: [UInt8]) -> (line: [UInt8], end: Int)? {
    let indent = line.prefix(while: ASCII.isBlank)
    guard let sign = line[indent.endIndex...].first, sign == ASCII.backtick || sign == ASCII.tilde,
      case let ticks = line[indent.endIndex...].prefix(while: { $0 == sign }), ticks.count >= 3,
      case let info = line[ticks.endIndex...].drop(while: ASCII.isBlank), info.first == ASCII.openBrace, !info.contains(ASCII.closeBrace)
    else { return nil }
    var whole = Array(line)
    var start = line.endIndex
    for _ in 0..<mostLines {
      guard let newline = bytes[start...].firstIndex(of: ASCII.newline), newline + 1 < bytes.count else { return nil }
      let end = bytes[(newline + 1)...].firstIndex(of: ASCII.newline) ?? bytes.count
      let next = bytes[(newline + 1)..<end].drop(while: ASCII.isBlank)
      guard !next.isEmpty, next.count < 2_000, next.first != sign else { return nil }
      whole += [ASCII.space] + next.reversed().drop(while: ASCII.isBlank).reversed()
      start = end
      guard whole.last != ASCII.closeBrace else {
        let list = whole[(info.startIndex - line.startIndex)...]
        return Attributes.read(list).map { $0.length == list.count } == true ? (whole, end) : nil
      }
    }
    return nil
  }

  /// Nil for a line that is no such fence.
  static func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let indent = line.prefix(while: ASCII.isBlank)
    let ticks = line[indent.endIndex...].prefix { $0 == ASCII.backtick }
    let info = line[ticks.endIndex...]
    guard ticks.count >= 3, info.first == ASCII.openBrace, info.last == ASCII.closeBrace, info.contains(ASCII.backtick),
      info.contains(UInt8(ascii: "\""))
    else { return nil }
    return Array(line[..<info.startIndex]) + info.flatMap { $0 == ASCII.backtick ? Array("&#96;".utf8) : [$0] }
  }
}
