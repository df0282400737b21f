/// A block of pymdown-extensions: `/// name | argument`, its content, and a line of as many slashes.
///
/// Options are YAML, indented by four columns right below the opener.
struct SlashBlock: Equatable {
  /// In small letters.
  var name: String
  var argument = ""
  var options: [String: String] = [:]

  /// Blocks whose name is a kind of admonition.
  static let admonitions: Set<String> = [
    "note", "abstract", "summary", "tldr", "info", "todo", "tip", "hint", "important", "success", "check", "done", "question", "help",
    "faq",
    "warning", "caution", "attention", "failure", "fail", "missing", "danger", "error", "bug", "example", "quote", "cite", "new",
    "settings",
  ]

  /// The callout that it is, if it is one.
  var callout: Tree.Callout? {
    switch name {
    case "admonition": Tree.Callout(.admonition, kind: options["type"] ?? "note")
    case "details": Tree.Callout(.details, kind: options["type"] ?? "details")
    case "tab": Tree.Callout(.tab, kind: "tab")
    case "html", "define", "definition", "caption", "figure-caption", "table-caption", "fancylists": nil
    default: Self.admonitions.contains(name) || !argument.isEmpty ? Tree.Callout(.admonition, kind: name) : nil
    }
  }

  /// Of `html | div#id.class.other`.
  var attributes: Attributes {
    var attributes = Attributes(id: options["id"])
    if let classes = options["class"] { attributes.classes = classes.split(separator: " ").map(String.init) }
    if name == "figure-caption" || name == "table-caption" {
      // `| #id`, `| 2.1` for a number of one's own, `| ^1` for a part.
      attributes.pairs.append(.init("number", "auto"))
      for word in argument.split(separator: " ") {
        switch word.first {
        case "#": attributes.id = attributes.id ?? String(word.dropFirst())
        case "<", ">": break
        default: attributes.pairs[0].value = String(word.prefix(20))
        }
      }
    }
    if name == "caption" { attributes.pairs.append(.init("number", "false")) }
    guard name == "html" else { return attributes }
    for part in argument.prefix(while: { $0 != "[" }).split(separator: ".").dropFirst() {
      attributes.classes.append(String(part.prefix { $0 != "#" }))
    }
    return attributes
  }
}

extension MathScanner {
  struct SlashOpener {
    var length: Int
    var block: SlashBlock
    /// Of the argument, without blanks around it.
    var argument: Range<Int>
  }

  /// `/// name`, `/// name | argument`, if a line of as many slashes follows somewhere.
  func slashOpener(_ cursor: LineCursor, _ start: Int) -> SlashOpener? {
    let end = trimmedEnd(cursor)
    var index = start
    while index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
    let length = index - start
    guard length >= 3, index + 1 < end, bytes[index] == ASCII.space else { return nil }
    while index < end, bytes[index] == ASCII.space { index += 1 }
    let nameStart = index
    while index < end, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard index > nameStart, ASCII.isLetter(bytes[nameStart]) else { return nil }
    var block = SlashBlock(name: String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased())
    while index < end, bytes[index] == ASCII.space { index += 1 }
    if index < end {
      guard bytes[index] == ASCII.pipe else { return nil }
      index += 1
      while index < end, bytes[index] == ASCII.space { index += 1 }
      block.argument = String(decoding: bytes[index..<end], as: UTF8.self)
    }
    guard slashLineFollows(cursor.end, length: length) else { return nil }
    return SlashOpener(length: length, block: block, argument: index..<end)
  }

  /// True if there is a line of this many slashes below a place.
  private func slashLineFollows(_ place: Int, length: Int) -> Bool {
    guard let last = lastSlashLines?[length] else { return false }
    return last > place
  }

  /// Where the last line of this many slashes begins, by their number.
  static func lastSlashLines(of bytes: [UInt8], from start: Int) -> [Int: Int] {
    var lines: [Int: Int] = [:]
    var index = bytes.count
    while index > start {
      index -= 1
      guard bytes[index] == UInt8(ascii: "/"), index + 1 == bytes.count || ASCII.isBlank(bytes[index + 1]) else { continue }
      let end = index + 1
      while index > start, bytes[index - 1] == UInt8(ascii: "/") { index -= 1 }
      guard end - index >= 3 else { continue }
      var before = index
      while before > start, bytes[before - 1] == ASCII.space || bytes[before - 1] == ASCII.tab || bytes[before - 1] == ASCII.greater {
        before -= 1
      }
      if before == start || bytes[before - 1] == ASCII.newline, lines[end - index] == nil { lines[end - index] = index }
    }
    return lines
  }

  /// Opens the block that begins on this line; false where none does.
  mutating func openSlashes(_ cursor: inout LineCursor, _ start: Int) -> Bool {
    guard var opener = slashOpener(cursor, start) else { return false }
    let options = slashOptions(after: cursor)
    opener.block.options = options.values
    var title: Range<Int>?
    if opener.block.callout != nil, !opener.argument.isEmpty {
      // `| ### Words` is a heading in the title.
      var words = opener.argument
      while let first = words.first, bytes[first] == ASCII.hash || bytes[first] == ASCII.space { words = words.dropFirst() }
      title = words.isEmpty ? nil : words
    }
    let special = SpecialBlock(kind: .slashes(opener.block), hasTitle: title != nil)
    openFenced(
      special, byte: UInt8(ascii: "/"), length: opener.length, title: title, text: nil, options: options.range, &cursor, start)
    return true
  }

  /// Lines that are indented by four columns, up to the first that is not.
  private func slashOptions(after cursor: LineCursor) -> (values: [String: String], range: Range<Int>?) {
    var options = DirectiveOptions { _ in nil }
    var range: Range<Int>?
    var next = cursor.end + 1
    while next < bytes.count {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      guard match(&line) == containers.count, !line.isBlank, line.indent >= cursor.indent + 4, let first = line.first,
        range != nil || isKey(from: first.offset, to: end)
      else { break }
      options.add(String(decoding: bytes[first.offset..<end], as: UTF8.self))
      range = (range?.lowerBound ?? next)..<end
      next = end + 1
    }
    return (options.values, range)
  }

  /// `key:`, `key: value`; what else is indented is code.
  private func isKey(from start: Int, to end: Int) -> Bool {
    var index = start
    while index < end, ASCII.isLetter(bytes[index]) || bytes[index] == UInt8(ascii: "_") || bytes[index] == UInt8(ascii: "-") { index += 1 }
    return index > start && index < end && bytes[index] == UInt8(ascii: ":") && (index + 1 == end || ASCII.isBlank(bytes[index + 1]))
  }
}
