public import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Writes header and footer onto a page.
  ///
  /// - Parameter last: The label of the last page, for `{pages}`.
  public func furnish(_ page: inout Page, _ context: PageContext, last: String) {
    page.label = context.label
    guard !context.isBlank else { return }
    let theme = tree.theme
    let body = theme.body(language: tree.language)
    let first = page.ink.items.count
    for (furniture, element) in [(theme.page.header, Element.header), (theme.page.footer, Element.footer)] {
      var line = furniture.line(isLeft: context.isLeft, isOpening: context.isOpening)
      // Left is where lines begin.
      if theme.page.isRightToLeft { line = line.mirrored }
      guard !line.isEmpty else { continue }
      let style = body.applying(theme[.pageNumber].overlaid(by: theme[element]), families: theme.families)
      let isHeader = element == .header
      // Footers stand halfway into the lower margin, headers nearer to the text than to the edge.
      let y =
        isHeader
        ? -theme.page.top + min(theme.page.top.scaled(by: 0.5), style.leading.scaled(by: 1.7))
        : -theme.page.height + theme.page.bottom / 2 - style.text.size / 3
      place(line, context, last: last, style: style, y: y, on: &page)
      if let border = style.border, isHeader {
        let rect = Rect(
          x: theme.page.left(onPage: context.isLeft ? 1 : 0), y: y - style.text.size.scaled(by: 0.45), width: theme.page.textWidth,
          height: style.borderWidth)
        page.ink.items.append(.rule(rect, border))
      }
    }
    if page.ink.items.count > first { page.furniture = first }
  }

  private func place(_ line: FurnitureLine, _ context: PageContext, last: String, style: BlockStyle, y: Length, on page: inout Page) {
    let width = tree.theme.page.textWidth
    let x = tree.theme.page.left(onPage: context.isLeft ? 1 : 0)
    let parts: [(text: String, align: Alignment)] = [(line.left, .left), (line.center, .center), (line.right, .right)]
    let used = parts.filter { !$0.text.isEmpty }.count
    for (text, align) in parts where !text.isEmpty {
      guard tree.theme.page.isNumbered || !text.contains("{page}") else { continue }
      let words = expanded(text, context, last: last)
      guard !words.isEmpty else { continue }
      var style = style
      style.align = align
      style.text.isHyphenated = false
      // No part takes the place of another one.
      let room = used == 1 ? width : align == .center ? width / 2 : line.center.isEmpty ? width.scaled(by: 0.7) : width / 4
      let set = fitting(words, style: style, measure: room)
      guard let row = set.lines.first else { continue }
      let shift =
        switch align {
        case .left, .justified: Length.zero
        case .center: (width - room) / 2
        case .right: width - room
        }
      page.ink.append(Int(row.items.lowerBound)..<Int(row.items.upperBound), of: set.ink, dx: x + shift, dy: y)
    }
  }

  /// One line of the text, cut with an ellipsis where it is too long.
  private func fitting(_ text: String, style: BlockStyle, measure: Length) -> Lines {
    // No header holds more, and each try is a paragraph.
    var words = String(text.prefix(300))
    while true {
      var content = InlineContent()
      content.text.append((words == text ? words : words + "…").utf8, style: style.text)
      var style = style
      // Left and right are those of the page, not of the words.
      if style.align != .center, paragraphs.beginsAtRight(content.text) { style.align = style.align == .left ? .right : .left }
      let set = lines(of: content, style: style, measure: measure)
      if set.lines.count <= 1 || words.count < 4 { return set }
      words = String(words.prefix(words.count * 4 / 5))
      while words.last == " " { words.removeLast() }
    }
  }

  private func expanded(_ text: String, _ context: PageContext, last: String) -> String {
    Furniture.expanded(text) { name in
      switch name {
      case "page": context.label
      case "pages": last
      case "chapter": context.chapter
      case "section": context.section
      case "title": tree.title.title ?? ""
      case "subtitle": tree.title.subtitle ?? ""
      case "date": tree.title.date ?? ""
      case "author": tree.title.authors.joined(separator: ", ")
      default: nil
      }
    }
  }
}
