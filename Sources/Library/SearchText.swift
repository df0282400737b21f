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

  /// The text with spaces around each character of a script that has none between words: what the index of words holds.
  var spaced: String {
    var out = String.UnicodeScalarView()
    out.reserveCapacity(folded.unicodeScalars.count)
    for scalar in folded.unicodeScalars {
      let isAlone = Self.isWordless(scalar)
      if isAlone { out.append(" ") }
      out.append(scalar)
      if isAlone { out.append(" ") }
    }
    return String(out)
  }

  /// Scripts without spaces between words: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese.
  private static func isWordless(_ scalar: Unicode.Scalar) -> Bool {
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
    // Few texts grow by more; those are done again with as much room as they need.
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

/// A term of a search, as conditions on the indexes.
struct SearchTerm {
  /// The table to ask, and its expression.
  let table: String
  let expression: String

  /// - Returns: Nil for a term that has nothing to look for.
  init?(_ text: String) {
    let term = SearchText(text)
    let count = term.folded.unicodeScalars.count
    guard count > 0 else { return nil }
    func quoted(_ text: String) -> String {
      "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
    if count >= 3 {
      (table, expression) = ("trigrams", quoted(term.folded))
    } else {
      // Chinese is found by each character; of other scripts, one or two letters find the beginnings of words.
      let spaced = term.spaced
      (table, expression) = ("words", quoted(spaced) + (spaced == term.folded ? "*" : ""))
    }
  }
}
