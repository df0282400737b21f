/// The language of a work, by whose rules the case of its texts is changed.
struct ItemLanguage: Sendable {
  /// Titles in English alone are set in title case.
  let isEnglish: Bool
  /// True where a small i has a capital with a dot.
  let isTurkic: Bool

  /// - Parameter fallback: The language of a work that names no language.
  init(of item: Item, fallback: String?) {
    let own = item.language
    isEnglish = (own.isEmpty ? fallback ?? "en" : own).lowercased().hasPrefix("en")
    isTurkic = own.hasPrefix("tr") || own.hasPrefix("az")
  }

  /// A text in its look; nil where it is empty.
  func leaf(_ text: String, _ look: ElementFormatting) -> Output? {
    text.isEmpty ? nil : finished(FieldText.parse(text), look)
  }

  /// The same for words of the locale, whose case goes by the locale's language and not by the work's.
  func words(of locale: Locale) -> ItemLanguage { ItemLanguage(language: locale.language) }

  private init(language: String) {
    isEnglish = language.lowercased().hasPrefix("en")
    isTurkic = language.hasPrefix("tr") || language.hasPrefix("az")
  }

  /// What an element has rendered, in the element's look.
  func finished(_ inner: [Output], _ look: ElementFormatting) -> Output {
    var inner = inner
    if look.stripsPeriods { inner = inner.map(\.withoutPeriods) }
    return .node(OutputNode(TextCase.apply(look.textCase, to: inner, isEnglish: isEnglish, isTurkic: isTurkic), look))
  }
}
