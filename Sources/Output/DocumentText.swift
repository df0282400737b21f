internal import TypesetBoxes

extension TypesetDocument {
  /// The text of some pages in reading order: a line for each paragraph, heading, row of a table and line of code.
  ///
  /// Blocks have an empty line between them, pages a form feed (U+000C). Formulas are LaTeX, references to them their numbers, pictures their
  /// descriptions in brackets. Headers and footers are left out.
  ///
  /// - Parameter chosen: Page numbers from 0; nil is all.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func plainText(pages chosen: [Int]? = nil) throws(DocumentError) -> String {
    var out = ""
    for number in chosen ?? Array(pages.indices) {
      let page = try page(number)
      if !out.isEmpty { out += "\u{C}" }
      var content = DocumentContent(structure)
      content.add(page, number: number)
      out += PlainText.lines(of: content).joined(separator: "\n") + "\n"
    }
    return out
  }
}

/// The content of a page as lines of text.
private struct PlainText {
  private let content: DocumentContent

  static func lines(of content: DocumentContent) -> [String] { PlainText(content: content).lines(of: content.top, areApart: true) }

  /// - Parameter areApart: True if there are empty lines between the elements.
  private func lines(of elements: [Int], areApart: Bool) -> [String] {
    var out: [String] = []
    for element in elements {
      let inner = lines(of: element)
      guard !inner.isEmpty else { continue }
      if areApart, !out.isEmpty { out.append("") }
      out += inner
    }
    return out
  }

  private func lines(of element: Int) -> [String] {
    let parts = content.parts[element] ?? []
    let inner = parts.compactMap { if case .element(let index) = $0 { index } else { nil } }
    switch role(element) {
    case .list, .contents, .table, .tableHead, .tableBody: return lines(of: inner, areApart: false)
    case .item: return item(inner, isDefinition: isDefinition(element))
    case .row: return [inner.map { lines(of: $0).joined(separator: " ") }.joined(separator: "\t")]
    case .code where inner.contains { role($0) == .paragraph }: return code(element, inner)
    case .figure where inner.isEmpty: return [content.line(of: element)].filter { !$0.isEmpty }.map { "[\($0)]" }
    case .blockQuote: return lines(of: inner, areApart: true).map { $0.isEmpty ? "" : "  " + $0 }
    default: break
    }
    guard inner.contains(where: isBlock) else {
      let line = trimmed(content.line(of: element))
      return line.isEmpty ? [] : [line]
    }
    return mixed(parts, areApart: role(element) != .itemBody && role(element) != .cell && role(element) != .headCell)
  }

  /// Text and blocks side by side: what is not a block is gathered into lines.
  private func mixed(_ parts: [DocumentContent.Part], areApart: Bool) -> [String] {
    var out: [String] = []
    var line = ""
    func add(_ lines: [String]) {
      guard !lines.isEmpty else { return }
      if areApart, !out.isEmpty { out.append("") }
      out += lines
    }
    for part in parts {
      switch part {
      case .text(let text): line += text
      case .element(let index) where !isBlock(index): line += content.line(of: index)
      case .element(let index):
        add([trimmed(line)].filter { !$0.isEmpty })
        line = ""
        add(lines(of: index))
      }
    }
    add([trimmed(line)].filter { !$0.isEmpty })
    return out
  }

  /// The label, and what comes after it, below its own beginning.
  ///
  /// - Parameter isDefinition: True if the label is a term, on a separate line.
  private func item(_ inner: [Int], isDefinition: Bool) -> [String] {
    let label = inner.filter { role($0) == .label }.map { trimmed(content.line(of: $0)) }.joined(separator: " ")
    let body = lines(of: inner.filter { role($0) != .label }, areApart: false)
    guard !label.isEmpty else { return body }
    if isDefinition { return [label] + body.map { $0.isEmpty ? "" : "  " + $0 } }
    guard let first = body.first else { return [label] }
    let indent = String(repeating: " ", count: label.count + 1)
    return [label + " " + first] + body.dropFirst().map { $0.isEmpty ? "" : indent + $0 }
  }

  /// Each line is an element; elements without text are not on the page.
  private func code(_ element: Int, _ inner: [Int]) -> [String] {
    var out: [String] = []
    var next = inner.first ?? 0
    for index in inner {
      out += (min(next, index)..<index).filter { content.structure.elements[$0].parent == Int32(element) }.map { _ in "" }
      out.append(content.line(of: index))
      next = index + 1
    }
    return out
  }

  private func role(_ element: Int) -> StructureRole { content.structure.elements[element].role }

  /// True for the items of a list without markers.
  private func isDefinition(_ item: Int) -> Bool {
    let parent = Int(content.structure.elements[item].parent)
    return parent >= 0 && role(parent) == .list && content.structure.elements[parent].numbering == nil
  }

  private func isBlock(_ element: Int) -> Bool {
    switch role(element) {
    case .span, .link, .reference, .label: false
    case .formula, .figure: !content.structure.isInText(element)
    case .code: (content.parts[element] ?? []).contains { if case .element(let index) = $0 { role(index) == .paragraph } else { false } }
    default: true
    }
  }

  private func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { $0 != " " }), let last = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[first...last])
  }
}
