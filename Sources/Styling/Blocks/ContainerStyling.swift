import TypesetBoxes
import TypesetInterface
import TypesetDiagnostics
import TypesetMarkdown

// Blocks that contain blocks: callouts, divs, definition lists, figures with several parts.

extension BlockStyling {
  /// Adds the blocks of nodes beyond CommonMark; false for other nodes. It is part of the recursion of `append`, and has no styles of its own, which take
  /// much stack.
  mutating func appendExtension(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) -> Bool {
    switch tree[index].kind {
    case .callout(let callout): CalloutStyling.append(callout, index, inside: outer, after: &last, in: parent, with: &self)
    case .title: appendInlines(index, style(.calloutTitle, of: index, inside: outer), after: &last, in: parent)
    case .caption: DivisionStyling.appendCaption(index, inside: outer, after: &last, in: parent, with: &self)
    case .definitionTerm: DivisionStyling.appendTerm(index, inside: outer, after: &last, in: parent, with: &self)
    case .definition:
      appendGroup(
        .group, style(.definition, of: index, inside: outer), index, after: &last, in: parent, isTight: isTight(index), role: .itemBody)
    case .division: DivisionStyling.append(index, inside: outer, after: &last, in: parent, with: &self)
    case .definitionList: DivisionStyling.appendDefinitions(index, inside: outer, after: &last, in: parent, with: &self)
    case .figure:
      if let picture = tree.sidePicture(of: index) {
        SidePictureStyling.append(picture, of: index, inside: outer, after: &last, in: parent, with: &self)
      } else {
        SideBySideStyling.appendFigure(index, inside: outer, after: &last, in: parent, with: &self)
      }
    case .contents where ContentsStyling.kind(of: index, in: tree) != .sections:
      let kind = ContentsStyling.kind(of: index, in: tree)
      if contents.placement == .front {
        let title = kind == .figures ? words.figures : words.tables
        ContentsStyling.append(kind, title: title, inside: outer, after: &last, in: parent, with: &self)
      } else if kind == .figures {
        contents.listsFigures = true
      } else {
        contents.listsTables = true
      }
    case .contents where contents.placement != .front: contents.isOn = true
    case .contents:
      // HackMD's `[TOC maxLevel=1]`.
      ContentsStyling.append(.sections, title: nil, inside: outer, after: &last, in: parent, with: &self)
      if let own = tree.attributes(of: index)?["max-level"].flatMap({ DocumentNumber.whole($0) }), own > 0, !waitingContents.isEmpty {
        waitingContents[waitingContents.count - 1].depth = own
      }
    case .pageBreak: DivisionStyling.appendPageBreak(index, inside: outer, after: &last, in: parent, with: &self)
    default: return false
    }
    return true
  }

  /// `::: {.arrow from="a" to="b"}` with nothing in it.
  func arrow(_ index: Tree.Index) -> PageDrawing? {
    guard tree[index].firstChild < 0, let attributes = tree.attributes(of: index), attributes.classes.contains("arrow"),
      let start = attributes["from"], let end = attributes["to"]
    else { return nil }
    let color =
      attributes["color"].flatMap { Color($0) }
      ?? theme.body(language: out.language).applying(theme[.link], families: theme.families).text.color
    return .arrow(from: start, to: end, color: color, width: 0.8)
  }

  /// A paragraph of the inlines below a node.
  mutating func appendInlines(
    _ index: Tree.Index, _ style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    role: StructureRole? = nil
  ) {
    let content = inlines.content(of: index, style: style.text)
    guard !content.isEmpty else { return }
    let block = add(.paragraph(content), style, for: index)
    out.blocks[Int(block)].role = role
    link(block, after: &last, in: parent)
  }

  /// True if a definition consists of one paragraph.
  private func isTight(_ index: Tree.Index) -> Bool {
    tree[index].firstChild >= 0 && tree[tree[index].firstChild].nextSibling < 0
  }
}

/// `::: {.page-middle}` with nothing in it: what is on the page that begins here is in the middle of its height; at its foot for `::: {.page-foot}`.
enum CenteredPageStyling {
  static func append(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) -> Bool {
    guard styling.tree[index].firstChild < 0, let classes = styling.tree.attributes(of: index)?.classes,
      let name = classes.first(where: { $0 == "page-middle" || $0 == "page-foot" })
    else { return false }
    var style = styling.style(.division, of: index, inside: outer)
    (style.centersPage, style.endsAtFoot) = (name == "page-middle", name == "page-foot")
    styling.link(styling.add(.group, style, for: index), after: &last, in: parent)
    return true
  }
}
