internal import TypesetDiagnostics
internal import TypesetYAML

/// The elements of a slide of Slidev's that are not seen at the end of its clicks: `v-if="$clicks < 5"`, what follows a condition that holds, `v-else`, and
/// what waits for a value of the slide's script that is false at first, `const isOpen = ref(false)`.
struct SlidevConditions {
  /// What is left of lines; nil for lines that are left out.
  private(set) var lines: [Int: String?] = [:]

  private static let mostConditions = 200
  private static let voids: Set<String> = ["img", "br", "hr", "input", "source", "col", "wbr", "area", "embed", "track"]

  /// The values of the slide's script, and how many clicks there are.
  private var values: [String: Bool] = [:]
  private var clicks = 0.0

  /// - Parameter numbers: The lines of the slide.
  init(_ numbers: Range<Int>, in slideLines: SlideLines, _ settings: YAMLValue?) {
    let shown = numbers.filter { !slideLines.isHidden[$0] }
    let signs = ["v-if", "v-show", "v-click"].map { Array($0.utf8) }
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
    let tags = Tag.all(in: text)
    for tag in tags {
      for condition in [tag.attributes["v-if"], tag.attributes["v-else-if"], tag.attributes["v-show"]] { countClicks(condition ?? "") }
    }
    let removed = removed(tags, text)
    for (place, number) in shown.enumerated() {
      let range = starts[place]..<(place + 1 < starts.count ? starts[place + 1] : text.count) - 1
      guard removed.contains(where: { $0.overlaps(range) || $0.contains(range.lowerBound) && range.isEmpty }) else { continue }
      let rest = range.filter { index in !removed.contains { $0.contains(index) } }.map { text[$0] }
      lines[number] = .some(rest.allSatisfy(ASCII.isBlank) ? nil : String(decoding: rest, as: UTF8.self))
    }
  }

  /// The places of elements that are not seen. Of what clicks hide, words stay, which would be lost; pictures make room for what takes their place.
  private func removed(_ tags: [Tag], _ text: [UInt8]) -> [Range<Int>] {
    var removed: [Range<Int>] = []
    /// Whether one of the conditions of a chain was true; nil where that is not known.
    var isDecided: Bool?
    var number = 0
    while number < tags.count, removed.count < Self.mostConditions {
      let tag = tags[number]
      var isShown: Bool? = true
      if let condition = tag.attributes["v-if"] {
        isShown = value(of: condition)
        isDecided = isShown
      } else if let condition = tag.attributes["v-else-if"] {
        isShown = isDecided == true ? false : isDecided == false ? value(of: condition) : nil
        isDecided = isDecided == true ? true : isShown
      } else if tag.attributes["v-else"] != nil {
        isShown = isDecided.map { !$0 }
        isDecided = nil
      } else if let condition = tag.attributes["v-show"] {
        isShown = value(of: condition)
      }
      let isHidden = tag.isHiddenByClick
      guard isShown == false || isHidden, let last = Self.end(of: number, among: tags),
        isShown == false || !Self.hasWords(tags[number...last], text)
      else {
        number += 1
        continue
      }
      removed.append(tag.range.lowerBound..<tags[last].range.upperBound)
      number = last + 1
    }
    return removed
  }

  /// True if there are words between tags, beside pictures of Markdown's.
  private static func hasWords(_ tags: ArraySlice<Tag>, _ text: [UInt8]) -> Bool {
    zip(tags, tags.dropFirst()).contains { tag, next in
      var words = text[tag.range.upperBound..<next.range.lowerBound].drop(while: { $0 <= ASCII.space })
      while words.starts(with: "![".utf8), let close = words.firstIndex(of: ASCII.closeParenthesis) {
        words = words[(close + 1)...].drop(while: { $0 <= ASCII.space })
      }
      return !words.isEmpty
    }
  }

  /// The tag that ends an element.
  private static func end(of number: Int, among tags: [Tag]) -> Int? {
    guard !tags[number].isEmpty, !voids.contains(tags[number].name) else { return number }
    var depth = 0
    for other in number..<tags.count where tags[other].name == tags[number].name && !tags[other].isEmpty {
      depth += tags[other].isClosing ? -1 : 1
      if depth == 0 { return other }
    }
    return nil
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

/// A tag of HTML or of a component, whose values may have angle brackets.
private struct Tag {
  var name: String
  var range: Range<Int>
  var attributes: [String: String] = [:]
  var isClosing = false
  /// True for `<a/>`.
  var isEmpty = false

  private static let most = 5_000

  /// True for what a later click hides again: `v-click.hide`, `v-click="[0, 2]"`.
  var isHiddenByClick: Bool {
    attributes.contains { key, value in
      key.hasPrefix("v-click") && (key.contains("hide") || value.hasPrefix("[") && value.contains(","))
    }
  }

  static func all(in text: [UInt8]) -> [Tag] {
    var tags: [Tag] = []
    var position = 0
    while tags.count < most, let open = text[position...].firstIndex(of: ASCII.less) {
      position = open + 1
      guard let tag = Tag(text, at: open) else { continue }
      tags.append(tag)
      position = tag.range.upperBound
    }
    return tags
  }

  private init?(_ text: [UInt8], at open: Int) {
    var place = open + 1
    isClosing = place < text.count && text[place] == UInt8(ascii: "/")
    if isClosing { place += 1 }
    func word(_ isPart: (UInt8) -> Bool) -> String {
      let word = text[place...].prefix { isPart($0) }
      place = word.endIndex
      return String(decoding: word, as: UTF8.self)
    }
    name = word { ASCII.isLetter($0) || ASCII.isDigit($0) || "-:.".utf8.contains($0) }
    range = open..<open
    guard let first = name.utf8.first, ASCII.isLetter(first) else { return nil }
    while place < text.count {
      switch text[place] {
      case ASCII.greater:
        isEmpty = text[place - 1] == UInt8(ascii: "/")
        range = open..<place + 1
        return
      case ASCII.less: return nil
      case let byte where byte <= ASCII.space || byte == UInt8(ascii: "/"): place += 1
      default:
        let key = word { $0 > ASCII.space && !"=>/<".utf8.contains($0) }
        guard !key.isEmpty else { return nil }
        guard place < text.count, text[place] == UInt8(ascii: "=") else {
          attributes[key] = ""
          continue
        }
        place += 1
        guard place < text.count else { return nil }
        let quote = text[place]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          place += 1
          attributes[key] = word { $0 != quote }
          place += 1
        } else {
          attributes[key] = word { $0 > ASCII.space && $0 != ASCII.greater }
        }
      }
    }
    return nil
  }
}
