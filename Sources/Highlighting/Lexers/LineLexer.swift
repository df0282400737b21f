/// Reads what is written in lines: settings, differences, sessions, recipes, Markdown.
struct LineLexer {
  let bytes: [UInt8]
  let range: Range<Int>
  let end: Int
  let depth: Int
  var index: Int
  var sink: TokenSink

  init(_ bytes: [UInt8], _ range: Range<Int>, _ sink: TokenSink, depth: Int) {
    self.bytes = bytes
    self.range = range
    end = range.upperBound
    index = range.lowerBound
    self.sink = sink
    self.depth = depth
  }

  /// The next line without its end, from `index`; nil at the end.
  mutating func nextLine() -> Range<Int>? {
    guard index < end else { return nil }
    let start = index
    while index < end, bytes[index] != 0x0A { index += 1 }
    defer { index = min(end, index + 1) }
    return start..<index
  }

  func ink(_ line: Range<Int>) -> Int {
    var position = line.lowerBound
    while position < line.upperBound, bytes[position].isBlank { position += 1 }
    return position
  }

  func has(_ word: String, at offset: Int, in line: Range<Int>) -> Bool {
    bytes[offset..<max(offset, line.upperBound)].starts(with: word.utf8)
  }

  mutating func inner(_ range: Range<Int>, _ lexing: Lexing) {
    sink = lex(bytes, range, as: lexing, into: sink, depth: depth + 1)
  }

  // MARK: Settings: INI, TOML, .env, properties

  mutating func lexSettings() {
    while let line = nextLine() {
      let start = ink(line)
      guard start < line.upperBound else { continue }
      switch bytes[start] {
      case UInt8(ascii: "#"), UInt8(ascii: ";"): sink.add(.comment, start, line.upperBound)
      case UInt8(ascii: "[") where isSection(start..<line.upperBound): sink.add(.heading, start, sectionEnd(start..<line.upperBound))
      default: lexSetting(start..<line.upperBound)
      }
    }
  }

  private func isSection(_ line: Range<Int>) -> Bool {
    // A line of an array has a comma or a quote in it.
    sectionEnd(line) > line.lowerBound && !bytes[line].contains { $0 == UInt8(ascii: ",") }
  }

  private func sectionEnd(_ line: Range<Int>) -> Int { (bytes[line].lastIndex(of: UInt8(ascii: "]")) ?? line.lowerBound - 1) + 1 }

  private mutating func lexSetting(_ line: Range<Int>) {
    var equals = line.lowerBound
    while equals < line.upperBound, bytes[equals] != UInt8(ascii: "="), bytes[equals] != UInt8(ascii: ":"),
      bytes[equals] != UInt8(ascii: "\""), bytes[equals] != UInt8(ascii: "#")
    { equals += 1 }
    var value = line.lowerBound
    if equals < line.upperBound, bytes[equals] == UInt8(ascii: "=") || bytes[equals] == UInt8(ascii: ":") {
      var name = equals
      while name > line.lowerBound, bytes[name - 1].isBlank { name -= 1 }
      sink.add(.property, line.lowerBound, name)
      value = equals + 1
    } else if equals < line.upperBound, bytes[equals] == UInt8(ascii: "\""),
      let sign = bytes[equals..<line.upperBound].firstIndex(of: UInt8(ascii: "=")),
      bytes[line.lowerBound..<sign].allSatisfy({ $0 != UInt8(ascii: ",") })
    {
      sink.add(.property, line.lowerBound, sign)
      value = sign + 1
    }
    // Strings of several lines.
    for quotes in ["\"\"\"", "'''"] {
      let first = (value..<line.upperBound).first { !bytes[$0].isBlank } ?? line.upperBound
      guard has(quotes, at: first, in: line) else { continue }
      var stop = first + 3
      while stop < end, !bytes[stop..<end].starts(with: quotes.utf8) { stop += 1 }
      stop = min(end, stop + 3)
      sink.add(.string, first, stop)
      index = stop
      while index < end, bytes[index] != 0x0A { index += 1 }
      index = min(end, index + 1)
      return
    }
    inner(value..<line.upperBound, .code(ConfigurationLanguages.settingValues))
  }

  // MARK: Differences

  mutating func lexDiff() {
    while let line = nextLine() {
      guard let first = bytes[line].first else { continue }
      let kind: TokenClass?
      switch first {
      case UInt8(ascii: "+"): kind = has("+++ ", at: line.lowerBound, in: line) ? .heading : .inserted
      case UInt8(ascii: "-"): kind = has("--- ", at: line.lowerBound, in: line) ? .heading : .deleted
      case UInt8(ascii: ">"): kind = .inserted
      case UInt8(ascii: "<"): kind = .deleted
      case UInt8(ascii: "@"): kind = .hunk
      case UInt8(ascii: "!"): kind = .keyword
      default:
        let heads = [
          "diff ", "index ", "Index: ", "new file", "deleted file", "rename ", "similarity ", "old mode", "new mode", "=====", "***",
        ]
        kind = heads.contains { has($0, at: line.lowerBound, in: line) } ? .heading : nil
      }
      if let kind { sink.add(kind, line.lowerBound, line.upperBound) }
    }
  }

  // MARK: Sessions

  /// - Parameter hasComments: True where a line that begins with `#` is a comment and no prompt.
  mutating func lexConsole(_ grammar: CompiledGrammar, hasComments: Bool = false) {
    var goesOn = false
    while let line = nextLine() {
      let isComment = hasComments && line.lowerBound < line.upperBound && bytes[line.lowerBound] == UInt8(ascii: "#")
      let wasGoingOn = goesOn
      // A command that ends in a backslash continues in the next line.
      let endsOpen = line.upperBound > line.lowerBound && bytes[line.upperBound - 1] == UInt8(ascii: "\\")
      goesOn = endsOpen && (wasGoingOn || promptEnd(line) != nil)
      if wasGoingOn || isComment {
        inner(line, .code(grammar))
      } else if let stop = promptEnd(line) {
        sink.add(.prompt, line.lowerBound, stop)
        inner(stop..<line.upperBound, .code(grammar))
      } else {
        sink.add(.output, line.lowerBound, line.upperBound)
      }
    }
  }

  /// The end of a prompt: `$ `, `# `, `> `, `>>> `, `user@host:~$ `, `PS C:\> `; nil if the line is output.
  private func promptEnd(_ line: Range<Int>) -> Int? {
    let limit = min(line.upperBound, line.lowerBound + 80)
    for prompt in [">>>", "...", "PS>", "(gdb)", "irb>", "mysql>", "sqlite>", "λ>", "ghci>"]
    where has(prompt, at: line.lowerBound, in: line) {
      return min(line.upperBound, line.lowerBound + prompt.utf8.count + 1)
    }
    var position = ink(line)
    let start = position
    var hasHost = false
    while position < limit {
      let byte = bytes[position]
      if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: ">") {
        let isAtStart = position == start
        guard isAtStart || hasHost, position + 1 == line.upperBound || bytes[position + 1] == 0x20 else { return nil }
        return min(line.upperBound, position + 2)
      }
      if byte == UInt8(ascii: "@") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "~") {
        hasHost = true
      }
      if byte.isBlank, !hasHost, !has("PS ", at: start, in: line), bytes[start] != UInt8(ascii: "[") { return nil }
      position += 1
    }
    return nil
  }
}
