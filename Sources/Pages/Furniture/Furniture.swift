public import TypesetBoxes
internal import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Writes header and footer onto a page.
  ///
  /// - Parameter last: The label of the last page, for `{pages}`.
  public func furnish(_ page: inout Page, _ context: PageContext, last: String) {
    page.label = context.label
    guard !context.isBlank else { return }
    var setter = BlockContext(document, pageLabels: [PageField.here: context.label, PageField.last: last])
    setter.isTurned = page.width != document.page.width
    FurnitureSetter(setter: setter, context: context, last: last).furnish(&page)
  }
}

/// Writes header and footer of one page.
private struct FurnitureSetter {
  let setter: BlockContext
  let context: PageContext
  let last: String
  let sheet: PageStyle
  private var tree: StyledTree { setter.document.tree }
  private var plainTitle: String { tree.title.title ?? "" }

  init(setter: BlockContext, context: PageContext, last: String) {
    self.setter = setter
    self.context = context
    self.last = last
    sheet = setter.sheet
  }

  func furnish(_ page: inout Page) {
    let theme = tree.theme
    let body = theme.body(language: tree.language)
    let first = page.ink.items.count
    for (furniture, element) in [(sheet.header, Element.header), (sheet.footer, Element.footer)] {
      var line = furniture.line(isLeft: context.isLeft, isOpening: context.isOpening)
      // Left is where lines begin.
      if sheet.isRightToLeft { line = line.mirrored }
      // A heading that is the title is named once.
      if line.left == "{title}", line.right == "{section}", context.section == plainTitle { line.right = "" }
      guard !line.isEmpty else { continue }
      let style = body.applying(theme[.pageNumber].overlaid(by: theme[element]), families: theme.families)
      let isHeader = element == .header
      // Footers are in the middle of the lower margin, headers closer to the text than to the edge.
      let y =
        isHeader
        ? -sheet.top + min(sheet.top.scaled(by: 0.5), style.leading.scaled(by: 1.7))
        : -sheet.height + sheet.bottom / 2 - style.text.size / 3
      place(line, style: style, y: y, on: &page)
      if let border = style.border, isHeader {
        let rect = Rect(
          x: sheet.left(onPage: context.isLeft ? 1 : 0), y: y - style.text.size.scaled(by: 0.45), width: sheet.textWidth,
          height: style.borderWidth)
        page.ink.items.append(.rule(rect, border))
      }
    }
    if context.isFirst { addFoldMarks(to: &page) }
    if page.ink.items.count > first, page.furniture == nil { page.furniture = first }
  }

  /// Short lines at the edge of the paper, where a letter is folded.
  private func addFoldMarks(to page: inout Page) {
    for mark in sheet.foldMarks where mark < page.height {
      page.ink.items += [
        .content(.artifact), .rule(Rect(x: 11.pt, y: -mark, width: 11.pt, height: 0.35.pt), Color(red: 120, green: 126, blue: 134)),
      ]
    }
  }

  private func place(_ line: FurnitureLine, style: BlockStyle, y: Length, on page: inout Page) {
    let width = sheet.textWidth
    let x = sheet.left(onPage: context.isLeft ? 1 : 0)
    let parts: [(text: String, align: Alignment)] = [(line.left, .left), (line.center, .center), (line.right, .right)]
    let used = parts.filter { !$0.text.isEmpty }.count
    for (text, align) in parts where !text.isEmpty {
      guard sheet.isNumbered || !text.contains("{page}") else { continue }
      let words = expanded(text, style: style.text)
      guard !words.isEmpty else { continue }
      var style = style
      style.align = align
      style.text.isHyphenated = false
      // Parts do not overlap.
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

  /// One line of the content, truncated with an ellipsis if it is too long.
  private func fitting(_ content: InlineContent, style: BlockStyle, measure: Length) -> Lines {
    // Headers hold no more, and each try sets a paragraph.
    var words = content.prefix(300)
    var count = words.text.characterCount
    var scratch = SetBlock(in: setter)
    if count < content.text.characterCount { words.text.append("…".utf8, style: style.text) }
    while true {
      var style = style
      // Left and right refer to the page, not to the direction of the text.
      if style.align != .center, setter.document.paragraphs.beginsAtRight(words.text) {
        style.align = style.align == .left ? .right : .left
      }
      let set = setter.lines(of: words, style: style, measure: measure, onto: &scratch)
      if set.lines.count <= 1 || count < 4 { return set }
      count = count * 4 / 5
      words = content.prefix(count)
      words.text.append("…".utf8, style: style.text)
    }
  }

  /// As much of a text as a line may need: a header of megabytes is not read again for each page.
  private static func beginning(_ text: String?) -> String {
    guard let text, text.utf8.count > 4_096 else { return text ?? "" }
    return String(text.unicodeScalars.prefix(1_024))
  }

  /// The text with its placeholders filled in.
  private func expanded(_ text: String, style: TextStyle) -> InlineContent {
    // Headings and titles with more than plain text are marked, and inserted afterwards.
    var marked: [InlineContent] = []
    func mark(_ content: InlineContent?) -> String? {
      guard var content else { return nil }
      // Their style is that of headers; a footer may differ in colour.
      for index in content.text.styles.indices { content.text.styles[index].color = style.color }
      marked.append(content)
      return "\u{10FFFD}"
    }
    let words = Furniture.expanded(Self.beginning(text)) { name in
      switch name {
      case "page": context.label
      case "pages": last
      case "chapter": mark(tree.heads[context.chapterDestination]) ?? context.chapter
      case "section": mark(tree.heads[context.sectionDestination]) ?? context.section
      case "title": mark(tree.heads[StyledTree.titleHead]) ?? Self.beginning(tree.title.title)
      case "subtitle": Self.beginning(tree.title.subtitle)
      case "date": Self.beginning(tree.title.dateInLine)
      case "author": Self.beginning(tree.title.authors.prefix(100).joined(separator: ", "))
      default: nil
      }
    }
    var out = InlineContent()
    for (number, part) in words.split(separator: "\u{10FFFD}", omittingEmptySubsequences: false).enumerated() {
      if number > 0, number <= marked.count { out.append(marked[number - 1]) }
      if !part.isEmpty { out.text.append(part.utf8, style: style) }
    }
    return out
  }
}

extension StyledText {
  fileprivate var characterCount: Int { text.count { $0 & 0xC0 != 0x80 } }
}

extension InlineContent {
  /// The first characters, without a space at their end.
  fileprivate func prefix(_ count: Int) -> InlineContent {
    guard text.characterCount > count else { return self }
    var out = InlineContent()
    var left = count
    for run in text.runs where left > 0 {
      let words = String(decoding: text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], as: UTF8.self).unicodeScalars.prefix(
        left)
      left -= words.count
      var part = String(words)
      while left == 0, part.last == " " { part.removeLast() }
      if !part.isEmpty { out.text.append(part.utf8, style: text.styles[Int(run.style)]) }
    }
    let shown = String(decoding: out.text.text, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFC}" }
    out.attachments = Array(attachments.prefix(shown))
    return out
  }
}
