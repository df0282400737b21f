internal import TypesetDiagnostics

/// The elements of an SVG file in their order, each with what it draws apart.
struct SVGElementTree {
  struct Element {
    var name: String
    var parent: Int
    var start: Int
    /// After the tag's name.
    var nameEnd: Int
    /// After its end tag.
    var end: Int
    /// The number after the last element in it.
    var next = 0
    var attributes: [String: String] = [:]
    var references: [String] = []
    /// A filter is on it or in what it refers to, or a mask that is drawn as one.
    var isFiltered = false
    /// It is drawn as a group of its own.
    var isGroup = false
    /// An element in it has a filter, or itself.
    var holdsFilter = false
    /// Something refers to it, or to an element in it.
    var isNeeded = false
  }

  let file: [UInt8]
  private(set) var elements: [Element] = []
  private(set) var rules = SVGStyleRules("")
  /// False for a file whose tags do not match.
  private(set) var isWhole = true
  /// How often each identifier is given.
  private var named: [String: Int] = [:]

  /// - Parameter drawsMasks: True where elements with masks are to become pixels as well: asked with their number and the root's attributes.
  init(_ file: [UInt8], drawsMasks: (Int, [String: String]) -> Bool) {
    self.file = file
    var sheets = ""
    read(&sheets)
    rules = SVGStyleRules(sheets)
    guard isWhole else { return }
    let clips = file.holds("clipPathUnits")
    var masked: [Int] = []
    for index in elements.indices {
      let effects = effects(of: elements[index])
      elements[index].isFiltered = effects.contains(.filter)
      if effects.contains(.mask) { masked.append(index) }
      // A clip in parts of a group's box depends on all of the group.
      elements[index].isGroup = !effects.isDisjoint(with: [.group, .mask]) || clips && effects.contains(.clip)
    }
    if drawsMasks(masked.count, elements.first?.attributes ?? [:]) { for index in masked { elements[index].isFiltered = true } }
    followReferences(Self.addresses(in: sheets))
  }

  private mutating func read(_ sheets: inout String) {
    var xml = XMLReader(file)
    var open: [Int] = []
    while let text = xml.takeText() {
      if let last = open.last, elements[last].name == "style" { sheets += String(decoding: file[text], as: UTF8.self) + "\n" }
      guard !xml.isAtEnd else { break }
      let start = xml.place
      let name = xml.takeTagName()
      guard !name.hasPrefix("!") else {
        _ = xml.passTag()
        continue
      }
      if name.hasPrefix("/") {
        _ = xml.passTag()
        guard let last = open.popLast(), elements[last].name == name.dropFirst() else { return isWhole = false }
        (elements[last].end, elements[last].next) = (xml.place, elements.count)
        continue
      }
      var element = Element(name: name, parent: open.last ?? -1, start: start, nameEnd: xml.place, end: 0)
      while let attribute = xml.takeAttribute() { element.add(attribute, in: file) }
      let isEmpty = xml.passTag()
      (element.end, element.next) = (xml.place, elements.count + 1)
      if !isEmpty { open.append(elements.count) }
      elements.append(element)
    }
    isWhole = open.isEmpty
  }

  /// True for an identifier that one element has, and that needs no escapes.
  func isUnique(_ id: String) -> Bool {
    named[id] == 1 && id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"#\"'<>&%()".utf8.contains($0) }
  }

  private func effects(of element: Element) -> SVGStyleRules.Effects {
    var effects = SVGStyleRules.effects(of: element.attributes["style"]?[...] ?? "")
    for name in ["filter", "mask", "clip-path", "opacity"] {
      if let value = element.attributes[name] { effects.formUnion(SVGStyleRules.effects(of: name, value)) }
    }
    let classes = element.attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
    return effects.union(rules.effects(tag: element.name, id: element.attributes["id"] ?? "", classes: classes))
  }

  /// Finds out what refers to elements with filters, and which elements are referred to.
  private mutating func followReferences(_ ofSheets: [String]) {
    var first: [String: Int] = [:]
    for index in elements.indices {
      guard let id = elements[index].attributes["id"] else { continue }
      named[id, default: 0] += 1
      if first[id] == nil { first[id] = index }
    }
    var users: [Int: [Int]] = [:]
    var targets = ofSheets.compactMap { first[$0] }
    for index in elements.indices {
      for target in elements[index].references.compactMap({ first[$0] }) {
        users[target, default: []].append(index)
        targets.append(target)
      }
    }
    for target in targets { mark(target, \.isNeeded) }
    var waiting = elements.indices.filter { elements[$0].isFiltered }
    while let index = waiting.popLast() {
      elements[index].isFiltered = true
      // All elements around it, as far as they are not known.
      var around = index
      while around >= 0, !elements[around].holdsFilter {
        elements[around].holdsFilter = true
        waiting += (users[around] ?? []).filter { !elements[$0].isFiltered }
        around = elements[around].parent
      }
    }
  }

  private mutating func mark(_ index: Int, _ flag: WritableKeyPath<Element, Bool>) {
    var index = index
    while index >= 0, !elements[index][keyPath: flag] {
      elements[index][keyPath: flag] = true
      index = elements[index].parent
    }
  }

  /// The names in `url(#name)`.
  fileprivate static func addresses(in text: String) -> [String] {
    guard text.contains("url(") else { return [] }
    return text.parts(between: "url(").dropFirst().compactMap { rest in
      let name = rest.drop { " '\"".contains($0) }
      return name.first == "#" ? String(name.dropFirst().prefix { !")'\" ".contains($0) }) : nil
    }
  }
}

extension SVGElementTree.Element {
  /// Keeps what decides how it is drawn.
  fileprivate mutating func add(_ attribute: XMLReader.Attribute, in file: [UInt8]) {
    references += SVGElementTree.addresses(in: attribute.value)
    switch attribute.name {
    case "href": if attribute.value.hasPrefix("#") { references.append(String(attribute.value.dropFirst())) }
    // Names of other namespaces, as `inkscape:label` and `serif:id`, are something else.
    case _ where !file[attribute.range].drop(while: { $0 <= 0x20 }).starts(with: attribute.name.utf8): break
    case "id", "class", "style", "filter", "mask", "clip-path", "opacity", "viewBox", "width", "height":
      if attributes[attribute.name] == nil { attributes[attribute.name] = attribute.value }
    default: break
    }
  }
}

/// Where the parts of a file begin and end.
struct SVGPartMarks {
  struct Mark {
    var start: Int
    var end: Int
    /// Nil for a row of elements.
    var element: Int?
    var hasFilter: Bool
    var isNeeded: Bool
  }

  private(set) var ranges: [Mark] = []
  private let tree: SVGElementTree
  /// The elements without filters that were passed last, next to each other.
  private var row: [Int] = []

  /// Elements whose children are drawn as they stand.
  private static let containers: Set<String> = ["svg", "g", "a"]
  /// Elements that draw nothing by themselves.
  private static let hidden: Set<String> = [
    "defs", "style", "symbol", "clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "filter", "title", "desc",
    "metadata", "script",
  ]

  init(_ tree: SVGElementTree) {
    self.tree = tree
    var index = 0
    while index < tree.elements.count {
      let element = tree.elements[index]
      // Whatever ends a container's children ends the row.
      if let last = row.last, tree.elements[last].parent != element.parent { closeRow() }
      if Self.hidden.contains(element.name) {
        closeRow()
        index = element.next
      } else if !element.holdsFilter {
        row.append(index)
        index = element.next
      } else if element.isFiltered || element.isGroup || !Self.containers.contains(element.name) {
        closeRow()
        add(index, hasFilter: true)
        index = element.next
      } else {
        closeRow()
        index += 1
      }
    }
    closeRow()
  }

  private mutating func add(_ index: Int, hasFilter: Bool) {
    let element = tree.elements[index]
    ranges.append(Mark(start: element.start, end: element.end, element: index, hasFilter: hasFilter, isNeeded: element.isNeeded))
  }

  private mutating func closeRow() {
    defer { row = [] }
    guard let first = row.first, let last = row.last else { return }
    guard row.count > 1, !tree.rules.asksForPlaces else {
      for index in row { add(index, hasFilter: false) }
      return
    }
    let isNeeded = row.contains { tree.elements[$0].isNeeded }
    ranges.append(
      Mark(start: tree.elements[first].start, end: tree.elements[last].end, element: nil, hasFilter: false, isNeeded: isNeeded))
  }
}
