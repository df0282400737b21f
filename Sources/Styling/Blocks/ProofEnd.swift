import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// The mark at the end of a proof: at the end of its last line, or of its last display.
enum ProofEnd {
  private static let mark = "\\square"

  static func append(to group: StyledTree.Index, _ style: BlockStyle, with styling: inout BlockStyling) {
    guard styling.theme.classRules["proof-end"]?.ornament != "none" else { return }
    guard let last = lastBlock(of: group, with: styling) else { return appendLine(to: group, style, with: &styling) }
    switch styling.out.blocks[Int(last)].kind {
    case .paragraph(var content):
      guard !isMarked(content) else { return }
      while content.text.text.last == 0x20, content.text.text.count > 1 { content.text.removeLast(1) }
      content.append(mark(styling.out.blocks[Int(last)].style.text, at: styling.out.blocks[Int(last)].span, with: &styling))
      styling.out.blocks[Int(last)].kind = .paragraph(content)
    case .display(let span):
      if isMarked(span.tex) { return }
      guard let marked = marked(span) else { return appendLine(to: group, style, with: &styling) }
      styling.out.blocks[Int(last)].kind = .display(marked)
    default: appendLine(to: group, style, with: &styling)
    }
  }

  /// The last block within lists and groups.
  private static func lastBlock(of group: StyledTree.Index, with styling: BlockStyling) -> StyledTree.Index? {
    var last: StyledTree.Index?
    var current = group
    while true {
      var child = styling.out.blocks[Int(current)].firstChild
      guard child >= 0 else { return last }
      while styling.out.blocks[Int(child)].nextSibling >= 0 { child = styling.out.blocks[Int(child)].nextSibling }
      last = child
      switch styling.out.blocks[Int(child)].kind {
      case .group, .list, .item: current = child
      default: return last
      }
    }
  }

  /// Free space up to the end of the line, and the mark.
  private static func mark(_ style: TextStyle, at span: SourceSpan, with styling: inout BlockStyling) -> InlineContent {
    var content = InlineContent()
    content.text.append([TabStop.fill], style: style)
    content.text.append("\u{FFFC}".utf8, style: style)
    content.attachments = [
      .math(MathSpan(tex: mark, isDisplay: false, span: span, origins: [MathSpan.Origin(body: 0, source: Int(span.start))]), style)
    ]
    styling.inlines.facts.hasTabs = true
    return content
  }

  /// A line with nothing but the mark, below a table or a picture.
  private static func appendLine(to group: StyledTree.Index, _ style: BlockStyle, with styling: inout BlockStyling) {
    var plain = style.applying(styling.theme[.paragraph], families: styling.theme.families)
    (plain.firstIndent, plain.align) = (.zero, .right)
    var content = mark(plain.text, at: styling.out.blocks[Int(group)].span, with: &styling)
    content.text = StyledText()
    content.text.append("\u{FFFC}".utf8, style: plain.text)
    var last = styling.out.blocks[Int(group)].firstChild
    while last >= 0, styling.out.blocks[Int(last)].nextSibling >= 0 { last = styling.out.blocks[Int(last)].nextSibling }
    let block = styling.add(.paragraph(content), plain, styling.out.blocks[Int(group)].span)
    if last >= 0 { styling.out.blocks[Int(last)].style.keepWithNext = true }
    styling.link(block, after: &last, in: group)
  }

  private static let signs = ["∎", "□", "■", "◻", "◼", "Q.E.D.", "QED", "q.e.d."]
  private static let commands = ["\\square", "\\blacksquare", "\\Box", "\\qed", "\\qedhere", "\\qedsymbol"]

  /// True if the author has written a mark.
  private static func isMarked(_ content: InlineContent) -> Bool {
    let text = String(decoding: content.text.text.suffix(40), as: UTF8.self)
    if signs.contains(where: text.hasSuffix) { return true }
    guard text.hasSuffix("\u{FFFC}"), case .math(let span, _)? = content.attachments.last else { return false }
    return isMarked(span.tex)
  }

  private static func isMarked(_ tex: String) -> Bool {
    commands.contains { tex.hasSuffix($0) || tex.hasSuffix($0 + "}") } || tex.suffix(200).contains("\\qed")
  }

  /// A display with the mark where its number would be; nil if it has one.
  private static func marked(_ span: MathSpan) -> MathSpan? {
    guard !span.tex.contains("\\label"), !span.tex.contains("\\tag"), !span.tex.contains("\\notag") else { return nil }
    var out = span
    let tag = " \\tag*{$\(mark)$}"
    // Several lines that are one formula: the mark is at the last one.
    for (inner, outer) in [("aligned", "align*"), ("gathered", "gather*")] {
      let (begin, end) = ("\\begin{\(inner)}", "\\end{\(inner)}")
      let tex = span.tex.trimmed()
      guard tex.hasPrefix(begin), tex.hasSuffix(end), !tex.dropFirst(begin.count).contains(begin), !tex.hasPrefix(begin + "[") else {
        continue
      }
      out.tex = "\\begin{\(outer)}" + tex.dropFirst(begin.count).dropLast(end.count) + tag + "\\end{\(outer)}"
      return out
    }
    if span.tex.hasPrefix("\\begin{") {
      guard let end = ["align*", "equation*", "gather*", "multline*"].first(where: { span.tex.hasSuffix("\\end{\($0)}") }) else {
        return nil
      }
      out.tex = String(span.tex.dropLast(end.count + 6)) + tag + "\\end{\(end)}"
    } else {
      out.tex = span.tex + tag
    }
    return out
  }
}
