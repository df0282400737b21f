internal import TypesetDiagnostics

/// The source of Docusaurus without the fences around MDX that its translators must not see, ` ```mdx-code-block `: what is in them is read.
func withoutModuleFences(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("```mdx-code-block") || source.holds("~~~mdx-code-block") else { return source }
  var outer: CodeFence?
  var module: CodeFence?
  return rewritingLines(source, &diagnostics) { line, _ in
    if let fence = module {
      module = CodeFence.after(line, within: fence)
      // A blank line ends the paragraph or the HTML above.
      return module == nil ? .write([]) : .keep
    }
    let opened = outer == nil ? CodeFence.after(line, within: nil) : nil
    if let opened, line.drop(while: { $0 <= ASCII.space }).drop(while: { $0 == opened.byte }).starts(with: "mdx-code-block".utf8) {
      module = opened
      return .write([])
    }
    outer = CodeFence.after(line, within: outer)
    return .keep
  }
}
