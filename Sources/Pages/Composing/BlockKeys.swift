import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown
import TypesetStyling

/// What set blocks are found by between runs: digests of all that decides how a block is set.
///
/// The blocks that have none are those that `BlockComparison` calls different from themselves: they show something that is not in the tree.
struct BlockKeys {
  private let tree: StyledTree
  private let numbers: EquationNumbers
  private let codeScale: Double?
  /// The digest of what all blocks depend on.
  private let surroundings: Digest128
  private var texts = Described<TextStyle>()
  private var lastList: (styles: [TextStyle], number: Int)?
  private var styles = Described<BlockStyle>()
  private var lastStyled: (block: StyledTree.Block, number: Int)?
  private var blocks = Described<StyledTree.Block>()
  private var codes = Described<StyledCode>()
  private var tables = Described<StyledTree.Table>()
  private var cells = Described<StyledTree.Table.Cell>()
  private var out = PackWriter()

  /// - Parameter surroundings: Of the same document.
  init(_ tree: StyledTree, numbers: EquationNumbers, codeScale: Double?, surroundings: Digest128) {
    (self.tree, self.numbers, self.codeScale, self.surroundings) = (tree, numbers, codeScale, surroundings)
  }

  /// The digest of what all blocks of a document depend on; nil where that changes from one to the next.
  static func surroundings(of tree: StyledTree, macros: MathMacros, isCounting: Bool, tags: FormulaTags, budget: Budget) -> Digest128? {
    guard macros.isSame(as: macros), !tree.hasClients else { return nil }
    var limits = budget
    limits.stop = nil
    let values: [Any] = [
      tree.theme, tree.language, tree.hyphenation, tree.hasTabs, isCounting, tags, macros.source, macros.references as Any,
      macros.openReference as Any, limits,
    ]
    return Digest128(of: DescribedValue(values).bytes)
  }

  /// The key of a top-level block.
  mutating func key(of block: StyledTree.Index) -> Digest128? {
    out.clear()
    guard add(block) else { return nil }
    return Digest128(of: out.bytes)
  }

  /// Adds a block with all in it, and those after it that it is not parted from: a heading goes onto the landscape page of what follows it.
  private mutating func add(_ top: StyledTree.Index) -> Bool {
    out.add(Int(truncatingIfNeeded: surroundings.first))
    out.add(Int(truncatingIfNeeded: surroundings.second))
    var waiting = [(index: top, isTop: true)]
    while let (index, isTop) = waiting.popLast() {
      let (next, child) = (tree[index].nextSibling, tree[index].firstChild)
      out.add(index - top)
      out.add(child < 0 ? -1 : child - index)
      out.add(index < tree.titleEnd)
      guard tree[index].side == nil, add(tree[index]) else { return false }
      for equation in numbers.equations(of: index) {
        for text in [equation.tag, equation.destination] { out.add(text) { $0.add($1) } }
      }
      if !isTop || tree[index].style.keepWithNext, next >= 0 { waiting.append((next, isTop)) }
      if child >= 0 { waiting.append((child, false)) }
    }
    return true
  }

  private mutating func add(_ block: StyledTree.Block) -> Bool {
    if lastStyled?.block.hasSameStyle(as: block) != true { lastStyled = (block, styles.number(of: block.style)) }
    out.add(lastStyled?.number ?? 0)
    var plain = block.plain.withoutStyle
    plain.anchor = nil
    out.add(blocks.number(of: plain))
    out.add(block.anchor) { $0.add($1) }
    return add(block.kind)
  }

  private mutating func add(_ kind: StyledTree.Kind) -> Bool {
    switch kind {
    case .group: out.add(0)
    case .list: out.add(1)
    case .rule: out.add(2)
    case .space(let length):
      out.add(3)
      out.add(length)
    case .paragraph(let content):
      out.add(4)
      return add(content)
    case .item(let marker):
      out.add(5)
      return add(marker)
    case .heading(let level, let content, let title, let destination):
      out.add(6)
      out.add(level)
      out.add(title)
      out.add(destination)
      return add(content)
    case .display(let formula):
      out.add(7)
      add(formula)
    case .code(let code):
      out.add(8)
      return add(code)
    case .table(let table):
      out.add(9)
      return add(table)
    case .figure, .contents, .numbering, .rows, .drawn, .whenWide, .firstThatFits, .tall, .marginNote, .slide, .placed: return false
    }
    return true
  }

  private mutating func add(_ text: StyledText) {
    out.add(text.text)
    out.add(number(of: text.styles))
    out.add(text.runs.count)
    for run in text.runs {
      out.add(run.range)
      out.add(run.style)
    }
  }

  /// The digest of a text's styles. The lines of a block of code share a list of them.
  private mutating func number(of list: [TextStyle]) -> Int {
    if let lastList, lastList.styles == list { return lastList.number }
    let whole = out
    out = PackWriter()
    for style in list { add(style) }
    let number = Int(truncatingIfNeeded: Digest128(of: out.bytes).first)
    out = whole
    lastList = (list, number)
    return number
  }

  /// The names that links lead to and come from differ in nearly all of them; without them a document has few styles.
  private mutating func add(_ style: TextStyle) {
    out.add(style.link) { $0.add($1) }
    out.add(style.anchor) { $0.add($1) }
    guard style.link != nil || style.anchor != nil else { return out.add(texts.number(of: style)) }
    var plain = style
    (plain.link, plain.anchor) = (nil, nil)
    out.add(texts.number(of: plain))
  }

  private mutating func add(_ content: InlineContent) -> Bool {
    add(content.text)
    out.add(content.numberLength)
    for attachment in content.attachments {
      switch attachment {
      case .math(let formula, let style):
        out.add(0)
        add(formula)
        add(style)
      case .checkbox(let isChecked, let style):
        out.add(isChecked ? 2 : 1)
        add(style)
      case .image, .client, .badge, .field: return false
      }
    }
    return true
  }

  private mutating func add(_ formula: MathSpan) {
    out.add(formula.tex)
    out.add(formula.isDisplay)
  }

  private mutating func add(_ code: StyledCode) -> Bool {
    guard code.diagram == nil else { return false }
    out.add(Int(bitPattern: UInt((codeScale ?? 1).bitPattern)))
    out.add(code.lines.count)
    for line in code.lines { add(line) }
    if let title = code.title { add(title) }
    var plain = code
    (plain.lines, plain.title) = ([], nil)
    out.add(codes.number(of: plain))
    return true
  }

  private mutating func add(_ table: StyledTree.Table) -> Bool {
    for rows in [table.head, table.rows] {
      out.add(rows.count)
      for row in rows {
        out.add(row.count)
        for cell in row {
          guard cell.blocks < 0, cell.drawing < 0, add(cell.content) else { return false }
          var plain = cell
          plain.content = InlineContent()
          out.add(cells.number(of: plain))
        }
      }
    }
    var plain = table
    (plain.head, plain.rows, plain.caption) = ([], [], InlineContent())
    out.add(tables.number(of: plain))
    return add(table.caption)
  }
}

/// Digests of values of which a document has few different ones.
private struct Described<Value: Hashable> {
  private var known: [Value: Int] = [:]
  private var last: (value: Value, number: Int)?

  mutating func number(of value: Value) -> Int {
    if let last, last.value == value { return last.number }
    if let number = known[value] {
      last = (value, number)
      return number
    }
    let number = Int(truncatingIfNeeded: Digest128(of: DescribedValue(value).bytes).first)
    known[value] = number
    last = (value, number)
    return number
  }
}
