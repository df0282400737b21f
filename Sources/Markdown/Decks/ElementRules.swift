internal import TypesetDiagnostics

/// What the style sheets of a deck say of elements and classes on its slides, as declarations for the tags of which they say it.
struct ElementRules {
  private struct Rule {
    /// The last part of the selector: `p.title`, `#logo`.
    var name = ""
    var classes: [String] = []
    var id = ""
    /// Classes of the slide, or of what is around the element.
    var around: Set<String> = []
    var declarations: [(name: String, value: String)]

    var weight: Int { (id.isEmpty ? 0 : 10_000) + (classes.count + around.count) * 100 + (name.isEmpty ? 0 : 1) }
  }

  private var rules: [Rule] = []
  /// The length of a pixel of the deck's tool, in points.
  private let pixel: Double
  /// Values of the sheets' own, `--main: teal`.
  private var variables: [String: String] = [:]

  private static let mostRules = 2_000
  private static let mostBytes = 1 << 18

  /// True if classes of UnoCSS say what words look like.
  private let hasUtilities: Bool

  var isEmpty: Bool { rules.isEmpty && !hasUtilities }

  init(_ sheets: [ArraySlice<UInt8>], pixel: Double, hasUtilities: Bool = false) {
    (self.pixel, self.hasUtilities) = (pixel, hasUtilities)
    for sheet in sheets where sheet.count <= Self.mostBytes {
      for rule in StyleSheet(sheet, mostRules: Self.mostRules - rules.count).rules { read(rule) }
    }
  }

  /// These, and over them those of the sheets on a slide.
  func with(_ sheets: [ArraySlice<UInt8>]) -> ElementRules {
    guard !sheets.isEmpty else { return self }
    var all = self
    for sheet in sheets where sheet.count <= Self.mostBytes {
      for rule in StyleSheet(sheet, mostRules: Self.mostRules).rules { all.read(rule) }
    }
    return all
  }

  private mutating func read(_ rule: StyleSheet.Rule) {
    let selectors = rule.selectors.map { String(decoding: $0, as: UTF8.self).trimmedWhitespace() }
    guard let last = selectors.last, !selectors.contains(where: { $0.hasPrefix("@") }) else { return }
    let all = rule.declarations.compactMap(StyleSheet.declaration)
    for (name, value) in all where name.hasPrefix("--") { variables[name] = value }
    let declarations = all.filter { Self.looks.contains($0.name) }
    guard !declarations.isEmpty else { return }
    let outer = selectors.dropLast().joined(separator: " ")
    for selector in last.split(separator: ",").prefix(20) {
      if let rule = Self.rule(outer + " " + selector, declarations) { rules.append(rule) }
    }
  }

  /// Those that say something on paper; columns are read by `ColumnRules`.
  private static let looks: Set<String> = [
    "color", "background", "background-color", "text-align", "font-size", "font-weight", "font-style", "font-family", "font-variant",
    "text-decoration", "text-transform", "letter-spacing", "position", "top", "left", "right", "bottom", "inset", "width", "height",
    "z-index", "transform", "display", "flex", "flex-basis", "flex-direction", "flex-flow", "flex-wrap", "grid-template-columns",
    "grid-column",
    "justify-content", "align-items", "vertical-align",
  ]

  /// Those of letters, which a part of a line may have.
  private static let letters: Set<String> = [
    "color", "background", "background-color", "font-size", "font-weight", "font-style", "font-family", "font-variant", "text-decoration",
    "text-transform", "letter-spacing", "vertical-align",
  ]

  /// The element that a selector is for; nil for slides themselves and for what is asked for otherwise.
  private static func rule(_ selector: String, _ declarations: [(name: String, value: String)]) -> Rule? {
    var rule = Rule(declarations: declarations)
    let words = selector.split(whereSeparator: { $0.isWhitespace || $0 == ">" })
    for (number, word) in words.enumerated() {
      guard !word.contains(where: { ":[+~*()".contains($0) }) || SlideRules.isAround(String(word)) else { return nil }
      let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let isLast = number == words.count - 1
      guard isLast else {
        if !SlideRules.isAround(String(word)) { rule.around.formUnion(parts.dropFirst()) }
        continue
      }
      guard !SlideRules.isAround(String(word)), parts[0] != "section" else { return nil }
      let sides = parts[0].split(separator: "#", omittingEmptySubsequences: false).map(String.init)
      (rule.name, rule.id, rule.classes) = (sides.first ?? "", sides.count > 1 ? sides[1] : "", Array(parts.dropFirst()))
    }
    return rule.name.isEmpty && rule.id.isEmpty && rule.classes.isEmpty ? nil : rule
  }

  // MARK: Elements

  /// The declarations for an element, `color: red; font-size: 12pt`; empty for none.
  ///
  /// - Parameters:
  ///   - around: The classes of its slide and of what is on it.
  ///   - inLetters: True for a part of a line.
  func declarations(of name: String, classes: [String], id: String = "", within around: Set<String>, inLetters: Bool = false) -> String {
    let own = rules.enumerated().filter { _, rule in
      (rule.name.isEmpty || rule.name == name) && (rule.id.isEmpty || rule.id == id) && rule.classes.allSatisfy(classes.contains)
        && rule.around.isSubset(of: around)
    }
    .sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
    var found: [(name: String, value: String)] = hasUtilities ? classes.compactMap(SlidevUtilities.declaration) : []
    for (name, value) in own.flatMap(\.element.declarations) where !inLetters || Self.letters.contains(name) {
      found.removeAll { $0.name == name }
      found.append((name, measured(SlideRules.resolved(value, variables))))
    }
    // A place that is none, and columns that are no columns.
    let isPlaced = found.contains { $0.name == "position" && ["absolute", "fixed"].contains($0.value) }
    let places: Set = ["position", "top", "left", "right", "bottom", "inset", "z-index", "transform"]
    found.removeAll { name, value in
      !isPlaced && places.contains(name) || name == "display" && !["flex", "grid"].contains(value) || value.isEmpty
        || value.utf8.count > 200 || value.contains { "\"'<>{}".contains($0) }
    }
    return found.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
  }

  /// A value with the pixels and root letters of the deck's slides as points of the page.
  private func measured(_ value: String) -> String {
    value.split(separator: " ").map { word in
      for (unit, factor) in [("px", 1.0), ("rem", 16)] where word.hasSuffix(unit) {
        if let number = DocumentNumber.real(word.dropLast(unit.count)) {
          return "\((number * factor * pixel * 100).rounded() / 100)pt"
        }
      }
      return String(word)
    }
    .joined(separator: " ")
  }

  /// A line whose tags have the declarations that are meant for them; nil where nothing is said of it.
  ///
  /// - Parameter around: The classes of the slide, and of what is on it above; those of the line are added.
  func styled(_ line: String, within around: inout Set<String>) -> String? {
    guard line.contains("<"), line.utf8.count < 5_000 else { return nil }
    var out = ""
    var rest = line[...]
    while let open = rest.firstIndex(of: "<") {
      out += rest[..<open]
      rest = rest[open...]
      let name = String(rest.dropFirst().prefix { $0.isLetter || $0.isNumber })
      guard !name.isEmpty, let end = Self.end(of: rest) else {
        out.append(rest.removeFirst())
        continue
      }
      let tag = rest[..<end]
      rest = rest[end...]
      let classes = Self.value(of: "class", in: tag)?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
      let id = Self.value(of: "id", in: tag).map(String.init) ?? ""
      let declared = declarations(of: name.lowercased(), classes: classes, id: id, within: around)
      around.formUnion(classes)
      guard !declared.isEmpty else {
        out += tag
        continue
      }
      if let style = Self.value(of: "style", in: tag) {
        out += tag[..<style.startIndex] + declared + "; " + tag[style.startIndex...]
      } else {
        out += "<\(name) style=\"\(declared)\"" + tag.dropFirst(name.count + 1)
      }
    }
    out += rest
    return out == line ? nil : out
  }

  /// Where a tag ends, past brackets in its values.
  private static func end(of tag: Substring) -> Substring.Index? {
    var quote: Character?
    for index in tag.indices {
      let character = tag[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return tag.index(after: index)
      }
    }
    return nil
  }

  /// The value of an attribute, ` class = "red"`.
  private static func value(of key: String, in tag: Substring) -> Substring? {
    var rest = tag
    while let found = rest.firstRange(of: key) {
      let before = found.lowerBound > tag.startIndex ? tag[tag.index(before: found.lowerBound)] : " "
      rest = tag[found.upperBound...]
      let behind = rest.drop { $0 == " " }
      guard before == " " || before == "\t", behind.first == "=" else { continue }
      let value = behind.dropFirst().drop { $0 == " " }
      guard let quote = value.first, quote == "\"" || quote == "'" else { continue }
      return value.dropFirst().prefix { $0 != quote }
    }
    return nil
  }
}
