internal import TypesetDiagnostics

/// Which elements of an SVG file its style sheets give a filter, or draw as a group of their own (CSS Compositing, 3.1).
///
/// A selector is judged by its last part alone, so that some elements are taken that it does not mean: that costs nothing but outlines.
struct SVGStyleRules {
  /// What an element has, by its attributes and by the rules that may hold for it.
  struct Effects: OptionSet {
    let rawValue: UInt8
    static let filter = Effects(rawValue: 1)
    /// Opacity or a way of blending: its parts can't be drawn one by one.
    static let group = Effects(rawValue: 2)
    static let clip = Effects(rawValue: 4)
    static let mask = Effects(rawValue: 8)
  }

  private struct Subject {
    var tag = ""
    var id = ""
    var classes: [Substring] = []
    var effects: Effects
  }

  private var subjects: [Subject] = []
  /// True if rules ask where an element stands among others, so that none may be put in between.
  private(set) var asksForPlaces = false

  /// - Parameter sheets: The content of the `style` elements, one after another.
  init(_ sheets: String) {
    guard sheets.contains("{") else { return }
    let text = Self.withoutComments(sheets)
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let end = rest[open...].firstIndex(of: "}") ?? rest.endIndex
      // The innermost block, with its selector: a rule within `@media` is one as well.
      let start = rest[open..<end].lastIndex(of: "{") ?? open
      let before = rest[..<start]
      let selector = before.lastIndex { "{};".contains($0) }.map { before[before.index(after: $0)...] } ?? before
      add(selector, Self.effects(of: rest[start..<end].dropFirst()))
      rest = rest[end...].dropFirst()
    }
  }

  /// What rules give an element.
  func effects(tag: String, id: String, classes: [Substring]) -> Effects {
    subjects.reduce(into: Effects()) { effects, subject in
      guard subject.tag.isEmpty || subject.tag == tag, subject.id.isEmpty || subject.id == id,
        subject.classes.allSatisfy(classes.contains)
      else { return }
      effects.formUnion(subject.effects)
    }
  }

  /// What declarations give the element that has them: `filter: blur(2px); opacity: .5`.
  static func effects(of declarations: Substring) -> Effects {
    declarations.split(separator: ";").reduce(into: Effects()) { effects, declaration in
      guard let colon = declaration.firstIndex(of: ":") else { return }
      let value = declaration[colon...].dropFirst()
      effects.formUnion(Self.effects(of: declaration[..<colon].trimmingSpace().lowercased(), value.trimmingSpace()))
    }
  }

  static func effects(of property: String, _ value: String) -> Effects {
    switch property {
    case "filter": value.isEmpty || value.hasPrefix("none") ? [] : .filter
    case "mask": value.isEmpty || value.hasPrefix("none") ? [] : .mask
    case "clip-path": value.isEmpty || value.hasPrefix("none") ? [] : .clip
    case "opacity": DocumentNumber.real(value).map { $0 >= 1 } ?? false ? [] : .group
    case "mix-blend-mode": value.hasPrefix("normal") ? [] : .group
    case "isolation": value.hasPrefix("isolate") ? .group : []
    default: []
    }
  }

  private mutating func add(_ list: Substring, _ effects: Effects) {
    for selector in list.split(separator: ",") {
      let isPlaced = selector.contains { ">+~".contains($0) } || [":nth", ":first", ":last", ":only"].contains { selector.contains($0) }
      if isPlaced { asksForPlaces = true }
      guard !effects.isEmpty, let last = selector.split(whereSeparator: { $0.isWhitespace || ">+~".contains($0) }).last,
        ![":hover", ":focus", ":active", ":target", ":before", ":after"].contains(where: { last.contains($0) })
      else { continue }
      subjects.append(Self.subject(last, effects))
    }
  }

  private static func subject(_ compound: Substring, _ effects: Effects) -> Subject {
    var subject = Subject(effects: effects)
    var rest = compound.prefix { $0 != ":" && $0 != "[" }
    subject.tag = String(rest.prefix { $0 != "." && $0 != "#" && $0 != "*" })
    rest = rest.drop { $0 != "." && $0 != "#" }
    while let mark = rest.first {
      let name = rest.dropFirst().prefix { $0 != "." && $0 != "#" }
      if mark == "#" { subject.id = String(name) } else { subject.classes.append(name) }
      rest = rest[name.endIndex...]
    }
    return subject
  }

  private static func withoutComments(_ text: String) -> String {
    guard text.contains("/*") else { return text }
    var out = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "/*") {
      out += rest[..<open.lowerBound]
      rest = rest[open.upperBound...].firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return out + rest
  }
}
