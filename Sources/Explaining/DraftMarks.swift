package import TypesetBoxes
package import TypesetChecking
internal import TypesetDiagnostics

/// What a proof shows over its pages.
package struct DraftMarks {
  package enum Kind: String, CaseIterable, Sendable {
    /// Findings of `mdtypeset check`.
    case check
    /// Boxes of lines, baselines, glue between words, pictures, and areas behind blocks.
    case boxes
  }

  private let document: CheckedDocument
  private var inks: [Int: [InkItem]] = [:]

  package init(_ document: CheckedDocument) { self.document = document }

  /// Pages with marks over them.
  package func marked(_ pages: [Page], _ kind: Kind) -> [Page] {
    guard kind == .boxes else { return marked(pages, document.check().findings) }
    var marks = self
    marks.addBoxes()
    return marks.over(pages)
  }

  /// Pages with findings marked.
  package func marked(_ pages: [Page], _ findings: [Finding]) -> [Page] {
    var marks = self
    for finding in findings { marks.add(finding) }
    return marks.over(pages)
  }

  private func over(_ pages: [Page]) -> [Page] {
    var pages = pages
    for (number, items) in inks where pages.indices.contains(number) {
      var ink = Ink()
      ink.items = [.content(.artifact)] + items
      pages[number].ink.append(ink, dx: .zero, dy: .zero)
    }
    return pages
  }

  private static let line = Color(red: 0, green: 110, blue: 200)
  private static let glue = Color(red: 229, green: 0, blue: 77, alpha: 70)
  private static let block = Color(red: 30, green: 140, blue: 60)

  private static func frame(_ rect: Rect, _ color: Color, fill: Color? = nil) -> InkItem {
    .panel(Panel(rect: rect, fill: fill, border: color, borderWidth: 0.3.pt))
  }

  private mutating func add(_ finding: Finding) {
    guard let page = finding.page, let rect = finding.rect else { return }
    let (red, green, blue): (UInt8, UInt8, UInt8) =
      switch finding.severity {
      case .error: (200, 0, 30)
      case .warning: (220, 120, 0)
      case .note: (0, 110, 200)
      }
    let whole = Color(red: red, green: green, blue: blue)
    let wide = Rect(x: rect.x - 1.pt, y: rect.y - 1.pt, width: rect.width + 2.pt, height: rect.height + 2.pt)
    inks[page, default: []].append(Self.frame(wide, whole, fill: Color(red: red, green: green, blue: blue, alpha: 36)))
    // A bar at the page's edge leads the eye to small places.
    inks[page]?.append(.rule(Rect(x: 6.pt, y: wide.y, width: 3.pt, height: wide.height), whole))
  }

  private mutating func addBoxes() {
    for place in document.placedLines {
      inks[place.page, default: []] += place.gaps.map { gap in
        .rule(Rect(x: gap.lowerBound, y: place.rect.y, width: gap.upperBound - gap.lowerBound, height: place.rect.height), Self.glue)
      }
      inks[place.page]?.append(Self.frame(place.rect, Self.line))
    }
    for (number, page) in document.pages.enumerated() {
      var baselines: Set<Length> = []
      for item in page.ink.items {
        switch item {
        case .run(let run):
          // Runs of a line share their baseline; one stroke for each.
          guard baselines.insert(run.y).inserted || run.width > 20.pt else { continue }
          inks[number, default: []].append(
            .stroke(Stroke(x0: run.x, y0: run.y, x1: run.x + run.width, y1: run.y, width: 0.2.pt, color: Self.line)))
        case .picture(_, let rect): inks[number, default: []].append(Self.frame(rect, Self.block))
        case .panel(let panel): inks[number, default: []].append(Self.frame(panel.rect, Self.block))
        default: continue
        }
      }
    }
  }
}
