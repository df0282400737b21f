internal import TypesetDiagnostics

/// The source of a document for pandoc with entities for the backticks in the attributes of fences, ```` ```{.plantuml caption="A `b`"} ````: to CommonMark,
/// a line with further backticks is no fence.
func withCaptionsOfFences(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool.isPandoc == true, source.bytes.find(Array("```{".utf8)) != nil else { return source }
  var fence: CodeFence?
  return rewritingLines(source, &diagnostics) { line, _ in
    let changed = fence == nil ? FenceCaptions.rewritten(line) : nil
    fence = CodeFence.after(changed.map { $0[...] } ?? line, within: fence)
    return changed.map { .write($0) } ?? .keep
  }
}

private enum FenceCaptions {
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
