internal import TypesetDiagnostics

/// Terms, dates and habits of a language, from locale files; what a style sets itself overrides them.
struct Locale: Sendable {
  struct TermKey: Hashable, Sendable {
    var name: String
    /// `long`, `short`, `verb`, `verb-short`, `symbol`.
    var form: String
  }

  struct Term: Sendable {
    var single = ""
    var multiple = ""
    /// Of nouns that ordinals agree with.
    var gender = ""
  }

  struct Ordinal: Sendable {
    /// The number after which it comes, by `match`.
    var number: Int
    var match: String
    var gender: String
    var text: String
  }

  var language = "en-US"
  private(set) var terms: [TermKey: Term] = [:]
  private(set) var ordinals: [Ordinal] = []
  private(set) var longOrdinals: [Ordinal] = []
  /// `text` and `numeric`.
  private(set) var dates: [String: DateFormat] = [:]
  var punctuationInQuote = false
  var limitsDayOrdinals = false

  /// A word of the language; nil for a term that it lacks.
  func term(_ name: String, _ form: String = "long", plural: Bool = false) -> String? {
    var form = form
    while true {
      if let term = terms[TermKey(name: name, form: form)] ?? respelled(name, form) { return plural ? term.multiple : term.single }
      switch form {
      case "verb-short": form = "verb"
      case "symbol": form = "short"
      case "verb", "short": form = "long"
      default: return nil
      }
    }
  }

  /// A term whose name a file writes with hyphens for spaces, or the other way round.
  private func respelled(_ name: String, _ form: String) -> Term? {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }) else { return nil }
    return terms[TermKey(name: name.replacing(sign: " ", with: "-"), form: form)]
      ?? terms[TermKey(name: name.replacing(sign: "-", with: " "), form: form)]
  }

  /// The sign between numbers: `213 & 235`.
  var ampersand: String { terms[TermKey(name: "and", form: "symbol")]?.single ?? "&" }

  func gender(of name: String) -> String { terms[TermKey(name: name, form: "long")]?.gender ?? "" }

  /// What is written after a number: `st`, `nd`; the most particular one that matches.
  func ordinalSuffix(_ number: Int, gender: String) -> String {
    func best(_ gender: String) -> Ordinal? {
      var found: Ordinal?
      for ordinal in ordinals where ordinal.gender == gender && ordinal.number >= 0 {
        let matches =
          switch ordinal.match {
          case "whole-number": number == ordinal.number
          case "last-digit": number % 10 == ordinal.number
          default: number % 100 == ordinal.number
          }
        if matches, (found?.number ?? -1) <= ordinal.number { found = ordinal }
      }
      return found
    }
    if let found = best(gender) ?? best("") { return found.text }
    return ordinals.last { $0.number == -1 && $0.gender == gender }?.text ?? ordinals.last { $0.number == -1 && $0.gender.isEmpty }?.text
      ?? ""
  }

  func longOrdinal(_ number: Int, gender: String) -> String? {
    longOrdinals.last { $0.number == number && $0.gender == gender }?.text
      ?? longOrdinals.last { $0.number == number && $0.gender.isEmpty }?.text
  }

  /// Adds the terms of a `locale` element; they override earlier terms.
  mutating func add(_ locale: XMLElement) {
    for part in locale.children {
      switch part.name {
      case "terms":
        // A locale that defines ordinals defines all of them.
        if part.children.contains(where: { $0["name"]?.hasPrefix("ordinal") == true }) { ordinals = [] }
        for term in part.children where term.name == "term" { add(term: term) }
      case "date": dates[part["form"] ?? "text"] = DateFormat(part)
      case "style-options":
        if let value = part["punctuation-in-quote"] { punctuationInQuote = value == "true" }
        if let value = part["limit-day-ordinals-to-day-1"] { limitsDayOrdinals = value == "true" }
      default: break
      }
    }
  }

  private mutating func add(term: XMLElement) {
    guard let name = term["name"] else { return }
    var made = Term(single: term.text, multiple: term.text, gender: term["gender"] ?? "")
    if !term.children.isEmpty {
      made.single = term.children.first { $0.name == "single" }?.text ?? ""
      made.multiple = term.children.first { $0.name == "multiple" }?.text ?? made.single
    } else if !term.text.contains(where: { !$0.isWhitespace && $0 != "\u{A0}" }) {
      // Terms may be nothing but a space, and are empty where a file is laid out over lines.
      if term.text.contains("\n") { (made.single, made.multiple) = ("", "") }
    }
    let agrees = term["gender-form"] ?? ""
    if name == "ordinal" {
      ordinals.append(Ordinal(number: -1, match: "", gender: agrees, text: made.single))
    } else if name.hasPrefix("ordinal-"), let number = DocumentNumber.whole(name.dropFirst(8)) {
      let match = term["match"] ?? (number < 10 ? "last-digit" : "last-two-digits")
      ordinals.append(Ordinal(number: number, match: match, gender: agrees, text: made.single))
    } else if name.hasPrefix("long-ordinal-"), let number = DocumentNumber.whole(name.dropFirst(13)) {
      longOrdinals.append(Ordinal(number: number, match: "", gender: agrees, text: made.single))
    } else if agrees.isEmpty {
      terms[TermKey(name: name, form: term["form"] ?? "long")] = made
    } else {
      terms[TermKey(name: name + " " + agrees, form: term["form"] ?? "long")] = made
    }
  }

  // MARK: Which files

  /// The dialect that a language alone means.
  private static let dialects: [String: String] = [
    "af": "af-ZA", "bg": "bg-BG", "ca": "ca-AD", "cs": "cs-CZ", "cy": "cy-GB", "da": "da-DK", "de": "de-DE", "el": "el-GR", "en": "en-US",
    "es": "es-ES", "et": "et-EE", "fa": "fa-IR", "fi": "fi-FI", "fr": "fr-FR", "he": "he-IL", "hi": "hi-IN", "hr": "hr-HR", "hu": "hu-HU",
    "id": "id-ID", "is": "is-IS", "it": "it-IT", "ja": "ja-JP", "km": "km-KH", "ko": "ko-KR", "lt": "lt-LT", "lv": "lv-LV", "mn": "mn-MN",
    "nb": "nb-NO", "nl": "nl-NL", "nn": "nn-NO", "no": "nb-NO", "pl": "pl-PL", "pt": "pt-PT", "ro": "ro-RO", "ru": "ru-RU", "sk": "sk-SK",
    "sl": "sl-SI", "sr": "sr-RS", "sv": "sv-SE", "th": "th-TH", "tr": "tr-TR", "uk": "uk-UA", "vi": "vi-VN", "zh": "zh-CN",
  ]

  /// The files of a language, the most general first: `en-US`, `de-DE`, `de-AT`.
  static func files(for language: String) -> [String] {
    let parts = language.split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let base = parts.first?.lowercased() else { return ["en-US"] }
    var out = ["en-US"]
    out.append(dialects[base] ?? base)
    if let region = parts.dropFirst().first(where: { $0.count == 2 }) { out.append(base + "-" + region.uppercased()) }
    return out.enumerated().filter { out.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }

  /// - Parameters:
  ///   - language: BCP 47.
  ///   - overrides: The `locale` elements of the style.
  ///   - file: The text of a locale file, such as `de-DE`; nil for a missing file.
  init(language: String, overrides: [XMLElement], file: (String) -> XMLElement?) {
    self.language = language
    for name in Self.files(for: language) {
      if let parsed = file(name) { add(parsed) }
    }
    let base = language.split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
    func lang(_ element: XMLElement) -> String { element["lang"] ?? "" }
    for element in overrides where lang(element).isEmpty { add(element) }
    for element in overrides where lang(element) == base && !base.isEmpty { add(element) }
    for element in overrides where lang(element) == language && language != base { add(element) }
  }
}
