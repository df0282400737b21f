internal import TypesetDiagnostics

/// The source of slides between the tags in which a page of remark's has them, `<textarea id="source">` to `</textarea>`, as a deck of remark's; what is
/// below them is the page's.
func withSourceOfRemark(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, source.holds("<textarea id=\"source\""), let slides = RemarkSource(source.bytes) else {
    return source
  }
  var text = RewrittenText(source)
  text.begin(source.files[0])
  if let keys = slides.keys {
    text.copy(upTo: keys)
    text.write(RemarkSource.settings.utf8)
  } else {
    text.write("---\n\(RemarkSource.settings)---\n\n".utf8)
  }
  text.copy(upTo: slides.opener.lowerBound)
  text.skip(to: slides.opener.upperBound)
  text.copy(upTo: slides.end)
  text.skip(to: source.bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

private struct RemarkSource {
  /// Where the first key of the front matter stands; nil without any.
  private(set) var keys: Int?
  /// The line of the tag.
  let opener: Range<Int>
  /// Where the slides end.
  let end: Int

  /// As a deck of xaringan's, which is remark's, has them, without a slide of the title.
  static let settings = "output:\n  xaringan::moon_reader:\n    seal: false\n"

  /// Nil if something but front matter is above the tag, if it is not closed, or if the front matter names an output.
  init?(_ bytes: [UInt8]) {
    let start = FrontMatter.length(in: bytes)
    guard let first = bytes[start...].firstIndex(where: { $0 > ASCII.space }), bytes[first...].starts(with: "<textarea id=\"source\"".utf8),
      let tag = bytes[first...].firstIndex(of: ASCII.greater), let close = bytes[tag...].firstRange(of: Array("\n</textarea>".utf8))
    else { return nil }
    (opener, end) = (first..<tag + 1, close.lowerBound + 1)
    guard bytes.starts(with: "---\n".utf8), start > 4 else {
      guard start == 0 else { return nil }
      return
    }
    let matter = FrontMatter.of(bytes)
    guard matter.value("output") == nil, matter.value("format") == nil else { return nil }
    keys = 4
  }
}
