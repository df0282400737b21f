internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The pictures and pages that a slide has behind its words, as each tool names them. They are left out behind words, and are a slide's content where
/// it has none.
struct SlideBackground {
  /// The address of a picture, or of a page of the web.
  private(set) var address: String
  private(set) var isPage = false
  /// The line that names it; nil for a slide's settings.
  private(set) var line: Int?

  /// As Markdown.
  var words: String { isPage ? "<\(address)>" : "![](<\(address)>)" }

  static func all(of slide: SlideLines.Slide, in lines: SlideLines, _ deck: Deck) -> [SlideBackground] {
    if deck.tool == .slidev {
      let isFirst = slide.lines == lines.slides.first?.lines
      return (slide.values ?? (isFirst ? deck.values : nil))?["background"]?.text.flatMap { picture($0, nil) }.map { [$0] } ?? []
    }
    let sign = Array((deck.tool == .marp ? "![bg" : "background").utf8)
    return slide.lines.flatMap { number -> [SlideBackground] in
      let line = lines.text(number)
      guard line.count < 5_000, line.firstRange(of: sign) != nil else { return [] }
      let text = String(decoding: line, as: UTF8.self)
      switch deck.tool {
      case .marp: return text.parts(between: "![").compactMap { marp($0, number) }
      case .reveal where text.contains(".slide:"), .pandoc where text.first == "#": return attributes(text, number).map { [$0] } ?? []
      case .remark where text.hasPrefix("background-image:"):
        return value(of: "url(", in: text).flatMap { picture($0, number) }.map { [$0] } ?? []
      default: return []
      }
    }
  }

  private static func picture(_ address: String, _ line: Int?) -> SlideBackground? {
    let address = address.trimmedWhitespace()
    guard PictureNames.isPicture(address), !address.contains(where: { "<>\n".contains($0) }) else { return nil }
    return SlideBackground(address: address, line: line)
  }

  /// `bg left](a.png)` behind the signs that begin it.
  private static func marp(_ text: Substring, _ line: Int) -> SlideBackground? {
    guard let close = text.firstRange(of: "]("), case let words = text[..<close.lowerBound].split(separator: " "), words.first == "bg",
      // These are beside the words.
      !words.contains(where: { ["left", "right"].contains($0.prefix { $0 != ":" }) }),
      let end = text[close.upperBound...].firstIndex(of: ")")
    else { return nil }
    return picture(String(text[close.upperBound..<end].prefix { $0 != " " }), line)
  }

  /// `data-background="a.png"`, `background-image="a.png"`, `background-iframe="https://a.org"`.
  private static func attributes(_ text: String, _ line: Int) -> SlideBackground? {
    if let page = value(of: "background-iframe=", in: text), page.hasPrefix("http"), !page.contains(">") {
      return SlideBackground(address: page, isPage: true, line: line)
    }
    for key in ["background-image=", "background="] {
      if let found = value(of: key, in: text).flatMap({ picture($0, line) }) { return found }
    }
    return nil
  }

  /// What is behind a key, between quotes or up to a blank or a bracket.
  private static func value(of key: String, in text: String) -> String? {
    guard let open = text.firstRange(of: key)?.upperBound, open < text.endIndex else { return nil }
    let rest = text[open...]
    if let quote = rest.first, "\"'".contains(quote) { return String(rest.dropFirst().prefix { $0 != quote }) }
    return String(rest.prefix { !" )}>".contains($0) })
  }
}
