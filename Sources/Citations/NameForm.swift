/// How a style writes one name: its parts, their order and their looks.
struct NameForm {
  let element: NamesElement
  let options: NameOptions
  let language: ItemLanguage
  let isSorting: Bool
  let demotesParticle: String
  let initializesWithHyphen: Bool

  /// - Parameters:
  ///   - isInverted: True for `Knuth, Donald`.
  ///   - level: 0: as the style says, 1: with initials at least, 2: with given names.
  func output(_ name: PersonName, isInverted: Bool, given level: Int) -> Output {
    if let literal = name.literal {
      return isSorting ? .text(NameParts.withoutArticle(literal)) : language.finished(FieldText.parse(literal), element.familyLook)
    }
    var parts = NameParts(name)
    let isShort = options.form == "short"
    if isSorting { return .text(sortKey(parts, isShort: isShort)) }
    let isGivenShown = !isShort || level > 0
    if !isGivenShown {
      parts.given = ""
    } else if let with = options.initializeWith {
      // Names that are written out keep the form of the initials in them.
      parts.given =
        level < 2
        ? initials(of: parts.given, with: with)
        : NameParts.initials(of: parts.given, with: with, shortens: false, hyphenates: initializesWithHyphen)
    }
    if !isGivenShown {
      return family([parts.particle, parts.family], isParticleSpaced: name.isParticleSpaced) ?? .text("")
    }
    if parts.isEastern || name.isStaticOrder { return familyFirst(parts) }
    return isInverted ? inverted(parts, of: name) : upright(parts, of: name)
  }

  private func initials(of given: String, with mark: String) -> String {
    NameParts.initials(of: given, with: mark, shortens: options.initialize ?? true, hyphenates: initializesWithHyphen)
  }

  /// Long enough to tell namesakes apart.
  private func sortKey(_ parts: NameParts, isShort: Bool) -> String {
    let isDemoted = demotesParticle != "never"
    let family = isDemoted ? parts.family : NameParts.joined(parts.particle, parts.family)
    let given = isShort ? "" : options.initializeWith.map { initials(of: parts.given, with: $0) } ?? parts.given
    let tail = [given, parts.dropping, isDemoted ? parts.particle : "", parts.suffix].filter { !$0.isEmpty }
    return ([family] + tail).joined(separator: " ")
  }

  // MARK: Orders

  /// Names in the scripts of East Asia, and names whose order never changes.
  private func familyFirst(_ parts: NameParts) -> Output {
    let shown = [language.leaf(parts.family, element.familyLook), language.leaf(parts.given, element.givenLook)]
    var node = OutputNode(shown.compactMap(\.self))
    node.delimiter = parts.isEastern ? "" : " "
    return .node(node)
  }

  /// `Beethoven, Ludwig van, Jr.`
  private func inverted(_ parts: NameParts, of name: PersonName) -> Output {
    let isDemoted = demotesParticle == "display-and-sort"
    let gap = parts.given.isEmpty || parts.dropping.isEmpty ? "" : name.hasCommaBeforeParticle ? ", " : " "
    var tail: [Output] = []
    if let given = language.leaf(parts.given + gap + parts.dropping, element.givenLook.withoutAffixes) { tail.append(given) }
    if isDemoted, !parts.particle.isEmpty {
      // The particle keeps the look of the family name.
      if !tail.isEmpty { tail.append(.text(" ")) }
      tail.append(language.finished(FieldText.parse(parts.particle), element.familyLook.withoutAffixes))
    }
    var given = OutputNode(tail)
    (given.prefix, given.suffix) = (element.givenLook.prefix, element.givenLook.suffix)
    let first = family(isDemoted ? [parts.family] : [parts.particle, parts.family], isParticleSpaced: name.isParticleSpaced)
    var node = OutputNode(
      [first, tail.isEmpty ? nil : .node(given), parts.suffix.isEmpty ? nil : .text(parts.suffix)].compactMap(\.self))
    node.delimiter = options.sortSeparator ?? ", "
    return .node(node)
  }

  /// `Ludwig van Beethoven`
  private func upright(_ parts: NameParts, of name: PersonName) -> Output {
    var outputs: [Output] = []
    // `d’` of François Hédelin d’Aubignac is written to the name.
    let isJoined = NameParts.joinsNext(parts.dropping, isParticle: true)
    let given = isJoined ? parts.given : NameParts.appended(parts.given, parts.dropping)
    if let output = language.leaf(given, element.givenLook) { outputs.append(output) }
    let last = family([isJoined ? parts.dropping : "", parts.particle, parts.family], isParticleSpaced: name.isParticleSpaced)
    if !given.isEmpty, last != nil { outputs.append(.text(" ")) }
    if let last { outputs.append(last) }
    if !parts.suffix.isEmpty { outputs.append(.text((name.hasCommaBeforeSuffix ? ", " : " ") + parts.suffix)) }
    return .node(OutputNode(outputs))
  }

  /// Particle and name, each in the look of the family name, its affixes around both; nil without words.
  private func family(_ words: [String], isParticleSpaced: Bool) -> Output? {
    let words = words.filter { !$0.isEmpty }
    guard !words.isEmpty else { return nil }
    let look = element.familyLook.withoutAffixes
    var children: [Output] = []
    for (index, word) in words.enumerated() {
      if index > 0, isParticleSpaced || !NameParts.joinsNext(words[index - 1], isParticle: true) { children.append(.text(" ")) }
      children.append(language.finished(FieldText.parse(word), look))
    }
    var node = OutputNode(children)
    (node.prefix, node.suffix) = (element.familyLook.prefix, element.familyLook.suffix)
    return .node(node)
  }
}

extension ElementFormatting {
  fileprivate var withoutAffixes: ElementFormatting {
    var out = self
    (out.prefix, out.suffix) = ("", "")
    return out
  }
}
