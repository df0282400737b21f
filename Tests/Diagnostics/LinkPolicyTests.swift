import Testing
import TypesetDiagnostics

@Suite struct LinkPolicyTests {
  @Test(arguments: [
    ("https://a.org/x", true, true), ("mailto:a@b.org", true, true), ("tel:1", true, true), ("doi:10.1/x", true, true), ("#a", true, true),
    ("ftp://a.org/", true, false), ("a.md", true, false), ("/a:b", true, false), ("zotero://x", false, false), ("ms-word:x", false, false),
    ("sms:1", false, false),
    ("\\\\server\\share", false, false), ("/\\server/share", false, false), ("HTTPS://a", true, true), ("//a.org/x", true, false),
    ("?a:b", true, false),
    ("javascript:x", false, false), (" java\tscript:x", false, false), ("JAVASCRIPT:x", false, false), ("data:,x", false, false),
    ("file:///x", false, false), ("vbscript:x", false, false), ("C:\\x", false, false), ("java\u{AD}script:x", false, false),
    ("\u{1}javascript:x", false, false),
  ])
  func `what a link may lead to`(address: String, standard: Bool, strict: Bool) {
    #expect(LinkPolicy.standard.allows(address) == standard)
    #expect(LinkPolicy.strict.allows(address) == strict)
  }
}
