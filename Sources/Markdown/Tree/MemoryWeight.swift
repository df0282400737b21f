internal import TypesetDiagnostics

/// The memory that nodes take until their pages are written, in bytes, as their kinds tell it.
///
/// The weights are measured: documents of one kind of node, as a program takes memory for them, divided by how many there are.
struct MemoryWeight {
  private enum Weight {
    static let block = 1_450
    static let heading = 2_800
    static let item = 800
    /// With its box.
    static let task = 1_800
    /// Without its rows.
    static let table = 4_200
    static let row = 400
    static let cell = 600
    static let listing = 3_200
    /// Of a listing in a language, whose words have styles of their own.
    static let coloring = 3_500
    static let callout = 4_000
    /// With what is read from it.
    static let htmlBlock = 1_900
    static let line = 1_000
    static let note = 1_900
    static let display = 1_700
    static let formula = 1_900
    static let image = 4_000
    static let link = 1_500
    static let code = 1_300
    static let inline = 600
    static let lineBreak = 800
    static let text = 200
    /// A letter of words in paragraphs.
    static let letter = 40
    static let formulaLetter = 100
    /// Of an environment, and of a cell in it.
    static let environment = 2_300
    /// Of a diagram of arrows, besides.
    static let arrows = 2_000
    static let formulaCell = 700
    /// A letter of a paragraph while that is set, and a node in it.
    static let setLetter = 200
    static let setNode = 1
  }

  /// Of all nodes, and of the longest paragraph while it is set.
  var bytes: Int { kept + longest * Weight.setLetter }

  private var kept = 0
  private var paragraph = 0
  private var longest = 0

  /// Counts a node without its children.
  mutating func add(_ node: Tree.Node) {
    let kind = node.kind
    kept += Self.weight(of: kind)
    guard kind.isInline else { return paragraph = 0 }
    paragraph += Weight.setNode
    if case .text(let text) = kind { paragraph += text.utf8.count }
    longest = max(longest, paragraph)
  }

  private static func weight(of formula: MathSpan) -> Int {
    let tex = formula.tex.utf8
    guard tex.starts(with: "\\begin{".utf8) else { return tex.count * Weight.formulaLetter }
    let arrows = tex.starts(with: "\\begin{tikz".utf8) ? Weight.arrows : 0
    return Weight.environment + arrows + tex.count * Weight.formulaLetter + tex.count { $0 == UInt8(ascii: "&") } * Weight.formulaCell
  }

  private static func weight(of kind: Tree.Kind) -> Int {
    switch kind {
    case .text(let text): Weight.text + text.utf8.count * Weight.letter
    case .softBreak: Weight.text
    case .lineBreak: Weight.lineBreak
    case .code(let text), .htmlInline(let text): Weight.code + text.utf8.count * Weight.letter
    case .link: Weight.link
    case .image: Weight.image
    case .math(let formula): Weight.formula + weight(of: formula)
    case .mathBlock(let formula): Weight.display + weight(of: formula)
    case .callout: Weight.callout
    case .codeBlock(let info, let text):
      Weight.listing + (info.isEmpty ? 0 : Weight.coloring) + text.utf8.reduce(0) { $0 + ($1 == ASCII.newline ? Weight.line : 0) } + text
        .utf8.count * Weight.letter
    case .htmlBlock(let text): Weight.htmlBlock + text.utf8.count * Weight.letter
    case .heading: Weight.heading
    case .item(let isChecked): isChecked == nil ? Weight.item : Weight.task
    case .table: Weight.table
    case .tableRow: Weight.row
    case .tableCell: Weight.cell
    case .footnoteDefinition, .footnoteReference: Weight.note
    default: kind.isInline ? Weight.inline : Weight.block
    }
  }
}
