package import TypesetBoxes
internal import TypesetDiagnostics

extension PictureBook {
  /// What the labels of a picture say, one for each line; labels with formulas, which are outlines by now, are last. Empty for pictures without labels.
  package func words(of id: PictureID) -> [String] { textLines(of: id) + picture(id).labels.map(\.text) }

  /// What the text in a picture says, one for each line, in the order of the file.
  package func textLines(of id: PictureID) -> [String] {
    let picture = self.picture(id)
    return picture.kind == .svg ? SVGWords.lines(of: picture.bytes) : []
  }
}

/// Reads the text that an SVG file shows.
enum SVGWords {
  /// Elements whose content is drawn elsewhere, or nowhere.
  private static let hidden: Set<String> = ["defs", "symbol", "metadata", "clipPath", "mask", "pattern", "marker"]

  /// The lines of labels without blanks around them.
  static func lines(of bytes: [UInt8]) -> [String] {
    guard bytes.holds("<text") || bytes.holds(":text") || bytes.holds("<foreignObject") else { return [] }
    let file = ForeignObjects(bytes).bytes
    var reader = XMLReader(file)
    var lines: [String] = []
    var line = ""
    // How deep within text, and within elements that are not shown in their place.
    var (texts, outside) = (0, 0)
    // The height of the last place, and whether the text at that place is one letter so far: letters that are placed one by one are one word.
    var (height, pieceStart) = ("", 0)
    func isLetter() -> Bool { line.utf8.count - pieceStart <= 4 && line.utf8.dropFirst(pieceStart).count { $0 & 0xC0 != 0x80 } <= 1 }
    func finish() {
      let words = line.split { $0.isWhitespace }.joined(separator: " ")
      if !words.isEmpty { lines.append(words) }
      line = ""
    }
    while let text = reader.takeText() {
      if texts > 0, outside == 0 { line += XMLReader.decoded(SVGContent.words(of: file[text], isText: true)[...]) }
      guard !reader.isAtEnd else { break }
      let name = reader.takeTagName()
      let isEnd = name.hasPrefix("/")
      let element = isEnd ? String(name.dropFirst()) : name
      var (isPlaced, y) = (false, nil as String?)
      while let attribute = reader.takeAttribute() {
        if attribute.name == "x" || attribute.name == "y" { isPlaced = true }
        if attribute.name == "y" { y = attribute.value }
      }
      let isEmpty = reader.passTag()
      if isPlaced, texts > 0 {
        if y != height || !isLetter() { finish() }
        pieceStart = line.utf8.count
      }
      if let y { height = y }
      if isEmpty, !isEnd { continue }
      if element == "text" {
        finish()
        texts = max(0, texts + (isEnd ? -1 : 1))
      } else if hidden.contains(element) || texts > 0 && (element == "title" || element == "desc") {
        outside = max(0, outside + (isEnd ? -1 : 1))
      }
    }
    finish()
    return lines
  }
}
