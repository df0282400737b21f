internal import CBundledHyphenation
internal import CHyphen
internal import Glibc
internal import TypesetDiagnostics

/// libhyphen's patterns of one language. English ones are part of the program, other languages come from the system's
/// dictionaries.
@safe final class Hyphenator {
  private let patterns: HyphenationPatterns
  private var dictionary: UnsafeMutablePointer<HyphenDict> { unsafe patterns.dictionary }
  /// From UTF-8 to the encoding of the patterns; nil if that is UTF-8, too.
  private let converter: iconv_t?
  /// And back.
  private let backConverter: iconv_t?
  /// The fewest letters before and after a hyphen.
  private let minima: (left: Int, right: Int)
  private var known: [[UInt8]: WordDivisions] = [:]

  /// - Returns: Nil if there are no patterns for the language.
  convenience init?(language: String) {
    let primary = language.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
    self.init(primary == "en" ? Self.english() : Self.system(language, primary), primary)
  }

  /// - Parameter patterns: A dictionary of libhyphen.
  convenience init?(patterns: String, language: String) {
    let bytes = Array(patterns.utf8)
    self.init(unsafe bytes.withUnsafeBytes { unsafe HyphenationPatterns($0) }, language)
  }

  private init?(_ patterns: HyphenationPatterns?, _ primary: String) {
    guard let patterns else { return nil }
    self.patterns = patterns
    let loaded = unsafe patterns.dictionary
    // The minima in the pattern file override the language's minima.
    let custom = HyphenationCustom.minima(of: primary)
    minima = unsafe (
      loaded.pointee.lhmin > 0 ? Int(loaded.pointee.lhmin) : custom.left,
      loaded.pointee.rhmin > 0 ? Int(loaded.pointee.rhmin) : custom.right
    )
    if unsafe loaded.pointee.utf8 != 0 {
      unsafe converter = nil
      unsafe backConverter = nil
    } else {
      let encoding = unsafe withUnsafeBytes(of: loaded.pointee.cset) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let name = encoding.replacing("microsoft-cp", with: "CP")
      let converter = unsafe iconv_open(name, "UTF-8")
      let back = unsafe iconv_open("UTF-8", name)
      guard unsafe converter != iconv_t(bitPattern: -1), unsafe back != iconv_t(bitPattern: -1) else { return nil }
      unsafe self.converter = converter
      unsafe backConverter = back
    }
  }

  deinit {
    if let converter = unsafe converter { unsafe iconv_close(converter) }
    if let backConverter = unsafe backConverter { unsafe iconv_close(backConverter) }
  }

  /// A word in the patterns' encoding; nil if that lacks a letter.
  private func encoded(_ word: [UInt8]) -> [UInt8]? {
    guard let converter = unsafe converter else { return word }
    return unsafe Self.convert(word, converter)
  }

  private static func convert(_ word: [UInt8], _ converter: iconv_t) -> [UInt8]? {
    var input = word.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: word.count * 3)
    var (left, room) = (input.count, output.count)
    let failed = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return unsafe iconv(converter, &from, &left, &to, &room) == -1
      }
    }
    return failed ? nil : output.prefix(output.count - room).map { UInt8(bitPattern: $0) }
  }

  private static func english() -> HyphenationPatterns { unsafe .bundled(bundledEnglish) }

  /// English patterns, laid out.
  static var bundledEnglish: UnsafeRawBufferPointer {
    let patterns = unsafe mdtypeset_patterns_at(0)
    return unsafe UnsafeRawBufferPointer(start: patterns.start, count: patterns.end - patterns.start)
  }

  private static func system(_ language: String, _ primary: String) -> HyphenationPatterns? {
    guard primary.count >= 2, primary.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    let region = language.replacing("-", with: "_")
    for name in [region, primary, "\(primary)_\(primary.uppercased())"] where !name.contains("/") {
      if let patterns = HyphenationPatterns.file("/usr/share/hyphen/hyph_\(name).dic") { return patterns }
    }
    return primary == "tr" ? .turkish : nil
  }

  /// Where a word may be hyphenated: byte offsets, not closer to its ends than the language allows.
  ///
  /// - Parameter word: Letters only, UTF-8.
  func divisions(of word: ArraySlice<UInt8>) -> WordDivisions {
    let key = Array(word)
    if let divisions = known[key] { return divisions }
    let divisions = findDivisions(key)
    known[key] = divisions
    return divisions
  }

  private func findDivisions(_ word: [UInt8]) -> WordDivisions {
    let text = String(decoding: word, as: UTF8.self)
    let lowered = Array(text.lowercased().utf8)
    guard lowered.count == word.count, word.count < 100, !text.isCapitals, let lower = encoded(lowered) else { return WordDivisions() }
    var hyphens = [CChar](repeating: 0, count: word.count + 5)
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<Int32>?
    var cuts: UnsafeMutablePointer<Int32>?
    // libhyphen applies its minima up to a terminating zero, whatever length is passed.
    let terminated = lower.map { CChar(bitPattern: $0) } + [0]
    let failed = unsafe hnj_hyphen_hyphenate2(
      dictionary, terminated, Int32(lower.count), &hyphens, nil, &replacements, &positions, &cuts)
    let letters = word.indices.filter { word[$0] & 0xC0 != 0x80 }
    let changes = unsafe Self.takeChanges(replacements, positions, cuts, of: word, letters: letters) { bytes in
      guard let back = unsafe backConverter else { return bytes }
      return unsafe Self.convert(bytes, back)
    }
    guard failed == 0, letters.count >= minima.left + minima.right else { return WordDivisions() }
    var divisions = WordDivisions()
    // A word may be hyphenated after a letter whose number is odd.
    for number in letters.indices.dropLast()
    where hyphens[number] & 1 == 1 && number + 1 >= minima.left && letters.count - number - 1 >= minima.right {
      divisions.points.append(letters[number + 1])
      if let change = changes[number] { divisions.changes[letters[number + 1]] = change.capitalized(like: word) }
    }
    return divisions
  }
}

/// Words with hyphenation points from the author: `ta-ble`; one without a hyphen is never hyphenated (TeXbook appendix H,
/// `\hyphenation`).
public struct HyphenationExceptions: Hashable, Sendable {
  private var points: [[UInt8]: [Int]] = [:]

  public init() {}

  /// Adds a word, its points marked by hyphens or soft hyphens.
  ///
  /// - Returns: False if it is not a word: spaces, digits, punctuation.
  public mutating func add(_ word: String) -> Bool {
    var letters: [UInt8] = []
    var places: [Int] = []
    for scalar in word.lowercased().unicodeScalars {
      if scalar == "-" || scalar == "\u{AD}" {
        if !letters.isEmpty, places.last != letters.count { places.append(letters.count) }
      } else if scalar.properties.isAlphabetic || scalar == "'" || scalar == "\u{2019}" {
        letters += Array(String(Character(scalar)).utf8)
      } else {
        return false
      }
    }
    guard !letters.isEmpty else { return false }
    points[letters] = places.filter { $0 < letters.count }
    return true
  }

  /// True if `add` would accept it.
  package static func isWord(_ word: String) -> Bool {
    var exceptions = HyphenationExceptions()
    return exceptions.add(word)
  }

  var isEmpty: Bool { points.isEmpty }

  /// The points of a word; nil if the author has given no points.
  func points(in word: ArraySlice<UInt8>) -> [Int]? {
    let lower = Array(String(decoding: word, as: UTF8.self).lowercased().utf8)
    return lower.count == word.count ? points[lower] : nil
  }
}

/// The conventions of a language.
public enum HyphenationCustom {
  /// The fewest letters before and after a hyphen, as TeX's formats have them for the languages' patterns.
  static func minima(of primary: String) -> (left: Int, right: Int) {
    switch primary {
    case "en", "cs", "sk", "et", "fr", "ga", "cy": (2, 3)
    case "af", "hi", "bn", "gu", "kn", "ml", "mr", "or", "pa", "ta", "te", "as", "el", "zh": (1, 2)
    default: (2, 2)
    }
  }

  /// The Debian package with a language's patterns; nil for a language without such a package.
  public static func package(for language: String) -> String? {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let primary = parts.first else { return nil }
    switch primary {
    case "pt": return parts.contains("br") ? "hyphen-pt-br" : "hyphen-pt-pt"
    case "nb", "nn", "no": return "hyphen-no"
    case _ where packaged.contains(primary): return "hyphen-" + primary
    default: return nil
    }
  }

  private static let packaged: Set<String> = [
    "af", "as", "be", "bg", "bn", "ca", "cs", "da", "de", "el", "es", "fr", "gl", "gu", "hi", "hr", "hu", "id", "is", "it", "kn", "lt",
    "lv",
    "ml", "mn", "mr", "nl", "or", "pa", "pl", "ro", "ru", "sk", "sl", "sr", "sv", "ta", "te", "uk", "zu",
  ]
}

extension String {
  /// True if all letters are capitals, as in abbreviations, which are never hyphenated.
  fileprivate var isCapitals: Bool {
    unicodeScalars.allSatisfy { !$0.properties.isLowercase } && unicodeScalars.contains { $0.properties.isUppercase }
  }
}
