import TypesetBoxes
import TypesetDiagnostics

extension Checker {
  /// Text against its ground, once for each pair of colours in a block.
  mutating func checkContrast() {
    guard applies(.contrast) else { return }
    struct Pair: Hashable { var block: Int32, text: UInt32, ground: UInt32 }
    var told: Set<Pair> = []
    for (number, page) in document.pages.enumerated() {
      var block: Int32 = -1
      var grounds = Grounds(of: page)
      for item in page.flow {
        switch item {
        case .content(let id): block = id.block
        case .run(let run):
          guard block >= 0, !run.isSilent, run.color.alpha > 0, run.glyphs.count > 0, let ground = grounds.color(below: run) else {
            continue
          }
          let text = run.color.over(ground)
          guard !told.contains(Pair(block: block, text: text.rgba, ground: ground.rgba)) else { continue }
          let ratio = contrast(text, ground)
          let isLarge = run.size >= 18.pt || run.size >= 14.pt && document.isBold(run.face)
          guard ratio < (isLarge ? 2.995 : 4.495) else { continue }
          told.insert(Pair(block: block, text: text.rgba, ground: ground.rgba))
          let shown = String(
            decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].prefix(400), as: UTF8.self
          ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
          let area = item.area
          report(
            .contrast, span: place(ofText: shown, inBlock: block, at: area, on: number), page: number, rect: area,
            "\(shown.isEmpty ? "a part of this formula" : "the text “\(shown.count > 30 ? shown.prefix(28) + "…" : shown)”") in \(text.hex) on \(ground.hex) has a contrast of \(decimals(ratio)):1, less than \(isLarge ? "3" : "4.5"):1"
          )
        default: grounds.add(item)
        }
      }
    }
  }

  /// Where a run of text is in the source: at the line of the page that contains it.
  private func place(ofText text: String, inBlock block: Int32, at area: Rect?, on page: Int) -> SourceSpan? {
    let line = area.flatMap { area in
      places.lines(of: block).first {
        $0.page == page && $0.rect.y <= area.y + area.height / 2 && area.y + area.height / 2 <= $0.rect.y + $0.rect.height
          && $0.rect.x <= area.x + 1.pt && area.x <= $0.rect.x + max($0.rect.width, $0.report.measure)
      }
    }
    guard let span = blockSpan(block) else { return line?.span }
    let wanted = Array(text.utf8.prefix(40))
    if wanted.isEmpty { return line?.span ?? span }
    let start = line?.offset ?? Int(span.start)
    if let found = document.source.bytes.find(wanted, from: start, to: min(Int(span.end), start + 2000, document.source.bytes.count)) {
      return SourceSpan(found, found + wanted.count)
    }
    return line?.span ?? span
  }
}

/// The filled areas of a page, below what is drawn next.
private struct Grounds {
  private let paper: Color
  private var areas: [(rect: Rect, color: Color?)] = []

  init(of page: Page) { paper = page.background ?? Color(red: 255, green: 255, blue: 255) }

  mutating func add(_ item: InkItem) {
    switch item {
    case .panel(let panel): if let fill = panel.fill { areas.append((panel.rect, fill)) }
    case .rule(let rect, let color): if rect.height > 4.pt, rect.width > 4.pt { areas.append((rect, color)) }
    // Its colours are not known.
    case .picture(_, let rect): areas.append((rect, nil))
    default: break
    }
  }

  /// The colour behind a run; nil where that is a picture.
  func color(below run: GlyphRun) -> Color? {
    let (x, y) = (run.x + min(run.width, run.size) / 2, run.y + run.size / 4)
    var above: [Color] = []
    var ground = paper
    for area in areas.reversed() {
      let rect = area.rect
      guard rect.x <= x, x <= rect.x + rect.width, rect.y <= y, y <= rect.y + rect.height else { continue }
      guard let color = area.color else { return nil }
      if color.alpha >= 1 {
        ground = color
        break
      }
      above.append(color)
    }
    return above.reversed().reduce(ground) { $1.over($0) }
  }
}

extension Color {
  /// Seen in front of an opaque colour.
  fileprivate func over(_ ground: Color) -> Color {
    func mixed(_ front: Double, _ back: Double) -> UInt8 { UInt8(((front * alpha + back * (1 - alpha)) * 255).rounded()) }
    return Color(red: mixed(red, ground.red), green: mixed(green, ground.green), blue: mixed(blue, ground.blue))
  }

  /// WCAG 2.2, relative luminance.
  fileprivate var luminance: Double {
    func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// x to the power of 2.4, which needs only square roots: x² · x^0.4, where x^0.4 = (x²)^(1/5) by Newton's method.
  private func power(_ x: Double) -> Double {
    let square = x * x
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }
}

/// WCAG 2.2, contrast ratio, from 1 to 21.
private func contrast(_ a: Color, _ b: Color) -> Double {
  let (x, y) = (a.luminance, b.luminance)
  return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
