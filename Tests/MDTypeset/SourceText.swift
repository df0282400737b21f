import TypesetBoxes
import TypesetMarkdown
import TypesetStyling

@testable import MDTypeset
@testable import TypesetPages

/// The text of a document before anything is set: as `PDFTextReader` would give it, taken from the styled tree.
struct SourceText {
  private(set) var lines: [String] = []
  private let tree: StyledTree
  private let pageLabels: [String: String]
  private let equations: EquationNumbers
  private let isSeen: (MathSpan) -> Bool
  private var open: (kind: String, text: String)?
  private var toldNotes: Set<Int> = []
  /// Of the headings around the place.
  private var levels: [Int] = []

  /// - Parameters:
  ///   - pageLabels: The numbers of the pages on which destinations stand, for tables of contents.
  ///   - isSeen: Does a formula show anything?
  init(_ tree: StyledTree, equations: EquationNumbers, pageLabels: [String: String], isSeen: @escaping (MathSpan) -> Bool) {
    self.isSeen = isSeen
    self.tree = tree
    self.equations = equations
    self.pageLabels = pageLabels
    for child in tree.children(of: 0) { walk(child) }
    close()
  }

  private mutating func walk(_ index: StyledTree.Index) {
    let block = tree[index]
    switch block.kind {
    case .group, .list: for child in tree.children(of: index) { walk(child) }
    case .paragraph(let content): add(block.role.map(Self.name) ?? "P", content)
    case .heading(let level, let content, _, _):
      // Readers want no level left out.
      while let last = levels.last, last >= level { levels.removeLast() }
      levels.append(level)
      add("H\(levels.count)", content)
    case .item(let marker):
      add("Lbl", marker)
      for child in tree.children(of: index) { walk(child) }
    case .code(let code):
      if let title = code.title { add("P", title, []) }
      for line in code.lines { add("P", line, []) }
    case .display(let span):
      // The only formula in a tag of the samples is copied as its sign.
      let tags = equations.equations(of: index).compactMap(\.tag).map { $0.replacing("$\\star$", with: "⋆") }
      add(tags.isEmpty ? "Formula" : "P", ([Self.trimmed(span.tex)] + tags).joined(separator: " "))
    case .figure(let image, let caption):
      add("Figure", image.alternative.isEmpty ? image.title.isEmpty ? image.source : image.title : image.alternative)
      add("Caption", caption)
    case .table(let table):
      add("Caption", table.caption)
      for cell in table.head.joined() where !cell.isCovered { add("TH", cell) }
      for cell in table.rows.joined() where !cell.isCovered { add(cell.isRowHead ? "TH" : "TD", cell) }
    case .contents(let entries):
      for entry in entries {
        let page = pageLabels[entry.destination] ?? "?"
        begin("TOCI")
        if let number = entry.number { append(text(of: number) + " ") }
        append(text(of: entry.content) + " " + page)
        close()
      }
    default: break
    }
  }

  private mutating func begin(_ kind: String) {
    close()
    open = (kind, "")
  }

  private mutating func append(_ text: String) {
    for scalar in text.unicodeScalars {
      // A line's end within a paragraph is read as a space, whatever spaces stand around it.
      if scalar == "\u{2028}", open?.text.hasSuffix(" ") ?? true { continue }
      if scalar == " ", open?.text.unicodeScalars.last == "\u{2028}" { continue }
      open?.text.unicodeScalars.append(scalar)
    }
  }

  private mutating func close() {
    if var open {
      open.text = String(open.text.map { $0 == "\u{2028}" ? " " : $0 })
      // Nobody hears the space at a line's end.
      while open.text.hasSuffix(" ") { open.text.removeLast() }
      if !open.text.isEmpty { lines.append("\(open.kind): \(open.text)") }
    }
    open = nil
  }

  private mutating func add(_ kind: String, _ text: String) {
    begin(kind)
    append(text)
    close()
  }

  private mutating func add(_ kind: String, _ cell: StyledTree.Table.Cell) {
    if cell.blocks >= 0 { walk(cell.blocks) } else { add(kind, cell.content) }
  }

  private mutating func add(_ kind: String, _ content: InlineContent) { add(kind, content.text, content.attachments) }

  /// Notes are read where they are first referred to.
  private mutating func add(_ kind: String, _ text: StyledText, _ attachments: [Attachment]) {
    begin(kind)
    var rest = attachments[...]
    for run in text.runs {
      append(self.text(of: text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], &rest))
      let number = Int(text.styles[Int(run.style)].note)
      guard number > 0, toldNotes.insert(number).inserted,
        tree.notes.indices.contains(number - 1), tree.notes[number - 1] >= 0
      else { continue }
      for child in tree.children(of: tree.notes[number - 1]) { walk(child) }
      begin(kind)
    }
    close()
  }

  private func text(of content: InlineContent) -> String {
    var rest = content.attachments[...]
    return self.text(of: content.text.text[...], &rest)
  }

  private func text(of bytes: ArraySlice<UInt8>, _ attachments: inout ArraySlice<Attachment>) -> String {
    var out = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\u{FFFC}":
        switch attachments.popFirst() {
        case .math(let span, _): if isSeen(span) { out += number(referredToBy: span.tex) ?? Self.trimmed(span.tex) }
        case .image(let image, _):
          out += image.alternative.isEmpty ? image.title.isEmpty ? image.source : image.title : image.alternative
        case .client: break
        case .checkbox(let isChecked, _): out += isChecked ? "\u{2611}" : "\u{2610}"
        case nil: out += "\u{FFFD}"
        case let other?: out += other.plainText
        }
      // These say where a line may end, and nothing else.
      case "\u{AD}", "\u{200B}": break
      // Spaces of all widths are spaces.
      case _ where scalar.properties.generalCategory == .spaceSeparator && scalar != "\u{3000}": out += " "
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// The number of the equation to which a formula is nothing but a reference.
  private func number(referredToBy tex: String) -> String? {
    guard let label = Self.trimmed(tex).wholeMatch(of: /\\eqref\{([^{}]*)\}/)?.output.1 else { return nil }
    return equations.labels[String(label)]?.text
  }

  static func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  private static func name(of role: StructureRole) -> String {
    switch role {
    case .paragraph: "P"
    case .label: "Lbl"
    case .itemBody: "LBody"
    case .caption: "Caption"
    case .heading1: "H1"
    default: "\(role)"
    }
  }
}
