/// What is settled before a work is rendered: the work, how it is cited, what the processor has found out about it.
struct RenderingContext: Sendable {
  enum Mode { case citation, bibliography, sorting }

  let style: Style
  let locale: Locale
  let layout: Layout
  let item: Item
  let cite: Cite
  let mode: Mode
  let language: ItemLanguage
  /// The language of the locale's words.
  let words: ItemLanguage
  var expansion = Expansion()
  var citationNumber = 0
  /// How far the names of persons are written out everywhere, by the style's rule.
  var globalGiven: [PersonName: Int] = [:]
  /// Names options of a sort key.
  var sortNames = NameOptions()
  /// Leaves out the first names, which are in the cite before.
  var leavesOutNames = false
  var leavesOutYear = false
  /// True for a form that is compared with others to tell works apart.
  var isCompared = false
  var abbreviations: [String: [String: String]] = [:]
  var usesExplicitYearSuffix = false
  var allowance = RenderingAllowance()

  init(style: Style, locale: Locale, layout: Layout, item: Item, cite: Cite, mode: Mode) {
    (self.style, self.locale, self.layout, self.item, self.cite, self.mode) = (style, locale, layout, item, cite, mode)
    language = ItemLanguage(of: item, fallback: style.defaultLocale)
    words = language.words(of: locale)
  }

  // MARK: Variables

  /// The text of a variable; nil for a variable without a text.
  func text(of name: String, isShort: Bool = false) -> String? {
    switch name {
    case "locator": cite.locator.isEmpty ? nil : cite.locator.trimmed()
    case "citation-number": mode == .sorting || citationNumber > 0 ? "\(citationNumber)" : nil
    case "first-reference-note-number": cite.firstNoteNumber > 0 && cite.position > .first ? "\(cite.firstNoteNumber)" : nil
    case "citation-label": item.texts[name].map { $0 + YearSuffix.letters(expansion.yearSuffix) } ?? trigraph
    case "page-first":
      item.texts["page-first"] ?? item.texts["page"].map { page in String(page.prefix { !"-–&, ".contains($0) }) }
    default: (isShort ? shortened(name) : nil) ?? item.texts[name]
    }
  }

  private func shortened(_ name: String) -> String? {
    if let own = item.texts[name + "-short"] { return own }
    if name == "container-title", let own = item.texts["journalAbbreviation"] { return own }
    return item.texts[name].flatMap { abbreviations[name]?[$0] }
  }

  /// `Knut84`: letters of the names, with the year.
  private var trigraph: String? {
    let names = item.names["author"] ?? item.names["editor"] ?? []
    guard !names.isEmpty else { return nil }
    let lengths = names.count == 1 ? [4] : names.count == 2 ? [2, 2] : names.count == 3 ? [1, 1, 2] : [1, 1, 1, 1]
    var out = ""
    for (name, length) in zip(names, lengths) { out += (name.literal ?? name.family).filter(\.isLetter).prefix(length) }
    if let year = item.dates["issued"]?.start?.year { out += "\(abs(year) % 100 < 10 ? "0" : "")\(abs(year) % 100)" }
    return out + YearSuffix.letters(expansion.yearSuffix)
  }

  /// True for page numbers, of the work or of the place that is cited.
  func isPages(_ name: String) -> Bool { name == "page" || name == "locator" && cite.locatorLabel == "page" }

  // MARK: Conditions

  /// - Parameter suppressed: Variables that have replaced others and are empty from there on.
  func holds(_ branch: Element.Branch, without suppressed: Set<String>) -> Bool {
    if branch.conditions.isEmpty { return true }
    switch branch.match {
    case "any": return branch.conditions.contains { holds($0, without: suppressed) }
    case "none": return !branch.conditions.contains { holds($0, without: suppressed) }
    default: return branch.conditions.allSatisfy { holds($0, without: suppressed) }
    }
  }

  private func holds(_ condition: Element.Condition, without suppressed: Set<String>) -> Bool {
    switch condition {
    case .type(let type): item.type == type
    case .variable(let name): has(name, without: suppressed)
    case .isNumeric(let name):
      Numbers.isNumeric(name == "locator" ? cite.locator : name == "citation-number" ? "\(citationNumber)" : item.texts[name] ?? "")
    case .isUncertainDate(let name): item.dates[name]?.isUncertain ?? false
    case .locator(let label):
      !cite.locator.isEmpty && (cite.locatorLabel == "sub-verbo" ? "sub verbo" : cite.locatorLabel) == label
    case .position(let position): mode == .citation && cite.isAt(position)
    case .disambiguate(let wanted): expansion.isAmbiguous == wanted
    }
  }

  private func has(_ name: String, without suppressed: Set<String>) -> Bool {
    switch name {
    case "locator": !cite.locator.isEmpty
    case "citation-number": citationNumber > 0
    case "year-suffix": expansion.yearSuffix > 0
    case "first-reference-note-number": cite.firstNoteNumber > 0 && cite.position > .first
    default:
      !suppressed.contains(name)
        && (item.texts[name] != nil || item.names[name].map { !$0.isEmpty } ?? false || item.dates[name] != nil)
    }
  }
}

extension Cite {
  /// True for a place that CSL names so: `first`, `ibid`, `near-note`.
  fileprivate func isAt(_ name: String) -> Bool {
    switch name {
    case "first": position == .first
    case "subsequent": position > .first
    case "ibid": position >= .ibid
    case "ibid-with-locator": position == .ibidWithLocator
    case "near-note": isNearNote && position > .first
    default: false
    }
  }
}
