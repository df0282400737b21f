import Testing
import TypesetBytes

@Suite struct EscapingTests {
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

  @Test func `a word that a shell would read otherwise is in quotes`() {
    #expect(["a/b-1.md", "é", "", "a b", "it's", "$x"].map(shellQuoted) == ["a/b-1.md", "é", "''", "'a b'", #"'it'\''s'"#, "'$x'"])
  }

  @Test func `a byte of an address has two digits`() {
    #expect([0x00, 0x20, 0xE4].map(percentEncoded) == ["%00", "%20", "%E4"])
    #expect([String(hex: UInt32(0xAB), digits: 6), String(hex: UInt8(0xAB), digits: 1, uppercase: true)] == ["0000ab", "AB"])
  }
}
