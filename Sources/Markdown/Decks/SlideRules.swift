internal import TypesetDiagnostics

/// What style sheets say of slides and of the elements on them: `section.lead { background: #123 }`, `h1 { color: teal }`.
struct SlideRules {
  private struct Rule {
    /// Those that the slide has to have.
    var classes: Set<String>
    /// An element on the slide; empty for the slide itself.
    var element: String
    var properties: [(name: String, value: String)]
  }

  private var rules: [Rule] = []
  /// Marp's own theme that a sheet begins with: `@import "gaia"`.
  private(set) var base: String?

  private static let mostRules = 2_000
  private static let elements: Set<String> = [
    "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "a", "code", "blockquote", "p", "li", "table",
  ]
  private static let blocks: Set<String> = ["p", "li"]
  /// What is around the elements of all slides.
  private static let outer: Set<String> = [
    "section", "html", "body", ":root", ":host", "*", ".reveal", ".slides", ".slidev-layout", ".slidev-page", ".marpit", "div.marpit",
    "svg",
    "foreignobject", "#app", "#slide-content", "#slide-container", ".slidev-slide-content", ".remark-slide-content", ".remark-slide",
    ".markdown-body",
  ]

  /// True for what is around the elements of all slides.
  static func isAround(_ selector: String) -> Bool { outer.contains(selector.lowercased()) }

  /// - Parameter isInFrame: True where slides are in an element with colours of its own, as reveal's are: what is around that says nothing of them.
  init(_ sheets: [ArraySlice<UInt8>], isInFrame: Bool = false) { for sheet in sheets { read(sheet, isInFrame) } }

  private mutating func read(_ sheet: ArraySlice<UInt8>, _ isInFrame: Bool) {
    guard sheet.count < 1 << 18 else { return }
    for line in sheet.split(separator: ASCII.newline).prefix(200) where line.starts(with: "@import".utf8) {
      let words = String(decoding: line, as: UTF8.self)
      base = ["default", "gaia", "uncover"].first { words.contains("\"\($0)\"") || words.contains("'\($0)'") } ?? base
    }
    for rule in StyleSheet(sheet, mostRules: Self.mostRules - rules.count).rules {
      let selectors = rule.selectors.map { String(decoding: $0, as: UTF8.self).trimmedWhitespace() }
      // What is for printing, or below a width, is another page's.
      guard !selectors.contains(where: { $0.hasPrefix("@") }), let last = selectors.last else { continue }
      let around = selectors.dropLast().joined(separator: " ")
      let properties = rule.declarations.compactMap(StyleSheet.declaration)
      guard !properties.isEmpty else { continue }
      for selector in Self.alternatives(Self.lastRule(last)) {
        if isInFrame, ["body", "html"].contains(selector), !properties.contains(where: { $0.name.hasPrefix("--") }) { continue }
        guard let (classes, element) = Self.target(around + " " + selector) else { continue }
        rules.append(Rule(classes: classes, element: element, properties: properties))
      }
    }
  }

  /// Without what is before it in the sheet: `@import "x";`, `@charset`.
  private static func lastRule(_ selector: String) -> String {
    selector.lastIndex(of: ";").map { String(selector[selector.index(after: $0)...]) } ?? selector
  }

  /// `h1, h2` and `:is(h1, h2)`
  private static func alternatives(_ selector: String) -> [String] {
    if let open = selector.firstRange(of: ":is("), selector.hasSuffix(")"), !selector[open.upperBound...].dropLast().contains("(") {
      return selector[open.upperBound...].dropLast().split(separator: ",").prefix(20).map {
        selector[..<open.lowerBound] + " " + String($0).trimmedWhitespace()
      }
    }
    return selector.split(separator: ",").prefix(20).map { String($0).trimmedWhitespace() }
  }

  /// The slide's classes and the element that a selector is for; nil for one of other things.
  private static func target(_ selector: String) -> (classes: Set<String>, element: String)? {
    var classes: Set<String> = []
    var element = ""
    var isSlide = false
    for word in selector.split(whereSeparator: { $0.isWhitespace || $0 == ">" }) {
      let part = word.lowercased()
      // Emphasis in text of whatever kind.
      if blocks.contains(element), ["strong", "em", "a", "code"].contains(part) { element = "" }
      guard element.isEmpty else { return nil }
      if outer.contains(part) {
        isSlide = true
      } else if elements.contains(part) {
        element = part
      } else if part.hasPrefix("section.") || part.hasPrefix(".") && !isSlide {
        let names = word.split(separator: ".").dropFirst(part.hasPrefix(".") ? 0 : 1).filter { !outer.contains("." + $0) }
        guard !names.isEmpty, names.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } }) else { return nil }
        classes.formUnion(names.map(String.init))
        isSlide = true
      } else {
        return nil
      }
    }
    return isSlide || !element.isEmpty ? (classes, element) : nil
  }

  // MARK: What they say

  var isEmpty: Bool { rules.isEmpty }

  /// A value with those of variables that slides of all classes have.
  func resolved(_ value: String) -> String {
    guard value.contains("var(") else { return value }
    var variables: [String: String] = [:]
    for rule in rules where rule.element.isEmpty && rule.classes.isEmpty {
      for property in rule.properties where property.name.hasPrefix("--") { variables[property.name] = property.value }
    }
    return Self.resolved(value, variables)
  }

  /// The look of a slide with some classes.
  func look(of classes: Set<String>) -> SlideLook {
    let own = rules.filter { $0.classes.isSubset(of: classes) }.enumerated()
      .sorted { ($0.element.classes.count, $0.offset) < ($1.element.classes.count, $1.offset) }.map(\.element)
    var variables: [String: String] = [:]
    for rule in own where rule.element.isEmpty {
      for property in rule.properties where property.name.hasPrefix("--") { variables[property.name] = property.value }
    }
    var look = SlideLook()
    // The colours of Marp's gaia are values that a theme over it may change.
    if base == "gaia" {
      look.ground = variables["--color-background"]
      if let text = variables["--color-foreground"] { look.colors["text"] = text }
    }
    takeReveal(variables, into: &look)
    for rule in own {
      let isInLetters = rule.properties.contains { $0.name.hasSuffix("background-clip") && $0.value == "text" }
      for property in rule.properties {
        let value = Self.resolved(property.value, variables)
        if rule.element.isEmpty {
          take(property.name, value, into: &look)
        } else if property.name == "font-size" {
          look.sizes[rule.element] = value
        } else if property.name == "text-align" {
          look.aligns[rule.element] = value
        } else if property.name == "color" && !isInLetters
          || isInLetters && ["background", "background-color", "background-image"].contains(property.name)
        {
          look.colors[rule.element] = value
        }
      }
    }
    return look
  }

  /// The colours of reveal's themes, which are values.
  private func takeReveal(_ variables: [String: String], into look: inout SlideLook) {
    look.ground = variables["--r-background-color"] ?? look.ground
    if let text = variables["--r-main-color"] { look.colors["text"] = text }
    if let link = variables["--r-link-color"] { look.colors["a"] = link }
    if let heading = variables["--r-heading-color"] { for level in 1...6 { look.colors["h\(level)"] = heading } }
  }

  /// The same without pictures, whose addresses are from the sheet's folder, and without what is said of the middle of slides, which reveal has itself.
  func plainLook(of classes: Set<String>) -> SlideLook {
    var look = look(of: classes)
    look.pictures = []
    (look.centersWords, look.centersPage) = (nil, nil)
    return look
  }

  private func take(_ name: String, _ value: String, into look: inout SlideLook) {
    switch name {
    case "background", "background-color", "background-image":
      if let address = Self.address(in: value) {
        look.pictures = [SlideLook.Picture(address: address)]
      } else if !["none", "inherit", "transparent", "initial", "unset"].contains(value) {
        look.ground = value
      }
    case "color": look.colors["text"] = value
    case "font-size": look.sizes["text"] = value
    case "text-align": look.centersWords = value == "center"
    case "justify-content", "place-content":
      if value.contains("center") { look.centersPage = true } else if value.contains("start") { look.centersPage = false }
    default: break
    }
  }

  /// The ground of an element without words that covers its slide: `<div class="absolute inset-0" style="background: #123"></div>`; nil for other lines.
  static func ground(ofCover line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: "<div ".utf8), line.count < 2_000, case let text = String(decoding: line, as: UTF8.self),
      text.hasSuffix("></div>"),
      text.contains("inset-0") || text.filter({ $0 != " " }).contains("inset:0"), let style = SlideBackground.value(of: "style=", in: text)
    else { return nil }
    for declaration in style.split(separator: ";") {
      guard let (name, value) = StyleSheet.declaration(Array(declaration.utf8)[...]) else { continue }
      if ["background", "background-color", "background-image"].contains(name), address(in: value) == nil { return value }
    }
    return nil
  }

  /// `url("a.png")`; nil for colours, and for pictures in the sheet itself, which are mostly patterns.
  static func address(in value: String) -> String? {
    guard let open = value.firstRange(of: "url("), let close = value[open.upperBound...].firstIndex(of: ")") else { return nil }
    let address = String(value[open.upperBound..<close].filter { !"\"'".contains($0) }).trimmedWhitespace()
    return address.isEmpty || address.hasPrefix("data:") ? nil : address
  }

  /// A value with those of variables, `var(--main)`.
  static func resolved(_ value: String, _ variables: [String: String]) -> String {
    var value = value
    for _ in 0..<6 {
      guard let open = value.firstRange(of: "var("), let close = value[open.upperBound...].firstIndex(of: ")") else { break }
      let parts = value[open.upperBound..<close].split(separator: ",", maxSplits: 1).map { String($0).trimmedWhitespace() }
      let own = parts.first.flatMap { variables[$0.lowercased()] } ?? (parts.count > 1 ? parts[1] : "")
      value = value[..<open.lowerBound] + own + value[value.index(after: close)...]
    }
    return value
  }
}
