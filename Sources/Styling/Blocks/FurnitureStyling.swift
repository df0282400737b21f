import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings

/// Pictures in headers, footers and boxes of pages: `![Logo](logo.svg){height=8mm}`.
enum FurnitureStyling {
  /// Makes the pictures known to the document, by their source.
  static func addPictures(with styling: inout BlockStyling) {
    let page = styling.theme.page
    for (texts, room) in [(page.header.texts, page.top), (page.footer.texts, page.bottom), (page.boxes.map(\.text), page.top)] {
      for text in texts where text.contains("![") {
        for picture in FurniturePicture.all(in: text) where styling.out.heads[picture.source] == nil {
          styling.out.heads[picture.source] = content(of: picture, room: room, with: &styling)
        }
      }
    }
  }

  private static func content(of picture: FurniturePicture, room: Length, with styling: inout BlockStyling) -> InlineContent {
    let style = styling.theme.body(language: styling.out.language).applying(styling.headStyle, families: styling.theme.families).text
    var image = Image(source: picture.address, alternative: picture.alternative, title: "", span: SourceSpan(0, 0))
    image.takeSize(Attributes(info: picture.attributes), em: style.size, theme: styling.theme, &styling.inlines.diagnostics)
    // It stays in its margin.
    if image.width == nil, image.height == nil { image.height = .absolute(room.scaled(by: 0.3)) }
    var content = InlineContent()
    content.text.append("\u{FFFC}".utf8, style: style)
    content.attachments = [.image(image, style)]
    return content
  }
}
