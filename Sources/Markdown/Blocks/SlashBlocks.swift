/// A block of pymdown-extensions: `/// name | argument`, its content, and a line with the same number of slashes.
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

/// The opener of such a block: `/// name`, `/// name | argument`.
struct SlashOpener {
  var length: Int
  var block: SlashBlock
  /// Of the argument, without blanks around it.
  var argument: Range<Int>

  /// - Parameter lastLines: Where the last line of this many slashes begins, by their number.
  init?(_ cursor: LineCursor, at start: Int, lastLines: [Int: Int]?) {
    let bytes = cursor.bytes
    let end = cursor.trimmedEnd
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
    // A line with the same number of slashes must follow somewhere.
    guard let last = lastLines?[length], last > cursor.end else { return nil }
    (self.length, self.block, argument) = (length, block, index..<end)
  }

  /// Where the last line of this many slashes begins, by their number.
  static func lastLines(of bytes: [UInt8], from start: Int) -> [Int: Int] {
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

  /// The block that it opens.
  ///
  /// - Parameter open: The blocks around it, to read the lines below.
  func opening(_ cursor: LineCursor, in open: OpenBlocks) -> BlockOpening {
    let options = Self.options(after: cursor, in: open)
    var block = block
    block.options = options.values
    var title: Range<Int>?
    if block.callout != nil, !argument.isEmpty {
      // `| ### Words` is a heading in the title.
      var words = argument
      while let first = words.first, cursor.bytes[first] == ASCII.hash || cursor.bytes[first] == ASCII.space { words = words.dropFirst() }
      title = words.isEmpty ? nil : words
    }
    let start = cursor.first?.offset ?? cursor.end
    return BlockOpening(
      .slashes(block), .fenced(byte: UInt8(ascii: "/"), length: length, from: start), title: title, options: options.range)
  }

  /// Lines that are indented by four columns, up to the first that is not.
  private static func options(after cursor: LineCursor, in open: OpenBlocks) -> (values: [String: String], range: Range<Int>?) {
    let bytes = cursor.bytes
    var options = DirectiveOptions { _ in nil }
    var range: Range<Int>?
    var next = cursor.end + 1
    while next < bytes.count {
      let end = open.lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      guard open.match(&line) == open.count, !line.isBlank, line.indent >= cursor.indent + 4, let first = line.first,
        range != nil || isKey(bytes[first.offset..<end])
      else { break }
      options.add(String(decoding: bytes[first.offset..<end], as: UTF8.self))
      range = (range?.lowerBound ?? next)..<end
      next = end + 1
    }
    return (options.values, range)
  }

  /// `key:`, `key: value`; other indented lines are code.
  private static func isKey(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.drop { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    return rest.count < line.count && rest.first == UInt8(ascii: ":") && (rest.count == 1 || ASCII.isBlank(rest[rest.startIndex + 1]))
  }
}
