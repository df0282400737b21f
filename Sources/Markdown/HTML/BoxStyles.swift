internal import TypesetDiagnostics

/// What the styles of a page say of where elements stand: its own `<style>`s, attributes, and classes of Tailwind, UnoCSS and Bootstrap.
///
/// Only what separates words is read: elements that are lines or boxes of their own, and those whose children are boxes.
struct BoxStyles {
  /// How an element stands among its neighbours.
  struct Look: OptionSet {
    let rawValue: UInt8
    /// On lines of its own: `display: block`.
    static let line = Look(rawValue: 1)
    /// With space beside it: `margin`, `padding`.
    static let apart = Look(rawValue: 2)
    /// Its children are boxes, beside each other.
    static let flex = Look(rawValue: 4)
    /// Its children are boxes, below each other.
    static let grid = Look(rawValue: 8)
    /// Its children stand in the other direction: `flex-direction: column`, `grid-template-columns: 1fr 1fr`.
    static let turned = Look(rawValue: 16)

    /// True if its children are boxes.
    var holdsBoxes: Bool { contains(.flex) || contains(.grid) }
    /// True if its children are boxes below each other.
    var holdsLines: Bool { contains(.flex) ? contains(.turned) : contains(.grid) && !contains(.turned) }
  }

  /// One of a selector's parts, `h1.title`.
  private struct Part {
    var name = ""
    var classes: [String] = []
    var id = ""
    /// True if it is the parent of the part behind it, and not just around that.
    var isParent = false

    func matches(_ element: Element) -> Bool {
      (name.isEmpty || name == element.name) && classes.allSatisfy(element.classes.contains) && (id.isEmpty || id == element.id)
    }
  }

  /// An element by what selectors ask for.
  struct Element {
    var name: String
    var classes: [String] = []
    var id = ""

    init(_ name: String, _ pairs: [Attributes.Pair]) {
      self.name = name
      for pair in pairs {
        if pair.key == "class" || pair.key == "classname" { classes += pair.value.split(whereSeparator: \.isWhitespace).map(String.init) }
        if pair.key == "id" { id = pair.value }
      }
    }
  }

  private var rules: [(parts: [Part], look: Look)] = []
  /// The rules by the class or the name that the last part of their selectors has.
  private var places: [String: [Int]] = [:]

  /// True without any style of the page's own.
  var isEmpty: Bool { rules.isEmpty }

  /// Rules that are read, of all styles of a page.
  private static let mostRules = 2_000

  init(_ source: [UInt8]) {
    for sheet in StyleSheet.elements(of: source) { read(StyleSheet(sheet, mostRules: Self.mostRules - rules.count)) }
  }

  // MARK: Elements

  /// What is known of an element.
  ///
  /// - Parameter around: The elements around it, its parent first; asked for only if rules need them.
  func look(of element: Element, _ pairs: [Attributes.Pair], around: () -> [Element]) -> Look {
    var look: Look = []
    for name in element.classes { look.formUnion(Self.look(ofClass: name)) }
    if element.name == "button" { look.insert(.apart) }
    for pair in pairs {
      switch pair.key {
      case "style": look.formUnion(Self.look(of: pair.value.utf8.filter { !"{}\"'".utf8.contains($0) }[...]))
      // UnoCSS has attributes, too: `flex="~ col gap-2"`, `grid="~ cols-2"`.
      case "flex": look.formUnion(pair.value.contains("col") ? [.flex, .turned] : .flex)
      case "grid": look.formUnion(pair.value.contains("cols-") ? [.grid, .turned] : .grid)
      default: break
      }
    }
    guard !rules.isEmpty else { return look }
    let names = element.classes.map { "." + $0 } + [element.name, "*"]
    var elements: [Element]?
    for rule in names.lazy.compactMap({ places[$0] }).joined().map({ rules[$0] }) where !look.isSuperset(of: rule.look) {
      guard rule.parts[rule.parts.count - 1].matches(element) else { continue }
      if rule.parts.count > 1 {
        if elements == nil { elements = around() }
        guard Self.match(rule.parts.dropLast(), elements ?? []) else { continue }
      }
      look.formUnion(rule.look)
    }
    return look
  }

  /// True if the parts before a selector's last one are around an element.
  private static func match(_ parts: ArraySlice<Part>, _ around: [Element]) -> Bool {
    var parts = parts
    for element in around {
      guard let part = parts.last else { return true }
      if part.matches(element) {
        parts.removeLast()
      } else if part.isParent {
        return false
      }
    }
    return parts.isEmpty
  }

  /// What a class says by its name.
  private static func look(ofClass name: String) -> Look {
    switch name {
    case "flex", "inline-flex", "d-flex", "d-inline-flex": return .flex
    case "grid", "inline-grid", "d-grid": return .grid
    case "flex-col", "flex-col-reverse", "flex-column", "grid-flow-col": return .turned
    case "block", "d-block", "absolute", "fixed": return .line
    case "btn": return .apart
    default: break
    }
    if name.hasPrefix("grid-cols-") { return .turned }
    let words = name.split(separator: "-", maxSplits: 1)
    guard words.count == 2, let first = words[0].first, first == "p" || first == "m", words[1] != "0" else { return [] }
    let isSide = words[0].count == 1 || words[0].count == 2 && "xlrse".contains(words[0].last ?? "y")
    return isSide && words[1].first.map { $0.isNumber || $0 == "[" || words[1] == "auto" } == true ? .apart : []
  }

  // MARK: Rules

  /// Rules within others have their selectors before their own, of several around them the first; what is within a rule that is not read is not read.
  private mutating func read(_ sheet: StyleSheet) {
    for rule in sheet.rules {
      let look = rule.declarations.reduce(into: Look()) { $0.formUnion(Self.look(of: $1)) }
      guard !look.isEmpty, let last = rule.selectors.last else { continue }
      let outer = rule.selectors.dropLast().map { Self.selectors($0).first }
      if outer.allSatisfy({ $0 != nil }) {
        let around = outer.flatMap { $0 ?? [] }
        add(look, to: Self.selectors(last).map { around + $0 })
      }
    }
  }

  private mutating func add(_ look: Look, to selectors: [[Part]]) {
    for parts in selectors {
      guard let last = parts.last else { continue }
      places[last.classes.first.map { "." + $0 } ?? (last.name.isEmpty ? "*" : last.name), default: []].append(rules.count)
      rules.append((parts, look))
    }
  }

  /// The elements around all text of a page.
  private static let outermost: Set<String> = [
    "html", "body", "main", "article", "section", ".reveal", ".slides", ".slidev-layout", ".slidev-page", ".markdown-body", ".markdown",
  ]

  /// Selectors of names, classes and what is around them; others are left out, and `@media` and its like have none.
  private static func selectors(_ bytes: ArraySlice<UInt8>) -> [[Part]] {
    let text = String(decoding: bytes, as: UTF8.self).trimmedWhitespace()
    guard !text.hasPrefix("@") else { return [[]] }
    return text.split(separator: ",").prefix(50).compactMap { selector in
      var parts: [Part] = []
      let words = selector.replacing(">", with: " > ").split(whereSeparator: \.isWhitespace)
      for (number, word) in words.enumerated() {
        if word == ">", number > 0 {
          if !parts.isEmpty { parts[parts.count - 1].isParent = true }
        } else {
          guard let part = part(word) else { return nil }
          let isOutermost = outermost.contains(part.name) || part.classes.contains { outermost.contains("." + $0) }
          if !parts.isEmpty || !isOutermost || number == words.count - 1 { parts.append(part) }
        }
      }
      return parts.isEmpty ? nil : parts
    }
  }

  /// `h1`, `.a.b`, `p.a`, `#x`, `*`
  private static func part(_ word: Substring) -> Part? {
    var part = Part()
    var rest = word.first == "*" ? word.dropFirst() : word
    func name() -> String { String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) }
    part.name = name().lowercased()
    rest = rest.dropFirst(part.name.count)
    while let sign = rest.first {
      rest.removeFirst()
      let name = name()
      guard !name.isEmpty else { return nil }
      if sign == "." { part.classes.append(name) } else if sign == "#" { part.id = name } else { return nil }
      rest = rest.dropFirst(name.count)
    }
    return part
  }

  /// What declarations say: `display: flex; gap: 4px`, or React's `display: flex, gap: 4`.
  private static func look(of declarations: ArraySlice<UInt8>) -> Look {
    var look: Look = []
    for declaration in declarations.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }) {
      guard let (name, text) = StyleSheet.declaration(declaration), case let key = name.filter({ $0 != "-" }), keys.contains(key) else {
        continue
      }
      let values = text.lowercased().split(whereSeparator: \.isWhitespace)
      let value = values.first ?? ""
      switch key {
      case "display":
        if ["flex", "inline-flex"].contains(value) { look.insert(.flex) }
        if ["grid", "inline-grid"].contains(value) { look.insert(.grid) }
        if ["block", "flex", "grid", "table", "list-item"].contains(value) { look.insert(.line) }
      case "flexdirection", "flexflow": if value.hasPrefix("column") { look.insert(.turned) }
      case "gridtemplatecolumns", "gridtemplate": if values.count > 1 || value.hasPrefix("repeat") { look.insert(.turned) }
      case "gridautoflow": if value == "column" { look.insert(.turned) }
      case "position": if value == "absolute" || value == "fixed" { look.insert(.line) }
      default:
        // Above and below, right and left.
        let side = values.count > 1 && !key.hasSuffix("inline") ? values[values.count == 4 ? 3 : 1] : value
        if side.contains(where: { ("1"..."9").contains($0) }) || side == "auto" { look.insert(.apart) }
      }
    }
    return look
  }

  private static let keys: Set<String> = [
    "display", "flexdirection", "flexflow", "gridtemplatecolumns", "gridtemplate", "gridautoflow", "position", "padding", "paddingleft",
    "paddingright", "paddinginline", "margin", "marginleft", "marginright", "margininline",
  ]
}
