/// Where the tags of a template are in its Markdown: line by line, since a value has one form wherever its line is repeated.
struct TemplateContexts {
  /// By the byte with which a tag begins; running text is left out.
  private(set) var found: [Int: ValueContext] = [:]
  private let bytes: [UInt8]
  private var fence: (sign: UInt8, count: Int)?
  private var isDisplay = false
  private var matterKey = ""

  /// Keys whose text is read as Markdown.
  private static let markdownKeys: Set<String> = [
    "title", "subtitle", "author", "date", "abstract", "thanks", "description", "subject", "keywords",
  ]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    let end = TemplateMatter.end(of: bytes)
    while start < bytes.count {
      let stop = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if start < end { readMatter(start..<stop) } else { readLine(start..<stop) }
      start = stop + 1
    }
  }

  /// Where a tag that begins at a byte ends; nil if no tag begins there.
  static func tagEnd(in bytes: [UInt8], at index: Int) -> Int? {
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "{") else { return nil }
    var end = index + 2
    while end + 1 < bytes.count, bytes[end] != 0x0A {
      if bytes[end] == UInt8(ascii: "}"), bytes[end + 1] == UInt8(ascii: "}") { return end + 2 }
      end += 1
    }
    return nil
  }

  // MARK: Front matter

  private mutating func readMatter(_ line: Range<Int>) {
    let value = TemplateMatter.value(in: bytes, line)
    if let key = value.key, !key.isEmpty { matterKey = key }
    let isMarkdown = Self.markdownKeys.contains(matterKey)
    var quote: UInt8?
    var index = line.lowerBound
    while index < line.upperBound {
      if let end = Self.tagEnd(in: bytes, at: index) {
        let form: ValueContext.MatterForm = quote == UInt8(ascii: "\"") ? .doubleQuoted : quote != nil ? .singleQuoted : .whole
        found[index] = .matter(isMarkdown ? .markdown(form) : form)
        index = end
        continue
      }
      if index >= value.start, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
        if quote == nil { quote = bytes[index] } else if quote == bytes[index] { quote = nil }
      } else if quote == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\") {
        index += 1
      }
      index += 1
    }
  }

  // MARK: Text

  private mutating func readLine(_ line: Range<Int>) {
    if takesFence(line) { return }
    if let fence { return mark(line, .code(fence: fence.sign, count: fence.count)) }
    var index = line.lowerBound
    while index < line.upperBound {
      if let end = Self.tagEnd(in: bytes, at: index) {
        if isDisplay { found[index] = .formula }
        index = end
      } else {
        index = readInline(index, line.upperBound)
      }
    }
  }

  /// True if a line opens or closes a block of code.
  private mutating func takesFence(_ line: Range<Int>) -> Bool {
    var index = line.lowerBound
    while index < line.upperBound, [0x20, 0x09, UInt8(ascii: ">")].contains(bytes[index]) { index += 1 }
    guard index < line.upperBound, bytes[index] == UInt8(ascii: "`") || bytes[index] == UInt8(ascii: "~") else { return false }
    let sign = bytes[index]
    let count = bytes[index..<line.upperBound].prefix { $0 == sign }.count
    guard count >= 3 else { return false }
    let rest = bytes[(index + count)..<line.upperBound]
    if let fence {
      guard fence.sign == sign, count >= fence.count, rest.allSatisfy({ $0 <= 0x20 }) else { return false }
      self.fence = nil
      return true
    }
    guard sign == UInt8(ascii: "~") || !rest.contains(sign) else { return false }
    fence = (sign, count)
    mark((index + count)..<line.upperBound, .attribute)
    return true
  }

  private mutating func mark(_ range: Range<Int>, _ context: ValueContext) {
    var index = range.lowerBound
    while index < range.upperBound {
      guard let end = Self.tagEnd(in: bytes, at: index) else {
        index += 1
        continue
      }
      found[index] = context
      index = end
    }
  }

  /// What begins at a byte of running text.
  ///
  /// - Returns: Where it ends.
  private mutating func readInline(_ index: Int, _ end: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"):
      for (open, close) in [("\\(", "\\)"), ("\\[", "\\]")] where stands(open, at: index) {
        if let stop = place(of: close, from: index + 2, end) { return region(index + 2, stop, close, .formula) }
      }
      return index + 2
    case UInt8(ascii: "`"): return readCodeSpan(index, end)
    case UInt8(ascii: "$"): return readFormula(index, end)
    case UInt8(ascii: "]") where stands("](", at: index): return readTarget(index + 2, end)
    case UInt8(ascii: "<"): return readTag(index, end)
    case UInt8(ascii: "{") where index > 0 && [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "`"), 0x20].contains(bytes[index - 1]):
      return readAttributes(index, end)
    default: return index + 1
    }
  }

  private func stands(_ word: String, at index: Int) -> Bool { bytes[min(index, bytes.count)...].starts(with: word.utf8) }

  /// Tags are passed.
  private func place(of word: String, from start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end {
      if let stop = Self.tagEnd(in: bytes, at: index) {
        index = stop
        continue
      }
      if stands(word, at: index) { return index }
      index += 1
    }
    return nil
  }

  private mutating func region(_ start: Int, _ stop: Int, _ close: String, _ context: ValueContext) -> Int {
    mark(start..<stop, context)
    return stop + close.utf8.count
  }

  private mutating func readCodeSpan(_ index: Int, _ end: Int) -> Int {
    let count = bytes[index..<end].prefix { $0 == UInt8(ascii: "`") }.count
    var stop = index + count
    while stop < end {
      let run = bytes[stop..<end].prefix { $0 == UInt8(ascii: "`") }.count
      if run == count { return region(index + count, stop, String(repeating: "`", count: count), .codeSpan) }
      stop += max(run, 1)
    }
    return index + count
  }

  private mutating func readFormula(_ index: Int, _ end: Int) -> Int {
    if stands("$$", at: index) {
      isDisplay.toggle()
      return index + 2
    }
    guard !isDisplay, index + 1 < end, bytes[index + 1] > 0x20 else { return index + 1 }
    var start = index + 1
    while let stop = place(of: "$", from: start, end) {
      let isClosing = bytes[stop - 1] > 0x20 && bytes[stop - 1] != UInt8(ascii: "\\")
      let isNumber = stop + 1 < bytes.count && 0x30...0x39 ~= bytes[stop + 1]
      if isClosing, !isNumber { return region(index + 1, stop, "$", .formula) }
      start = stop + 1
    }
    return index + 1
  }

  /// The target of a link; its title in quotes is an attribute.
  private mutating func readTarget(_ start: Int, _ end: Int) -> Int {
    var (index, depth) = (start, 0)
    var quote: UInt8?
    while index < end {
      if let stop = Self.tagEnd(in: bytes, at: index) {
        found[index] = quote == nil ? .address : .attribute
        index = stop
        continue
      }
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) && index > start && bytes[index - 1] <= 0x20 {
        quote = byte
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        if depth == 0 { return index + 1 }
        depth -= 1
      }
      index += 1
    }
    return end
  }

  /// A tag of HTML, or an address in angle brackets.
  private mutating func readTag(_ index: Int, _ end: Int) -> Int {
    guard index + 1 < end else { return index + 1 }
    let next = bytes[index + 1] | 0x20
    if Self.tagEnd(in: bytes, at: index + 1) != nil, let stop = place(of: ">", from: index + 1, end) {
      return region(index + 1, stop, ">", .address)
    }
    guard 0x61...0x7A ~= next, let stop = place(of: ">", from: index + 1, end) else { return index + 1 }
    var start = index + 1
    while start < stop {
      guard let tag = Self.tagEnd(in: bytes, at: start) else {
        start += 1
        continue
      }
      let before = bytes[index..<start]
      let isAddress = ["src=\"", "src='", "href=\"", "href='"].contains { word in
        before.reversed().starts(with: word.utf8.reversed())
      }
      found[start] = isAddress ? .address : .attribute
      start = tag
    }
    return stop + 1
  }

  private mutating func readAttributes(_ index: Int, _ end: Int) -> Int {
    guard let stop = place(of: "}", from: index + 1, end) else { return index + 1 }
    return region(index + 1, stop, "}", .attribute)
  }
}

/// Front matter of a template.
enum TemplateMatter {
  /// Where it ends, after its last line; 0 without front matter.
  static func end(of bytes: [UInt8]) -> Int {
    guard bytes.starts(with: "---\n".utf8) || bytes.starts(with: "---\r\n".utf8) else { return 0 }
    var start = (bytes.firstIndex(of: 0x0A) ?? 0) + 1
    while start < bytes.count {
      let stop = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[start..<stop]
      while let last = line.last, last <= 0x20 { line.removeLast() }
      if line.elementsEqual("---".utf8) || line.elementsEqual("...".utf8) { return min(stop + 1, bytes.count) }
      start = stop + 1
    }
    return 0
  }

  /// The key of a line, empty for an item of a list, nil for other lines, and where its value begins.
  static func value(in bytes: [UInt8], _ line: Range<Int>) -> (key: String?, start: Int) {
    var index = line.lowerBound
    while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
    var isItem = false
    while index + 1 < line.upperBound, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == 0x20 {
      isItem = true
      index += 2
    }
    let start = index
    while index < line.upperBound, bytes[index] != UInt8(ascii: ":"), bytes[index] != UInt8(ascii: "{") { index += 1 }
    guard index < line.upperBound, bytes[index] == UInt8(ascii: ":"), index + 1 >= line.upperBound || bytes[index + 1] <= 0x20 else {
      return (isItem ? "" : nil, start)
    }
    let key = String(decoding: bytes[start..<index], as: UTF8.self)
    index += 1
    while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
    return (key, index)
  }

  /// The template with quotes around values of front matter in which words and tags are mixed: `title: Invoice {{number}}`.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    let end = end(of: bytes)
    guard end > 0 else { return bytes }
    var out: [UInt8] = []
    var start = 0
    while start < end {
      let stop = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      out += quoted(bytes, start..<stop)
      if stop < bytes.count { out.append(0x0A) }
      start = stop + 1
    }
    return out + bytes[min(end, bytes.count)...]
  }

  private static func quoted(_ bytes: [UInt8], _ line: Range<Int>) -> [UInt8] {
    let value = value(in: bytes, line)
    var stop = line.upperBound
    while stop > value.start, bytes[stop - 1] <= 0x20 { stop -= 1 }
    guard value.key != nil, value.start < stop, !"\"'[|>".utf8.contains(bytes[value.start]) else { return Array(bytes[line]) }
    let first = TemplateContexts.tagEnd(in: bytes, at: value.start)
    // A mapping between braces, or one tag alone.
    if bytes[value.start] == UInt8(ascii: "{"), first == nil || first == stop { return Array(bytes[line]) }
    guard (value.start..<stop).contains(where: { TemplateContexts.tagEnd(in: bytes, at: $0) != nil }) else { return Array(bytes[line]) }
    var out = Array(bytes[line.lowerBound..<value.start]) + [UInt8(ascii: "\"")]
    var index = value.start
    while index < stop {
      if let end = TemplateContexts.tagEnd(in: bytes, at: index) {
        out += bytes[index..<end]
        index = end
        continue
      }
      if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "\\") { out.append(UInt8(ascii: "\\")) }
      out.append(bytes[index])
      index += 1
    }
    return out + [UInt8(ascii: "\"")]
  }
}
