import TypesetBoxes
import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown
import TypesetStyling

/// The steps of a slide in the ink: names of places, which no author's name can be, around what comes with a step.
enum StepMark {
  private static let prefix = "\u{2}"

  static func begin(_ step: Int) -> Mark { .destination(name: "\(prefix)\(step)") }
  static let end = Mark.destination(name: prefix)

  enum Sign { case begin(Int), end, span(Int) }

  /// What a mark says of steps; nil for other marks.
  static func sign(_ mark: Mark) -> Sign? {
    guard case .destination(let name) = mark, name.hasPrefix(prefix) else { return nil }
    let words = name.dropFirst()
    if words.isEmpty { return .end }
    return words.first == "=" ? DocumentNumber.whole(words.dropFirst()).map(Sign.span) : DocumentNumber.whole(words).map(Sign.begin)
  }
}

extension VList {
  /// Marks all that the list's boxes show as coming with a step.
  mutating func markStep(_ step: Int) {
    for position in nodes.indices {
      guard case .box(let box) = nodes[position] else { continue }
      var ink = Ink()
      ink.marks = [StepMark.begin(step), StepMark.end]
      let area = Rect(x: .zero, y: -box.depth, width: box.width, height: box.height + box.depth)
      ink.items.append(.mark(0, area))
      ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: inks[Int(box.ink)], dx: .zero, dy: .zero)
      ink.items.append(.mark(1, area))
      inks.append(ink)
      var marked = box
      marked.ink = Int32(inks.count - 1)
      marked.items = 0..<Int32(ink.items.count)
      nodes[position] = .box(marked)
    }
  }
}

extension StyledTree.Block {
  /// The step with which it comes onto its slide; nil where it is there from the first.
  var step: Int? {
    guard !attributes.pairs.isEmpty else { return nil }
    return attributes[SlideSteps.key].flatMap { DocumentNumber.whole($0) }
  }
}

/// A slide as pages that differ by what is shown.
///
/// The last one, which shows all, is read and has the links; what is on the pages before it is decoration to assistive technology, so that
/// nothing is read twice. Entries of the outline lead to the first one.
struct StepPages {
  private let page: Page
  /// With which step each item of the ink comes.
  private var steps: [Int]
  /// Where words come with a step of their own: they may be a part of a run.
  private var spans: [(rect: Rect, step: Int)] = []
  /// What formulas are copied as: the words of their runs are their source, which stands on the last page alone.
  private var formulas: [ElementID: String] = [:]

  /// A page with more steps is no slide that anybody shows, and is shown whole: each step would look at all that comes later.
  private static let mostSteps = 200

  /// Nil for a page without steps.
  init?(_ page: Page, of structure: DocumentStructure) {
    guard page.ink.marks.contains(where: { StepMark.sign($0) != nil }) else { return nil }
    self.page = page
    steps = [Int](repeating: 0, count: page.ink.items.count)
    var open = [0]
    for (index, item) in page.ink.items.enumerated() where index < page.flow.endIndex {
      steps[index] = open.last ?? 0
      guard case .mark(let mark, let rect) = item, let sign = StepMark.sign(page.ink.marks[Int(mark)]) else { continue }
      switch sign {
      case .begin(let step): open.append(max(step, open.last ?? 0))
      case .end: if open.count > 1 { open.removeLast() }
      case .span(let step):
        // A descender, and what is raised.
        let more = rect.height / 4
        spans.append((Rect(x: rect.x, y: rect.y - more, width: rect.width, height: rect.height + more + more), step))
      }
    }
    guard Set(steps + spans.map(\.step)).count <= Self.mostSteps else {
      steps = [Int](repeating: 0, count: steps.count)
      spans = []
      return
    }
    for (rect, step) in spans { hide(rect, to: step) }
    hideGrounds()
    for case .content(let id) in page.ink.items {
      if let text = structure.index(of: id).flatMap({ structure.elements[$0].text }) { formulas[id] = text }
    }
  }

  /// What is within a rectangle comes with a step at the earliest.
  private mutating func hide(_ rect: Rect, to step: Int) {
    for (index, item) in page.flow.enumerated() {
      guard let area = item.area, rect.holdsMiddle(of: area) else { continue }
      if case .run(let run) = item, !rect.spans(run) { continue }
      steps[index] = max(steps[index], step)
    }
  }

  /// Grounds and bars are drawn before what is on them: they come with the first of it.
  private mutating func hideGrounds() {
    let grounds = page.flow.indices.filter { steps[$0] == 0 && page.ink.items[$0].isGround }
    let content = page.flow.indices.filter { page.ink.items[$0].isContent }
    // A page of more is no slide.
    guard grounds.count * content.count < 4_000_000 else { return }
    for ground in grounds {
      guard let area = page.ink.items[ground].area else { continue }
      // Beside a bar, and below a rule.
      let near = Rect(x: area.x - 2.pt, y: area.y - 2.pt, width: max(area.width, 60.pt), height: area.height + 4.pt)
      var first: Int?
      for index in content where page.ink.items[index].area.map(near.holdsStart) ?? false { first = min(first ?? .max, steps[index]) }
      if let first { steps[ground] = first }
    }
  }

  /// The page at each step.
  var pages: [Page] {
    let last = steps.max() ?? 0
    let shown = Set(page.flow.indices.filter { page.ink.items[$0].isContent }.map { steps[$0] } + spans.map(\.step)).sorted()
    let all = shown.isEmpty ? [last] : shown
    return all.enumerated().map { number, step in
      page(at: step, isFirst: number == 0, isLast: number == all.count - 1)
    }
  }

  private func page(at step: Int, isFirst: Bool, isLast: Bool) -> Page {
    var shown = page
    shown.ink.items = []
    shown.furniture = nil
    /// What is left to be copied of a formula, whose first run has all of it.
    var formula: String?
    for (index, item) in page.ink.items.enumerated() {
      if index == page.furniture { shown.furniture = shown.ink.items.count }
      switch item {
      case .mark(let mark, _):
        let mark = page.ink.marks[Int(mark)]
        guard StepMark.sign(mark) == nil, mark.isPlace ? isFirst : isLast else { continue }
      case .content(let id) where !isLast:
        formula = formulas[id]
        shown.ink.items.append(.content(.artifact))
        continue
      case .part where !isLast: continue
      default: if !isLast, item.area != nil, steps[index] > step { continue }
      }
      if !isLast, case .run(let run) = item, index < page.flow.endIndex {
        appendParts(of: formula.map { shown.ink.renamed(run, $0) } ?? run, at: step, to: &shown.ink)
        if formula != nil { formula = "" }
      } else {
        shown.ink.items.append(item)
      }
    }
    if !isLast { shown.lines = [] }
    return shown
  }
}

extension StepPages {
  /// Adds what is shown of a run at a step: its glyphs outside of spans that come later.
  private func appendParts(of run: GlyphRun, at step: Int, to ink: inout Ink) {
    let later = spans.filter { $0.step > step && $0.rect.isBeside(run) }
    guard !later.isEmpty else { return ink.items.append(.run(run)) }
    let glyphs = ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
    var start = glyphs.startIndex
    func isShown(_ index: Int) -> Bool {
      let x = run.x + Length(rawValue: Int(glyphs[index].x)) + 0.1.pt
      return !later.contains { x >= $0.rect.x && x < $0.rect.x + $0.rect.width }
    }
    while start < glyphs.endIndex {
      let end = (start..<glyphs.endIndex).first { isShown($0) != isShown(start) } ?? glyphs.endIndex
      if isShown(start) { ink.items.append(.run(part(start..<end, of: run, glyphs, in: &ink))) }
      start = end
    }
  }

  /// Some glyphs of a run as a run, with their text.
  private func part(_ range: Range<Int>, of run: GlyphRun, _ glyphs: ArraySlice<Glyph>, in ink: inout Ink) -> GlyphRun {
    let clusters = glyphs[range].map(\.cluster)
    let (first, last) = (clusters.min() ?? 0, clusters.max() ?? 0)
    let next = glyphs.lazy.map(\.cluster).filter { $0 > last }.min() ?? UInt32(run.text.count)
    let x = glyphs[range.lowerBound].x
    var part = run
    part.x += Length(rawValue: Int(x))
    part.width =
      (range.upperBound < glyphs.endIndex ? Length(rawValue: Int(glyphs[range.upperBound].x)) : run.width) - Length(rawValue: Int(x))
    part.glyphs = Int32(ink.glyphs.count)..<Int32(ink.glyphs.count + range.count)
    part.text = run.text.lowerBound + Int32(clamping: min(first, next))..<run.text.lowerBound + Int32(clamping: next)
    ink.glyphs += glyphs[range].map { Glyph(id: $0.id, x: $0.x - x, y: $0.y, cluster: $0.cluster - first) }
    return part
  }
}

extension Mark {
  /// True for what leads to a page, which is the first one of a slide; links are on the last one.
  fileprivate var isPlace: Bool {
    switch self {
    case .destination, .heading, .numbering, .opening: true
    default: false
    }
  }
}

extension InkItem {
  fileprivate var isGround: Bool {
    switch self {
    case .panel, .rule, .stroke, .path: true
    default: false
    }
  }

  fileprivate var isContent: Bool {
    switch self {
    case .run(let run): run.width > .zero
    case .picture: true
    default: false
    }
  }
}

extension Rect {
  fileprivate func holdsMiddle(of other: Rect) -> Bool {
    let (middle, height) = (other.x + other.width / 2, other.y + other.height / 2)
    return middle >= x && middle <= x + width && height >= y && height <= y + self.height
  }

  /// True if the left edge of another one, in the middle of its height, is within.
  fileprivate func holdsStart(of other: Rect) -> Bool {
    let height = other.y + other.height / 2
    return other.x >= x && other.x <= x + width && height >= y && height <= y + self.height
  }

  /// True if all of a run is within.
  fileprivate func spans(_ run: GlyphRun) -> Bool { run.x + 1.pt >= x && run.x + run.width <= x + width + 1.pt }

  /// True if a run on its line reaches into it.
  fileprivate func isBeside(_ run: GlyphRun) -> Bool {
    run.y + run.size / 4 >= y && run.y <= y + height && run.x < x + width && run.x + run.width > x
  }
}

extension Ink {
  /// A run that is copied as other words.
  fileprivate mutating func renamed(_ run: GlyphRun, _ words: String) -> GlyphRun {
    var renamed = run
    renamed.text = Int32(clamping: text.count)..<Int32(clamping: text.count + words.utf8.count)
    text.append(contentsOf: words.utf8)
    let first = Int32(clamping: glyphs.count)
    glyphs += glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map { Glyph(id: $0.id, x: $0.x, y: $0.y, cluster: 0) }
    renamed.glyphs = first..<Int32(clamping: glyphs.count)
    return renamed
  }
}

extension PagedDocument {
  /// Shows slides step by step: each step is a page.
  mutating func divideSteps() {
    guard pages.contains(where: { $0.ink.marks.contains { StepMark.sign($0) != nil } }) else { return }
    var divided: [Page] = []
    /// Where the last step of each page is.
    var last: [Int] = []
    for page in pages {
      divided += StepPages(page, of: structure)?.pages ?? [page]
      last.append(divided.count - 1)
    }
    for (number, place) in places {
      places[number] = CollectedPlace(
        place.fragments.map { fragment in
          CollectedPlace.Fragment(
            page: last.indices.contains(fragment.page) ? last[fragment.page] : fragment.page, label: fragment.label, rect: fragment.rect)
        })
    }
    (pages, reused) = (divided, [:])
  }
}
