internal import TypesetDiagnostics

/// The pages of the web and the films that a slide has behind its words. A page is a slide's content where it has nothing else.
struct SlideBackground {
  private(set) var address: String
  private(set) var isPage = false
  /// The line that names it.
  private(set) var line: Int

  /// As Markdown.
  var words: String { "<\(address)>" }

  static func all(of slide: SlideLines.Slide, in lines: SlideLines, _ deck: Deck) -> [SlideBackground] {
    guard deck.tool == .reveal || deck.tool == .pandoc else { return [] }
    let sign = Array("background-".utf8)
    return slide.lines.compactMap { number -> SlideBackground? in
      let line = lines.text(number)
      guard line.count < 5_000, line.firstRange(of: sign) != nil else { return nil }
      let text = String(decoding: line, as: UTF8.self)
      return deck.tool == .reveal
        ? text.contains(".slide:") ? attributes(text, number) : nil : text.first == "#" ? attributes(text, number) : nil
    }
  }

  /// `background-iframe="https://a.org"`, `data-background-video="a.mp4"`.
  private static func attributes(_ text: String, _ line: Int) -> SlideBackground? {
    if let page = value(of: "background-iframe=", in: text), page.hasPrefix("http"), !page.contains(">") {
      return SlideBackground(address: page, isPage: true, line: line)
    }
    return value(of: "background-video=", in: text).map { SlideBackground(address: $0, line: line) }
  }

  /// What is behind a key, between quotes or up to a blank or a bracket.
  static func value(of key: String, in text: String) -> String? {
    guard let open = text.firstRange(of: key)?.upperBound, open < text.endIndex else { return nil }
    let rest = text[open...]
    if let quote = rest.first, "\"'".contains(quote) { return String(rest.dropFirst().prefix { $0 != quote }) }
    return String(rest.prefix { !" )}>".contains($0) })
  }
}
