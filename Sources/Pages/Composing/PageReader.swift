package import TypesetBoxes
package import TypesetInterface

/// Collects the content of a page, element by element.
package struct PageReader {
  let page: Page
  let number: Int
  let structure: DocumentStructure
  package private(set) var places: [DocumentPlace] = []
  /// The names of the document's own blocks.
  private var blockNames: [Int32: String] = [:]
  /// What the labels of a picture say.
  private var words: (PictureID) -> [String] = { _ in [] }
  private var block: Int32 = -1
  /// The element whose words are those of a graphic.
  private var graphicElement: Int?
  /// In `places`, by element.
  private var known: [Int: Int] = [:]
  private var areas: [Int: Rect] = [:]
  /// Names whose element has no content yet.
  private var waiting: [(name: String, rect: Rect)] = []
  /// The names of groups that have begun, by their elements: what is read of the page before goes on on this one.
  private var groups: [Int: String] = [:]

  package init(page: Page, number: Int, structure: DocumentStructure) {
    (self.page, self.number, self.structure) = (page, number, structure)
  }

  /// The places on all pages of a document, in order.
  ///
  /// - Parameters:
  ///   - names: The names of the document's own blocks.
  ///   - words: What the labels of a picture say.
  package static func places(
    on pages: [Page], _ structure: DocumentStructure, names: [Int32: String], words: @escaping (PictureID) -> [String]
  ) -> [DocumentPlace] {
    var out: [DocumentPlace] = []
    var groups: [Int: String] = [:]
    for (number, page) in pages.enumerated() {
      var reader = PageReader(page: page, number: number, structure: structure)
      (reader.blockNames, reader.words, reader.groups) = (names, words, groups)
      reader.read()
      groups = reader.groups
      out += reader.places
    }
    return out
  }

  package mutating func read() {
    var element: Int?
    for (index, item) in page.ink.items.enumerated() {
      guard page.furniture.map({ index < $0 }) ?? true else { break }
      switch item {
      case .content(let id): (element, block) = (structure.index(of: id), id.block)
      case .mark(let mark, let rect):
        switch page.ink.marks[Int(mark)] {
        case .destination(let name) where isWithin(element, rect): add("label", name: name, text: "", rect)
        case .destination(let name): waiting.append((name, rect))
        case .heading(_, _, let destination): waiting.append((destination, rect))
        case .graphic(let graphic):
          graphicElement = element
          if let element {
            note(element, rect, "")
            note(graphic.words, in: element)
          }
        default: break
        }
      // The ground of text is drawn before the element of the text begins.
      case .panel: break
      default:
        guard let element, let area = item.area, isPart(item, of: element) else { continue }
        var text = ""
        if case .run(let run) = item, !run.isSilent, !run.isIncidental, element != graphicElement {
          text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
        }
        note(element, area, text)
        if case .picture(let picture, _) = item { note(words(picture), in: element) }
      }
    }
    for (name, rect) in waiting { add("label", name: name, text: "", rect) }
    for (place, area) in areas { setRect(of: place, to: area) }
  }

  /// True if an item counts as part of an element: a ground is drawn before what it is behind, when another element is still current.
  private func isPart(_ item: InkItem, of element: Int) -> Bool {
    switch item {
    case .run, .picture: return true
    default: break
    }
    var next = element
    while next >= 0 {
      let role = structure.elements[next].role
      if role.hasGraphics || role == .table { return true }
      next = Int(structure.elements[next].parent)
    }
    return false
  }

  /// The name of inline text is marked after it, that of a block before it.
  private func isWithin(_ element: Int?, _ rect: Rect) -> Bool {
    guard let place = element.flatMap({ known[$0] }), let area = areas[place], rect.width > .zero else { return false }
    let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2)
    return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height
  }

  /// Extends the area of an element and of all that contain it.
  private mutating func note(_ element: Int, _ area: Rect, _ text: String) {
    var next = element
    var begun: [Int] = []
    while next >= 0 {
      let found = structure.elements[next]
      if let kind = Self.kind(of: found.role) {
        let place = known[next] ?? begin(next, kind, area)
        if known.updateValue(place, forKey: next) == nil { begun.append(place) }
        areas[place] = areas[place]?.union(area) ?? area
        if found.alternative == nil { places[place].text += text }
      }
      if found.role.isGroup, let name = groups[next] {
        let place = known[next] ?? begin(group: name, area)
        known[next] = place
        areas[place] = areas[place]?.union(area) ?? area
        places[place].text += text
      }
      next = Int(found.parent)
    }
    if !waiting.isEmpty { beginGroups(around: element, area, text) }
    // Headings, formulas and figures have names of their own; other names are those of the outermost block that begins here: a list, not the
    // paragraph of its first item.
    guard !waiting.isEmpty, let innermost = begun.first else { return }
    let isOwn = ["heading", "formula", "figure"].contains(places[innermost].kind)
    let named = isOwn ? innermost : begun.last { ["list", "quote", "code", "table"].contains(places[$0].kind) } ?? innermost
    // The last of several names is the author's own.
    places[named].id = waiting.removeLast().name
    waiting = []
  }

  /// Gives the groups around an element the names that wait for them.
  private mutating func beginGroups(around element: Int, _ area: Rect, _ text: String) {
    guard waiting.contains(where: { structure.groups[$0.name] != nil }) else { return }
    var around: [Int] = []
    var next = element
    while next >= 0 {
      if structure.elements[next].role.isGroup { around.append(next) }
      next = Int(structure.elements[next].parent)
    }
    around.reverse()
    let names = waiting
    waiting = []
    for entry in names {
      guard let depth = structure.groups[entry.name],
        let group = around.dropFirst(depth).first(where: { known[$0] == nil && groups[$0] == nil })
      else {
        waiting.append(entry)
        continue
      }
      groups[group] = entry.name
      let place = begin(group: entry.name, area)
      known[group] = place
      areas[place] = area
      places[place].text = text
    }
  }

  private mutating func begin(group name: String, _ area: Rect) -> Int {
    add("label", name: name, text: "", area)
    return places.count - 1
  }

  /// Words belong to the innermost figure around them.
  private mutating func note(_ words: [String], in element: Int) {
    var next = element
    while !words.isEmpty, next >= 0 {
      if let place = known[next], places[place].kind == "figure" { return places[place].words = (places[place].words ?? []) + words }
      next = Int(structure.elements[next].parent)
    }
  }

  private mutating func begin(_ element: Int, _ kind: String, _ area: Rect) -> Int {
    let found = structure.elements[element]
    add(kind, name: nil, text: found.alternative ?? "", area)
    places[places.count - 1].level = found.role.headingLevel
    return places.count - 1
  }

  private mutating func add(_ kind: String, name: String?, text: String, _ rect: Rect) {
    places.append(
      DocumentPlace(kind: kind, id: name, text: text, level: nil, page: number, label: page.label, x: 0, y: 0, width: 0, height: 0))
    places[places.count - 1].block = blockNames[block]
    setRect(of: places.count - 1, to: rect)
  }

  private mutating func setRect(of place: Int, to rect: Rect) {
    (places[place].x, places[place].y) = (rect.x.points, -(rect.y + rect.height).points)
    (places[place].width, places[place].height) = (rect.width.points, rect.height.points)
  }

  private static func kind(of role: StructureRole) -> String? {
    switch role {
    case .heading1, .heading2, .heading3, .heading4, .heading5, .heading6: "heading"
    case .figure: "figure"
    case .formula: "formula"
    case .table: "table"
    case .list: "list"
    case .blockQuote: "quote"
    case .code: "code"
    case .paragraph: "paragraph"
    default: nil
    }
  }
}
