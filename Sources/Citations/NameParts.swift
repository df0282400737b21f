/// The parts of a person's name as they are put together.
struct NameParts {
  var family: String
  var given: String
  /// Stays with the family name: `van` of Vincent van Gogh.
  var particle: String
  /// Goes away with the given name.
  var dropping: String
  var suffix: String
  /// Written in a script in which the family name comes first, without a space.
  var isEastern = false

  init(_ name: PersonName) {
    (family, given, particle, dropping, suffix) =
      (name.family, name.given, name.nonDroppingParticle, name.droppingParticle, name.suffix)
    isEastern = !(family + given).isEmpty && (family + given).unicodeScalars.allSatisfy { Self.isEastern($0) || $0 == " " || $0 == "・" }
  }

  private static func isEastern(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x2FDF, 0x3005...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x2FFFF: true
    default: false
    }
  }

  /// True if what is written last has no space after it: `d’`, `al-`.
  static func joinsNext(_ text: String, isParticle: Bool) -> Bool {
    guard isParticle, let last = text.last else { return false }
    return "'’-\u{2010}–".contains(last)
  }

  static func joined(_ particle: String, _ family: String, isSpaced: Bool = false) -> String {
    if particle.isEmpty { return family }
    if family.isEmpty { return particle }
    return particle + (!isSpaced && joinsNext(particle, isParticle: true) ? "" : " ") + family
  }

  static func appended(_ given: String, _ particle: String) -> String {
    given.isEmpty ? particle : particle.isEmpty ? given : given + " " + particle
  }

  /// Institutions are sorted without their article.
  static func withoutArticle(_ text: String) -> String {
    for article in ["The ", "the ", "A ", "a ", "An ", "an "] where text.hasPrefix(article) { return String(text.dropFirst(article.count)) }
    return text
  }

  /// Given names in initials: `Jean-Paul` with `. ` is `J.-P.`
  ///
  /// - Parameter shortens: False changes only the initials that are there.
  static func initials(of given: String, with: String, shortens: Bool, hyphenates: Bool) -> String {
    guard given.utf8.contains(UInt8(ascii: "<")) else {
      return plainInitials(of: given, with: with, shortens: shortens, hyphenates: hyphenates)
    }
    let marked = MarkedName(given)
    return marked.restored(plainInitials(of: marked.text, with: with, shortens: shortens, hyphenates: hyphenates))
  }

  private static func plainInitials(of given: String, with: String, shortens: Bool, hyphenates: Bool) -> String {
    let mark = with.trimmedEnd()
    let gap = String(with.dropFirst(mark.count))
    var out = ""
    func endsInGap() -> Bool { out.isEmpty || out.last?.isWhitespace == true || out.last == "-" }
    // A full stop ends a name: `J.P.` are two.
    var words: [(text: String, afterHyphen: Bool, isInitial: Bool)] = []
    // `Ph.` stays as it is, `ME` is one name.
    var word = ""
    var afterHyphen = false
    func flush(_ isInitial: Bool) {
      if !word.isEmpty { words.append((word, afterHyphen, isInitial || MarkedName.core(of: word).count == 1)) }
      word = ""
      afterHyphen = false
    }
    for letter in given {
      switch letter {
      case ".": flush(true)
      case " ", "\u{A0}": flush(false)
      case "-", "\u{2010}":
        flush(false)
        afterHyphen = true
      default: word.append(letter)
      }
    }
    flush(false)
    for (index, entry) in words.enumerated() {
      let (whole, follows, isInitial) = entry
      let text = MarkedName.core(of: whole)
      guard let first = text.first else { continue }
      let (before, after) = (whole[..<text.startIndex], whole[text.endIndex...])
      if first.isLowercase, !follows {
        // A particle is not shortened.
        if !endsInGap() { out += " " }
        out += whole
        if index + 1 < words.count { out += " " }
        continue
      }
      if follows, hyphenates || !shortens {
        if first.isLowercase, shortens { continue }
        if shortens || isInitial {
          out = out.trimmedEnd()
        }
        out += "-"
      } else if follows, first.isLowercase {
        continue
      }
      if shortens || isInitial {
        if !shortens, index > 0, !words[index - 1].isInitial, !endsInGap() { out += " " }
        out += before + (isInitial ? String(text) : first.uppercased()) + mark + after
        if index + 1 < words.count { out += gap }
      } else {
        if !endsInGap() { out += " " }
        out += whole
        if index + 1 < words.count, !words[index + 1].afterHyphen { out += " " }
      }
    }
    return out.trimmedEnd()
  }
}

/// A given name with markup in it, such as `<i>J</i>`: each tag is one private character while the name is shortened.
private struct MarkedName {
  /// The name with a character for each tag.
  private(set) var text = ""
  private var tags: [String] = []
  private static let firstTag: UInt32 = 0xF_0000
  /// More tags than these are no name's.
  private static let mostTags = 64

  init(_ given: String) {
    var rest = Substring(given)
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">"), tags.count < Self.mostTags,
      let letter = Unicode.Scalar(Self.firstTag + UInt32(tags.count))
    {
      text += rest[..<start]
      text.unicodeScalars.append(letter)
      tags.append(String(rest[start...end]))
      rest = rest[rest.index(after: end)...]
    }
    text += rest
  }

  func restored(_ text: String) -> String {
    var out = ""
    for letter in text {
      if Self.isTag(letter), let value = letter.unicodeScalars.first?.value, tags.indices.contains(Int(value - Self.firstTag)) {
        out += tags[Int(value - Self.firstTag)]
      } else {
        out.append(letter)
      }
    }
    return out
  }

  private static func isTag(_ letter: Character) -> Bool {
    letter.unicodeScalars.first.map { (firstTag..<firstTag + UInt32(mostTags)).contains($0.value) } ?? false
  }

  /// A word without the tags around it.
  static func core(of word: String) -> Substring {
    var out = Substring(word)
    while let first = out.first, isTag(first) { out.removeFirst() }
    while let last = out.last, isTag(last) { out.removeLast() }
    return out
  }
}

extension String {
  func trimmedEnd() -> String {
    var rest = Substring(self)
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return String(rest)
  }
}
