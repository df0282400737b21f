internal import CBundledHyphenation
internal import CHyphen
internal import Glibc

/// libhyphen's patterns of one language. English travels inside the program, other languages come from the system's
/// dictionaries.
@safe final class Hyphenator {
  private let dictionary: UnsafeMutablePointer<HyphenDict>
  private var known: [[UInt8]: [Int]] = [:]

  /// - Returns: Nil where there are no patterns for the language.
  init?(language: String) {
    let primary = language.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
    let loaded: UnsafeMutablePointer<HyphenDict>?
    if primary == "en" {
      unsafe loaded = Self.english()
    } else {
      unsafe loaded = Self.system(language, primary)
    }
    guard let loaded = unsafe loaded else { return nil }
    unsafe dictionary = unsafe loaded
  }

  deinit { unsafe hnj_hyphen_free(dictionary) }

  private static func english() -> UnsafeMutablePointer<HyphenDict>? {
    let patterns = unsafe mdtypeset_patterns_at(0)
    let count = unsafe patterns.end - patterns.start
    guard let file = unsafe fmemopen(UnsafeMutableRawPointer(mutating: patterns.start), count, "r") else { return nil }
    defer { unsafe fclose(file) }
    return unsafe hnj_hyphen_load_file(file)
  }

  private static func system(_ language: String, _ primary: String) -> UnsafeMutablePointer<HyphenDict>? {
    guard primary.count >= 2, primary.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    let region = language.replacing("-", with: "_")
    for name in [region, primary, "\(primary)_\(primary.uppercased())"] where !name.contains("/") {
      let path = "/usr/share/hyphen/hyph_\(name).dic"
      if unsafe access(path, R_OK) == 0, let dictionary = unsafe hnj_hyphen_load(path) { return unsafe dictionary }
    }
    return nil
  }

  /// Where a word may be divided: byte offsets, none within the first two or the last three letters.
  ///
  /// - Parameter word: Letters only, UTF-8.
  func points(in word: ArraySlice<UInt8>) -> [Int] {
    let key = Array(word)
    if let points = known[key] { return points }
    let points = findPoints(key)
    known[key] = points
    return points
  }

  private func findPoints(_ word: [UInt8]) -> [Int] {
    let lower = Array(String(decoding: word, as: UTF8.self).lowercased().utf8)
    guard lower.count == word.count, word.count < 100 else { return [] }
    var hyphens = [CChar](repeating: 0, count: word.count + 5)
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<Int32>?
    var cuts: UnsafeMutablePointer<Int32>?
    let failed = unsafe lower.withUnsafeBytes { bytes in
      unsafe hnj_hyphen_hyphenate2(
        dictionary, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(lower.count), &hyphens, nil,
        &replacements, &positions, &cuts)
    }
    if let replacements = unsafe replacements {
      // Spelling that changes at a break is left alone: those points are not used.
      for index in 0..<word.count where unsafe replacements[index] != nil {
        hyphens[index] = 0
        unsafe free(replacements[index])
      }
      unsafe free(replacements)
    }
    unsafe free(positions)
    unsafe free(cuts)
    guard failed == 0 else { return [] }
    let letters = word.indices.filter { word[$0] & 0xC0 != 0x80 }
    guard letters.count >= 5 else { return [] }
    // A word may be divided after a character whose number is odd.
    return letters.indices.dropLast().compactMap { number in
      hyphens[number] & 1 == 1 && number + 1 >= 2 && letters.count - number - 1 >= 3 ? letters[number + 1] : nil
    }
  }
}
