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
    heads(of: slide, in: lines, deck).compactMap { attributes($0.text, $0.line) }
  }

  /// The first line with attributes of the slide that are for what is behind it.
  static func head(of slide: SlideLines.Slide, in lines: SlideLines, _ deck: Deck) -> (text: String, line: Int)? {
    heads(of: slide, in: lines, deck).first
  }

  /// reveal.js' comment, `<!-- .slide: data-background="teal" -->`, and pandoc's heading, `## Title {background-color="teal"}`.
  private static func heads(of slide: SlideLines.Slide, in lines: SlideLines, _ deck: Deck) -> [(text: String, line: Int)] {
    guard deck.tool == .reveal || deck.tool == .pandoc else { return [] }
    let sign = Array("background".utf8)
    return slide.lines.compactMap { number in
      let line = lines.text(number)
      guard line.count < 5_000, line.firstRange(of: sign) != nil, case let text = String(decoding: line, as: UTF8.self),
        deck.tool == .reveal ? text.contains(".slide:") : text.first == "#"
      else { return nil }
      return (text, number)
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
