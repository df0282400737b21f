internal import TypesetBoxes
internal import TypesetJSON

extension TypesetDocument {
  /// The version of `json`'s form; it grows when members change their meaning or go.
  static let jsonVersion = 1

  /// The pages, the outline and the structure of a document as JSON (`docs/guide/output.md` describes it).
  ///
  /// - Parameter chosen: Page numbers from 0, whose blocks are written; nil is all.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func json(pages chosen: [Int]? = nil) throws(DocumentError) -> String {
    let numbers = chosen ?? Array(pages.indices)
    var content = DocumentContent(structure)
    var sheets: [JSON] = []
    for number in numbers {
      let page = try page(number)
      content.add(page, number: number)
      sheets.append(
        JSON(members: [
          "page": JSON(number + 1), "label": .string(page.label), "width": Self.points(page.width), "height": Self.points(page.height),
        ]))
    }
    let writer = OutlineWriter(content: content, names: blockNames)
    return JSON(members: [
      "version": JSON(Self.jsonVersion), "title": info.title.map { .string($0) },
      "authors": info.authors.isEmpty ? nil : .array(info.authors.map { .string($0) }), "language": info.language.map { .string($0) },
      "matter": matter, "pages": .array(sheets), "outline": .array(writer.outline()), "blocks": .array(content.top.map(writer.block)),
    ]).description + "\n"
  }

  /// With three decimals at most.
  static func points(_ length: Length) -> JSON {
    let thousandths = Int(clamping: (length.points * 1000).rounded())
    var text = "\(abs(thousandths) / 1000)"
    let rest = abs(thousandths) % 1000
    if rest != 0 {
      var digits = String(String(rest + 1000).dropFirst())
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return .number((thousandths < 0 ? "-" : "") + text)
  }
}

/// The outline and the blocks of a document as JSON.
private struct OutlineWriter {
  let content: DocumentContent
  /// Of the document's own blocks.
  let names: [Int32: String]

  /// Headings, each within the heading of a higher level, as in the outline of a PDF.
  func outline() -> [JSON] {
    var children: [Int: [Int]] = [:]
    var path: [(level: Int, index: Int)] = []
    for (index, heading) in content.headings.enumerated() {
      while let last = path.last, last.level >= heading.level { path.removeLast() }
      children[path.last?.index ?? -1, default: []].append(index)
      path.append((heading.level, index))
    }
    // A heading's children come after it: from the last one on, they are ready when it is their parent's turn.
    var made: [Int: JSON] = [:]
    for (index, heading) in content.headings.enumerated().reversed() {
      let inner = (children[index] ?? []).compactMap { made.removeValue(forKey: $0) }
      made[index] = JSON(members: [
        "level": JSON(heading.level), "title": .string(heading.title), "id": .string(heading.destination), "page": JSON(heading.page + 1),
        "y": TypesetDocument.points(heading.y), "children": inner.isEmpty ? nil : .array(inner),
      ])
    }
    return (children[-1] ?? []).compactMap { made[$0] }
  }

  /// An element with its text, or with the elements in it.
  func block(_ index: Int) -> JSON {
    let element = content.structure.elements[index]
    let parts = content.parts[index] ?? []
    let inner = parts.compactMap { if case .element(let child) = $0 { child } else { nil } }
    let hasBlocks = inner.contains { !isInline($0) }
    return JSON(members: [
      "kind": .string(Self.name(of: element.role)), "level": element.role.headingLevel.map { JSON($0) },
      "id": content.names[index].map { .string($0) },
      "block": content.blocks[index].flatMap { names[$0] }.map { .string($0) }, "language": element.language.map { .string($0) },
      "columns": element.columns > 1 ? JSON(Int(element.columns)) : nil, "rows": element.rows > 1 ? JSON(Int(element.rows)) : nil,
      "text": hasBlocks ? nil : .string(content.line(of: index)), "areas": .array((content.areas[index] ?? []).map(area)),
      "children": hasBlocks ? .array(parts.compactMap(part)) : nil,
    ])
  }

  /// What is among the blocks of an element: text that is not in an element of its own is a `text`.
  private func part(_ part: DocumentContent.Part) -> JSON? {
    switch part {
    case .element(let index): return block(index)
    case .text(let text):
      guard text.contains(where: { !$0.isWhitespace }) else { return nil }
      return JSON(members: ["kind": .string("text"), "text": .string(text)])
    }
  }

  private func isInline(_ index: Int) -> Bool {
    switch content.structure.elements[index].role {
    case .span, .link, .reference: true
    case .formula, .figure: content.structure.isInText(index)
    case .code: content.structure.isInText(index)
    default: false
    }
  }

  private func area(_ area: DocumentContent.Area) -> JSON {
    let rect = area.rect
    return JSON(members: [
      "page": JSON(area.page + 1), "x": TypesetDocument.points(rect.x), "y": TypesetDocument.points(-(rect.y + rect.height)),
      "width": TypesetDocument.points(rect.width), "height": TypesetDocument.points(rect.height),
    ])
  }

  private static func name(of role: StructureRole) -> String {
    switch role {
    case .heading1, .heading2, .heading3, .heading4, .heading5, .heading6: "heading"
    case .blockQuote: "quote"
    case .itemBody: "body"
    case .tableHead: "head"
    case .tableBody: "rows"
    case .headCell: "headCell"
    case .contentsItem: "entry"
    // As the schema has had it from the beginning.
    case .title: "paragraph"
    default: "\(role)"
    }
  }
}
