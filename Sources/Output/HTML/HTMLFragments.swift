internal import TypesetBoxes
internal import TypesetBytes
internal import TypesetDiagnostics
internal import TypesetFonts
internal import TypesetMarkdown
internal import TypesetPages
internal import TypesetPictures
internal import TypesetStyling

/// Blocks of a document as HTML: elements that say what a block is, formulas as pictures on the baseline of the text.
///
/// Text of the document is always escaped; attributes have only addresses that the document's policy of links allows.
package final class HTMLFragments {
  private let document: TypesetDocument
  private let source: FragmentSource
  private lazy var formulas = FormulaTypesetter(source, fonts: document.fonts)

  /// - Returns: Nil if the document was not made for it (`TypesetterOptions.writesHTML`).
  package init?(_ document: TypesetDocument) {
    guard let source = document.fragmentSource else { return nil }
    (self.document, self.source) = (document, source)
  }

  /// - Parameters:
  ///   - number: Among the document's own blocks, from 0.
  ///   - prefix: Of the names in its pictures.
  /// - Returns: Nil for a block with something that HTML has no element for: a drawing, a diagram.
  package func html(ofBlock number: Int, prefix: String) -> [UInt8]? {
    guard document.blocks.indices.contains(number) else { return nil }
    var writer = HTMLWriter(source: source, prefix: prefix) { [self] in formulas }
    writer.write(document.blocks[number].index)
    return writer.isWhole && !writer.out.isEmpty ? Array(writer.out.utf8) : nil
  }
}

/// Writes one block and all in it.
struct HTMLWriter {
  let source: FragmentSource
  let prefix: String
  let formulas: () -> FormulaTypesetter?
  private(set) var out = ""
  /// False if something in the block cannot be written.
  var isWhole = true
  /// Formulas so far.
  private var count = 0
  private var depth = 0

  /// Deeper blocks are pictures, so that this does not run out of stack; the parser nests less deep.
  private static let deepest = 300

  init(source: FragmentSource, prefix: String, formulas: @escaping () -> FormulaTypesetter?) {
    (self.source, self.prefix, self.formulas) = (source, prefix, formulas)
  }

  // MARK: Parts

  mutating func add(_ markup: String) { out += markup }

  /// Text of the document.
  mutating func add(text: String) { out += escapedXML(text) }

  /// An attribute whose value comes from the document.
  mutating func add(_ name: String, _ value: String) { out += " \(name)=\"\(escapedXML(value, isAttribute: true))\"" }

  /// An element around what is written within.
  mutating func add(_ name: String, attributes: String = "", _ content: (inout HTMLWriter) -> Void) {
    out += "<\(name)\(attributes)>"
    content(&self)
    out += "</\(name)>"
  }

  /// An element with text; its first letters say which way its lines run where some are of a script from right to left.
  mutating func add(_ name: String, attributes: String = "", _ content: InlineContent, inside base: TextStyle) {
    // Hebrew, Arabic and their like in UTF-8.
    let mayTurn = content.text.text.contains { (0xD6...0xDF).contains($0) }
    add(name, attributes: attributes + (mayTurn ? " dir=\"auto\"" : "")) { $0.write(content, inside: base) }
  }

  /// A formula as SVG, in the colour of the text around it.
  mutating func add(formula tex: String, isDisplay: Bool, at place: Int) {
    guard let file = try? formulas()?.labelledSVG(tex, isDisplay: isDisplay, at: place, links: source.links) else {
      return add(text: tex)
    }
    let element = file.svgElement(prefix: "\(prefix)\(count)-")
    count += 1
    out += String(decoding: element, as: UTF8.self).replacing("fill=\"#000000\"", with: "fill=\"currentColor\"")
      .replacing("stroke=\"#000000\"", with: "stroke=\"currentColor\"")
  }

  // MARK: Blocks

  mutating func write(_ index: StyledTree.Index) {
    let block = source.tree[index]
    guard depth < Self.deepest else {
      isWhole = false
      return
    }
    depth += 1
    defer { depth -= 1 }
    switch block.kind {
    case .group: write(group: index, block)
    case .paragraph(let content) where index == source.tree.titleIndex:
      add("h1", attributes: " class=\"title\"", content, inside: block.style.text)
    case .paragraph(let content): write(paragraph: content, block)
    case .heading(let level, let content, _, _):
      add("h\(max(1, min(level, 6)))", content, inside: block.style.text)
    case .list: HTMLList(index, in: source.tree).write(&self)
    case .item: write(below: index)
    case .code(let code): write(code)
    case .display(let span): write(display: span.tex, at: Int(span.span.start), source.numbers.tags(of: index))
    case .figure(let image, let caption): write(figure: image, caption, block)
    case .table(let table): write(table)
    case .rule: add("<hr>")
    case .rows: add("div", attributes: " class=\"row\"") { $0.write(below: index) }
    case .tall, .slide, .placed: add("div") { $0.write(below: index) }
    case .marginNote: add("aside") { $0.write(below: index) }
    // What a page decides: the first is for one with much room.
    case .whenWide, .firstThatFits: if block.firstChild >= 0 { write(block.firstChild) }
    case .contents, .drawn: isWhole = false
    case .numbering, .space: break
    }
  }

  mutating func write(below index: StyledTree.Index) {
    var child = source.tree[index].firstChild
    while child >= 0, isWhole {
      write(child)
      child = source.tree[child].nextSibling
    }
  }

  /// Blocks of an item or a cell: a paragraph with nothing but lists after it gets no element.
  mutating func write(belowItem index: StyledTree.Index) {
    let first = source.tree[index].firstChild
    guard first >= 0, case .paragraph(let content) = source.tree[first].kind, hasOnlyLists(after: first) else {
      return write(below: index)
    }
    write(content, inside: source.tree[first].style.text)
    var child = source.tree[first].nextSibling
    while child >= 0, isWhole {
      write(child)
      child = source.tree[child].nextSibling
    }
  }

  private func hasOnlyLists(after index: StyledTree.Index) -> Bool {
    var child = source.tree[index].nextSibling
    while child >= 0 {
      guard case .list = source.tree[child].kind else { return false }
      child = source.tree[child].nextSibling
    }
    return true
  }

  private mutating func write(group index: StyledTree.Index, _ block: StyledTree.Block) {
    switch block.role {
    case .blockQuote: add("blockquote") { $0.write(below: index) }
    case .list: add("dl") { $0.write(below: index) }
    case .itemBody: add("dd") { $0.write(below: index) }
    case .section: write(callout: index, block)
    default: add("div") { $0.write(below: index) }
    }
  }

  /// A callout with its title, or a theorem, whose head begins its first paragraph.
  private mutating func write(callout index: StyledTree.Index, _ block: StyledTree.Block) {
    guard let kind = source.tree.calloutKinds[index] else { return add("section") { $0.write(below: index) } }
    let name = kind.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ? kind : ""
    add("section", attributes: " class=\"callout\(name.isEmpty ? "" : " " + name)\"") { writer in
      var child = block.firstChild
      // Its title.
      if child >= 0, case .paragraph(let content) = writer.source.tree[child].kind {
        let base = writer.source.tree[child].style.text
        writer.add("p", attributes: " class=\"title\"", content, inside: base)
        child = writer.source.tree[child].nextSibling
      }
      while child >= 0, writer.isWhole {
        writer.write(child)
        child = writer.source.tree[child].nextSibling
      }
    }
  }

  private mutating func write(paragraph content: InlineContent, _ block: StyledTree.Block) {
    guard !content.isEmpty else { return }
    switch block.role {
    case .label: add("dt", content, inside: block.style.text)
    case .caption: add("p", attributes: " class=\"caption\"", content, inside: block.style.text)
    default: add("p", content, inside: block.style.text)
    }
  }

  private mutating func write(_ code: StyledCode) {
    add("pre") { writer in
      if let title = code.title {
        writer.add("<span class=\"title\">")
        writer.add(text: String(decoding: title.text, as: UTF8.self))
        writer.add("</span>\n")
      }
      writer.add("<code")
      if !code.language.isEmpty { writer.add("class", "language-" + code.language) }
      writer.add(">")
      for line in code.lines {
        writer.add(text: String(decoding: line.text, as: UTF8.self))
        writer.add("\n")
      }
      writer.add("</code>")
    }
  }

  /// A display with its numbers beside it.
  private mutating func write(display tex: String, at place: Int, _ numbers: [String]) {
    add("<div class=\"math\" style=\"display:flex;align-items:center;margin:1em 0;overflow-x:auto\"><div style=\"margin:0 auto\">")
    add(formula: tex, isDisplay: true, at: place)
    add("</div>")
    if !numbers.isEmpty {
      add("<div class=\"numbers\" style=\"display:flex;flex-direction:column;align-self:stretch;justify-content:space-around\">")
      for number in numbers {
        add("span") { writer in
          // Tags are LaTeX's text.
          if number.utf8.contains(where: { "\\${}~^_&%#".utf8.contains($0) }) {
            writer.add(formula: "\\text{\(number)}", isDisplay: false, at: place)
          } else {
            writer.add(text: number)
          }
        }
      }
      add("</div>")
    }
    add("</div>")
  }

  // MARK: Pictures

  private mutating func write(figure image: Image, _ caption: InlineContent, _ block: StyledTree.Block) {
    add("figure") { writer in
      writer.write(image, link: block.link)
      guard !caption.isEmpty else { return }
      // Its words, before which a number is strong.
      let base = caption.text.runs.last.map { caption.text.styles[Int($0.style)] } ?? block.style.text
      writer.add("figcaption", caption, inside: base)
    }
  }

  mutating func write(_ image: Image, link: String? = nil) {
    // What the text itself draws is drawn here: a browser would draw an SVG by its own rules.
    guard image.diagram == nil, !image.source.hasPrefix("data:image/") else {
      isWhole = false
      return
    }
    let link = link.flatMap { HTMLAddress.link($0, source.links) }
    if let link { add("<a"); add("href", link); add(">") }
    if HTMLAddress.isPicture(image.source, source.links) {
      add("<img")
      add("src", image.source)
      add("alt", image.alternative)
      if !image.title.isEmpty { add("title", image.title) }
      add(">")
    } else {
      add("<span class=\"picture\">")
      add(text: image.alternative)
      add("</span>")
    }
    if link != nil { add("</a>") }
  }
}

/// Addresses that fragments name.
enum HTMLAddress {
  /// A link that a fragment has: to the web or to mail. Places of the document and its files do not exist in the page around the fragment.
  static func link(_ address: String, _ policy: LinkPolicy) -> String? {
    guard policy.allows(address), let scheme = LinkPolicy.scheme(of: address), ["http", "https", "mailto"].contains(scheme) else {
      return nil
    }
    return address
  }

  /// True for pictures of the web, and for files where relative addresses are allowed.
  static func isPicture(_ address: String, _ policy: LinkPolicy) -> Bool {
    guard policy.allows(address), !address.isEmpty, !address.hasPrefix("#") else { return false }
    return LinkPolicy.scheme(of: address).map { ["http", "https"].contains($0) } ?? true
  }
}
