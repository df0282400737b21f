internal import CICU

/// Text as searches compare it: without case, accents, width and repeated spaces.
struct SearchText {
  /// NFKC with case folded, without accents, single spaces between words.
  let folded: String

  /// - Parameter folded: What was folded already.
  init(folded: String) { self.folded = folded }

  init(_ text: String) {
    var units = Self.normalized(Self.normalized(Array(text.utf16), .foldedCompatible), .decomposed)
    units.removeAll(where: Self.isAccent)
    let composed = String(decoding: Self.normalized(units, .composed), as: UTF16.self)
    var out = String.UnicodeScalarView()
    for scalar in composed.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.value < 0x20 {
        if let last = out.last, last != " " { out.append(" ") }
      } else if let plain = Self.withoutStroke[scalar] {
        out.append(contentsOf: plain.unicodeScalars)
      } else {
        out.append(scalar)
      }
    }
    if out.last == " " { out.removeLast() }
    folded = String(out)
  }

  /// What the index of pieces holds, each once: what is looked up for terms of one or two characters (the beginning of each word, and each
  /// pair of signs that are no words), and for terms with spaces (what is around each space).
  var pieces: String {
    var tokens: Set<String> = []
    var (start, length) = ("", 0)
    var before: Unicode.Scalar?
    func end() {
      if let sign = before { tokens.insert(Self.shown(sign)) }
      if length > 0 { tokens.insert(start) }
    }
    for scalar in folded.unicodeScalars {
      switch Kind(scalar) {
      case .word:
        if before != nil { end() }
        before = nil
        if length < 2 { start.unicodeScalars.append(scalar) }
        length += 1
        continue
      case .sign:
        if let before {
          tokens.insert(Self.shown(before) + Self.shown(scalar))
        } else {
          end()
        }
        before = scalar
      case .space:
        end()
        before = nil
      }
      (start, length) = ("", 0)
    }
    end()
    tokens.formUnion(Self.spaces(in: Array(folded.unicodeScalars)))
    return tokens.sorted().joined(separator: " ")
  }

  /// Each space with the two characters before it and after it: far fewer texts have these than the trigrams of common words.
  static func spaces(in scalars: [Unicode.Scalar]) -> [String] {
    scalars.indices.dropFirst(2).dropLast(2).filter { scalars[$0] == " " }.map { space in
      scalars[space - 2...space + 2].map(shown).joined()
    }
  }

  /// How the index of pieces takes a character.
  enum Kind {
    case space
    /// A letter or a digit of a script that has spaces between words.
    case word
    /// A character of Chinese and the like, punctuation, a symbol.
    case sign

    init(_ scalar: Unicode.Scalar) {
      if scalar == " " {
        self = .space
      } else if SearchText.isWordless(scalar) {
        self = .sign
      } else {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
          .otherNumber,
          .nonspacingMark, .spacingMark, .enclosingMark:
          self = .word
        default: self = .sign
        }
      }
    }
  }

  /// The tokenizer divides at ASCII punctuation, so these characters are replaced by private-use ones.
  static func shown(_ sign: Unicode.Scalar) -> String {
    let divides = sign.isASCII && !sign.properties.isAlphabetic && sign.properties.numericType == nil
    return String(Character(divides ? Unicode.Scalar(0xF700 + sign.value) ?? sign : sign))
  }

  /// Scripts without spaces between words: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese.
  static func isWordless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Marks that searches ignore: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic. Other scripts' marks are letters.
  private static func isAccent(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7, 0x064B...0x065F, 0x0670: true
    default: false
    }
  }

  /// Letters whose stroke Unicode does not decompose, and ligatures.
  private static let withoutStroke: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th",
  ]

  private enum Form: Int32 { case composed, decomposed, foldedCompatible }

  private static func normalized(_ units: [UInt16], _ form: Form) -> [UInt16] {
    var capacity = units.count + units.count / 4 + 16
    // Few texts grow by more; these are folded again with as much room as they need.
    for _ in 0..<2 {
      var length: Int32 = -1
      let out = unsafe [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
        length = unsafe mdtypeset_normalize(
          form.rawValue, units, Int32(clamping: units.count), buffer.baseAddress, Int32(clamping: capacity))
        count = max(0, min(Int(length), capacity))
      }
      if length < 0 { return units }
      if Int(length) <= capacity { return out }
      capacity = Int(length)
    }
    return units
  }
}

/// A term of a search: what the indexes are asked, and what is compared then.
struct SearchTerm {
  /// The tables to ask, each with its expression.
  let conditions: [(table: String, expression: String)]
  /// What a text has to hold as well; nil where the indexes are exact.
  let held: [UInt8]?

  /// The longest term that is asked for as a whole.
  private static let most = 64

  /// - Returns: Nil for a term that has nothing to look for.
  init?(_ text: String) {
    let term = SearchText(text)
    let scalars = Array(term.folded.unicodeScalars)
    if scalars.isEmpty { return nil }
    func quoted(_ text: String) -> String {
      "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
    func all(_ tokens: [String]) -> String { Set(tokens).sorted().map(quoted).joined(separator: " AND ") }
    let isExact: Bool
    if scalars.count >= 3 {
      let asked = Array(scalars.prefix(Self.most))
      let trigrams = (0...asked.count - 3).map { String(String.UnicodeScalarView(asked[$0..<$0 + 3])) }
      let spaces = SearchText.spaces(in: asked)
      conditions = [("trigrams", all(trigrams))] + (spaces.isEmpty ? [] : [("pieces", all(spaces))])
      isExact = scalars.count == 3
    } else {
      let signs = scalars.filter { SearchText.Kind($0) == .sign }
      let isMixed = !signs.isEmpty && signs.count < scalars.count
      // One or two letters are the beginning of a word; of a letter and a sign only the sign is in the index.
      let token = (isMixed ? signs : scalars).map(SearchText.shown).joined()
      conditions = [("pieces", quoted(token) + (token.unicodeScalars.count == 1 ? "*" : ""))]
      isExact = !isMixed
    }
    held = isExact ? nil : Array(term.folded.utf8)
  }
}
