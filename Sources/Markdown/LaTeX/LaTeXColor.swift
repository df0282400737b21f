/// The colour behind a cell or a row, as the packages colortbl and xcolor have it: `{red!20}`, `[HTML]{FFCC00}`.
struct LaTeXColor {
  /// The attribute of HTML's, with a blank before it.
  let attribute: String
  /// Where the command ends.
  let end: Int

  /// - Parameter start: After the command's name.
  init?(_ bytes: [UInt8], after start: Int, to limit: Int) {
    let (open, model) = LaTeXReading.options(bytes, at: start, to: limit)
    guard let group = LaTeXReading.group(bytes, at: open, to: limit) else { return nil }
    // `green` is another colour to LaTeX than to HTML.
    let value =
      "[" + (model.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "named") + "]" + String(decoding: bytes[group], as: UTF8.self)
    guard !value.contains(where: { "\"<>&\n".contains($0) }) else { return nil }
    attribute = " bgcolor=\"\(value)\""
    var end = group.upperBound + 1
    // How far it reaches beside the words.
    while end < limit, bytes[end] == ASCII.openBracket, let close = bytes[end..<limit].prefix(40).firstIndex(of: ASCII.closeBracket) {
      end = close + 1
    }
    while end < limit, bytes[end] == ASCII.space { end += 1 }
    self.end = end
  }

  /// Gives the colour to the cell that was opened last.
  func fill(_ edits: inout [Edit]) {
    for index in edits.indices.reversed().prefix(20) {
      let text = edits[index].text
      guard text.last == ASCII.greater, let tag = text.lastIndex(of: ASCII.less) else { continue }
      guard text[tag...].starts(with: "<td".utf8) || text[tag...].starts(with: "<th".utf8) else { continue }
      edits[index].text.insert(contentsOf: attribute.utf8, at: text.count - 1)
      return
    }
  }
}
