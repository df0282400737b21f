internal import TypesetDiagnostics
internal import TypesetMarkdown

/// Writes the inlines of a paragraph, a heading or a cell.
struct LineWriter {
  private let writer: MarkdownWriter
  /// True where a line cannot end: in cells, titles and captions.
  private let isCell: Bool
  /// True for a heading that is one line.
  private let isTitle: Bool
  /// True within an element of HTML, where Markdown is not read.
  private let isHTML: Bool
  private var tree: Tree { writer.tree }

  init(_ writer: MarkdownWriter, isCell: Bool = false, isTitle: Bool = false, isHTML: Bool = false) {
    (self.writer, self.isCell, self.isTitle, self.isHTML) = (writer, isCell, isTitle, isHTML)
  }

  /// The lines; marks where they are read as they are meant, HTML's elements otherwise.
  func lines(_ inlines: [Tree.Index]) -> [String] {
    guard !inlines.isEmpty else { return [] }
    let plain = isHTML ? nil : written(inlines, usesMarks: true)
    // A line that begins with an element may be all HTML.
    if let plain, plain.first != "<", isRead(plain, as: inlines) { return plain.split() }
    return written(inlines, usesMarks: false).split()
  }

  /// True if a text is read as these inlines. What other blocks decide is not asked.
  private func isRead(_ text: String, as inlines: [Tree.Index]) -> Bool {
    guard inlines.contains(where: { Self.isMark(tree[$0].kind) }) else { return true }
    let read = parse(Source(name: "", text: "x\n\n" + text)).tree
    let blocks = Array(read.children(of: 0))
    guard blocks.count == 2, case .paragraph = read[blocks[1]].kind else { return false }
    return shape(of: Array(read.children(of: blocks[1])), in: read) == shape(of: inlines, in: tree)
  }

  private static func isMark(_ kind: Tree.Kind) -> Bool {
    switch kind {
    case .emphasis, .strong, .strikethrough, .highlighted, .inserted, .link, .math: true
    default: false
    }
  }

  /// The nesting of marks and the words in them.
  private func shape(of nodes: [Tree.Index], in tree: Tree) -> String {
    var out = ""
    for node in nodes {
      switch tree[node].kind {
      case .text(let text): out += text
      case .code(let text): out += text
      case .softBreak, .lineBreak: out += " "
      case .math(let span): out += "<math \(span.tex)>"
      case .link(let destination, _): out += "<link \(destination) " + shape(of: Array(tree.children(of: node)), in: tree) + ">"
      case let kind where Self.isMark(kind): out += "<\(kind) " + shape(of: Array(tree.children(of: node)), in: tree) + ">"
      // Notes and references need their definitions.
      case .footnoteReference(let label): out += "[^\(label)]"
      default: out += shape(of: Array(tree.children(of: node)), in: tree)
      }
    }
    return out
  }

  // MARK: Inlines

  private func written(_ inlines: [Tree.Index], usesMarks: Bool) -> String {
    var out = Output(isCell: isCell, usesEntities: !usesMarks)
    for node in inlines { write(node, usesMarks: usesMarks, to: &out) }
    out.end()
    return out.text
  }

  private func write(_ node: Tree.Index, usesMarks: Bool, to out: inout Output) {
    let braces = writer.attributes(node).map { MarkdownWriter.braces($0) } ?? ""
    func inside() { for child in tree.children(of: node) { write(child, usesMarks: usesMarks, to: &out) } }
    func between(_ open: String, _ close: String) {
      out.raw(open)
      inside()
      out.raw(close)
    }
    func element(_ name: String) { between("<\(MarkdownWriter.tag(name, writer.attributes(node)))>", "</\(name)>") }
    switch tree[node].kind {
    case .text(let text): out.words(text)
    case .softBreak: out.raw(isCell ? " " : "\n")
    case .lineBreak: out.raw(isCell || isTitle || endsLine(after: node) ? "<br>" : "\\\n")
    case .code(let text) where usesMarks: out.raw(Self.code(text, isCell: isCell) + braces)
    case .code(let text):
      out.raw("<\(MarkdownWriter.tag("code", writer.attributes(node)))>")
      out.words(text)
      out.raw("</code>")
    case .htmlInline(let tag): out.raw(tag)
    case .math(let span): out.raw(Self.math(span, isCell: isCell, isCertain: !usesMarks && !isHTML) + braces)
    case .emphasis where usesMarks:
      let mark = out.text.last == "*" ? "_" : "*"
      between(mark, mark + braces)
    case .emphasis: element("em")
    case .strong where usesMarks: between("**", "**" + braces)
    case .strong: element("strong")
    case .strikethrough where usesMarks: between("~~", "~~" + braces)
    case .strikethrough: element("del")
    case .highlighted where usesMarks: between("==", "==" + braces)
    case .highlighted: element("mark")
    case .inserted where usesMarks: between("++", "++" + braces)
    case .inserted: element("ins")
    case .subscripted: element("sub")
    case .superscripted: element("sup")
    case .small: element("small")
    case .keyboard: element("kbd")
    case .abbreviation: inside()
    case .span where writer.attributes(node)?.pairs.contains(where: \.isTyped) == true:
      // Names and classes that the list in parentheses cannot have go to a span around it.
      var own = writer.attributes(node) ?? Attributes()
      let styles = Set(own.pairs.filter { !$0.isTyped && $0.name.hasSuffix("style") }.map(\.value))
      let list = MarkdownWriter.parentheses(own.pairs)
      own.pairs = []
      own.classes.removeAll { styles.contains($0) }
      if own.isEmpty { between("^[", "]" + list) } else { between("[^[", "]" + list + "]" + MarkdownWriter.braces(own)) }
    case .span where usesMarks && Self.hasSimpleNames(writer.attributes(node)): between("[", "]" + braces)
    case .span: element("span")
    case .link(let destination, let title) where !usesMarks:
      let own = Attributes(pairs: [("href", destination), ("title", title)].filter { !$0.1.isEmpty }.map { Attributes.Pair($0.0, $0.1) })
      between("<\(MarkdownWriter.tag("a", writer.attributes(node).map { own.merged(with: $0) } ?? own))>", "</a>")
    case .image(let source, let title) where !usesMarks:
      let words = writer.plain(node)
      let pairs = [("src", source), ("alt", words), ("title", title)].filter { !$0.1.isEmpty }.map { Attributes.Pair($0.0, $0.1) }
      let own = Attributes(pairs: pairs)
      out.raw("<\(MarkdownWriter.tag("img", writer.attributes(node).map { own.merged(with: $0) } ?? own))>")
    case .link(let destination, let title): between("[", "](\(Self.address(destination))\(Self.title(title)))" + braces)
    case .image(let source, let title): between("![", "](\(Self.address(source))\(Self.title(title)))" + braces)
    case .footnoteReference(let label): note(label, usesMarks: usesMarks, to: &out)
    // Quarto: the number alone.
    case .reference(let label) where label.hasPrefix("-"): out.raw("[-@\(label.dropFirst())]")
    case .reference(let label): out.raw(Tree.isLabel(label) ? "[@\(label)]" : "{numref}`\(label)`")
    case .directive(let directive, _): between(":\(directive.name)[", "]" + braces)
    default: inside()
    }
  }

  /// True if a line ends after a node anyway.
  private func endsLine(after node: Tree.Index) -> Bool {
    let next = tree[node].nextSibling
    return next < 0 || tree[next].kind == .softBreak
  }

  private func note(_ label: String, usesMarks: Bool, to out: inout Output) {
    guard let content = writer.content(ofNote: label) else { return out.raw("[^\(label)]") }
    out.raw("^[")
    for child in tree.children(of: content) { write(child, usesMarks: usesMarks, to: &out) }
    out.raw("]")
  }

  // MARK: Pieces

  /// True if attributes can be written in braces.
  private static func hasSimpleNames(_ attributes: Attributes?) -> Bool {
    guard let attributes else { return false }
    func isSimple(_ name: String) -> Bool {
      !name.isEmpty && name.utf8.allSatisfy { $0 >= 0x80 || (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
    return attributes.pairs.allSatisfy {
      isSimple($0.key) && !($0.value.contains("\"") && $0.value.contains("'")) && !$0.value.contains("<")
    }
  }

  private static func code(_ text: String, isCell: Bool) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest == 1 ? 2 : longest > 1 ? longest + 1 : 1)
    let isBlank = text.allSatisfy { $0 == " " }
    let needsRoom = text.hasPrefix("`") || text.hasSuffix("`") || !isBlank && text.hasPrefix(" ") && text.hasSuffix(" ")
    let words = isCell ? text.replacing("|", with: "\\|") : text
    return fence + (needsRoom ? " " + words + " " : words) + fence
  }

  /// - Parameter isCertain: True where dollars alone were not read as a formula.
  private static func math(_ span: MathSpan, isCell: Bool, isCertain: Bool) -> String {
    let tex = isCell ? span.tex.replacing("\n", with: " ") : span.tex
    if span.isDisplay { return "$$\(tex)$$" }
    let isPlain = !isCertain && !tex.hasPrefix(" ") && !tex.hasSuffix(" ") && !tex.contains("$")
    return isPlain ? "$\(tex)$" : tex.contains("`") ? "\\(\(tex)\\)" : "$`\(tex)`$"
  }

  private static func address(_ address: String) -> String {
    let isPlain = !address.isEmpty && address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"()<>\\\"&*_`$[]!".utf8.contains($0) }
    guard !isPlain else { return address }
    var out = ""
    for scalar in address.unicodeScalars {
      switch scalar {
      case "\\", "<", ">": out += "\\" + String(scalar)
      case "&": out += "&amp;"
      case "\n": out += "&#10;"
      case "$", "`", "*", "_": out += "\\" + String(scalar)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return "<" + out + ">"
  }

  private static func title(_ title: String) -> String {
    guard !title.isEmpty else { return "" }
    return " \"" + MarkdownWriter.entities(title).replacing("\n\n", with: "\n&#10;").replacing("$", with: "&#36;") + "\""
  }

  /// Text that grows, with a backslash or an entity where Markdown would read more than words.
  private struct Output {
    let isCell: Bool
    /// True where a backslash may be no escape.
    let usesEntities: Bool
    private(set) var text = ""
    private var isAtStart: Bool { text.isEmpty || text.last == "\n" }

    init(isCell: Bool, usesEntities: Bool) { (self.isCell, self.usesEntities) = (isCell, usesEntities) }

    mutating func raw(_ piece: String) {
      if piece.first == "\n" { end() }
      text += piece
    }

    /// A space before the end of a line would be lost.
    mutating func end() {
      guard text.last == " " else { return }
      text.removeLast()
      text += "&#32;"
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
      switch scalar {
      // A backslash before these would begin a formula.
      case "\\", "[", "]", "(", ")", "\n", "\r", "\t": text += "&#\(scalar.value);"
      default: text += usesEntities ? "&#\(scalar.value);" : "\\\(scalar)"
      }
    }

    mutating func words(_ words: String) {
      let scalars = Array(words.unicodeScalars)
      var number = 0
      while number < scalars.count {
        let scalar = scalars[number]
        let next = number + 1 < scalars.count ? scalars[number + 1] : nil
        let before = number > 0 ? scalars[number - 1] : text.unicodeScalars.last
        if isAtStart, let length = start(scalars[number...]) {
          number += length
          continue
        }
        if Self.isSpecial(scalar, before: before, next: next) {
          escape(scalar)
        } else if scalar == " ", isAtStart {
          text += "&#32;"
        } else {
          text.unicodeScalars.append(scalar)
        }
        number += 1
      }
    }

    private static func isSpecial(_ scalar: Unicode.Scalar, before: Unicode.Scalar?, next: Unicode.Scalar?) -> Bool {
      switch scalar {
      case "\\", "[", "]", "`", "*", "_", "<", "$", "~", "^", "{", "}", "|", "&", "#", "\n", "\r", "\t": true
      case "=", "+", "%": next == scalar || before == scalar
      case "@", ":": next.map { $0 != " " } ?? true
      case ".": before == "w"
      case "!": next == nil
      default: false
      }
    }

    /// Writes what begins a block at a line's beginning; returns how many scalars that were, nil if it begins no block.
    private mutating func start(_ rest: ArraySlice<Unicode.Scalar>) -> Int? {
      guard let first = rest.first else { return nil }
      switch first {
      case "#", ">", "-", "+", "=", ":", "!", "?", "/", "@", "%", "(", "\"":
        escape(first)
        return 1
      case "0"..."9":
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard let sign = rest.dropFirst(digits.count).first, sign == "." || sign == ")" else { return nil }
        text.unicodeScalars.append(contentsOf: digits)
        escape(sign)
        return digits.count + 1
      default: return nil
      }
    }
  }
}

extension String {
  /// Its lines.
  fileprivate func split() -> [String] { split(separator: "\n").map(String.init) }
}
