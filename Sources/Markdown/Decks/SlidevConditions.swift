internal import TypesetDiagnostics
internal import TypesetYAML

/// The elements of a slide of Slidev's that are not seen at the end of its clicks: `v-if="$clicks < 5"`, what follows a condition that holds, `v-else`,
/// what waits for a value of the slide's script that is false at first, `const isOpen = ref(false)`, and the slot of `<LightOrDark>` for slides of the
/// other kind.
struct SlidevConditions {
  /// What is left of lines; nil for lines that are left out.
  private(set) var lines: [Int: String?] = [:]

  /// The first line with words that a later click hides, in whose place others come.
  private(set) var hiddenWords: Int?

  private static let mostConditions = 200

  private struct Edit {
    var range: Range<Int>
    var words = ""
  }

  /// The values of the slide's script, and how many clicks there are.
  private var values: [String: Bool] = [:]
  private var clicks = 0.0

  /// - Parameters:
  ///   - numbers: The lines of the slide.
  ///   - isDark: True for the slides of a dark deck.
  init(_ numbers: Range<Int>, in slideLines: SlideLines, _ settings: YAMLValue?, isDark: Bool) {
    let shown = numbers.filter { !slideLines.isHidden[$0] }
    let signs = ["v-if", "v-show", "v-click", "LightOrDark"].map { Array($0.utf8) }
    guard shown.contains(where: { number in signs.contains { slideLines.text(number).firstRange(of: $0) != nil } }) else { return }
    var text: [UInt8] = []
    var starts: [Int] = []
    for number in shown {
      starts.append(text.count)
      text += Array(slideLines.text(number)) + [ASCII.newline]
    }
    guard text.count < 1 << 17 else { return }
    readScript(text)
    clicks = settings?["clicks"]?.text.flatMap { DocumentNumber.real($0) } ?? 0
    let tags = HTMLTag.all(in: text[...])
    for tag in tags {
      for condition in [tag["v-if"], tag["v-else-if"], tag["v-show"]] { countClicks(condition ?? "") }
    }
    let removed = removed(tags, text)
    var edits = removed.places.map { Edit(range: $0) } + Self.editsOfSchemes(tags, isDark: isDark)
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    guard !edits.isEmpty else { return }
    for (place, number) in shown.enumerated() {
      let range = starts[place]..<(place + 1 < starts.count ? starts[place + 1] : text.count) - 1
      guard let rest = Self.rest(of: range, text, edits) else { continue }
      lines[number] = .some(rest.allSatisfy(ASCII.isBlank) ? nil : String(decoding: rest, as: UTF8.self))
      if let words = removed.words, range.contains(words) { hiddenWords = number }
    }
  }

  /// What edits leave of a line; nil for one that they don't change.
  private static func rest(of line: Range<Int>, _ text: [UInt8], _ edits: [Edit]) -> [UInt8]? {
    let own = edits.filter { $0.range.overlaps(line) || line.isEmpty && $0.range.contains(line.lowerBound) }
    guard !own.isEmpty else { return nil }
    var rest: [UInt8] = []
    var place = line.lowerBound
    for edit in own {
      if place < edit.range.lowerBound { rest += text[place..<edit.range.lowerBound] }
      if line.contains(edit.range.lowerBound), place <= edit.range.lowerBound { rest += Array(edit.words.utf8) }
      place = max(place, edit.range.upperBound)
    }
    return place < line.upperBound ? rest + text[place..<line.upperBound] : rest
  }

  /// `<LightOrDark>` as a division of the one slot that is shown.
  private static func editsOfSchemes(_ tags: [HTMLTag], isDark: Bool) -> [Edit] {
    var edits: [Edit] = []
    var number = 0
    while number < tags.count {
      let tag = tags[number]
      defer { number += 1 }
      if tag.name == "LightOrDark" { edits.append(Edit(range: tag.range, words: tag.isClosing ? "</div>" : "<div>")) }
      guard tag.name == "template", let slot = tag.slot, slot == "light" || slot == "dark", let last = HTMLTag.end(of: number, among: tags)
      else { continue }
      if (slot == "dark") == isDark {
        edits += [Edit(range: tag.range), Edit(range: tags[last].range)]
      } else {
        edits.append(Edit(range: tag.range.lowerBound..<tags[last].range.upperBound))
        number = last
      }
    }
    return edits
  }

  /// The places of elements that are not seen, and where the first words are that a click hides. Of these words stay that nothing takes the place of:
  /// they would be lost.
  private func removed(_ tags: [HTMLTag], _ text: [UInt8]) -> (places: [Range<Int>], words: Int?) {
    var removed: [Range<Int>] = []
    var words: Int?
    let lastStep = tags.lastIndex { $0.isStep && !$0.isHiddenByClick && !$0.isClosing } ?? -1
    /// Whether one of the conditions of a chain was true; nil where that is not known.
    var isDecided: Bool?
    var number = 0
    while number < tags.count, removed.count < Self.mostConditions {
      let tag = tags[number]
      var isShown: Bool? = true
      if let condition = tag["v-if"] {
        isShown = value(of: condition)
        isDecided = isShown
      } else if let condition = tag["v-else-if"] {
        isShown = isDecided == true ? false : isDecided == false ? value(of: condition) : nil
        isDecided = isDecided == true ? true : isShown
      } else if tag["v-else"] != nil {
        isShown = isDecided.map { !$0 }
        isDecided = nil
      } else if let condition = tag["v-show"] {
        isShown = value(of: condition)
      }
      let isHidden = tag.isHiddenByClick
      guard isShown == false || isHidden, let last = HTMLTag.end(of: number, among: tags),
        case let losesWords = isShown != false && Self.hasWords(tags[number...last], text), !losesWords || lastStep > last
      else {
        number += 1
        continue
      }
      if losesWords { words = words ?? tag.range.lowerBound }
      removed.append(tag.range.lowerBound..<tags[last].range.upperBound)
      number = last + 1
    }
    return (removed, words)
  }

  /// True if there are words between tags, beside pictures of Markdown's.
  private static func hasWords(_ tags: ArraySlice<HTMLTag>, _ text: [UInt8]) -> Bool {
    zip(tags, tags.dropFirst()).contains { tag, next in
      var words = text[tag.range.upperBound..<next.range.lowerBound].drop(while: { $0 <= ASCII.space })
      while words.starts(with: "![".utf8), let close = words.firstIndex(of: ASCII.closeParenthesis) {
        words = words[(close + 1)...].drop(while: { $0 <= ASCII.space })
      }
      return !words.isEmpty
    }
  }

  // MARK: Values

  /// `const isOpen = ref(false)`
  private mutating func readScript(_ text: [UInt8]) {
    for line in text.split(separator: ASCII.newline) where line.count < 500 && line.firstRange(of: Array("ref(".utf8)) != nil {
      let words = String(decoding: line, as: UTF8.self).trimmedWhitespace()
      guard ["const ", "let "].contains(where: words.hasPrefix), let equals = words.firstIndex(of: "="),
        let open = words[equals...].firstRange(of: "ref("), let close = words[open.upperBound...].firstIndex(of: ")")
      else { continue }
      let name = String(words[..<equals].drop { $0 != " " }).trimmedWhitespace()
      switch String(words[open.upperBound..<close]).trimmedWhitespace() {
      case "false", "null", "''", "\"\"", "0", "": values[name] = false
      case "true": values[name] = true
      default: break
      }
    }
  }

  /// The clicks up to which a slide goes are at least those that its conditions ask for.
  private mutating func countClicks(_ condition: String) {
    for part in condition.split(whereSeparator: { "&|".contains($0) }) {
      if let comparison = Self.comparison(part) { clicks = max(clicks, comparison.number + (comparison.sign == ">" ? 1 : 0)) }
    }
  }

  /// `$clicks >= 3`
  private static func comparison(_ text: some StringProtocol) -> (sign: String, number: Double)? {
    let words = String(text).filter { $0 != " " && $0 != "(" && $0 != ")" }
    guard let name = ["$slidev.nav.clicks", "$nav.clicks", "$clicks"].first(where: words.hasPrefix) else { return nil }
    let rest = words.dropFirst(name.count)
    let sign = String(rest.prefix { "<>=!".contains($0) })
    return DocumentNumber.real(String(rest.dropFirst(sign.count))).map { (sign, $0) }
  }

  /// Whether a condition holds at the end of the clicks; nil where that is not known.
  private func value(of condition: String) -> Bool? {
    let alternatives = condition.replacing("||", with: "|").split(separator: "|")
    let all = alternatives.map { alternative -> Bool? in
      let parts = alternative.replacing("&&", with: "&").split(separator: "&").map { single($0) }
      if parts.contains(false) { return false }
      return parts.contains(nil) ? nil : true
    }
    if all.contains(true) { return true }
    return all.contains(nil) ? nil : false
  }

  private func single(_ text: some StringProtocol) -> Bool? {
    if let (sign, number) = Self.comparison(text) {
      switch sign {
      case "<": return clicks < number
      case "<=": return clicks <= number
      case ">": return clicks > number
      case ">=": return clicks >= number
      case "==", "===": return clicks == number
      case "!=", "!==": return clicks != number
      default: return nil
      }
    }
    let word = String(text).filter { $0 != " " && $0 != "(" && $0 != ")" }
    if word == "true" || word == "false" { return word == "true" }
    return word.hasPrefix("!") ? values[String(word.dropFirst())].map { !$0 } : values[word]
  }
}

extension HTMLTag {
  /// The slot that a template is for, `#dark`, `v-slot:dark`.
  fileprivate var slot: String? {
    attributes.lazy.compactMap { attribute in
      attribute.name.hasPrefix("#")
        ? String(attribute.name.dropFirst()) : attribute.name.hasPrefix("v-slot:") ? String(attribute.name.dropFirst(7)) : nil
    }
    .first
  }

  /// True for what comes with a click.
  fileprivate var isStep: Bool {
    ["v-click", "v-after", "v-switch", "VClick", "VSwitch"].contains(name)
      || attributes.contains { $0.name.hasPrefix("v-click") || $0.name.hasPrefix("v-after") }
  }

  /// True for what a later click hides again: `v-click.hide`, `v-click="[0, 2]"`.
  fileprivate var isHiddenByClick: Bool {
    attributes.contains { attribute in
      attribute.name.hasPrefix("v-click")
        && (attribute.name.contains("hide") || self[attribute.name].map { $0.hasPrefix("[") && $0.contains(",") } == true)
    }
  }
}
