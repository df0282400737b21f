import TypesetDiagnostics

/// Reads a template into nodes; knows where in Markdown each value is.
struct TemplateReader {
  private typealias Node = RowTemplate.Node
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  /// By the byte with which a tag begins.
  private let contexts: [Int: ValueContext]

  /// The content of a pair of braces.
  private enum Tag {
    case value([String], format: String?)
    case each([String])
    case condition([String], isNegated: Bool)
    case otherwise
    case end(String)
    case comment
  }

  init(_ text: String) {
    bytes = TemplateMatter.quoted(Array(text.utf8))
    contexts = TemplateContexts(bytes).found
  }

  mutating func read(levels: Int) throws(TemplateFailure) -> [RowTemplate.Node] {
    let (nodes, end) = try nodes(levels, in: nil)
    if let end { throw TemplateFailure("{{/\(end.name)}} closes nothing", line: end.line) }
    return nodes
  }

  /// Nodes up to the end of the text, or to a tag that ends them.
  ///
  /// - Parameter opened: The section that is open, with its line.
  private mutating func nodes(_ levels: Int, in opened: (name: String, line: Int)?) throws(TemplateFailure) -> (
    nodes: [RowTemplate.Node], end: (name: String, line: Int)?
  ) {
    guard levels > 0 else { throw TemplateFailure("sections are nested too deeply", line: line) }
    var out: [Node] = []
    while let found = nextTag() {
      append(bytes[place..<found.lowerBound], to: &out)
      let start = line
      let tag = try tag(in: bytes[found])
      let isAlone = isSection(tag) && isAloneOnLine(found)
      place = found.upperBound
      if isAlone { passLine(&out) }
      switch tag {
      case .value(let path, let format):
        let context = contexts[found.lowerBound] ?? .text
        if format != nil, context != .text {
          throw TemplateFailure("a value can have a format in running text only", hint: "write it without |", line: start)
        }
        let typed = String(decoding: bytes[found], as: UTF8.self)
        out.append(.value(RowTemplate.Place(path: path, format: format, context: context, line: start, tag: typed)))
      case .each(let path):
        let (body, end) = try nodes(levels - 1, in: ("each", start))
        guard end?.name == "each" else { throw Self.open("each", start, end) }
        out.append(.each(path: path, body: body, line: start))
      case .condition(let path, let isNegated):
        let name = isNegated ? "unless" : "if"
        var (then, end) = try nodes(levels - 1, in: (name, start))
        var otherwise: [Node] = []
        if end?.name == "else" { (otherwise, end) = try nodes(levels - 1, in: (name, start)) }
        guard end?.name == name else { throw Self.open(name, start, end) }
        out.append(.condition(path: path, isNegated: isNegated, then: then, otherwise: otherwise))
      case .otherwise:
        guard opened?.name == "if" || opened?.name == "unless" else { throw TemplateFailure("{{else}} is in no {{#if}}", line: start) }
        return (out, ("else", start))
      case .end(let name): return (out, (name, start))
      case .comment: break
      }
    }
    append(bytes[place...], to: &out)
    place = bytes.count
    if let opened { throw Self.open(opened.name, opened.line, nil) }
    return (out, nil)
  }

  private static func open(_ name: String, _ line: Int, _ end: (name: String, line: Int)?) -> TemplateFailure {
    TemplateFailure(
      "{{#\(name)}} is not closed" + (end.map { " before {{/\($0.name)}} in line \($0.line)" } ?? ""), hint: "write {{/\(name)}}",
      line: line)
  }

  private mutating func append(_ part: ArraySlice<UInt8>, to out: inout [RowTemplate.Node]) {
    guard !part.isEmpty else { return }
    line += part.count { $0 == 0x0A }
    out.append(.text(String(decoding: part, as: UTF8.self)))
  }

  // MARK: Tags

  private func nextTag() -> Range<Int>? {
    var index = place
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if let end = TemplateContexts.tagEnd(in: bytes, at: index) {
        return index..<end
      } else {
        index += 1
      }
    }
    return nil
  }

  private func tag(in found: ArraySlice<UInt8>) throws(TemplateFailure) -> Tag {
    let inner = String(decoding: found.dropFirst(2).dropLast(2), as: UTF8.self).trimmed()
    guard !inner.hasPrefix("{") else {
      throw TemplateFailure("values are never markup", hint: "write two braces: {{name}}", line: line)
    }
    if inner.hasPrefix("!") { return .comment }
    if inner == "else" { return .otherwise }
    if inner.hasPrefix("/") { return .end(String(inner.dropFirst()).trimmed()) }
    if inner.hasPrefix("#") {
      let words = inner.dropFirst().split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      guard words.count == 2, let name = words.first else {
        throw TemplateFailure("\(inner.prefix(40)) needs one name", hint: "{{#each rows}}, {{#if paid}}", line: line)
      }
      switch name {
      case "each": return .each(try path(words[1]))
      case "if": return .condition(try path(words[1]), isNegated: false)
      case "unless": return .condition(try path(words[1]), isNegated: true)
      default: throw TemplateFailure("#\(name) is unknown", hint: "there are #each, #if and #unless", line: line)
      }
    }
    let parts = inner.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed() }
    guard parts.count > 1 else { return .value(try path(inner), format: nil) }
    return .value(try path(parts[0]), format: try format(parts[1]))
  }

  private func format(_ text: String) throws(TemplateFailure) -> String {
    let name = text.split(separator: " ").first.map(String.init) ?? ""
    let isPlain = text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x20 || $0 == 0x2D }
    guard RowTemplate.formats.contains(name), isPlain else {
      throw TemplateFailure(
        "the format \(text.prefix(40)) is unknown",
        hint: "formats are \(RowTemplate.formats.joined(separator: ", ")): {{amount | currency EUR}}",
        line: line)
    }
    return text
  }

  /// Names between full stops.
  private func path(_ text: String) throws(TemplateFailure) -> [String] {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0).trimmed() }
    guard !text.isEmpty, parts.allSatisfy({ !$0.isEmpty }) else {
      throw TemplateFailure("“\(text.prefix(40))” is no name of a field", line: line)
    }
    return parts
  }

  // MARK: Lines that only hold a tag

  private func isSection(_ tag: Tag) -> Bool { if case .value = tag { false } else { true } }

  private func isAloneOnLine(_ found: Range<Int>) -> Bool {
    let before = bytes[..<found.lowerBound].reversed().prefix { $0 != 0x0A }
    let after = bytes[found.upperBound...].prefix { $0 != 0x0A }
    return before.allSatisfy { $0 <= 0x20 } && after.allSatisfy { $0 <= 0x20 }
  }

  /// Goes to the next line, and takes back the blanks before the tag.
  private mutating func passLine(_ out: inout [RowTemplate.Node]) {
    if case .text(var last)? = out.last {
      while last.last == " " || last.last == "\t" { last.removeLast() }
      out[out.count - 1] = .text(last)
    }
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == 0x0A {
        line += 1
        break
      }
    }
  }
}

extension String {
  /// Without blanks at its ends.
  func trimmed() -> String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }
}

/// The name that is most like another one, if it is like it.
func nearestName(to name: String, among names: [String]) -> String? { nearest(to: name, among: names) }
