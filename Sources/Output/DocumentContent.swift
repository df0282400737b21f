internal import TypesetBoxes

/// What is on some pages, in reading order: the elements of the structure with their text, and where they are.
///
/// Headers, footers, leaders and other decoration are left out, as they are from the tags of a PDF.
struct DocumentContent {
  enum Part: Hashable {
    case text(String)
    /// In `elements` of the document's structure.
    case element(Int)
  }

  /// Where a part of an element is.
  struct Area: Hashable {
    /// From 0.
    var page: Int
    var rect: Rect
  }

  /// Of the document itself.
  private(set) var top: [Int] = []
  /// The blocks of the document that bring the elements of `top`.
  private(set) var blocks: [Int: Int32] = [:]
  /// By element.
  private(set) var parts: [Int: [Part]] = [:]
  private(set) var areas: [Int: [Area]] = [:]
  /// The names of elements for links; the author's own where there are several.
  private(set) var names: [Int: String] = [:]
  /// Headings as their author wrote them, with the level that counts in the outline.
  private(set) var headings: [Heading] = []

  struct Heading {
    var level: Int
    var title: String
    var destination: String
    var page: Int
    /// From the page's upper edge.
    var y: Length
  }

  let structure: DocumentStructure
  private var known: Set<Int> = []
  /// Names whose element has no content yet.
  private var waiting: [String] = []
  /// The end of the last run, for spaces that are only places on the page.
  private var last: (block: Int, y: Length, end: Length, isSpace: Bool)?

  init(_ structure: DocumentStructure) { self.structure = structure }

  /// Adds the content of a page after the content of earlier pages.
  ///
  /// - Parameter number: From 0.
  mutating func add(_ page: Page, number: Int) {
    var element: Int?
    var block: Int32 = -1
    last = nil
    for item in page.flow {
      switch item {
      case .content(let id): (element, block) = (structure.index(of: id), id.block)
      case .mark(let mark, let rect): read(page.ink.marks[Int(mark)], rect, in: element, on: number)
      default:
        guard let element, let area = item.area, isContent(item, of: element) else { continue }
        enter(element, of: block)
        note(area, of: element, on: number)
        guard case .run(let run) = item, !run.isSilent, !run.isIncidental else { continue }
        guard !run.text.isEmpty else {
          // The first run of a formula has its LaTeX.
          if structure.elements[element].role.hasGraphics { last?.end = run.x + run.width }
          continue
        }
        let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
        append(text, of: run, to: element)
      }
    }
  }

  private mutating func read(_ mark: Mark, _ rect: Rect, in element: Int?, on page: Int) {
    switch mark {
    // The name of a block comes before the block, the name of words within it after the words.
    case .destination(let name): if !holds(element, rect) { waiting.append(name) }
    case .heading(let level, let title, let destination):
      waiting.append(destination)
      headings.append(Heading(level: level, title: title, destination: destination, page: page, y: -(rect.y + rect.height)))
    default: break
    }
  }

  /// True if an item is part of an element: a rule or a ground is so only of a drawing; elsewhere it is what comes next that it adorns.
  private func isContent(_ item: InkItem, of element: Int) -> Bool {
    switch item {
    case .run, .picture: return true
    default: break
    }
    var next = element
    while next >= 0 {
      if structure.elements[next].role.hasGraphics { return true }
      next = Int(structure.elements[next].parent)
    }
    return false
  }

  /// True if something is where an element already is.
  private func holds(_ element: Int?, _ rect: Rect) -> Bool {
    guard let area = element.flatMap({ areas[$0]?.last?.rect }), rect.width > .zero else { return false }
    let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2)
    return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height
  }

  /// Makes an element and all that hold it known, from the outermost one on.
  private mutating func enter(_ element: Int, of block: Int32) {
    guard !known.contains(element) else { return }
    var path: [Int] = []
    var next = element
    while next >= 0, known.insert(next).inserted {
      path.append(next)
      next = Int(structure.elements[next].parent)
    }
    for (depth, index) in path.enumerated().reversed() {
      let parent = depth + 1 < path.count ? path[depth + 1] : next
      if parent >= 0 {
        parts[parent, default: []].append(.element(index))
      } else {
        top.append(index)
        blocks[index] = block
      }
    }
    guard let name = waiting.last, let outermost = path.last(where: { structure.elements[$0].role.isNamed }) ?? path.last else { return }
    names[outermost] = name
    waiting.removeAll()
  }

  private mutating func note(_ area: Rect, of element: Int, on page: Int) {
    var next = element
    while next >= 0 {
      var known = areas.removeValue(forKey: next) ?? []
      if let last = known.popLast() {
        let isHere = last.page == page
        known.append(Area(page: last.page, rect: isHere ? last.rect.union(area) : last.rect))
        if !isHere { known.append(Area(page: page, rect: area)) }
      } else {
        known.append(Area(page: page, rect: area))
      }
      areas[next] = known
      next = Int(structure.elements[next].parent)
    }
  }

  private mutating func append(_ text: String, of run: GlyphRun, to element: Int) {
    var text = text
    // A leader, the space between columns: seen, but no character.
    let block = structure.block(of: element)
    if let last, last.block == block, !last.isSpace, abs(run.y.rawValue - last.y.rawValue) * 2 < run.size.rawValue,
      run.x.rawValue - last.end.rawValue > run.size.rawValue / 2
    {
      text = " " + text
    }
    last = (block, run.y, run.x + run.width, text.last?.isWhitespace ?? true)
    var known = parts.removeValue(forKey: element) ?? []
    if case .text(let before)? = known.last {
      known[known.count - 1] = .text(before + text)
    } else {
      known.append(.text(text))
    }
    parts[element] = known
  }

  /// The text of an element on one line, including the text of its inlines.
  func line(of element: Int) -> String {
    // A formula is read as its LaTeX, but for one that only refers to another; a picture is read as its description.
    if structure.elements[element].role.hasGraphics,
      let read = structure.elements[element].source ?? structure.elements[element].alternative, !Self.isReference(read)
    {
      return read
    }
    var out = ""
    for part in parts[element] ?? [] {
      switch part {
      case .text(let text): out += text
      case .element(let inner): out += line(of: inner)
      }
    }
    // The number of a footnote is no part of the word before it.
    return structure.elements[element].note > 0 ? "[\(out)]" : out
  }

  /// True for `\eqref{eq:a}` and its like, which show a number.
  private static func isReference(_ latex: String) -> Bool {
    guard latex.utf8.first == UInt8(ascii: "\\"), latex.utf8.last == UInt8(ascii: "}"), let brace = latex.firstIndex(of: "{") else {
      return false
    }
    let label = latex[latex.index(after: brace)...].dropLast()
    return ["\\ref", "\\eqref", "\\cref", "\\Cref", "\\autoref"].contains(latex[..<brace]) && !label.contains { "{}".contains($0) }
  }
}

extension StructureRole {
  /// True for an element that can have a name, false for one that only groups others.
  fileprivate var isNamed: Bool {
    switch self {
    case .division, .section: false
    default: true
    }
  }
}
