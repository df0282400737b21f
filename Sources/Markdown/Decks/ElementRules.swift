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
  /// The numbers of rules by what the last part of their selectors asks for first: `#logo`, `.title`, `p`.
  private var numbers: [String: [Int]] = [:]
  private let units: SlideUnits
  /// Values of the sheets' own, `--main: teal`.
  private var variables: [String: String] = [:]

  private static let mostRules = 2_000
  private static let mostBytes = 1 << 18

  /// True if classes of UnoCSS say what words look like.
  private let hasUtilities: Bool
  /// True if points in a text are its author's: remark's classes have given words theirs already.
  private let measuresPoints: Bool

  var isEmpty: Bool { rules.isEmpty && !hasUtilities }

  /// - Parameter tool: Whose slides they are for.
  init(_ sheets: [ArraySlice<UInt8>], _ units: SlideUnits, for tool: Deck.Tool) {
    (self.units, hasUtilities, measuresPoints) = (units, tool == .slidev, tool != .remark)
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
      if let rule = Self.rule(outer + " " + selector, declarations) { add(rule) }
    }
  }

  private mutating func add(_ rule: Rule) {
    let key = rule.id.isEmpty ? rule.classes.first.map { "." + $0 } ?? rule.name : "#" + rule.id
    numbers[key, default: []].append(rules.count)
    rules.append(rule)
  }

  /// Those that say something on paper; columns are read by `ColumnRules`.
  private static let looks: Set<String> = [
    "color", "background", "background-color", "text-align", "font-size", "font-weight", "font-style", "font-family", "font-variant",
    "text-decoration", "text-transform", "letter-spacing", "position", "top", "left", "right", "bottom", "inset", "width", "height",
    "z-index", "transform", "display", "flex", "flex-basis", "flex-direction", "flex-flow", "flex-wrap", "grid-template-columns",
    "grid-column", "grid-template-areas", "grid-area",
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
        if !SlideRules.isAround(String(word)) { rule.around.formUnion(parts.dropFirst().filter { !SlideRules.isAround("." + $0) }) }
        // Of other elements it is not known whether they are around.
        if ["header", "footer"].contains(parts[0]) { rule.around.insert("<" + parts[0]) }
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
  ///   - classes: Those of UnoCSS that are written as attributes, too.
  ///   - around: The classes of its slide and of what is on it.
  ///   - inLetters: True for a part of a line.
  func declarations(of name: String, classes: [String], id: String = "", within around: Set<String>, inLetters: Bool = false) -> String {
    var found: [(name: String, value: String)] = hasUtilities ? classes.compactMap(SlidevUtilities.declaration) : []
    for number in matches(name, classes, id, around) {
      for (name, value) in rules[number].declarations where !inLetters || Self.letters.contains(name) {
        found.removeAll { $0.name == name }
        found.append((name, measured(SlideRules.resolved(value, variables), ofLetters: name == "font-size")))
      }
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

  /// The numbers of the rules for an element, the strongest last.
  private func matches(_ name: String, _ classes: [String], _ id: String, _ around: Set<String>) -> [Int] {
    guard !rules.isEmpty else { return [] }
    let keys = [name] + Set(classes).map { "." + $0 } + (id.isEmpty ? [] : ["#" + id])
    return keys.compactMap { numbers[$0] }.joined().filter { number in
      let rule = rules[number]
      return (rule.name.isEmpty || rule.name == name) && (rule.id.isEmpty || rule.id == id) && rule.classes.allSatisfy(classes.contains)
        && rule.around.isSubset(of: around)
    }
    .sorted { (rules[$0].weight, $0) < (rules[$1].weight, $1) }
  }

  /// A value with the pixels and root letters of the deck's slides as points of the page; rows of a grid's areas are behind strokes.
  private func measured(_ value: String, ofLetters: Bool) -> String {
    if let first = value.first, "\"'".contains(first) {
      return value.split { "\"'".contains($0) }.map { String($0).trimmedWhitespace() }.filter { !$0.isEmpty }.joined(separator: " / ")
    }
    return value.split(separator: " ").map { units.points($0, ofLetters: ofLetters) ?? String($0) }.joined(separator: " ")
  }

  // MARK: Texts

  private struct Edit {
    var range: Range<Int>
    var words: String
  }

  /// A text whose tags, and attributes in braces, have the declarations that are meant for them, and the sizes of letters that its author gives them as
  /// points of the page; nil where nothing is said of them.
  ///
  /// - Parameters:
  ///   - around: The classes of the slide, and of what is on it above; those of the text are added.
  ///   - hasBraces: True where attributes in braces have classes: `[words]{.red}`, `::: {.red}`.
  func styled(_ text: String, within around: inout Set<String>, hasBraces: Bool) -> [UInt8]? {
    guard !isEmpty || text.contains("font-size"), text.contains("<") || hasBraces && text.contains("{"), text.utf8.count < 1 << 17 else {
      return nil
    }
    let bytes = Array(text.utf8)[...]
    var edits: [Edit] = []
    let tags = HTMLTag.all(in: bytes)
    for (number, tag) in tags.enumerated() where !tag.isClosing {
      if tag.name == "span", tag["style"]?.contains("grid-area") == true { edits += Self.editsOfCell(number, tags) }
      var classes = tag.classes
      if hasUtilities {
        if let shown = SlidevUtilities.shown(classes), let value = tag.attributes.first(where: { $0.name == "class" })?.value {
          classes = shown
          edits.append(Edit(range: value, words: shown.joined(separator: " ")))
        }
        classes += tag.utilities
      }
      let declared = declarations(of: tag.name.lowercased(), classes: classes, id: tag["id"] ?? "", within: around)
      around.formUnion(classes)
      let style = tag.attributes.first { $0.name == "style" }?.value
      if let style { edits += editsOfSizes(in: bytes, style) }
      guard !declared.isEmpty else { continue }
      if let style {
        let words = tag.isQuoted(style) ? declared + "; " : declared.filter { $0 != " " } + ";"
        edits.append(Edit(range: style.lowerBound..<style.lowerBound, words: words))
      } else {
        let place = tag.range.lowerBound + 1 + tag.name.utf8.count
        edits.append(Edit(range: place..<place, words: " style=\"\(declared)\""))
      }
    }
    if hasBraces { edits += editsOfBraces(bytes, within: around) }
    guard !edits.isEmpty else { return nil }
    var out: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where edit.range.lowerBound >= position {
      out += bytes[position..<edit.range.lowerBound] + Array(edit.words.utf8)
      position = edit.range.upperBound
    }
    return out + bytes[position...]
  }

  /// A cell of a grid as a division, whatever it is otherwise.
  private static func editsOfCell(_ number: Int, _ tags: [HTMLTag]) -> [Edit] {
    guard let last = HTMLTag.end(of: number, among: tags), last > number else { return [] }
    let (open, close) = (tags[number].range.lowerBound + 1, tags[last].range.lowerBound + 2)
    return [open, close].map { Edit(range: $0..<$0 + 4, words: "div") }
  }

  /// What is written for the sizes of letters in an author's own declarations, `font-size: 20px`.
  private func editsOfSizes(in bytes: ArraySlice<UInt8>, _ style: Range<Int>) -> [Edit] {
    var edits: [Edit] = []
    for declaration in bytes[style].split(separator: UInt8(ascii: ";")) {
      guard let (name, value) = StyleSheet.declaration(declaration), name == "font-size", measuresPoints || !value.hasSuffix("pt"),
        let size = units.points(value, ofLetters: true)
      else { continue }
      edits.append(Edit(range: declaration.startIndex..<declaration.endIndex, words: "font-size: " + size))
    }
    return edits
  }

  /// What is written into attributes in braces behind words in brackets and behind colons.
  private func editsOfBraces(_ bytes: ArraySlice<UInt8>, within around: Set<String>) -> [Edit] {
    var edits: [Edit] = []
    var position = bytes.startIndex
    var spans = CodeSpans()
    while let sign = bytes[position...].firstIndex(where: { $0 == ASCII.openBrace || $0 == ASCII.backtick }) {
      guard bytes[sign] == ASCII.openBrace else {
        position = spans.end(of: bytes, from: sign)
        continue
      }
      position = sign + 1
      let isWords = sign > bytes.startIndex && bytes[sign - 1] == ASCII.closeBracket
      let isBlock = bytes[..<sign].suffix(6).last { $0 != ASCII.space } == UInt8(ascii: ":")
      guard isWords || isBlock, let (attributes, length) = Attributes.read(bytes[sign...].prefix(500)) else { continue }
      position = sign + length
      let style = bytes[sign..<position].firstRange(of: Array("style=\"".utf8)).map { open in
        open.upperBound..<(bytes[open.upperBound..<position].firstIndex(of: UInt8(ascii: "\"")) ?? open.upperBound)
      }
      if let style { edits += editsOfSizes(in: bytes, style) }
      let declared = declarations(
        of: isWords ? "span" : "div", classes: attributes.classes, id: attributes.id ?? "", within: around, inLetters: isWords)
      guard !declared.isEmpty else { continue }
      if let style {
        edits.append(Edit(range: style.lowerBound..<style.lowerBound, words: declared + "; "))
      } else if attributes["style"] == nil {
        edits.append(Edit(range: position - 1..<position - 1, words: " style=\"\(declared)\""))
      }
    }
    return edits
  }
}

extension HTMLTag {
  /// Classes of UnoCSS that are written as attributes: `<p text-red-500 text="xl center">`.
  fileprivate var utilities: [String] {
    attributes.flatMap { attribute -> [String] in
      guard let value = attribute.value else { return [attribute.name] }
      guard ["text", "font"].contains(attribute.name), value.count < 200 else { return [] }
      return (self[attribute.name] ?? "").split(separator: " ").map { "\(attribute.name)-\($0)" }
    }
  }
}
