internal import TypesetDiagnostics

/// The source of a page of Zola's with its shortcodes as Hugo writes them, `{% note(title="A") %} … {% end %}` as `{{< note title="A" >}} … {{< /note >}}`,
/// and its components, `{% <note title="A"> %} … {% </note> %}`.
func withShortcodesOfZola(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .zola || ZolaShortcodes.areIn(source.bytes) else { return source }
  var shortcodes = ZolaShortcodes()
  return rewritingLines(source, &diagnostics) { line, _ in shortcodes.change(of: line) }
}

struct ZolaShortcodes {
  private var fences = OpenFences()
  /// The names of the bodies that are open.
  private var open: [String] = []

  /// True for a text with a body that `{% end %}` ends, or with calls below front matter in TOML.
  static func areIn(_ bytes: [UInt8]) -> Bool {
    let isTOML = bytes.starts(with: "+++".utf8)
    guard isTOML || bytes.holds("{% end %}") || bytes.holds("{% </") else { return false }
    return bytes.split(separator: ASCII.newline).contains { line in
      line.indices.contains { index in
        line[index] == ASCII.openBrace && tag(in: line, at: index).map { isTOML || $0.kind == .body } ?? false
      }
    }
  }

  /// What a tag does.
  private enum Kind { case body, call, end }

  private struct Tag {
    var kind: Kind
    var name: String
    /// As Hugo writes them.
    var arguments: String
    /// After its braces.
    var end: Int
  }

  /// A tag of Zola's alone at an index of a line: names of others have no parentheses.
  private static func tag(in line: ArraySlice<UInt8>, at start: Int) -> Tag? {
    let isBody = line[start...].starts(with: "{%".utf8)
    guard isBody || line[start...].starts(with: "{{".utf8) else { return nil }
    let closer = isBody ? "%}" : "}}"
    guard let close = line[(start + 2)...].prefix(1_000).firstRange(of: Array(closer.utf8)) else { return nil }
    let end = close.upperBound
    let words = String(decoding: line[(start + 2)..<close.lowerBound], as: UTF8.self).trimmedWhitespace()
    if isBody, words == "end" { return Tag(kind: .end, name: "", arguments: "", end: end) }
    if isBody, words.hasPrefix("<"), words.hasSuffix(">") { return component(words, end) }
    let name = words.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let first = name.first, first.isLetter, words[name.endIndex...].first == "(", words.last == ")" else { return nil }
    let arguments = words[name.endIndex...].dropFirst().dropLast()
    return Tag(kind: isBody ? .body : .call, name: String(name), arguments: spaced(arguments), end: end)
  }

  /// `<name key="value" block={true}>`, `<name … />`, `</name>`.
  private static func component(_ words: String, _ end: Int) -> Tag? {
    let isEnd = words.hasPrefix("</")
    let isAlone = words.hasSuffix("/>")
    let inner = words.dropFirst(isEnd ? 2 : 1).dropLast(isAlone ? 2 : 1)
    let name = inner.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let first = name.first, first.isLetter else { return nil }
    let arguments = inner[name.endIndex...].filter { $0 != "{" && $0 != "}" }
    return Tag(kind: isEnd ? .end : isAlone ? .call : .body, name: String(name), arguments: spaced(arguments[...]), end: end)
  }

  /// Arguments with blanks between them where Zola has commas.
  private static func spaced(_ arguments: Substring) -> String {
    var quote: Character?
    let plain = arguments.map { character -> Character in
      if let open = quote {
        if character == open { quote = nil }
        return character
      }
      if "\"'`".contains(character) { quote = character }
      return character == "," ? " " : character
    }
    return String(plain).replacing("block=true", with: "display").trimmedWhitespace()
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return shown(line) }
    guard line.contains(ASCII.openBrace) else { return .keep }
    var out: [UInt8] = []
    var (isCode, hasChanged) = (false, false)
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      if !isCode, line[index] == ASCII.openBrace, let tag = Self.tag(in: line, at: index), let words = written(tag) {
        out += words.utf8
        (index, hasChanged) = (tag.end, true)
        continue
      }
      out.append(line[index])
      index += 1
    }
    return hasChanged ? .write(out) : .keep
  }

  /// A tag as Hugo writes it; nil for an end without its beginning.
  private mutating func written(_ tag: Tag) -> String? {
    let arguments = tag.arguments.isEmpty ? "" : " " + withKind(tag)
    switch tag.kind {
    case .body:
      if open.count < 100 { open.append(tag.name) }
      return "{{< \(tag.name)\(arguments) >}}"
    case .end:
      guard let name = open.popLast() else { return nil }
      return "{{< /\(name) >}}"
    case .call:
      let call = TemplateTag(form: .shortcode, name: tag.name, arguments: tag.arguments, range: 0..<0)
      if tag.name == "katex" || tag.name == "math", let body = call.pairs["body"] {
        return tag.arguments.contains("display") ? "$$\(body)$$" : "\\(\(body)\\)"
      }
      // Its words may be an argument, and no end follows.
      if let body = call.pairs["body"], !body.isEmpty {
        let others = ["\"", "'", "`"].reduce(arguments) { $0.replacing("body=\($1)\(body)\($1)", with: "") }
        return "{{< \(tag.name)\(others) >}}\(body){{< /\(tag.name) >}}"
      }
      return "{{< \(tag.name)\(arguments) />}}"
    }
  }

  /// The arguments of a box whose kind is a flag, `alert(warning=true)`, with its kind as others have it.
  private func withKind(_ tag: Tag) -> String {
    guard ["alert", "callout", "admonition"].contains(tag.name) else { return tag.arguments }
    let flag = tag.arguments.split(separator: " ").first {
      $0.hasSuffix("=true") && BlockExtensions.calloutNames.contains(String($0.dropLast(5)))
    }
    return flag.map { tag.arguments.replacing(String($0), with: "type=\"\($0.dropLast(5))\"") } ?? tag.arguments
  }

  /// `{{/* name() */}}` in code shows the call itself.
  private func shown(_ line: ArraySlice<UInt8>) -> LineChange {
    guard line.firstRange(of: Array("/*".utf8)) != nil, line.contains(ASCII.openBrace) else { return .keep }
    let text = String(decoding: line, as: UTF8.self)
    let plain = text.replacing("{{/*", with: "{{").replacing("*/}}", with: "}}").replacing("{%/*", with: "{%").replacing("*/%}", with: "%}")
    return plain == text ? .keep : .write(Array(plain.utf8))
  }
}
