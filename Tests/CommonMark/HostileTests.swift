import Glibc
import Testing

@testable import TypesetCommonMark

/// Texts that take some readers the square of their length.
@Suite struct HostileTests {
  private static let count = 10_000

  private static func times(_ text: String, _ count: Int = HostileTests.count) -> String { String(repeating: text, count: count) }

  /// Texts by what is in them many times.
  private static let texts: [String: String] = [
    "open brackets": times("["), "open images": times("!["), "nested links": times("[") + "a" + times("](b)"),
    "nested images": times("![a") + times("](b)"), "open links": times("[a](b"), "open titles": times("[a](b \""),
    "links among emphasis": times("*b* [d](e) "), "stars": times("*a "), "stars and underscores": times("*_") + "a" + times("_*"),
    "crossing emphasis": times("*a _b* c_ "), "stars in words": times("a**b") + times("c* "), "tildes": times("~a ~~b "),
    "backticks": (1...250).map { times("`", $0) }.joined(separator: " "), "escaped backticks": "``" + times("\\``a"),
    "quotes": times(">") + "a", "lazy lines below quotes": times(">") + "\n" + times("a\n"), "lists in lists": times("- ") + "a",
    "blank lines in lists in lists": times("- ") + "a\n" + times("\n"),
    "quotes of lists in lists": "> " + times("- ") + "a\n" + times(">\n"),
    "lists and quotes": times("> - ") + "a\n" + times("\n"), "comments": times("a <!-- "), "instructions": times("a <? "),
    "sections of text": times("a <![CDATA[ "), "declarations": times("a <!A "), "tags": times("<a b=\""), "attributes": "<a" + times(" b"),
    "addresses": times("_www.a"), "addresses in parentheses": "http://a.b" + times(")"), "mail": times("a@b.c@"), "at signs": times("a@"),
    "definitions": (0..<count).map { "[a\($0)]: /u\n" }.joined(), "a long definition": "[x]: " + times("y") + "\n\n" + times("[x]\n"),
    "open definitions": times("[a]: b (c\n"), "footnotes": times("[^1]: a\n") + times("[^1]"), "open footnotes": times("[^"),
    "short rows": times("|a", 2_000) + "\n" + times("|-", 2_000) + "\n" + times("|a\n"),
    "wide tables": times("|a") + "\n" + times("|-") + "\n" + times("|a"), "delimiter rows": times("a|b\n|-|\n"),
    "breaks": times("* ") + "a", "spaces": "a" + times(" ") + "b", "tabs": times("\t") + "a",
  ]

  /// What this thread has taken of a processor.
  private static func processorSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test(arguments: texts.keys.sorted())
  func `no text takes long`(name: String) throws {
    let text = try #require(Self.texts[name])
    let bytes = Array(text.utf8)
    var options = CommonMarkOptions()
    options.missingCellLimit = 20_000
    let start = Self.processorSeconds()
    let nodes = CommonMarkTree(bytes, options: options).nodes.count
    let seconds = Self.processorSeconds() - start
    #expect(nodes > 0)
    // The square of the length would take a minute.
    #expect(seconds < 3, "\(name): \(seconds) s")
  }
}
