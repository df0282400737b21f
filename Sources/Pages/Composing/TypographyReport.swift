package import TypesetBoxes
import TypesetJSON

/// How each line of text is set, as text.
package struct TypographyReport {
  private let pages: [Page]
  private let structure: DocumentStructure

  /// - Parameter pages: Of a document whose lines carry reports (`Composer.reportsLines`).
  package init(_ pages: [Page], structure: DocumentStructure) { (self.pages, self.structure) = (pages, structure) }

  /// One JSON object on each line, in page order.
  package func printed() -> String {
    var out = ""
    for (number, page) in pages.enumerated() {
      var element = ElementID.artifact
      for (index, item) in page.ink.items.enumerated() {
        switch item {
        case .content(let next): element = next
        case .mark(let mark, let rect):
          guard case .line(let report) = page.ink.marks[Int(mark)] else { continue }
          let isFurniture = page.furniture.map { index >= $0 } ?? false
          out += printed(report, at: rect, onPage: number, kind: isFurniture ? "furniture" : kind(of: element))
        default: continue
        }
      }
    }
    return out
  }

  private func printed(_ report: LineReport, at rect: Rect, onPage page: Int, kind: String) -> String {
    let fields = [
      "\"page\": \(page + 1)", "\"kind\": \"\(kind)\"", "\"text\": \(JSON.quoted(report.text))", "\"end\": \"\(report.end.rawValue)\"",
      "\"align\": \"\(report.alignment.rawValue)\"",
      "\"x\": \(rounded(rect.x.points))", "\"y\": \(rounded(-(rect.y + rect.height).points))",
      "\"height\": \(rounded(rect.height.points))",
      "\"measure\": \(rounded(report.measure.points))", "\"natural\": \(rounded(report.natural.points))",
      "\"width\": \(rounded(report.width.points))", "\"short\": \(rounded((report.measure - report.width).points))",
      "\"ratio\": \(rounded(report.ratio))", "\"space\": \(rounded(report.space))", "\"stretch\": \(rounded(report.stretch))",
      "\"tracking\": \(rounded(report.tracking))",
    ]
    return "{" + fields.joined(separator: ", ") + "}\n"
  }

  /// To a thousandth; adding zero makes minus zero plus zero.
  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 + 0 }

  /// The kind of block that the text of an element is in.
  private func kind(of element: ElementID) -> String {
    var index = structure.index(of: element)
    while let current = index, structure.elements.indices.contains(current) {
      let element = structure.elements[current]
      switch element.role {
      case .heading1, .heading2, .heading3, .heading4, .heading5, .heading6: return "heading"
      case .headCell, .cell: return "cell"
      case .label, .itemBody: return "item"
      case .contents, .contentsItem: return "contents"
      case .caption: return "caption"
      case .note: return "note"
      case .blockQuote: return "quote"
      default: index = element.parent >= 0 ? Int(element.parent) : nil
      }
    }
    return structure.index(of: element) == nil ? "artifact" : "paragraph"
  }
}
