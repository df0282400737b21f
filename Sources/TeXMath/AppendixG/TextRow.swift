/// Text between the rows of a display (amsmath's `\intertext`).
extension Layout {
  /// Text in lines no longer than the room, as many words in each as there is place for.
  mutating func paragraph(_ field: Field, room: Int) -> Extent {
    var out = Extent(first: elements.count)
    guard let noad = noads(of: field).first, case .text(let index) = list.noads[noad].kind else { return out }
    var (x, y) = (0, 0)
    let space = textSpace
    for word in words(of: list.texts[Int(index)]) {
      let part = text(word, .text)
      if x > 0, x + part.width > room { (x, y) = (0, y + context.baselineskip) }
      move(from: part.first, x, -y)
      out.width = max(out.width, x + part.width)
      if y == 0 { out.height = max(out.height, part.height) }
      out.depth = max(out.depth, y + part.depth)
      x += part.width + space
    }
    return out
  }

  /// Pieces of text between spaces.
  private func words(of pieces: [TextPiece]) -> [[TextPiece]] {
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
