import CHyphen
import Foundation
import Testing

@testable import TypesetParagraphs

/// Our reader of dictionaries makes the automaton that libhyphen's makes.
@Suite struct HyphenationPatternsTests {
  /// What libhyphen finds in a word: its digits, and what changes at a break.
  private func points(_ word: [UInt8], _ dictionary: UnsafeMutablePointer<HyphenDict>) -> String {
    var hyphens = [CChar](repeating: 0, count: word.count + 5)
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<Int32>?
    var cuts: UnsafeMutablePointer<Int32>?
    let text = word.map { CChar(bitPattern: $0) }
    unsafe hnj_hyphen_hyphenate2(dictionary, text, Int32(word.count), &hyphens, nil, &replacements, &positions, &cuts)
    var out = String(decoding: hyphens.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let replacements = unsafe replacements, let positions = unsafe positions, let cuts = unsafe cuts {
      for index in word.indices {
        guard let text = unsafe replacements[index] else { continue }
        unsafe out += " \(index):\(String(cString: text)),\(positions[index]),\(cuts[index])"
        unsafe free(text)
      }
      unsafe free(replacements)
    }
    unsafe free(positions)
    unsafe free(cuts)
    return out
  }

  /// Words made of the dictionary's own patterns, and where the two readers' automata disagree.
  private func differences(_ path: String) throws -> [String] {
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    let ours = try #require(HyphenationPatterns.file(path))
    guard let theirs = unsafe hnj_hyphen_load(path) else { return ["libhyphen cannot read it"] }
    defer { unsafe hnj_hyphen_free(theirs) }
    let lines = file.split(separator: 0x0A).dropFirst().filter { $0.count < 40 && $0.first != UInt8(ascii: "%") }
    let letters = lines.map { line in line.prefix { $0 != UInt8(ascii: "/") && $0 > 0x20 }.filter { $0 > 0x40 } }
    let step = max(letters.count / 3_000, 1)
    var found: [String] = []
    for index in stride(from: 0, to: letters.count, by: step) {
      let word = Array(letters[index] + letters[(index * 31 + 7) % letters.count])
      let (a, b) = unsafe (points(word, ours.dictionary), points(word, theirs))
      if a != b { found.append("\(String(decoding: word, as: UTF8.self)): \(a), libhyphen \(b)") }
    }
    return found
  }

  @Test func `small dictionaries with all that there is are read as libhyphen reads them`() throws {
    for (name, text) in [
      ("plain", "ISO8859-1\n% a comment\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 3\n.ab1c\na1b2c3d\nb1c\nx4y.\n1q\n"),
      ("levels", "UTF-8\nCOMPOUNDLEFTHYPHENMIN 2\nNOHYPHEN -,'\n.donau1\n1schiff\nNEXTLEVEL\n1na\no1n\nf1f\nü1b\n2ß1\n"),
      ("changes", "UTF-8\nf1f/ff=f,1,2\n.omä1e/ma=,2,1\nc1k/k=k\no1a\nö1ß/öö=ß,1,2\ná1é\n"),
    ] {
      let path = NSTemporaryDirectory() + "mdtypeset-\(name)-\(getpid()).dic"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(try differences(path) == [])
    }
  }

  @Test func `dictionaries of the system are read as libhyphen reads them`() throws {
    for name in ["fr", "en_US"] {
      let path = "/usr/share/hyphen/hyph_\(name).dic"
      if FileManager.default.fileExists(atPath: path) { #expect(try differences(path) == []) }
    }
  }
}
