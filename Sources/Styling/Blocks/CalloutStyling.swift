import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown

/// Callouts: a title, or the word for the kind, and blocks below it.
enum CalloutStyling {
  static func append(
    _ callout: Tree.Callout, _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    if callout.form == .theorem {
      TheoremStyling.append(callout, index, inside: outer, after: &last, in: parent, with: &styling)
      return
    }
    var style = style(callout, index, inside: outer, with: styling)
    if styling.theme.joinsCallouts, last >= 0, styling.calloutKinds[last] == callout.kind {
      (style.before, style.radius) = (.zero, .zero)
      (styling.out.blocks[Int(last)].style.after, styling.out.blocks[Int(last)].style.radius) = (.zero, .zero)
    }
    let group = styling.add(.group, style, for: index)
    if styling.theme.joinsCallouts { styling.calloutKinds[group] = callout.kind }
    styling.out.blocks[Int(group)].role = .section
    if styling.contents.placement != .front { styling.out.calloutKinds[group] = callout.kind }
    var lastChild: StyledTree.Index = -1
    appendTitle(of: callout, index, inside: style, after: &lastChild, in: group, with: &styling)
    for child in content(index, with: styling) { styling.append(child, inside: style, after: &lastChild, in: group) }
    styling.link(group, after: &last, in: parent)
  }

  static func style(_ callout: Tree.Callout, _ index: Tree.Index, inside outer: BlockStyle, with styling: BlockStyling) -> BlockStyle {
    let look = StyleRule.overlaying([
      styling.theme[.callout], styling.theme.classRules[CalloutKinds.look(of: callout.kind)], styling.theme.classRules[callout.kind],
    ])
    var style = outer.applying(
      look.overlaid(by: styling.theme.rule(of: styling.tree.attributes(of: index))), families: styling.theme.families)
    if let attributes = styling.tree.attributes(of: index) {
      style.take(attributes)
      if let tint = attributes["tint"].flatMap(tint) {
        style.background = tint
        if style.padding == .zero, style.bar == nil { style.padding = style.text.size.scaled(by: 0.6) }
      }
    }
    return style
  }

  /// A colour with the part of it that is seen: `purple/20%`; or `"#8000ff33"`.
  private static func tint(_ text: String) -> Color? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0).trimmed() }
    guard let color = parts.first.flatMap({ Color($0) }) else { return nil }
    guard parts.count == 2 else { return parts.count == 1 ? color : nil }
    guard let percent = DocumentNumber.real(parts[1].hasSuffix("%") ? String(parts[1].dropLast()) : ""), (0...100).contains(percent) else {
      return nil
    }
    return Color(rgba: color.rgba & 0xFFFF_FF00 | UInt32((percent * 2.55).rounded()))
  }

  /// The author's title, or the word for the kind.
  static func appendTitle(
    of callout: Tree.Callout, _ index: Tree.Index, inside style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    var title = style.applying(styling.theme[.calloutTitle], families: styling.theme.families)
    if styling.theme[.calloutTitle].color == nil, callout.form != .tab, let color = style.bar ?? style.border { title.text.color = color }
    let first = styling.tree[index].firstChild
    let hasTitle = first >= 0 && styling.tree[first].kind == .title
    if callout.isCounted {
      let content = TheoremStyling.head(callout, index, title: hasTitle ? first : nil, style: title.text, with: &styling)
      styling.link(styling.add(.paragraph(content), title, styling.tree[hasTitle ? first : index].span), after: &last, in: parent)
    } else if hasTitle {
      styling.appendInlines(first, title, after: &last, in: parent)
    } else {
      var content = InlineContent()
      let words = styling.strings[callout.kind] ?? CalloutKinds.title(of: callout.kind, language: style.text.language)
      content.text.append(words.utf8, style: title.text)
      styling.link(styling.add(.paragraph(content), title, styling.tree[index].span), after: &last, in: parent)
    }
  }

  /// The blocks below a callout's title.
  static func content(_ index: Tree.Index, with styling: BlockStyling) -> [Tree.Index] {
    styling.tree.children(of: index).filter { child in
      if child == styling.tree[index].firstChild, case .title = styling.tree[child].kind { false } else { true }
    }
  }
}

extension StyleRule {
  /// Combines rules, later ones over earlier ones.
  static func overlaying(_ rules: [StyleRule?]) -> StyleRule {
    rules.reduce(StyleRule()) { rule, further in further.map { rule.overlaid(by: $0) } ?? rule }
  }
}
