import Testing

@testable import TypesetPictures

@Suite struct XMLTextTests {
  @Test func `XML's own signs become entities`() {
    #expect(escapedXML("a < b & \"c\" > d") == "a &lt; b &amp; &quot;c&quot; &gt; d")
  }

  @Test func `line ends stay in text and become spaces in attributes`() {
    #expect(escapedXML("a\nb\tc\r") == "a\nb\tc\r")
    #expect(escapedXML("a\nb\tc\r", isAttribute: true) == "a b c ")
  }

  @Test func `characters that XML does not have are left out`() {
    #expect(escapedXML("a\u{0}b\u{1B}c\u{FFFE}d\u{FFFF}e\u{1F600}") == "abcde\u{1F600}")
  }
}
