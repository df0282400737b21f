internal import TypesetDiagnostics

/// The source of a document of knitr's with the code that chunks have from others by name: `<<name>>` alone on a line of a chunk, and `ref.label` of an
/// empty one.
func withNamedChunks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard ["```{r", "```{R", "```{python"].contains(where: source.holds), source.holds("<<") || source.holds("ref.label") else {
    return source
  }
  var chunks = NamedChunks(source.bytes)
  guard chunks.mayTake else { return source }
  diagnostics += chunks.unknown.map { name, place in
    Diagnostic(
      .warning, "code.chunk", at: place, "no chunk has the name ‘\(name)’, whose code is asked for", hint: "name the chunk: ```{r \(name)}")
  }
  diagnostics += chunks.cycles.map { name, place in
    Diagnostic(.warning, "code.chunk", at: place, "the chunk ‘\(name)’ asks for its own code", hint: "remove the line <<\(name)>>")
  }
  return rewritingLines(source, &diagnostics) { line, _ in chunks.change(of: line) }
}

private struct NamedChunks {
  private struct Chunk {
    var name: String?
    /// Where the last line of its head begins: the line of the fence, or an option behind `#|`.
    var start: Int
    /// Its lines, without options.
    var lines: [Range<Int>] = []
    /// The names of the chunks whose code an empty one has; nil is all of them.
    var sources: [String]?
    var takesAll = false
  }

  private let bytes: [UInt8]
  private var chunks: [Chunk] = []
  /// By names.
  private var named: [String: Int] = [:]
  /// What is written below lines: of a head, or in place of a line, by where the line begins.
  private var heads: [Int: Int] = [:]
  private var places: [Int: String] = [:]
  private(set) var unknown: [(name: String, place: SourceSpan)] = []
  /// Lines that ask for the code of their own chunk.
  private(set) var cycles: [(name: String, place: SourceSpan)] = []
  /// How many bytes may still be written, and lines looked at for it: chunks name each other. Where there is no more, names stay as they are written.
  private var room = 1 << 18

  var mayTake: Bool { !places.isEmpty || !heads.isEmpty || !unknown.isEmpty || !cycles.isEmpty }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    read()
    for (number, chunk) in chunks.enumerated() { if let name = chunk.name, named[name] == nil { named[name] = number } }
    for (number, chunk) in chunks.enumerated() where chunk.lines.allSatisfy({ bytes[$0].allSatisfy(ASCII.isBlank) }) {
      if chunk.takesAll || chunk.sources?.contains(where: { named[$0] != nil }) == true { heads[chunk.start] = number }
    }
    for chunk in chunks {
      for line in chunk.lines {
        guard let name = Self.name(in: bytes[line]) else { continue }
        if name == chunk.name {
          cycles.append((name, SourceSpan(line.lowerBound, line.upperBound)))
        } else if named[name] != nil {
          places[line.lowerBound] = name
        } else {
          unknown.append((name, SourceSpan(line.lowerBound, line.upperBound)))
        }
      }
    }
  }

  private mutating func read() {
    var open: (chunk: Chunk, fence: Int)?
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = position..<end
      let words = bytes[line].drop(while: ASCII.isBlank)
      let ticks = words.prefix { $0 == ASCII.backtick }.count
      if let (last, fence) = open {
        var chunk = last
        if ticks >= fence, words.dropFirst(ticks).allSatisfy({ ASCII.isBlank($0) || $0 == ASCII.carriageReturn }) {
          chunks.append(chunk)
          open = nil
        } else {
          if words.starts(with: "#|".utf8), chunk.lines.isEmpty {
            Self.readOption(words.dropFirst(2), &chunk)
            chunk.start = position
          } else {
            chunk.lines.append(line)
          }
          open = (chunk, fence)
        }
      } else if ticks >= 3, words.dropFirst(ticks).first == ASCII.openBrace {
        open = (Self.head(words.dropFirst(ticks + 1), at: position), ticks)
      }
      position = end + 1
    }
    if let open { chunks.append(open.chunk) }
  }

  /// `r name, echo=FALSE, ref.label=c("a", "b")}`
  private static func head(_ words: ArraySlice<UInt8>, at start: Int) -> Chunk {
    var chunk = Chunk(start: start)
    let text = String(decoding: words.prefix { $0 != ASCII.closeBrace }, as: UTF8.self)
    let options = text.drop { $0.isLetter || $0.isNumber }.drop { $0 == " " || $0 == "," }
    let first = String(options.prefix { $0 != "," }).trimmedWhitespace()
    if !first.isEmpty, !first.contains("=") { chunk.name = first }
    if let label = options.firstRange(of: "label="), options[..<label.lowerBound].last != "." {
      chunk.name = chunk.name ?? quoted(options[label.upperBound...]).first
    }
    if let label = options.firstRange(of: "ref.label") { takeSources(options[label.upperBound...], &chunk) }
    return chunk
  }

  /// `label: name`, `ref.label: name` behind `#|`.
  private static func readOption(_ words: ArraySlice<UInt8>, _ chunk: inout Chunk) {
    let text = String(decoding: words, as: UTF8.self).trimmedWhitespace()
    if text.hasPrefix("label:") { chunk.name = text.dropFirst(6).description.trimmedWhitespace() }
    if text.hasPrefix("ref.label:") || text.hasPrefix("ref-label:") { takeSources(text.dropFirst(10), &chunk) }
  }

  private static func takeSources(_ text: Substring, _ chunk: inout Chunk) {
    let value = text.drop { $0 == " " || $0 == "=" }
    chunk.takesAll = value.contains("all_labels(")
    chunk.sources = quoted(value)
    if chunk.sources?.isEmpty == true, !value.contains("("), !value.isEmpty {
      chunk.sources = [String(value.prefix { $0 != "," }).trimmedWhitespace()]
    }
  }

  /// The words between quotes: `"a"`, `c('a', 'b')`, up to what follows the value.
  private static func quoted(_ text: some StringProtocol) -> [String] {
    var found: [String] = []
    var rest = Substring(text)
    let isList = rest.drop { $0 == " " }.first == "c"
    while let open = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) {
      if !isList, rest[..<open].contains(",") { break }
      if isList, rest[..<open].contains(")") { break }
      let word = rest[open...].dropFirst().prefix { $0 != rest[open] }
      found.append(String(word))
      rest = rest[word.endIndex...].dropFirst()
      if !isList { break }
    }
    return found
  }

  /// The name in `<<name>>`, alone on its line.
  private static func name(in line: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: line.prefix(120), as: UTF8.self).trimmedWhitespace()
    guard text.hasPrefix("<<"), text.hasSuffix(">>"), text.count > 4 else { return nil }
    let name = text.dropFirst(2).dropLast(2)
    return name.contains(where: { "<>()\"".contains($0) }) ? nil : String(name).trimmedWhitespace()
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard room > 0 else { return .keep }
    if let name = places[line.startIndex], let number = named[name] {
      let code = code(of: number, behind: line.prefix(while: ASCII.isBlank), depth: 0)
      return code.isEmpty ? .drop : .write(code)
    }
    guard let number = heads[line.startIndex] else { return .keep }
    let chunk = chunks[number]
    let sources =
      chunk.takesAll
      ? chunks.indices.filter { $0 != number && heads[chunks[$0].start] == nil } : (chunk.sources ?? []).compactMap { named[$0] }
    let codes = sources.map { code(of: $0, behind: [], depth: 0) }.filter { !$0.isEmpty }
    return codes.isEmpty ? .keep : .write(Array(line) + [ASCII.newline] + codes.joined(separator: [ASCII.newline, ASCII.newline]))
  }

  /// - Parameter margin: What each line begins with, the indent of the line that asks for the code.
  private mutating func code(of number: Int, behind margin: ArraySlice<UInt8>, depth: Int) -> [UInt8] {
    guard depth < 4, room > 0 else { return [] }
    room -= chunks[number].lines.count
    var out: [UInt8] = []
    for line in chunks[number].lines {
      if !out.isEmpty { out.append(ASCII.newline) }
      if let name = Self.name(in: bytes[line]), let other = named[name], other != number {
        out += code(of: other, behind: margin + bytes[line].prefix(while: ASCII.isBlank), depth: depth + 1)
      } else {
        let words = bytes[line].last == ASCII.carriageReturn ? bytes[line].dropLast() : bytes[line]
        out += words.isEmpty ? words : margin + words
      }
    }
    room -= out.count
    while out.last == ASCII.newline { out.removeLast() }
    return out
  }
}
