import Foundation
import MDTypeset
import Testing

@testable import TypesetText

@Suite struct SavingTests {
  /// Numbers that are the same in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  /// A text of random pieces with random attributes.
  private func randomText(_ seed: Int) -> AttributedText {
    var dice = Dice(state: UInt64(seed) &* 7_919 &+ 1)
    let words = ["one ", "zwei", " 中文", "e\u{301}", "👩‍👩‍👧", "\"<&\\\n", "a*b_", ""]
    let pieces = [
      "# Title *x*\n", "a **b** `c` $d$ [e](f)\n", "- a\n- b\n\n  c\n", "> q ~~x~~\n", "| a |\n|---|\n| b |\n", "```swift\ncode\n```\n",
      "$$ x $$\n", "---\n", "^[y](customStyle: 'boldcaps', other: 1) z\n", "![a *b*](c.png){width=3cm} d[^1]\n\n[^1]: n\n",
    ]
    var text = AttributedText()
    for _ in 0..<Int.random(in: 1...6, using: &dice) {
      if Bool.random(using: &dice) {
        text += AttributedText(words.randomElement(using: &dice) ?? "")
      } else {
        text += AttributedText(markdown: pieces.randomElement(using: &dice) ?? "", including: \.brand)
      }
    }
    for _ in 0..<Int.random(in: 0...5, using: &dice) {
      let (a, b) = (Int.random(in: 0...text.characters.count, using: &dice), Int.random(in: 0...text.characters.count, using: &dice))
      let low = text.index(text.startIndex, offsetByCharacters: min(a, b))
      let range = low..<text.index(text.startIndex, offsetByCharacters: max(a, b))
      switch Int.random(in: 0...5, using: &dice) {
      case 0:
        text[range].review = Review.Value(author: words.randomElement(using: &dice) ?? "", stars: .random(in: .min ... .max, using: &dice))
      case 1: text[range].backgroundColor = .yellow
      case 2: text[range].inlineIntent = InlineIntent(rawValue: UInt32.random(in: 0...3, using: &dice))
      case 3: text.removeSubrange(range)
      case 4: text.characters.replaceSubrange(range, with: words.randomElement(using: &dice) ?? "")
      default: text.insert(AttributedText(markdown: pieces.randomElement(using: &dice) ?? ""), at: range.lowerBound)
      }
    }
    return text
  }

  @Test func `a thousand random texts are equal after saving, with any coder`() throws {
    for seed in 0..<1_000 {
      let text = randomText(seed)
      let data = try JSONEncoder().encode(Encoded(text, including: \.brand))
      let decoded = try JSONDecoder().decode(Encoded<Brand>.self, from: data).text
      #expect(decoded == text, "\(seed)")
      #expect(decoded.contentID == text.contentID, "\(seed)")
      #expect(decoded.characters.count == decoded.plain.count)
      let restored = try AttributedText(saved: text.saved())
      #expect(restored == text, "\(seed)")
      #expect(restored.tree.shape == text.tree.shape, "\(seed)")
      // Whatever was done to it, its own tree has the same words.
      #expect(AttributedText(of: text.tree).plain == text.plain, "\(seed)")
    }
  }

  @Test(arguments: Documents.samples)
  func `a saved document has the tree that it had`(path: String) throws {
    let text = AttributedText(markdown: try Documents.text(path))
    let restored = try AttributedText(saved: text.saved())
    #expect(restored == text)
    #expect(restored.tree.shape == text.tree.shape)
  }

  @Test func `a saved document is typeset like the one that was saved`() throws {
    let markdown = "---\ntitle: T\nlang: de\n---\n\n# A\n\nb *c* $x^2$[^1]\n\n[^1]: Note.\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n"
    let saved = try JSONEncoder().encode(AttributedText(markdown: markdown))
    let restored = try JSONDecoder().decode(AttributedText.self, from: saved)
    #expect(try Typesetter().typeset(restored).pdf() == Typesetter().typeset(markdown: markdown).pdf())
  }

  @Test func `what no scope knows survives`() throws {
    struct Bare: TextScope {}
    var text = AttributedText(markdown: "^[a](customColor: 'danger', unheardOf: 'x')", including: \.brand)
    text[text.startIndex..<text.endIndex].review = Review.Value(author: "Ada", stars: 3)
    let data = try JSONEncoder().encode(text)
    let decoded = try JSONDecoder().decode(AttributedText.self, from: data)
    #expect(decoded.runs[0].customColor == .danger)
    #expect(decoded.runs[0].review?.stars == 3)
    #expect(decoded.runs[0].attributes["unheardof"] == .string("x"))
  }

  @Test func `attributes that cannot be saved are named, and refused if that is asked for`() throws {
    var text = AttributedText("a b")
    text[text.startIndex..<text.endIndex].handle = Handle.Value(number: 1)
    #expect(text.runs[0].handle?.number == 1)
    #expect(text.unsavedAttributes == ["handle"])
    let decoded = try JSONDecoder().decode(AttributedText.self, from: JSONEncoder().encode(text))
    #expect(decoded.runs[0].handle == nil)
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(Encoded(text, including: \.brand, isStrict: true)) }
    #expect("\(String(describing: error))".contains("not Codable: handle"))
    #expect(throws: TextSavingError.self) { try text.saved(isStrict: true) }
    let encoder = JSONEncoder()
    encoder.userInfo[.isStrictAboutText] = true
    encoder.userInfo[.textScopes] = [Brand.self] as [any TextScope.Type]
    #expect(throws: EncodingError.self) { try encoder.encode(text) }
    #expect(String(decoding: try encoder.encode(AttributedText("a")), as: UTF8.self).contains("Brand"))
  }

  @Test func `a property is saved with its scope`() throws {
    struct Entry: Codable, Hashable {
      var theme: String
      @Encoded(including: \.brand) var text = AttributedText()
    }
    var entry = Entry(theme: "times")
    entry.text = AttributedText(markdown: "^[a](customstyle: 'boldcaps')")
    let decoded = try JSONDecoder().decode(Entry.self, from: JSONEncoder().encode(entry))
    #expect(decoded.text.runs[0].customStyle == .boldcaps)
    #expect(decoded.text.runs[0].attributes.names == ["customStyle"])
  }

  // MARK: Damage

  private static func tables(text: String = "", kinds: String = "[]", nodes: String = "", attributes: String = "[]", runs: String = "")
    -> String
  {
    #"{"version":1,"text":"\#(text)","kinds":"\#(kinds)","nodes":"\#(nodes)","attributes":"\#(attributes)","runs":"\#(runs)"}"#
  }

  @Test(arguments: [
    ("", "not JSON"), ("{", "not JSON"), ("[]", "no version"), (#"{"version": 1}"#, "no text"),
    (#"{"version": 2, "new": {}}"#, "version 2 of the format; this program reads version 1"), (#"{"version": 0, "text": ""}"#, "\"kinds\""),
    (tables(text: "ab", runs: "1 -1 -1"), "end before the text"), (tables(text: "é", runs: "1 -1 -1 1 -1 -1"), "within a character"),
    (tables(text: "ab", runs: "2 7 -1"), "holds no text"), (tables(text: "ab", runs: "2 -1 0"), "not there"),
    (tables(text: "ab", kinds: #"[{\"kind\":\"document\"},{\"kind\":\"paragraph\"}]"#, nodes: "0 -1 1 5"), "order"),
    (tables(kinds: #"[{\"kind\":\"sonnet\"}]"#, nodes: "0 -1"), "unknown kind of node"), (tables(runs: "1.5"), "whole number"),
    (tables(runs: "1  2"), "damaged"), (tables(runs: "99999999999999999999"), "whole number"), (tables(kinds: "{"), "not JSON"),
  ])
  func `damaged bytes are refused with one sentence`(json: String, words: String) {
    let error = #expect(throws: TextSavingError.self) { try AttributedText(saved: Array(json.utf8)) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(AttributedText.self, from: Data(json.utf8)) }
  }

  @Test(arguments: [10_000, 100_000])
  func `values and nodes that are nested too deeply are refused`(depth: Int) throws {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let value = Self.tables(text: "a", attributes: #"[{\"values\":{\"x\":"# + deep + "}}]", runs: "1 -1 0")
    #expect(throws: TextSavingError.self) { try AttributedText(saved: Array(value.utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(AttributedText.self, from: Data(value.utf8)) }
    let nodes = "0 -1" + (0..<depth).map { " 1 \($0)" }.joined()
    let quotes = Self.tables(kinds: #"[{\"kind\":\"document\"},{\"kind\":\"quote\"}]"#, nodes: nodes)
    let error = #expect(throws: TextSavingError.self) { try AttributedText(saved: Array(quotes.utf8)) }
    #expect(error?.description.contains("deeper than 400") == true)
  }

  @Test func `a value that is nested too deeply cannot be written, and is named`() {
    final class Nest: Codable, Hashable, Sendable {
      let inner: Nest?
      init(_ inner: Nest?) { self.inner = inner }
      static func == (a: Nest, b: Nest) -> Bool { a === b }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    struct NestKey: TextAttributeKey {
      typealias Value = Nest
      static let name = "nest"
    }
    var nest = Nest(nil)
    for _ in 0..<10_000 { nest = Nest(nest) }
    var text = AttributedText("a")
    text[text.startIndex..<text.endIndex][NestKey.self] = nest
    #expect(text.runs[0].attributes[NestKey.self] === nest)
    #expect(text.unsavedAttributes == ["nest"])
    let deep = "^[a](x: " + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + ")"
    #expect(AttributedText(markdown: deep, including: \.brand).plain.isEmpty == false)
  }

  // MARK: Identity

  @Test func `ids are the same on every machine`() {
    let text = AttributedText(markdown: "This is **Bold text** and this is _italic_")
    #expect(text.contentID == 6_487_665_692_914_757_274)
    #expect(text.id(themedBy: "times") == 9_587_199_726_655_143_173)
  }

  @Test func `ids tell texts and themes apart`() {
    let text = AttributedText(markdown: "a **b**")
    #expect(text.contentID == AttributedText(markdown: "a __b__").contentID)
    let others = ["a b", "a *b*", "# a **b**", "a **b**\n\n---", "a **b** "].map { AttributedText(markdown: $0).contentID }
    #expect(Set(others + [text.contentID]).count == 5)
    #expect(text.id(themedBy: "menlo") != text.id(themedBy: "times"))
  }

  @Test func `the hash is SipHash-2-4`() {
    // The vectors of the reference implementation: key 00…0f, input 00, 01, 02 …
    var hash = StableHash(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
    #expect(hash.value == 0x726F_DB47_DD0E_0E31)
    for byte in UInt8(0)..<15 { hash.add(byte: byte) }
    #expect(hash.value == 0xA129_CA61_49BE_45E5)
  }
}
