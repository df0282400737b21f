/// Text in lines: between the rows of a display (amsmath's `\intertext`), and paragraphs within formulas.
enum TextRow {
  /// LaTeX's `\parbox`: lines of a width.
  ///
  /// - Parameters:
  ///   - position: `t` and `b`: the box is on the baseline of the first or the last line; otherwise its middle is on the axis.
  ///   - hasStruts: The first and the last line are as high and deep as a row of an array.
  static func paragraph(
    _ field: Field, width: Int, position: UInt8, hasStruts: Bool, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    var last = 0
    var out = set(field, room: width, last: &last, layout, &buffer)
    out.width = width
    if hasStruts {
      out.height = max(out.height, layout.context.arstrutbox.height)
      out.depth = max(out.depth, last + layout.context.arstrutbox.depth)
    }
    switch position {
    case 0x74: break
    case 0x62:
      buffer.move(from: out.first, 0, last)
      (out.height, out.depth) = (out.height + last, out.depth - last)
    default: out = Delimiter.centred(out, style, layout, &buffer)
    }
    return out
  }

  /// Text in lines no longer than the room, as many words in each as fit.
  static func set(_ field: Field, room: Int, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var last = 0
    return set(field, room: room, last: &last, layout, &buffer)
  }

  /// - Parameter last: Gets the distance from the first baseline to the last.
  private static func set(_ field: Field, room: Int, last: inout Int, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = Extent(first: buffer.count)
    guard case .text(let index) = layout.list.noads(of: field).first?.kind else { return out }
    var (x, y) = (0, 0)
    let space = layout.texts.space(size: layout.context.sizes.0)
    for word in words(of: layout.list.texts[Int(index)]) {
      if case .lineEnd? = word.first {
        (x, y) = (0, y + layout.context.baselineskip)
        continue
      }
      let part = TextBox.set(word, .text, layout, &buffer)
      if x > 0, x + part.width > room { (x, y) = (0, y + layout.context.baselineskip) }
      buffer.move(from: part.first, x, -y)
      out.width = max(out.width, x + part.width)
      if y == 0 { out.height = max(out.height, part.height) }
      out.depth = max(out.depth, y + part.depth)
      x += part.width + space
      last = y
    }
    return out
  }

  /// Pieces of text between spaces.
  private static func words(of pieces: [TextPiece]) -> [[TextPiece]] {
    var out: [[TextPiece]] = [[]]
    for piece in pieces {
      if case .lineEnd = piece {
        out += [[.lineEnd], []]
        continue
      }
      guard case .words(let text, let bold, let italic, let family) = piece else {
        out[out.count - 1].append(piece)
        continue
      }
      for (number, word) in text.split(separator: 0x20, omittingEmptySubsequences: false).enumerated() {
        if number > 0 { out.append([]) }
        if !word.isEmpty { out[out.count - 1].append(.words(text: Array(word), bold: bold, italic: italic, family: family)) }
      }
    }
    return out.filter { !$0.isEmpty }
  }
}
