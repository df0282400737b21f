import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings

/// Pictures in headers, footers and boxes of pages: `![Logo](logo.svg){height=8mm}`.
enum FurnitureStyling {
  /// Makes the pictures known to the document, by their source, and the texts that have markup.
  static func addContent(of title: TitleBlock, with styling: inout BlockStyling) {
    let page = styling.theme.page
    for (furniture, element) in [(page.header, Element.header), (page.footer, .footer)] {
      for text in furniture.texts { add(text, element.rawValue, style(of: element, with: styling), title, with: &styling) }
    }
    for box in page.boxes { add(box.text, box.style, style(of: box, with: styling), title, with: &styling) }
    for (texts, room) in [(page.header.texts, page.top), (page.footer.texts, page.bottom), (page.boxes.map(\.text), page.top)] {
      for text in texts where text.contains("![") {
        for picture in FurniturePicture.all(in: text) where styling.out.heads[picture.source] == nil {
          styling.out.heads[picture.source] = content(of: picture, room: room, with: &styling)
        }
      }
    }
  }

  private static func add(
    _ text: String, _ kind: String, _ style: BlockStyle, _ title: TitleBlock, with styling: inout BlockStyling
  ) {
    guard let tree = title.furniture[text] else { return }
    styling.out.heads[FurnitureText.head(text, kind)] = TitleStyling.content(of: tree, style: style.text, with: styling)
  }

  private static func style(of element: Element, with styling: BlockStyling) -> BlockStyle {
    let theme = styling.theme
    return theme.body(language: styling.out.language).applying(theme[.pageNumber].overlaid(by: theme[element]), families: theme.families)
  }

  private static func style(of box: PageBox, with styling: BlockStyling) -> BlockStyle {
    guard let rule = styling.theme.classRules[box.style] else { return style(of: .header, with: styling) }
    return styling.theme.body(language: styling.out.language).applying(rule, families: styling.theme.families)
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
