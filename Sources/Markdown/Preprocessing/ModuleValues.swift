internal import TypesetDiagnostics
internal import TypesetYAML

/// The source of MDX with the values of its expressions, where the page itself gives them: `{year}` below `export const year = 2024`, `{' '}`.
/// What only the site knows, `{props.name}`, is left out, which is said.
func withModuleValues(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.contains(where: { ModuleValues.isModule($0, in: dialect) }) else { return source }
  var values = ModuleValues(source.bytes)
  func said() -> [Diagnostic] {
    values.unknown.map { name, place in
      Diagnostic(
        .warning, "template.left-out", at: SourceSpan(place.lowerBound, place.upperBound), "the value of {\(name)} is left out",
        hint: "put the words that the site shows in its place")
    }
  }
  return rewritingLines(source, &diagnostics, said: said) { line, file in
    guard ModuleValues.isModule(file, in: dialect) else { return .keep }
    values.enter(file, of: source.bytes)
    return values.change(of: line)
  }
}

struct ModuleValues {
  private var constants: [String: String] = [:]
  /// What is left out, and where that is first.
  private(set) var unknown: [(name: String, place: Range<Int>)] = []
  /// The front matter of the file whose lines are read, and where that begins.
  private var page: (matter: FrontMatter, start: Int)?
  private var fences = OpenFences()
  /// The braces that are open of an expression over several lines.
  private var depth = 0
  /// True within `$$`.
  private var isDisplay = false
  /// True in a tag over several lines.
  private var isInTag = false

  static func isModule(_ file: Source.File, in dialect: Dialect?) -> Bool { dialect?.tool == .docusaurus || file.name.hasSuffix(".mdx") }

  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: ASCII.newline) where line.starts(with: "export const ".utf8) {
      let text = String(decoding: line.dropFirst(13), as: UTF8.self)
      guard let equals = text.firstIndex(of: "=") else { continue }
      let name = text[..<equals].prefix { $0 != ":" }
      var value = text[text.index(after: equals)...].description.trimmedWhitespace()
      if value.hasSuffix(";") { value.removeLast() }
      if let words = Self.literal(value[...]) ?? (DocumentNumber.real(value) != nil ? value : nil) {
        constants[String(name).trimmedWhitespace()] = words
      }
    }
  }

  mutating func enter(_ file: Source.File, of bytes: [UInt8]) {
    if page?.start != file.start { page = (FrontMatter.of(Array(bytes[file.start...])), file.start) }
  }

  /// `frontmatter.title`, `frontMatter.hero.name`: words of the page's front matter.
  private func pageValue(_ name: String) -> String? {
    guard name.lowercased().hasPrefix("frontmatter.") else { return nil }
    var value = page?.matter.values
    for key in name.split(separator: ".").dropFirst() { value = value?[String(key)] }
    return value?.text ?? value?.items.map { $0.compactMap(\.text).joined(separator: ", ") }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The words of a text in quotes.
  private static func literal(_ value: Substring) -> String? {
    guard value.count > 1, let quote = value.first, "\"'`".contains(quote), value.last == quote,
      !value.dropFirst().dropLast().contains(where: { $0 == quote || $0 == "$" })
    else { return nil }
    return String(value.dropFirst().dropLast())
  }

  /// `## Words \{#name\}`, `\{.class\}`: the name of a heading, whose braces would begin an expression.
  private static func withName(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.last == ASCII.closeBrace, let open = line.lastIndex(of: ASCII.openBrace), open > line.startIndex + 2,
      line[open - 1] == ASCII.backslash, ASCII.isBlank(line[open - 2]), "#.".utf8.contains(line[open + 1])
    else { return nil }
    var name = line[(open + 2)...].dropLast()
    if name.last == ASCII.backslash { name = name.dropLast() }
    guard !name.isEmpty,
      name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return nil }
    return Array(line[..<(open - 1)]) + [ASCII.openBrace, line[open + 1]] + Array(name) + [ASCII.closeBrace]
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if depth > 0 {
      depth += Self.balance(of: line)
      return .drop
    }
    guard !fences.passesCode(line) else { return .keep }
    if line.first == ASCII.hash, let heading = Self.withName(line) { return .write(heading) }
    let words = line.drop(while: ASCII.isBlank)
    // JSX closes elements by `</ Name>`, too.
    if words.starts(with: "</ ".utf8), words.dropFirst(3).first.map({ ASCII.isLetter($0) }) == true {
      return .write(Array(line[..<words.startIndex]) + Array("</".utf8) + Array(words.dropFirst(3)))
    }
    if words.starts(with: "$$".utf8) { isDisplay = words.dropFirst(2).suffix(2).elementsEqual("$$".utf8) ? isDisplay : !isDisplay }
    guard !isDisplay, !words.starts(with: "import ".utf8), !words.starts(with: "export ".utf8) else { return .keep }
    guard line.contains(ASCII.openBrace) || isInTag || line.contains(ASCII.less) else { return .keep }
    if line.count - words.count < 4, Self.isComputed(words) {
      leaveOut("…", line.startIndex..<line.endIndex)
      depth = max(0, Self.balance(of: line))
      return .drop
    }
    return replaced(line)
  }

  /// `{names.map(name => (`: an expression that makes blocks.
  private static func isComputed(_ words: ArraySlice<UInt8>) -> Bool {
    guard words.first == ASCII.openBrace, let next = words.dropFirst().first, ASCII.isLetter(next) || next == ASCII.openBracket else {
      return false
    }
    return words.indices.dropLast().contains { words[$0] == UInt8(ascii: "=") && words[$0 + 1] == ASCII.greater }
  }

  private static func balance(of line: ArraySlice<UInt8>) -> Int {
    line.reduce(0) { $1 == ASCII.openBrace ? $0 + 1 : $1 == ASCII.closeBrace ? $0 - 1 : $0 }
  }

  private mutating func replaced(_ line: ArraySlice<UInt8>) -> LineChange {
    var out: [UInt8] = []
    var index = line.startIndex
    var isInside = false
    var hasChanged = false
    // Where the last expression ended.
    var last = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if byte == ASCII.backtick || byte == ASCII.dollar { isInside.toggle() }
      if !isInside, isInTag || byte == ASCII.less && index + 1 < line.endIndex && (ASCII.isLetter(line[index + 1])) {
        isInTag = byte != ASCII.greater
      } else if !isInside, byte == ASCII.openBrace, let (words, end) = value(in: line, at: index, after: last) {
        // `_Updated: {date}_` is no emphasis with a blank at its end.
        if words.isEmpty, out.last.map(ASCII.isBlank) == true, end < line.endIndex, "_*".utf8.contains(line[end]) { out.removeLast() }
        out += words.utf8
        index = end
        last = end
        hasChanged = true
        continue
      }
      out.append(byte)
      index += 1
    }
    return hasChanged ? .write(out) : .keep
  }

  private mutating func value(in line: ArraySlice<UInt8>, at start: Int, after last: Int) -> (words: String, end: Int)? {
    // The braces of attributes, formulas and escapes.
    let isText = line[(start + 1)...].first { !ASCII.isBlank($0) }.map { "\"'`".utf8.contains($0) } ?? false
    if start > last, "=\\$^_}])".utf8.contains(line[start - 1]) || !isText && ASCII.isLetter(line[start - 1]) { return nil }
    guard let close = Self.close(in: line, after: start), close > start + 1 else { return nil }
    let inner = String(decoding: line[(start + 1)..<close], as: UTF8.self).trimmedWhitespace()
    if let words = Self.literal(inner[...]) { return (words, close + 1) }
    if let words = constants[inner] ?? pageValue(inner) { return (words, close + 1) }
    guard let first = inner.first, first.isLetter || first == "_", inner.contains("."), !inner.hasSuffix("."),
      inner.allSatisfy({ $0.isLetter || $0.isNumber || "._$[]()'\"".contains($0) })
    else { return nil }
    leaveOut(inner, start..<close + 1)
    return ("", close + 1)
  }

  /// The brace that ends an expression; one in quotes is text, `{'}'}`.
  private static func close(in line: ArraySlice<UInt8>, after start: Int) -> Int? {
    let inner = line[(start + 1)...].prefix(200)
    let text = inner.drop(while: ASCII.isBlank)
    if let quote = text.first, "\"'`".utf8.contains(quote), let end = text.dropFirst().firstIndex(of: quote) {
      return inner[end...].firstIndex(of: ASCII.closeBrace)
    }
    return inner.firstIndex(of: ASCII.closeBrace)
  }

  private mutating func leaveOut(_ name: String, _ place: Range<Int>) {
    if unknown.count < 20, !unknown.contains(where: { $0.name == name }) { unknown.append((name, place)) }
  }
}
