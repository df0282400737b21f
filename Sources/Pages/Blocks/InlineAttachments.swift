import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown
import TypesetParagraphs
import TypesetPictures
import TypesetStyling

extension BlockContext {
  /// The list for each U+FFFC of the content, in order, none wider than the measure.
  func attachments(of content: InlineContent, measure: Length, onto out: inout SetBlock) -> [HList] {
    var unread: [Int: FormulaReading] = [:]
    return attachments(of: content, measure: measure, onto: &out, readings: &unread)
  }

  /// - Parameter readings: Gets how formulas are read, by the numbers of their attachments.
  func attachments(
    of content: InlineContent, measure: Length, onto out: inout SetBlock, readings: inout [Int: FormulaReading]
  ) -> [HList] {
    guard !content.attachments.isEmpty else { return [] }
    let rows = content.attachments.count > 1 ? PictureRows(context: self, measure: measure).widths(of: content, onto: &out) : [:]
    let isInText = content.hasWords
    var lists: [HList] = []
    lists.reserveCapacity(content.attachments.count)
    for (number, attachment) in content.attachments.enumerated() {
      switch attachment {
      case .math(let span, let style):
        lists.append(inlineFormula(span, style: style, measure: measure, onto: &out, reading: &readings[number]))
      case .image(let image, let style):
        lists.append(inlineImage(image, width: rows[number], isInText: isInText, style: style, measure: measure, onto: &out))
      case .checkbox(let isChecked, let style): lists.append(.checkbox(isChecked: isChecked, style: style))
      case .client(let box, let style, let span):
        lists.append(clientAttachment(box, at: span, style: style, measure: measure, onto: &out))
      case .field: lists.append(HList(box: Ink(), width: .zero, height: .zero, depth: .zero))  // Text already.
      case .badge(let badge, let style): lists.append(BadgeSetter(context: self, measure: measure).list(badge, style: style, onto: &out))
      }
    }
    return lists
  }

  /// A picture in the line: its lower edge on the baseline. A badge between words is centred on their capitals and fits in the line.
  ///
  /// - Parameters:
  ///   - width: Its width in a row of pictures.
  ///   - isInText: True if words are in the same paragraph.
  private func inlineImage(
    _ image: Image, width: Length?, isInText: Bool, style: TextStyle, measure: Length, onto out: inout SetBlock
  ) -> HList {
    var image = image
    if let width { (image.width, image.height) = (.absolute(width), nil) }
    let edge = style.size.scaled(by: 0.6)
    let matte = document.tree.theme[.figure].matte
    let room = matte == nil ? Length.zero : edge * 2
    // No taller than a line of letters, so that lines keep their distance.
    let badge = style.size.scaled(by: 1.1)
    var set = picture(
      image, style: style, measure: measure - room, height: pictureHeight(image) - room, badge: isInText ? badge : nil, onto: &out)
    if set.isShown, image.baseline != nil || image.shift != .zero {
      let bottom = set.lowerEdge(image, document.fonts.font(document.paragraphs.primaryFace(of: style), size: style.size))
      var ink = Ink()
      ink.append(set.ink, dx: .zero, dy: bottom)
      return HList(box: ink, width: set.width, height: set.height + bottom, depth: set.depth - bottom)
    }
    let capitals = style.size.scaled(by: 0.7)
    if isInText, set.isShown, set.height > capitals, set.height <= badge {
      let drop = (set.height - capitals).scaled(by: 0.5)
      var ink = Ink()
      ink.append(set.ink, dx: .zero, dy: -drop)
      return HList(box: ink, width: set.width, height: set.height - drop, depth: set.depth + drop)
    }
    // Badges and icons have their own background; pictures are made for white paper.
    if let matte, set.isShown, !set.isAdaptive, set.height > style.size * 3 { set.mount(on: matte, edge: edge, radius: edge / 2) }
    return HList(box: set.ink, width: set.width, height: set.height, depth: set.depth)
  }
}

extension HList {
  /// A square as tall as the capitals, with a tick if it is checked.
  fileprivate static func checkbox(isChecked: Bool, style: TextStyle) -> HList {
    let side = style.size.scaled(by: 0.72)
    let line = style.size.scaled(by: 0.06)
    var ink = Ink()
    ink.items.append(
      .panel(
        Panel(
          rect: Rect(x: .zero, y: .zero, width: side, height: side), radius: side.scaled(by: 0.15), fill: nil,
          border: style.color, borderWidth: line)))
    if isChecked {
      func stroke(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        ink.items.append(
          .stroke(
            Stroke(
              x0: side.scaled(by: x0), y0: side.scaled(by: y0), x1: side.scaled(by: x1), y1: side.scaled(by: y1),
              width: line.scaled(by: 1.6), color: style.color)))
      }
      stroke(0.22, 0.52, 0.42, 0.28)
      stroke(0.4, 0.28, 0.8, 0.78)
    }
    return HList(box: ink, width: side, height: side, depth: .zero)
  }
}

extension InlineContent {
  /// True if there is text besides pictures, formulas and spaces.
  fileprivate var hasWords: Bool {
    var index = 0
    let bytes = text.text
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
      } else if bytes[index...].starts(with: [0xEF, 0xBF, 0xBC]) || bytes[index...].starts(with: [0xE2, 0x80, 0xA8]) {
        index += 3
      } else {
        return true
      }
    }
    return false
  }
}

extension Attachment {
  /// Its element in the document's structure.
  var role: StructureRole {
    switch self {
    case .math: .formula
    case .image, .checkbox, .client: .figure
    case .badge, .field: .span
    }
  }

  /// The alternative text for screen readers.
  var spoken: String {
    switch self {
    case .badge, .field: ""
    case .math(let span, _): span.spoken
    case .image(let image, _): image.spoken
    case .checkbox(let isChecked, _): isChecked ? "\u{2611}" : "\u{2610}"
    case .client(let box, _, _): box.plainText
    }
  }
}

extension MathSpan {
  /// The alternative text of the formula: its LaTeX.
  var spoken: String {
    let body = tex.utf8
    guard let first = body.firstIndex(where: { $0 > 0x20 }), let last = body.lastIndex(where: { $0 > 0x20 }) else { return "" }
    return String(tex[first...last])
  }
}

extension Image {
  /// The alternative text of the picture.
  var spoken: String { alternative.isEmpty ? title.isEmpty ? diagram?.source ?? source : title : alternative }
}
