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
    let slide = sheet.areSlides ? SlideFurniture(takenFrom: &page) : SlideFurniture(hides: [], left: 0, right: 0)
    let first = page.ink.items.count
    for (furniture, element) in [(sheet.header, Element.header), (sheet.footer, Element.footer)] {
      var line = furniture.line(isLeft: context.isLeft, isOpening: context.isOpening)
      // Left is where lines begin.
      if sheet.isRightToLeft { line = line.mirrored }
      // A heading that is the title is named once.
      if line.left == "{title}", line.right == "{section}", context.section == plainTitle { line.right = "" }
      line = line.without(slide.hides, isHeader: element == .header)
      guard !line.isEmpty else { continue }
      let style = body.applying(theme[.pageNumber].overlaid(by: theme[element]), families: theme.families).readable(on: page.slideGround)
      let isHeader = element == .header
      // Footers are in the middle of the lower margin, headers closer to the text than to the edge.
      let y =
        isHeader
        ? -sheet.top + min(sheet.top.scaled(by: 0.5), style.leading.scaled(by: 1.7))
        : -sheet.height + sheet.bottom / 2 - style.text.size / 3
      place(line, kind: element.rawValue, style: style, beside: slide, y: y, room: isHeader ? sheet.top : sheet.bottom, on: &page)
      if let border = style.border, isHeader {
        let rect = Rect(
          x: sheet.left(onPage: context.isLeft ? 1 : 0), y: y - style.text.size.scaled(by: 0.45), width: sheet.textWidth,
          height: style.borderWidth)
        page.ink.items.append(.rule(rect, border))
      }
    }
    for box in sheet.boxes where box.isOn(first: context.isFirst, opening: context.isOpening, left: context.isLeft) {
      place(box, body, on: &page)
    }
    if context.isFirst { addFoldMarks(to: &page) }
    if page.ink.items.count > first, page.furniture == nil { page.furniture = first }
  }

  /// A text at a place of its own, in the style of headers or of its class.
  private func place(_ box: PageBox, _ body: BlockStyle, on page: inout Page) {
    let theme = tree.theme
    let rule = theme.classRules[box.style] ?? theme[.pageNumber].overlaid(by: theme[.header])
    var style = body.applying(rule, families: theme.families)
    style = style.readable(on: page.slideGround)
    style.align = box.align ?? theme.classRules[box.style]?.align ?? .left
    let left = sheet.left(onPage: context.isLeft ? 1 : 0)
    let (x, width) = box.extent(
      on: page.width, isLeft: context.isLeft, text: (left, max(page.width - left - sheet.textWidth, .zero)))
    var scratch = SetBlock(in: setter)
    let words = expanded(box.text, kind: box.style, style: style.text)
    guard !words.isEmpty else { return }
    let set = SetInk(setter.lines(of: words, style: style, measure: width, onto: &scratch), leading: style.leading)
    let top = box.top ?? box.bottom.map { page.height - $0 - set.height - set.depth } ?? sheet.top / 3
    page.ink.append(set.ink, dx: x, dy: -top - set.height)
  }

  /// Short lines at the edge of the paper, where a letter is folded.
  private func addFoldMarks(to page: inout Page) {
    for mark in sheet.foldMarks where mark < page.height {
      page.ink.items += [
        .content(.artifact), .rule(Rect(x: 11.pt, y: -mark, width: 11.pt, height: 0.35.pt), Color(red: 120, green: 126, blue: 134)),
      ]
    }
  }

  /// - Parameter margin: The height of the margin that it is in.
  private func place(
    _ line: FurnitureLine, kind: String, style: BlockStyle, beside slide: SlideFurniture, y: Length, room margin: Length,
    on page: inout Page
  ) {
    let (left, right) = (page.width.scaled(by: slide.left), page.width.scaled(by: slide.right))
    let width = max(sheet.textWidth - left - right, 60.pt)
    let x = sheet.left(onPage: context.isLeft ? 1 : 0) + left
    let parts: [(text: String, align: Alignment)] = [(line.left, .left), (line.center, .center), (line.right, .right)]
    let used = parts.filter { !$0.text.isEmpty }.count
    for (text, align) in parts where !text.isEmpty {
      guard sheet.isNumbered || !text.contains("{page}") else { continue }
      let words = expanded(text, kind: kind, style: style.text)
      guard !words.isEmpty else { continue }
      var style = style
      style.align = align
      style.text.isHyphenated = false
      // Parts do not overlap.
      let room = used == 1 ? width : align == .center ? width / 2 : line.center.isEmpty ? width.scaled(by: 0.7) : width / 4
      // What the author has written goes on over some lines, and is set smaller; titles are known from elsewhere.
      let isWritten = !["{title}", "{section}", "{chapter}", "{subsection}"].contains(where: text.contains)
      let (set, leading) = fitting(words, style: style, measure: room, margin: isWritten ? margin : nil)
      let shift =
        switch align {
        case .left, .justified: Length.zero
        case .center: (width - room) / 2
        case .right: width - room
        }
      let rows = set.lines.prefix(Self.mostLines)
      let first = y + leading.scaled(by: Double(rows.count - 1) / 2)
      for (number, row) in rows.enumerated() {
        let place = first - leading * number
        page.ink.append(Int(row.items.lowerBound)..<Int(row.items.upperBound), of: set.ink, dx: x + shift, dy: place)
      }
    }
  }

  /// The most lines of a header or footer.
  private static let mostLines = 3

  /// One line of the content, truncated with an ellipsis if it is too long; in a margin up to three lines, set smaller where they have to be.
  ///
  /// - Parameter margin: The height of the margin; nil for one line.
  /// - Returns: Also the distance between the lines.
  private func fitting(
    _ content: InlineContent, style: BlockStyle, measure: Length, margin: Length?
  ) -> (lines: Lines, leading: Length) {
    var found: (lines: Lines, leading: Length)?
    for scale in margin == nil ? [1] : [1, 0.85, 0.7] {
      let leading = style.text.size.scaled(by: 1.25 * scale)
      let room = margin.map { Int(clamping: $0.scaled(by: 0.85).rawValue / max(leading.rawValue, 1)) } ?? 1
      let most = min(max(room, 1), Self.mostLines)
      let words = scale == 1 ? content : content.scaled(by: scale)
      let (lines, isWhole) = fitting(words, style: style, measure: measure, lines: most)
      if isWhole { return (lines, leading) }
      found = (lines, leading)
    }
    return found ?? fitting(content, style: style, measure: measure, margin: nil)
  }

  /// So many lines of the content, truncated with an ellipsis if it is too long.
  private func fitting(_ content: InlineContent, style: BlockStyle, measure: Length, lines most: Int) -> (lines: Lines, isWhole: Bool) {
    // Headers hold no more, and each try sets a paragraph.
    var words = content.prefix(300 * most)
    var count = words.text.characterCount
    var isWhole = count == content.text.characterCount
    var scratch = SetBlock(in: setter)
    if !isWhole { words.text.append("…".utf8, style: words.text.styles.first ?? style.text) }
    while true {
      var style = style
      // Left and right refer to the page, not to the direction of the text.
      if style.align != .center, setter.document.paragraphs.beginsAtRight(words.text) {
        style.align = style.align == .left ? .right : .left
      }
      let set = setter.lines(of: words, style: style, measure: measure, onto: &scratch)
      if set.lines.count <= most || count < 4 { return (set, isWhole) }
      isWhole = false
      count = count * 4 / 5
      words = content.prefix(count)
      words.text.append("…".utf8, style: words.text.styles.first ?? style.text)
    }
  }

  /// As much of a text as a line may need: a header of megabytes is not read again for each page.
  private static func beginning(_ text: String?) -> String {
    guard let text, text.utf8.count > 4_096 else { return text ?? "" }
    return String(text.unicodeScalars.prefix(1_024))
  }

  /// The text with its placeholders filled in.
  ///
  /// - Parameter kind: What it looks like, as `FurnitureText` has it.
  private func expanded(_ text: String, kind: String, style: TextStyle) -> InlineContent {
    // Headings and titles with more than plain text are marked, and inserted afterwards.
    var marked: [InlineContent] = []
    func mark(_ content: InlineContent?) -> String? {
      guard var content else { return nil }
      // Their style is that of headers; a footer may differ in colour.
      for index in content.text.styles.indices { content.text.styles[index].color = style.color }
      marked.append(content)
      return "\u{10FFFD}"
    }
    // Pages that are settled before the text ends know neither.
    let isKnown = last != "…"
    func value(_ name: String) -> String? {
      switch name {
      case "page": context.label
      case "pages": sheet.restartsNumbers && isKnown ? context.lastOfPart : last
      case "part-pages": isKnown ? context.lastOfPart : last
      case "all-pages": isKnown ? "\(context.pageCount)" : last
      case "chapter": mark(tree.heads[context.chapterDestination]) ?? context.chapter
      case "section": mark(tree.heads[context.sectionDestination]) ?? context.section
      case "title": mark(tree.heads[StyledTree.titleHead]) ?? Self.beginning(tree.title.title)
      case "subtitle": Self.beginning(tree.title.subtitle)
      case "date": Self.beginning(tree.title.dateInLine)
      case "author": Self.beginning(tree.title.authors.prefix(100).joined(separator: ", "))
      default: nil
      }
    }
    if let content = tree.heads[FurnitureText.head(text, kind)] {
      let names = FurnitureText.marked(text).names
      return content.filled(style) { number in
        guard number < names.count else { return nil }
        if let picture = tree.heads[names[number]] { return .content(picture) }
        guard let words = value(names[number]) else { return .words("{" + names[number] + "}") }
        return words == "\u{10FFFD}" ? marked.last.map { .content($0) } : .words(words)
      }
    }
    // Pictures have braces of their own.
    var words = ""
    var rest = Self.beginning(text.replacing("\n", with: "\u{2028}"))[...]
    for picture in rest.contains("![") ? FurniturePicture.all(in: String(rest)) : [] {
      guard let place = rest.firstRange(of: picture.source), let content = tree.heads[picture.source] else { continue }
      words += Furniture.expanded(String(rest[..<place.lowerBound]), value) + (mark(content) ?? "")
      rest = rest[place.upperBound...]
    }
    words += Furniture.expanded(String(rest), value)
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

/// What is filled in for a sign.
private enum FilledPart {
  case words(String)
  case content(InlineContent)
}

extension InlineContent {
  /// The content with other words in the places of signs, and where it had no colour of its own in that of a style.
  fileprivate func filled(_ style: TextStyle, _ part: (Int) -> FilledPart?) -> InlineContent {
    let plain = text.styles.first?.color
    var out = InlineContent()
    var rest = attachments[...]
    for run in text.runs {
      var own = text.styles[Int(run.style)]
      if own.color == plain { own.color = style.color }
      var words = String.UnicodeScalarView()
      func flush() {
        if !words.isEmpty { out.text.append(String(words).utf8, style: own) }
        words = String.UnicodeScalarView()
      }
      for scalar in String(decoding: text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], as: UTF8.self).unicodeScalars {
        guard let number = FurnitureText.number(of: scalar) else {
          words.append(scalar)
          if scalar == "\u{FFFC}", var attachment = rest.popFirst() {
            if attachment.style.color == plain { attachment.style.color = style.color }
            out.attachments.append(attachment)
          }
          continue
        }
        flush()
        switch part(number) {
        case .words(let words)?: if !words.isEmpty { out.text.append(words.utf8, style: own) }
        case .content(let content)?: out.append(content)
        case nil: break
        }
      }
      flush()
    }
    return out
  }

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

extension FurnitureLine {
  fileprivate func without(_ hidden: Furniture.Parts, isHeader: Bool) -> FurnitureLine {
    guard !hidden.isEmpty else { return self }
    var line = self
    for part in [\FurnitureLine.left, \.center, \.right] {
      let isNumber = line[keyPath: part].contains("{page}")
      if hidden.contains(isNumber ? .number : isHeader ? .header : .footer) { line[keyPath: part] = "" }
    }
    return line
  }
}

extension Page {
  /// The colour of a slide that has one of its own: a rule over the whole paper.
  fileprivate var slideGround: Color? {
    for item in ink.items.prefix(8) {
      switch item {
      case .content, .part, .mark: continue
      case .rule(let rect, let color): return rect.width >= width && rect.height >= height ? color : nil
      default: return nil
      }
    }
    return nil
  }
}
