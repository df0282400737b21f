import Testing

@testable import TypesetCommonMark

/// What is read beyond the examples of the specifications, which the tests of Markdown go through.
@Suite struct CommonMarkReadingTests {
  @Test(arguments: [
    ("&amp;&copy;&NotEqualTilde;", "&©≂̸"), ("&#38;&#x26;&#0;&#xD800;", "&&\u{FFFD}\u{FFFD}"), ("&CounterClockwiseContourIntegral;", "∳"),
    ("&nosuchname; &amp &; &#; &#x; &#12345678;", "&nosuchname; &amp &; &#; &#x; &#12345678;"), ("&zwnj;&AElig;", "\u{200C}Æ"),
    // The most digits of each: seven, and six of sixteen.
    ("&#1114109; &#x10FFFD; &#0000065; &#x000041;", "\u{10FFFD} \u{10FFFD} A A"), ("&#00000065; &#x0000041;", "&#00000065; &#x0000041;"),
  ])
  func `characters are meant by name and by number`(text: String, expected: String) {
    #expect(ReadText(text).said(.text) == [expected])
  }

  @Test func `the table of names has all of HTML's`() {
    #expect(characterNames.split(separator: ";").filter { $0.contains(" ") && !$0.allSatisfy(\.isWhitespace) }.count == 2_125)
  }

  @Test(arguments: ["[ẞ]", "[SS]", "[ss ]", "[\n sS]"])
  func `labels match whatever their case and white space`(label: String) {
    #expect(ReadText("\(label)\n\n[ß]: /u\n").destinations() == ["/u"])
  }

  @Test func `the first definition of a label counts, wherever it stands`() {
    #expect(ReadText("[a]\n\n> [a]: /first\n\n[a]: /second\n").destinations() == ["/first"])
  }

  @Test(arguments: [
    ("- [x] a\n- [ ] b\n- [X] c", [2, 1, 2]), ("> 1. [x] a", [2]), ("- [x]a\n- [ ]\n- a [x] b", [0, 0, 0]), ("- [ ] a [x] b", [1]),
  ])
  func `tasks begin their item`(text: String, states: [Int32]) {
    #expect(ReadText(text).nodes(.item).map(\.detail) == states)
  }

  @Test func `footnotes are numbered by their first reference, and those without one are left out`() {
    let read = ReadText("a[^b] c[^D] e[^b]\n\n[^x]: no\n\n[^d]: two\n[^b]: one [^f]\n[^b]: again\n\n> [^f]: three\n")
    #expect(read.nodes(.footnoteReference).map(\.detail) == [1, 2, 1, 3])
    #expect(read.nodes(.footnoteDefinition).map(\.detail) == [1, 2, 3])
    #expect(read.said(.text) == ["a", " c", " e", "one ", "two", "three"])
  }

  @Test(arguments: [
    ("<b @a=\"x > y\">", [false, true, true]), ("<b #a='x'>", [false, true, true]), ("<b (a)=\"x\">", [false, true, true]),
    ("<b :[a]=\"x\">", [false, true, true]), ("<b v-on:[a]=\"x\" b>", [false, true, true]), ("<b @a>", [false, false, true]),
    ("<b #a />", [false, false, true]), ("<b @a=x>", [false, false, true]), ("<b @>", [false, false, false]),
    ("<b :>", [true, true, true]),
    ("<b a[b]=\"x\">", [false, false, false]), ("<b a@b=\"x\">", [false, false, false]), ("<b @a=\"x>", [false, false, false]),
  ])
  func `attributes whose names begin with a sign are read where programs have them`(tag: String, areTags: [Bool]) {
    for (names, isTag) in zip([HTMLAttributeNames.plain, .signsWithValues, .signs], areTags) {
      #expect((HTMLTags.tag(Array(tag.utf8), 0, tag.utf8.count, names) == tag.utf8.count) == isTag, "\(tag) \(names)")
    }
  }

  @Test func `a footnote goes on after lines of white space`() {
    let read = ReadText("a[^1]\n\n[^1]: b\n \n    c\n")
    #expect(read.children(of: 0).count == 2)
    #expect(read.nodes(.codeBlock).isEmpty)
  }

  @Test func `names in brackets without a footnote are text with inlines`() {
    let read = ReadText("[^*a*]")
    #expect(read.said(.text) == ["[^", "a", "]"])
  }

  @Test func `a table begins with the last line of a paragraph`() {
    let read = ReadText("a\nb | c\n:-|-:\nd | e | f\ng\n> h\n")
    #expect(read.written(.paragraph).first == "a")
    #expect(read.tree.tables == [[.left, .right]])
    #expect(read.written(.tableCell) == ["b", "c", "d", "e", "g", ""])
  }

  @Test func `rows lack no more cells in all than are allowed`() {
    var options = CommonMarkOptions()
    options.missingCellLimit = 3
    #expect(ReadText("a|b|c\n-|-|-\nd\ne\nf\n", options).nodes(.tableCell).count == 3 + 3 + 2 + 1)
  }

  @Test func `references to long definitions are text once they stand for more than is allowed`() {
    var options = CommonMarkOptions()
    options.referenceLimit = 3_000
    let text = "[a]: /" + String(repeating: "b", count: 1_999) + "\n\n[a] [a] [a]\n"
    #expect(ReadText(text, options).nodes(.link).count == 2)
    #expect(ReadText("[a]: /b\n\n" + String(repeating: "[a] ", count: 9_000), options).nodes(.link).count == 9_000)
  }

  @Test(arguments: [
    ("www.a.b/c_(d) (http://e.f) http://g.h?i=1&amp; ftp://j.k.", ["http://www.a.b/c_(d)", "http://e.f", "http://g.h?i=1", "ftp://j.k"]),
    ("xhttp://a.b ahttp:// http://a_b.c www. awww.a.b", []), ("[www.a.b", []),
    ("<a@b.c> d@e.f mailto:g@h.i", ["mailto:a@b.c", "mailto:d@e.f", "mailto:g@h.i"]),
    ("a@b a@b.c- @b.c a@b@c.de", ["mailto:b@c.de"]),
  ])
  func `bare addresses are links up to the punctuation of the sentence`(text: String, expected: [String]) {
    #expect(ReadText(text).destinations() == expected)
  }

  @Test func `tildes strike in twos, or ones where that is wanted`() {
    var options = CommonMarkOptions()
    #expect(ReadText("~a~ ~~b~~ ~~~c~~~ ~ d ~", options).written(.strikethrough) == ["~a~", "~~b~~"])
    options.strikesWithOneTilde = false
    #expect(ReadText("~a~ ~~b~~", options).written(.strikethrough) == ["~~b~~"])
  }

  @Test func `code is found after runs that nothing closes`() {
    #expect(ReadText("a ```x `b` c `d` e").said(.code) == ["b", "d"])
    #expect(ReadText("\\``a` b").said(.code) == ["a"])
  }

  @Test func `a tag alone on a line does not interrupt a paragraph that it continues`() {
    #expect(ReadText("> a\n<b>\n").nodes(.htmlBlock).isEmpty)
  }

  @Test(arguments: [
    ("- a\n- b\n", true), ("- a\n\n- b\n", false), ("- a\n\n  b\n", false), ("- a\n  - b\n\n    c\n- d\n", true),
    ("- a\n\n  [x]: /u\n", true), ("- a\n\n  [x]: /u\n- b\n", false), ("- ```\n\n  ```\n- b\n", true), ("- > a\n  >\n- b\n", true),
    ("- a\n  > b\n  ```\n  c\n  ```\n- d\n", true), ("- a\n  - b\n\n\n- c\n", false),
  ])
  func `lists are loose where blank lines part their items or what is in them`(text: String, isTight: Bool) {
    #expect(ReadText(text).tree.lists.first?.isTight == isTight)
  }

  @Test func `what is stopped ends early`() {
    let tree = CommonMarkTree(Array(String(repeating: "a\n\n", count: 5_000).utf8)) { true }
    #expect(tree.nodes.count < 2_000)
  }

  @Test(arguments: [(999, true), (1000, false)]) func `a label has at most 999 characters`(count: Int, isLink: Bool) {
    let label = String(repeating: "é", count: count)
    #expect(ReadText("[\(label)]\n\n[\(label)]: /a\n").destinations() == (isLink ? ["/a"] : []))
  }
}
