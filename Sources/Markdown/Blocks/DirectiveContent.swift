/// What the lines of a directive are that nobody knows: Markdown, or code and settings for a program, which are shown as they are written, as mystmd
/// shows them.
struct DirectiveContent {
  /// Not blank, without those of options.
  private var lines: [ArraySlice<UInt8>] = []

  /// As many lines tell what the content is.
  private static let mostLines = 200

  /// - Parameters:
  ///   - start: Where the line below the options begins.
  ///   - byte: Of the fence, of which `length` close it.
  init(_ open: OpenBlocks, from start: Int, closedBy byte: UInt8, length: Int) {
    var next = start
    while next < open.bytes.count, lines.count < Self.mostLines {
      let end = open.lineEnd(from: next)
      var line = LineCursor(open.bytes, from: next, to: end)
      next = end + 1
      guard open.match(&line) == open.count else {
        if line.isBlank { continue }
        return
      }
      if line.isBlank { continue }
      if line.closesBlock(byte: byte, length: length) { return }
      lines.append(open.bytes[line.offset..<line.trimmedEnd])
    }
  }

  var isForPrograms: Bool { isSettings || isCode }

  // MARK: Settings

  /// `width: 100%`, and lines of a list or further settings below them.
  private var isSettings: Bool {
    guard let first = lines.first, let value = Self.value(of: first) else { return false }
    // One line may be a sentence with a word before it.
    guard lines.count > 1 || value.split(separator: ASCII.space).count < 4 else { return false }
    return lines.allSatisfy { Self.value(of: $0) != nil || ASCII.isBlank($0[$0.startIndex]) }
  }

  /// What is behind a key and a colon.
  private static func value(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let key = line.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard let first = key.first, first >= UInt8(ascii: "a"), key.endIndex < line.endIndex, line[key.endIndex] == UInt8(ascii: ":") else {
      return nil
    }
    let rest = line[(key.endIndex + 1)...]
    return rest.isEmpty || ASCII.isBlank(rest[rest.startIndex]) ? rest.drop(while: ASCII.isBlank) : nil
  }

  // MARK: Code

  /// True if each line is one of a program, and one of them is nothing else; a single one may be a formula without dollars.
  private var isCode: Bool {
    guard let first = lines.first(where: Self.isStatement), lines.count > 1 || first.starts(with: "print(".utf8) else { return false }
    return lines.allSatisfy { Self.isStatement($0) || Self.isPartOfProgram($0) }
  }

  /// `name(…)`, `name = …`, `from a import b`, `for x in y:`.
  private static func isStatement(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, ASCII.isLetter(first) || first == UInt8(ascii: "_") else { return false }
    let text = line.prefix { $0 != UInt8(ascii: "#") }.reversed().drop(while: ASCII.isBlank).reversed()
    let words = text.split(separator: ASCII.space).map(Array.init)
    let name = line.prefix { isOfName($0) }
    let rest = line[name.endIndex...]
    switch String(decoding: words.first ?? [], as: UTF8.self) {
    case "import": return words.count == 2 || words.count == 4 && words[2].elementsEqual("as".utf8)
    case "from": return words.count > 3 && words[2].elementsEqual("import".utf8)
    case "def", "class", "while", "if", "elif", "with":
      return text.last == UInt8(ascii: ":") && text.contains { "(<>=".utf8.contains($0) }
    case "for": return text.last == UInt8(ascii: ":") && words.count > 3 && words[2].elementsEqual("in".utf8)
    default: break
    }
    // A call, with nothing but the end of a statement behind it.
    if rest.first == ASCII.openParenthesis {
      let end = text.last == UInt8(ascii: ";") ? text.dropLast().last : text.last
      return end == ASCII.closeParenthesis
    }
    let sign = rest.drop(while: ASCII.isBlank)
    guard let first = sign.first, sign.count > 2 else { return false }
    return first == UInt8(ascii: "=") || "+-*/".utf8.contains(first) && sign[sign.startIndex + 1] == UInt8(ascii: "=")
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || "_.[]".utf8.contains(byte) || byte >= 0x80
  }

  /// Comments, indented lines, and what closes something.
  private static func isPartOfProgram(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return true }
    if ASCII.isBlank(first) || "})]".utf8.contains(first) { return true }
    if line.starts(with: "# ".utf8) || line.starts(with: "//".utf8) || line.elementsEqual("#".utf8) { return true }
    return ["else:", "try:", "pass", "break", "return", "end"].contains { line.elementsEqual($0.utf8) }
  }
}
