/// How a style writes names one after the other: how many of them, what is between them, “et al.”
struct NameList {
  let form: NameForm
  let locale: Locale
  /// How far the cite is expanded, and persons everywhere.
  let expansion: Expansion
  let globalGiven: [PersonName: Int]
  /// True where only the first name of a cite is written out for its namesakes.
  let writesOutFirstAlone: Bool
  /// True for a cite of a work that has been cited before.
  let isSubsequent: Bool

  /// The names that have been rendered for a work, in their order.
  struct Shown: Sendable {
    var names: [PersonName] = []
    /// Of the lists that are cut: the most names that there are, and the most that are shown.
    var most = 0
    var least = 0
  }

  private var options: NameOptions { form.options }

  /// How many names are shown, and whether some are left out.
  ///
  /// - Parameter hasOthers: True for a list that ends with “and others”, who are at least one more name.
  private func cut(_ count: Int, hasOthers: Bool, _ shown: inout Shown) -> (shown: Int, isCut: Bool) {
    let least = isSubsequent ? options.etAlSubsequentMin ?? options.etAlMin ?? 0 : options.etAlMin ?? 0
    let first = isSubsequent ? options.etAlSubsequentUseFirst ?? options.etAlUseFirst ?? 1 : options.etAlUseFirst ?? 1
    guard least > 0, count + (hasOthers ? 1 : 0) >= least, first < count else { return (count, false) }
    let own = max(first, 0)
    shown.least = max(shown.least, own)
    shown.most = max(shown.most, count)
    guard let wanted = expansion.names, wanted > own else { return (own, true) }
    return (min(wanted, count), wanted < count)
  }

  /// - Parameter shown: Gets the names that are shown.
  /// - Returns: The outputs, empty where the style only counts names, and the number of names.
  func outputs(_ names: [PersonName], _ shown: inout Shown) -> (outputs: [Output], count: Int) {
    var names = names
    let hasOthers = names.count > 1 && names.last?.literal == "others"
    if hasOthers { names.removeLast() }
    let (count, isCut) = cut(names.count, hasOthers: hasOthers, &shown)
    if options.form == "count" { return ([], count) }
    var outputs: [Output] = []
    var wasInverted = false
    for index in 0..<count {
      if index > 0 {
        let isLast = index == count - 1 && !isCut && !hasOthers
        outputs.append(.text(isLast ? lastDelimiter(of: count, wasInverted: wasInverted) : delimiter))
      }
      wasInverted = options.nameAsSortOrder == "all" || options.nameAsSortOrder == "first" && index == 0
      var single = OutputNode([form.output(names[index], isInverted: wasInverted, given: given(names[index], at: shown.names.count))])
      single.isName = true
      outputs.append(.node(single))
      shown.names.append(names[index])
    }
    // The last name, where at least two are left out. “Et al.” sorts nothing.
    let last = isCut && options.etAlUseLast == true && names.count - count > 1 ? names.last : nil
    if isCut || hasOthers, !form.isSorting || last != nil { outputs += rest(last, after: count, wasInverted: wasInverted) }
    return (outputs, count)
  }

  /// How far a name is written out.
  private func given(_ name: PersonName, at place: Int) -> Int {
    let own = place < expansion.given.count ? expansion.given[place] : 0
    return place == 0 || !writesOutFirstAlone ? max(own, globalGiven[name] ?? 0) : own
  }

  // MARK: Between names

  private var delimiter: String { options.nameDelimiter ?? ", " }

  private func precedes(_ rule: String?, wasInverted: Bool, inContext: Bool) -> Bool {
    switch rule ?? "contextual" {
    case "always": true
    case "never": false
    case "after-inverted-name": wasInverted
    default: inContext
    }
  }

  /// The delimiter before the last name, with “and” where the style has it.
  private func lastDelimiter(of count: Int, wasInverted: Bool) -> String {
    guard let and = options.and, !form.isSorting else { return delimiter }
    let word = and == "symbol" ? "&" : locale.term("and") ?? "and"
    // A word that is written to the name before it brings its own space.
    if word.last?.isWhitespace == true { return word }
    guard precedes(options.delimiterPrecedesLast, wasInverted: wasInverted, inContext: count > 2) else { return " " + word + " " }
    return (delimiter.last?.isWhitespace == true ? delimiter : delimiter + " ") + word + " "
  }

  /// “et al.”, or an ellipsis and the last name.
  private func rest(_ last: PersonName?, after count: Int, wasInverted: Bool) -> [Output] {
    if let last {
      return [.text(delimiter + "… "), form.output(last, isInverted: options.nameAsSortOrder == "all", given: 0)]
    }
    guard count > 0, let term = locale.term(form.element.etAlTerm), !term.isEmpty else { return [] }
    let isPreceded = precedes(options.delimiterPrecedesEtAl, wasInverted: wasInverted, inContext: count > 1)
    let etAl = form.language.leaf(term, form.element.etAlLook).map { [$0] } ?? []
    return [.text(isPreceded ? delimiter : " ")] + etAl
  }
}
