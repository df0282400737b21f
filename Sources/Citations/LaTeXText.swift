internal import TypesetDiagnostics

/// What values of BibTeX say: texts, titles, names.
enum LaTeXText {
  /// The text with markup as in CSL JSON; braces go, formulas stay.
  static func plain(_ text: String) -> String {
    // Most values are plain words.
    if text.utf8.allSatisfy({ $0 < 0x80 && isOrdinary[Int($0)] }), !text.utf8.hasDoubleSpace { return text }
    return String(decoding: LaTeXReader.read(text, keepsCapitals: false), as: UTF8.self)
  }

  /// The address of a value that is nothing but `\url{…}` or `\href{…}{words}`, perhaps in braces; nil for others.
  static func address(in value: String) -> String? {
    var text = value.trimmed()
    while text.hasPrefix("{"), text.hasSuffix("}") { text = String(text.dropFirst().dropLast()).trimmed() }
    guard let name = ["\\url", "\\href", "\\path", "\\nolinkurl"].first(where: text.hasPrefix) else { return nil }
    let rest = text.dropFirst(name.count).drop { $0 == " " }
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
    let behind = rest[rest.index(after: end)...]
    guard behind.isEmpty || name == "\\href" && behind.hasPrefix("{") && behind.hasSuffix("}") else { return nil }
    return String(rest[..<end].dropFirst()).trimmed()
  }

  /// Characters that stand for themselves.
  private static let isOrdinary: [Bool] = (0..<0x80).map { byte in
    byte >= 0x20 && !"\\{}$~-`'".utf8.contains(UInt8(byte))
  }

  /// A title, in which braces keep capitals. The title of a work in English is put in sentence case, from which styles make the case that they need.
  static func title(_ text: String, isSentence: Bool) -> String {
    let marked = LaTeXReader.read(text, keepsCapitals: true)
    return String(decoding: isSentence ? SentenceCase.apply(to: marked) : marked, as: UTF8.self)
  }

  /// `First von Last and {Institution} and von Last, Jr, First`.
  ///
  /// - Parameter keepsParticles: True if `von` is part of the family's name, where the name does not say itself whether it is.
  static func names(_ text: String, keepsParticles: Bool = true) -> [PersonName] {
    split(text, at: "and").prefix(2000).flatMap { text in
      let own = text.contains("family=") ? usesPrefix(text) : nil
      return names(in: text).map { name in
        var name = name
        if !(own ?? keepsParticles) { (name.droppingParticle, name.nonDroppingParticle) = (name.nonDroppingParticle, "") }
        return name
      }
    }
  }

  /// The value of a name's own `useprefix=true`; nil without one.
  private static func usesPrefix(_ text: String) -> Bool? {
    let option = commaParts(text).first { $0.hasPrefix("useprefix") }?.filter { !$0.isWhitespace }
    return option.map { $0 != "useprefix=false" }
  }

  private static func names(in text: String) -> [PersonName] {
    let parts = text.utf8.contains(UInt8(ascii: ",")) ? commaParts(text) : []
    // `Hope, B., Cole, C.`, which commas separate, cannot be one name.
    guard parts.count > 3, parts.count % 2 == 0, !text.contains("family=") else { return [name(text.trimmed())].compactMap(\.self) }
    return stride(from: 0, to: parts.count, by: 2).compactMap { name(parts[$0] + ", " + parts[$0 + 1]) }
  }

  /// What is between commas; one at the end ends nothing.
  private static func commaParts(_ text: String) -> [String] {
    var parts = split(text, at: ",").map { $0.trimmed() }
    while parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }

  /// BibLaTeX's lists: `Berlin and New York`; a word in braces joins nothing.
  static func list(_ text: String) -> [String] { split(text, at: "and") }

  /// Splits at a word or a comma outside of braces.
  private static func split(_ text: String, at word: String) -> [String] {
    var out: [String] = []
    var current = ""
    var depth = 0
    if word == "," {
      for letter in text {
        if letter == "{" { depth += 1 } else if letter == "}" { depth -= 1 }
        if letter == ",", depth == 0 {
          out.append(current)
          current = ""
        } else {
          current.append(letter)
        }
      }
      return out + [current]
    }
    var piece = ""
    func endPiece() {
      if piece == word, depth == 0 {
        out.append(current)
        current = ""
      } else if !piece.isEmpty {
        current += current.isEmpty ? piece : " " + piece
      }
      piece = ""
    }
    for letter in text {
      if letter == "{" { depth += 1 } else if letter == "}" { depth -= 1 }
      if letter.isWhitespace, depth == 0 { endPiece() } else { piece.append(letter) }
    }
    endPiece()
    return (out + [current]).filter { !$0.isEmpty }
  }

  private static func name(_ text: String) -> PersonName? {
    if text.isEmpty { return nil }
    if text == "others" || text == "et al." || text == "et al" { return PersonName(literal: "others") }
    if text.hasPrefix("{"), text.hasSuffix("}"), !text.dropFirst().dropLast().contains("}") {
      return PersonName(literal: plain(text))
    }
    let parts = commaParts(text)
    if let name = namedParts(parts) { return name }
    var out = PersonName()
    func isSmall(_ word: String) -> Bool { plain(word).first { $0.isLetter }?.isLowercase == true && !word.hasPrefix("{") }
    if parts.count > 1 {
      let words = spaced(parts[0])
      let small = words.prefix { isSmall($0) }.count
      let particles = small < words.count ? small : 0
      out.nonDroppingParticle = plain(words[..<particles].joined(separator: " "))
      out.family = plain(words[particles...].joined(separator: " "))
      out.given = withSpacedInitials(plain(parts[parts.count - 1]))
      if parts.count > 2 { out.suffix = plain(parts[1]) }
      return out
    }
    let words = spaced(parts[0])
    guard words.count > 1 else {
      out.family = plain(parts[0])
      return out
    }
    if let first = words.dropLast().firstIndex(where: isSmall), let last = words.dropLast().lastIndex(where: isSmall) {
      out.given = withSpacedInitials(plain(words[..<first].joined(separator: " ")))
      out.nonDroppingParticle = plain(words[first...last].joined(separator: " "))
      out.family = plain(words[(last + 1)...].joined(separator: " "))
    } else {
      out.given = withSpacedInitials(plain(words.dropLast().joined(separator: " ")))
      out.family = plain(words[words.count - 1])
    }
    return out
  }

  /// BibLaTeX's names by their parts: `family=Maaten, given=Laurens, prefix=van der, useprefix=false`.
  private static func namedParts(_ parts: [String]) -> PersonName? {
    guard parts.contains(where: { $0.hasPrefix("family=") }) else { return nil }
    var out = PersonName()
    for part in parts {
      guard let equals = part.firstIndex(of: "="), case let value = plain(part[part.index(after: equals)...].trimmed()) else { return nil }
      switch part[..<equals].trimmed() {
      case "family": out.family = value
      case "given": out.given = withSpacedInitials(value)
      case "prefix": out.nonDroppingParticle = value
      case "suffix": out.suffix = value
      case let key where key.hasSuffix("-i") || key == "useprefix": break
      default: return nil
      }
    }
    return out
  }

  /// `D.E.` and `D.~E.` are two names, as `D. E.` are.
  private static func withSpacedInitials(_ name: String) -> String {
    let given = name.replacing("\u{A0}", with: " ")
    guard given.utf8.contains(UInt8(ascii: ".")) else { return given }
    var out = ""
    for letter in given {
      if letter.isUppercase, out.hasSuffix("."), out.dropLast().last?.isUppercase == true { out += " " }
      out.append(letter)
    }
    return out
  }

  private static func spaced(_ text: String) -> [String] {
    var out: [String] = []
    var word = ""
    var depth = 0
    for letter in text {
      if letter == "{" { depth += 1 } else if letter == "}" { depth -= 1 }
      // `\~` is an accent.
      if letter.isWhitespace || letter == "~" && word.last != "\\", depth <= 0 {
        if !word.isEmpty { out.append(word) }
        word = ""
      } else {
        word.append(letter)
      }
    }
    return word.isEmpty ? out : out + [word]
  }
}

extension String.UTF8View {
  fileprivate var hasDoubleSpace: Bool {
    var isAfterSpace = false
    for byte in self {
      if byte == 0x20, isAfterSpace { return true }
      isAfterSpace = byte == 0x20
    }
    return false
  }
}
