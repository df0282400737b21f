internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFonts
internal import TypesetMarkdown
internal import TypesetStyling

// Text of a block: an element for each part that looks different from the block.

/// An element around text.
private enum HTMLMark: Equatable {
  case link(String)
  case strong, emphasis, struck, inserted, highlighted, key, raised, lowered, note, small, code
  case abbreviation(String)

  var name: String {
    switch self {
    case .link: "a"
    case .strong: "strong"
    case .emphasis: "em"
    case .struck: "s"
    case .inserted: "ins"
    case .highlighted: "mark"
    case .key: "kbd"
    case .raised, .note: "sup"
    case .lowered: "sub"
    case .small: "small"
    case .code: "code"
    case .abbreviation: "abbr"
    }
  }
}

extension HTMLWriter {
  /// - Parameter base: The looks of the block's text.
  mutating func write(_ content: InlineContent, inside base: TextStyle) {
    var open: [HTMLMark] = []
    var attachments = content.attachments[...]
    for run in content.text.runs {
      let marks = marks(of: content.text.styles[Int(run.style)], inside: base)
      // What goes on stays open: a link with emphasis in it is one link.
      let kept = zip(open, marks).prefix { $0 == $1 }.count
      while open.count > kept, let last = open.popLast() { add("</\(last.name)>") }
      for mark in marks[kept...] { begin(mark) }
      open = marks
      let text = String(
        decoding: content.text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], as: UTF8.self)
      write(text, &attachments)
    }
    while let last = open.popLast() { add("</\(last.name)>") }
  }

  private mutating func begin(_ mark: HTMLMark) {
    add("<\(mark.name)")
    switch mark {
    case .link(let address): add("href", address)
    case .abbreviation(let meaning): add("title", meaning)
    case .note: add(" class=\"footnote\"")
    default: break
    }
    add(">")
  }

  private func marks(of style: TextStyle, inside base: TextStyle) -> [HTMLMark] {
    var marks: [HTMLMark] = []
    let isNote = style.link?.hasPrefix("#fn:") == true
    let link = style.link.flatMap { HTMLAddress.link($0, source.links) }
    if let link { marks.append(.link(link)) }
    if !style.isCode, style.weight > base.weight, style.weight >= 600 { marks.append(.strong) }
    if !style.isCode, style.slant != base.slant && style.slant != .upright || style.emphasis != base.emphasis { marks.append(.emphasis) }
    if style.strikethrough != nil, base.strikethrough == nil { marks.append(.struck) }
    if style.underline != nil, base.underline == nil, style.link == nil { marks.append(.inserted) }
    let hasGround = style.background != nil && style.background != base.background && !style.isCode
    let isKey = hasGround && style.families != base.families
    if hasGround { marks.append(isKey ? .key : .highlighted) }
    if style.rise != base.rise { marks.append(isNote ? .note : style.rise > base.rise ? .raised : .lowered) }
    if style.size < base.size, style.rise == base.rise, !isKey, !style.isCode { marks.append(.small) }
    if let meaning = style.expansion, base.expansion == nil { marks.append(.abbreviation(meaning)) }
    if style.isCode, !base.isCode { marks.append(.code) }
    return marks
  }

  /// Text of a run, with its content.
  private mutating func write(_ text: String, _ attachments: inout ArraySlice<Attachment>) {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{FFFC}":
        add(text: plain)
        plain = ""
        if let attachment = attachments.popFirst() { write(attachment) }
      case "\u{2028}":
        add(text: plain)
        plain = ""
        add("<br>")
      // Tabs, and what fills a line.
      case _ where scalar.value < 0x20: plain.append(" ")
      default: plain.unicodeScalars.append(scalar)
      }
    }
    add(text: plain)
  }

  private mutating func write(_ attachment: Attachment) {
    switch attachment {
    case .math(let span, _): add(formula: span.tex, isDisplay: span.isDisplay, at: Int(span.span.start))
    case .image(let image, _): write(image)
    case .checkbox(let isChecked, _): add("<input type=\"checkbox\" disabled\(isChecked ? " checked" : "")>")
    case .badge(let badge, _):
      let base = badge.content.text.styles.first
      add("<span class=\"badge\">")
      if let base { write(badge.content, inside: base) }
      add("</span>")
    case .client: isWhole = false
    // Of a page, which is not there.
    case .field: break
    }
  }
}

/// A list with numbers, bullets, or custom markers.
struct HTMLList {
  private enum Form: Equatable { case bullets, numbers, markers }

  private let items: [StyledTree.Index]
  /// The attribute for items at the right; empty for others.
  private let direction: String
  private let tree: StyledTree

  init(_ list: StyledTree.Index, in tree: StyledTree) {
    (items, self.tree) = (tree.children(of: list), tree)
    direction = tree[list].style.text.direction == .rightToLeft ? " dir=\"rtl\"" : ""
  }

  func write(_ writer: inout HTMLWriter) {
    let form = items.first.map { self.form(of: marker($0)) } ?? Form.bullets
    var next = form == .numbers ? items.first.flatMap { number(of: marker($0)) } : nil
    let start = next.map { $0 == 1 ? "" : " start=\"\($0)\"" }
    writer.add(start.map { "<ol\($0)\(direction)>" } ?? "<ul\(direction)\(form == .markers ? " style=\"list-style:none\"" : "")>")
    for item in items where writer.isWhole {
      let marker = self.marker(item)
      let number = form == .numbers ? self.number(of: marker) : nil
      let isTask = marker?.attachments.isEmpty == false
      writer.add(number != nil && number != next ? "<li value=\"\(number ?? 1)\">" : isTask ? "<li style=\"list-style:none\">" : "<li>")
      next = (number ?? next).map { $0 &+ 1 }
      write(marker, of: form, number, &writer)
      if case .item = tree[item].kind { writer.write(belowItem: item) } else { writer.write(item) }
      writer.add("</li>")
    }
    writer.add(start != nil ? "</ol>" : "</ul>")
  }

  private func write(_ marker: InlineContent?, of form: Form, _ number: Int?, _ writer: inout HTMLWriter) {
    guard let marker, let base = marker.text.styles.first, number == nil else { return }
    if !marker.attachments.isEmpty {
      writer.write(marker, inside: base)
      writer.add(" ")
    } else if form != .bullets {
      writer.add("<span class=\"marker\">")
      writer.write(marker, inside: base)
      writer.add("</span> ")
    }
  }

  private func marker(_ item: StyledTree.Index) -> InlineContent? {
    if case .item(let marker) = tree[item].kind { marker } else { nil }
  }

  private func form(of marker: InlineContent?) -> Form {
    guard let marker else { return .bullets }
    if number(of: marker) != nil { return .numbers }
    return marker.plainText.contains { $0.isLetter || $0.isNumber } ? .markers : .bullets
  }

  /// `3.` or `3)`
  private func number(of marker: InlineContent?) -> Int? {
    guard let text = marker?.plainText, let last = text.last, last == "." || last == ")" else { return nil }
    return DocumentNumber.whole(String(text.dropLast()))
  }
}
