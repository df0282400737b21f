import TypesetBoxes
import TypesetMarkdown

/// Which number each footnote has: in the order of the first references to them.
struct NoteNumbers {
  /// By label.
  private(set) var numbers: [String: Int] = [:]
  /// The first references, which the notes link back to and share a page with.
  private(set) var first: Set<Tree.Index> = []
  /// Of notes that have signs and stand in the title block, by label.
  private(set) var signs: [String: String] = [:]

  init() {}

  init(signs: [String: String]) { self.signs = signs }

  init(_ tree: Tree) {
    for (index, node) in tree.nodes.enumerated() {
      guard case .footnoteReference(let label) = node.kind, numbers[label] == nil else { continue }
      numbers[label] = numbers.count + 1
      first.insert(Tree.Index(index))
    }
  }

  /// Moves the nodes.
  mutating func move(_ moved: (Tree.Index) -> Tree.Index) { first = Set(first.map(moved)) }
}

extension StyledTree {
  /// The name of the place that a note's number leads back to.
  public static func referenceAnchor(ofNote number: Int) -> String { "fnref:\(number)" }
  static func noteAnchor(_ number: Int) -> String { "fn:\(number)" }
}

/// Footnotes: blocks in no list, which are placed on the page that refers to them.
enum NoteStyling {
  /// Makes the blocks of a footnote, which are in no list; they are placed on the page that refers to it.
  static func append(_ index: Tree.Index, label: String, with styling: inout BlockStyling) {
    guard let number = styling.inlines.notes.numbers[label] else { return }
    let style = styling.theme.body(language: styling.out.language).applying(styling.theme[.footnote], families: styling.theme.families)
    let group = styling.add(.group, style, styling.tree[index].span)
    styling.out.blocks[Int(group)].role = .note
    var last: StyledTree.Index = -1
    for child in styling.tree.children(of: index) { styling.append(child, inside: style, after: &last, in: group, isTight: true) }
    for child in Array(styling.out.children(of: group)).dropFirst() {
      // Without space between them, paragraphs of one note are told apart by their first lines.
      guard case .paragraph = styling.out[child].kind, styling.out[child].style.firstIndent == .zero else { continue }
      styling.out.blocks[Int(child)].style.firstIndent = style.text.size
    }
    mark(number, group: group, style: style, with: &styling)
    while styling.out.notes.count < number { styling.out.notes.append(-1) }
    styling.out.notes[number - 1] = group
  }

  /// Puts the number before the first paragraph.
  private static func mark(_ number: Int, group: StyledTree.Index, style: BlockStyle, with styling: inout BlockStyling) {
    var mark = style.text.shifted(by: 0.36)
    mark.anchor = StyledTree.noteAnchor(number)
    mark.link = "#" + StyledTree.referenceAnchor(ofNote: number)
    var content = InlineContent()
    content.text.append("\(number)".utf8, style: mark)
    content.text.append("\u{2009}".utf8, style: style.text)
    let first = styling.out.blocks[Int(group)].firstChild
    if first >= 0, case .paragraph(let text) = styling.out.blocks[Int(first)].kind {
      content.append(text)
      styling.out.blocks[Int(first)].kind = .paragraph(content)
      return
    }
    // A list, code or a formula: the number stands left of its first line, as an item's marker does.
    guard first >= 0 else {
      styling.out.blocks[Int(group)].firstChild = styling.add(.paragraph(content), style, styling.out.blocks[Int(group)].span)
      return
    }
    var inner = style
    inner.inset = style.text.size
    let item = styling.add(.item(marker: content), inner, styling.out.blocks[Int(group)].span)
    styling.out.blocks[Int(item)].firstChild = first
    let list = styling.add(.list, style, styling.out.blocks[Int(group)].span)
    styling.out.blocks[Int(list)].firstChild = item
    styling.out.blocks[Int(group)].firstChild = list
  }
}

extension InlineContent {
  /// Adds other content after this.
  public mutating func append(_ other: InlineContent) {
    for run in other.text.runs {
      text.append(other.text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], style: other.text.styles[Int(run.style)])
    }
    attachments += other.attachments
  }
}
