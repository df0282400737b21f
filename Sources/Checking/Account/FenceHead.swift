import TypesetDiagnostics

/// What the words after the signs of a fence say of its content.
struct FenceHead {
  /// A callout between fences of backticks, whose title may have code in it.
  let isCallout: Bool
  /// For a tool: nothing of it is shown.
  let isForeign: Bool
  /// Code of a cell that is not shown.
  let isHidden: Bool
  /// A picture is made of it, or nothing.
  let isDrawn: Bool
  /// A directive's body is Markdown, unless it is code.
  let isCode: Bool

  init(_ info: ArraySlice<UInt8>) {
    let name = info.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    func begins(_ words: [String]) -> Bool { words.contains { name.starts(with: $0.utf8) } }
    isCallout = SourceWords.callouts.contains { info.starts(with: $0.utf8) }
    isForeign = begins(SourceWords.foreign)
    let second = name.dropFirst().first ?? 0
    let isDirective = name.first == 0x7B && ((second | 0x20) &- 0x61 < 26 || second &- 0x30 < 10 || second >= 0x80)
    let text = Array(info)
    isHidden = isDirective && SourceWords.hidden.contains { text.find(Array($0.utf8)) != nil }
    let drawn = name.drop { $0 == 0x7B || $0 == 0x2E }
    isDrawn = isHidden || isForeign || SourceWords.drawn.contains { drawn.starts(with: $0.utf8) }
    isCode = !isDirective || begins(Self.codeDirectives)
  }

  private static let codeDirectives = [
    "{code", "{literal", "{r", "{py", "{doctest", "{jul", "{eval", "{highlight", "{sourcecode", "{ojs",
  ]
}
