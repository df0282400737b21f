import TypesetBoxes
internal import TypesetDiagnostics

extension StyledCode {
  /// True for what is drawn with characters: boxes and arrows, trees, plots, maps of bytes, a terminal's tables with ruled borders.
  public var isDrawing: Bool {
    guard lines.count > 2, lines.count < 1_000 else { return false }
    if isNamedDrawing { return true }
    var (signs, ink, rules, bars, boxes, filled) = (0, 0, 0, 0, 0, 0)
    for line in lines {
      let found = CharacterSigns(line)
      guard found.ink > 0 else { continue }
      signs += found.signs
      ink += found.ink
      filled += 1
      if found.hasBar { bars += 1 }
      if found.hasBox { boxes += 1 }
      if found.signs == found.ink, found.ink > 7 { rules += 1 }
    }
    guard filled > 2 else { return false }
    if boxes * 2 >= filled { return true }
    // Programs have rulers and signs of ASCII too.
    guard language.isEmpty || Self.textLanguages.contains(language.lowercased()) else { return false }
    return signs * 2 > ink || rules > 1 && bars * 2 >= filled
  }

  /// True for a tree of folders, which may be read on the next page.
  public var isTree: Bool {
    let branches = lines.count { line in ["├─", "└─", "|--", "`--"].contains { line.text.find(Array($0.utf8)) != nil } }
    return branches * 2 >= lines.count
  }

  /// Names of languages that say it.
  static let drawnLanguages: Set = ["ascii", "art", "goat", "bob", "svgbob", "ditaa"]

  private static let textLanguages: Set = ["text", "txt", "plain", "plaintext", "none", "nohighlight", "console", "output"]
}

/// How many characters of a line are those that drawings are made of.
private struct CharacterSigns {
  var signs = 0
  var ink = 0
  var hasBar = false
  var hasBox = false

  private static let ascii: [Bool] = (0..<128).map { "-|+/\\_<>.'`=:*^~#".utf8.contains(UInt8($0)) }

  init(_ line: StyledText) {
    for scalar in String(decoding: line.text, as: UTF8.self).unicodeScalars where scalar.value > 0x20 {
      ink += 1
      if scalar == "|" || scalar == "+" { hasBar = true }
      if scalar.value < 0x80 {
        if Self.ascii[Int(scalar.value)] { signs += 1 }
      } else if (0x2190...0x21FF).contains(scalar.value) || (0x2500...0x25FF).contains(scalar.value) {
        // Arrows, and signs for boxes.
        signs += 1
        hasBar = true
        if scalar.value >= 0x2500 { hasBox = true }
      }
    }
  }
}
