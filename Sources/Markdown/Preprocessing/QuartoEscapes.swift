internal import TypesetDiagnostics

/// The source of a document of Quarto's or knitr's with its examples as they are shown: a fence ` ```{{r}} ` is code that has the fence ` ```{r} ` in it, and within other
/// code only its braces are doubled.
func withEscapesOfQuarto(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .quarto || dialect?.tool == .rmarkdown || dialect?.tool == .bookdown, source.holds("``{{") else {
    return source
  }
  var outer: CodeFence?
  /// The fence of an example that is no code yet, and the one that is written around it.
  var example: (fence: CodeFence, around: [UInt8])?
  return rewritingLines(source, &diagnostics) { line, _ in
    if let open = example {
      guard CodeFence.after(line, within: open.fence) == nil else { return .keep }
      example = nil
      return .write(Array(line) + [ASCII.newline] + open.around)
    }
    let plain = withSingleBraces(line)
    if outer == nil, let plain, let fence = CodeFence.after(line, within: nil) {
      let indent = Array(line.prefix(while: ASCII.isBlank))
      let around = indent + [UInt8](repeating: fence.byte, count: fence.length + 1)
      example = (fence, around)
      return .write(around + Array("markdown\n".utf8) + plain)
    }
    let wasCode = outer != nil
    outer = CodeFence.after(line, within: outer)
    return wasCode ? plain.map { .write($0) } ?? .keep : .keep
  }
}

/// ` ```{{r}} ` as ` ```{r} `; nil for other lines.
private func withSingleBraces(_ line: ArraySlice<UInt8>) -> [UInt8]? {
  let marks = line.drop(while: ASCII.isBlank)
  let ticks = marks.prefix { $0 == ASCII.backtick }
  guard ticks.count > 2, case let info = marks[ticks.endIndex...], info.starts(with: "{{".utf8),
    let close = info.firstRange(of: Array("}}".utf8)), info.dropFirst(2).first.map(ASCII.isLetter) == true
  else { return nil }
  return Array(line[..<(info.startIndex + 1)]) + Array(info[(info.startIndex + 2)..<close.lowerBound]) + [ASCII.closeBrace]
    + Array(info[close.upperBound...])
}

/// Quarto's `{{{< include a.qmd >}}}`, which is shown with two braces.
enum ShownShortcode {
  static func tag(_ bytes: [UInt8], at start: Int) -> TemplateTag? {
    let inner = bytes[min(start + 4, bytes.count)...].prefix(300).prefix { $0 != ASCII.greater && $0 != ASCII.newline }
    guard bytes[start...].starts(with: "{{{<".utf8), bytes[inner.endIndex...].starts(with: ">}}}".utf8) else { return nil }
    let words = String(decoding: inner, as: UTF8.self)
    return TemplateTag(form: .shortcode, name: TemplateTag.shownName, arguments: words, range: start..<inner.endIndex + 4)
  }
}
