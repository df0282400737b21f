internal import TypesetBoxes
package import TypesetDiagnostics
internal import TypesetFonts
internal import TypesetInterface
internal import TypesetMarkdown
internal import TypesetSettings

extension StyledTree {
  /// One block on each line, indented by its depth, with what its style has beyond its parent's; below it its text, run by run.
  ///
  /// Footnotes follow the document, as blocks of their own. The names of the document's own blocks are after an equals sign.
  package func printed(of source: Source) -> String {
    guard !blocks.isEmpty else { return "" }
    let names = TopBlock.names(of: topBlocks, in: source)
    var out = "document \(language)\n"
    var stack: [(block: Index, depth: Int, parent: BlockStyle)] = []
    for note in notes.reversed() where note >= 0 { stack.append((note, 0, self[0].style)) }
    stack.append((0, 0, theme.body(language: language)))
    while let (index, depth, parent) = stack.popLast() {
      let block = self[index]
      var lines = PrintedLines(indent: depth, parent: parent)
      lines.add(block, name: names[index])
      out += lines.text
      stack += children(of: index).reversed().map { ($0, depth + 1, block.style) }
      guard case .table(let table) = block.kind else { continue }
      // The blocks in cells come after the table's lines.
      let groups = (table.head + table.rows).joined().map(\.blocks).filter { $0 >= 0 }
      stack += groups.reversed().map { ($0, depth + 2, table.cellStyle) }
    }
    return out
  }
}

/// The lines of one block.
private struct PrintedLines {
  private let indent: Int
  private let parent: BlockStyle
  private(set) var text = ""

  init(indent: Int, parent: BlockStyle) { (self.indent, self.parent) = (indent, parent) }

  private mutating func line(_ words: [String], deeper: Int = 0) {
    text += String(repeating: "  ", count: indent + deeper) + words.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
  }

  mutating func add(_ block: StyledTree.Block, name: String?) {
    var words = [label(of: block.kind)]
    if let name { words.append("=" + name) }
    if let anchor = block.anchor { words.append("#" + anchor) }
    words += named("role", block.role) + named("side", block.side) + named("link", block.link.map(quoted))
    words += block.attributes.classes.map { "." + $0 }
    words += block.attributes.pairs.map { "\($0.key)=\(quoted($0.value))" }
    words.append("\(block.span.start)..\(block.span.end)")
    line(words + differences(of: block.style, from: parent))
    addContent(of: block)
  }

  private func label(of kind: StyledTree.Kind) -> String {
    switch kind {
    case .heading(let level, _, _, let destination): "heading \(level) to \(quoted(destination))"
    case .code(let code): "code" + (code.language.isEmpty ? "" : " \(code.language)")
    case .display(let span): "display " + quoted(span.tex)
    case .figure(let image, _): "figure " + quoted(image.source)
    case .table(let table): "table \(table.columns.count)x\(table.head.count)+\(table.rows.count)" + (table.isLayout ? " layout" : "")
    case .contents(let entries): "contents \(entries.count)"
    case .numbering(let form): "numbering \(form)"
    case .space(let length): "space \(length)"
    case .rows(let rows): "rows of \(rows.columns)"
    case .drawn(let number): "drawn \(number)"
    case .whenWide(let length): "whenWide \(length)"
    case .firstThatFits(let height): "firstThatFits" + (height.map { " in \($0)" } ?? "")
    case .tall(let length): "tall \(length)"
    case .slide(let ground):
      kind.name + named("ground", ground.color).map { " " + $0 }.joined()
        + (ground.pictures.isEmpty ? "" : " pictures \(ground.pictures.count)")
    case .group, .paragraph, .list, .item, .rule, .marginNote, .placed: kind.name
    }
  }

  private mutating func addContent(of block: StyledTree.Block) {
    let style = block.style.text
    switch block.kind {
    case .paragraph(let content), .heading(_, let content, _, _): add(content, style)
    case .item(let marker): add(marker, style, "marker ")
    case .figure(_, let caption): add(caption, style, "caption ")
    case .code(let code):
      if let title = code.title { add(title, [], style, "title ") }
      for text in code.lines {
        line(["line"], deeper: 1)
        add(text, [], style, deeper: 2)
      }
    case .table(let table):
      for (rows, name, style) in [(table.head, "head", table.headStyle), (table.rows, "row", table.cellStyle)] {
        for row in rows {
          line([name] + differences(of: style, from: block.style), deeper: 1)
          for cell in row where !cell.isCovered { add(cell, style) }
        }
      }
      if !table.caption.isEmpty { add(table.caption, style, "caption ") }
    case .contents(let entries):
      for entry in entries {
        line(["entry \(entry.level) to \(quoted(entry.destination))"] + differences(of: entry.style, from: block.style), deeper: 1)
        if let number = entry.number { add(number, entry.style.text, "number ", deeper: 2) }
        add(entry.content, entry.style.text, deeper: 2)
      }
    default: break
    }
  }

  private mutating func add(_ cell: StyledTree.Table.Cell, _ style: BlockStyle) {
    var words = ["cell"] + named("align", cell.align)
    if cell.columns > 1 { words.append("columns \(cell.columns)") }
    if cell.rows > 1 { words.append("rows \(cell.rows)") }
    words += named("background", cell.background) + named("border", cell.border)
    if cell.isRowHead { words.append("row head") }
    if cell.blocks >= 0 { words.append("blocks") }
    line(words, deeper: 2)
    add(cell.content, style.text, deeper: 3)
  }

  // MARK: Text

  private mutating func add(_ content: InlineContent, _ style: TextStyle, _ word: String = "", deeper: Int = 1) {
    add(content.text, content.attachments, style, word, deeper: deeper)
  }

  /// A line for each run, and for each attachment in it.
  private mutating func add(
    _ styled: StyledText, _ attachments: [Attachment], _ style: TextStyle, _ word: String = "", deeper: Int = 1
  ) {
    var rest = attachments[...]
    for run in styled.runs {
      let bytes = styled.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)]
      let differing = differences(of: styled.styles[Int(run.style)], from: style)
      let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\u{FFFC}", omittingEmptySubsequences: false)
      for (number, part) in parts.enumerated() {
        if number > 0, let attachment = rest.popFirst() { line([word + label(of: attachment)], deeper: deeper) }
        if !part.isEmpty { line([word + quoted(String(part))] + differing, deeper: deeper) }
      }
    }
  }

  private func label(of attachment: Attachment) -> String {
    switch attachment {
    case .math(let span, _): "math " + quoted(span.tex)
    case .image(let image, _): "image \(quoted(image.source)) \(quoted(image.alternative))"
    case .checkbox(let isChecked, _): isChecked ? "checkbox checked" : "checkbox unchecked"
    case .client(let box, _, _): "attachment " + quoted(box.plainText)
    case .badge(let badge, _): "badge " + quoted(badge.content.plainText)
    case .field(let field, _): "field \(field)"
    }
  }

  private func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"" + escaped.replacing("\u{2028}", with: "\\u{2028}").replacing("\u{B}", with: "\\t") + "\""
  }

  // MARK: Styles

  private func differences(of style: BlockStyle, from other: BlockStyle) -> [String] {
    var words = differences(of: style.text, from: other.text)
    words += named("leading", style.leading, other.leading) + named("align", style.align, other.align)
    words += named("before", style.before, .zero) + named("after", style.after, .zero)
    words += named("inset", style.inset, .zero) + named("inset-right", style.insetRight, .zero) + named("indent", style.firstIndent, .zero)
    if style.lines != other.lines { words.append("lines") }
    words += named("background", style.background)
    words += named("border", style.border.map { "\(style.borderWidth) \($0)" }) + named("bar", style.bar.map { "\(style.barWidth) \($0)" })
    words += named("radius", style.radius, .zero) + named("padding", style.padding, .zero)
    words += named("padding-top", style.paddingTop, style.padding) + named("padding-bottom", style.paddingBottom, style.padding)
    words += named("matte", style.matte)
    if !style.edges.isEmpty { words.append("edges") }
    if style.keep != .never { words.append("keep \(style.keep.rawValue)") }
    if style.keepWithNext { words.append("keep-with-next") }
    if style.pageBreak { words.append("page-break") }
    if style.centersPage { words.append("centers-page") }
    if style.endsAtFoot { words.append("at-foot") }
    return words + named("ornament", style.ornament.map(quoted))
  }

  private func differences(of style: TextStyle, from other: TextStyle) -> [String] {
    var words: [String] = []
    if style.families != other.families { words.append("font " + quoted(style.families.first ?? "")) }
    words += named("size", style.size, other.size) + named("weight", style.weight, other.weight) + named("slant", style.slant, other.slant)
    words += named("color", style.color, other.color)
    if style.features != other.features {
      words.append("features " + style.features.map { "\($0.tag)=\($0.value)" }.joined(separator: ","))
    }
    words += named("language", style.language, other.language) + named("tracking", style.letterSpacing, other.letterSpacing)
    if style.isHyphenated != other.isHyphenated { words.append(style.isHyphenated ? "hyphenated" : "unhyphenated") }
    if style.isCode != other.isCode { words.append(style.isCode ? "code" : "text") }
    words += named("rise", style.rise, other.rise) + named("underline", style.underline) + named("strike", style.strikethrough)
    if style.hasLooks { words += looks(style.looks, style) }
    if style.background != other.background { words += named("background", style.background) }
    words += named("link", style.link.map(quoted)) + named("anchor", style.anchor)
    words += named("note", style.note, 0) + named("renderer", style.renderer, 0) + named("expansion", style.expansion.map(quoted))
    words += named("emphasis", style.emphasis, other.emphasis) + named("direction", style.direction?.rawValue)
    return words
  }

  /// What few texts have.
  private func looks(_ looks: TextLooks, _ style: TextStyle) -> [String] {
    let ramp = looks.ramp.map { $0.colors.colors.isEmpty ? "hue" : $0.colors.colors.map { "\($0)" }.joined(separator: ",") }
    return (style.underline == nil ? [] : named("underline-form", looks.underline, .solid))
      + (style.strikethrough == nil ? [] : named("strike-form", looks.strike, .solid)) + named("case", looks.letterCase, .none)
      + named("ramp", ramp)
  }

  /// A name and its value, unless that is the standard one.
  private func named<Value: Equatable>(_ name: String, _ value: Value, _ standard: Value) -> [String] {
    value == standard ? [] : ["\(name) \(value)"]
  }

  /// A name and its value, if there is one.
  private func named<Value>(_ name: String, _ value: Value?) -> [String] { value.map { ["\(name) \($0)"] } ?? [] }
}
