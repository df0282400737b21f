/// Text between the rows of a display (amsmath's `\intertext`).
enum TextRow {
  /// Text in lines no longer than the room, as many words in each as fit.
  static func set(_ field: Field, room: Int, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = Extent(first: buffer.count)
    guard case .text(let index) = layout.list.noads(of: field).first?.kind else { return out }
    var (x, y) = (0, 0)
    let space = layout.texts.space(size: layout.context.sizes.0)
    for word in words(of: layout.list.texts[Int(index)]) {
      let part = TextBox.set(word, .text, layout, &buffer)
      if x > 0, x + part.width > room { (x, y) = (0, y + layout.context.baselineskip) }
      buffer.move(from: part.first, x, -y)
      out.width = max(out.width, x + part.width)
      if y == 0 { out.height = max(out.height, part.height) }
      out.depth = max(out.depth, y + part.depth)
      x += part.width + space
    }
    return out
  }

  /// Pieces of text between spaces.
  private static func words(of pieces: [TextPiece]) -> [[TextPiece]] {
    var out: [[TextPiece]] = [[]]
    for piece in pieces {
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
