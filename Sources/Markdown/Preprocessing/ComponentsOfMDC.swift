internal import TypesetDiagnostics

/// The source with the components of Nuxt Content's and Docus' Markdown as divisions and callouts:
///
///     ::note{title="Words"}
///     Text.
///     ::
///
/// A component may have its properties in YAML between rules right below its head, and components with more colons in it. What it is named for
/// decides what it is; of others the content is shown.
func withComponentsOfMDC(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let source = withLeavesOfMDC(source, &diagnostics)
  guard var components = ComponentsOfMDC(source.bytes) else { return source }
  for (name, place) in components.unknown.sorted(by: { $0.value < $1.value }) {
    diagnostics.append(
      Diagnostic(
        .note, "html.component", at: SourceSpan(place, place + 2 + name.utf8.count),
        "the component ::\(name) is unknown: its content and its title alone are shown"))
  }
  return rewritingLines(source, &diagnostics) { line, _ in components.change(of: line) }
}

private struct ComponentsOfMDC {
  private enum Mark {
    case opener
    /// A property, or the rule above or below all of them.
    case property
    case slot
    case closer
    /// Text with as many blanks before it that are the indent of components within others.
    case text(Int)
  }

  /// What is at the places where lines begin.
  private var marks: [Int: Mark] = [:]
  /// The blanks before the outermost component, as within an item of a list, by the places of lines.
  private var margins: [Int: Int] = [:]
  /// What the properties of heads say that is shown, by the places of these.
  private var words: [Int: [String: String]] = [:]
  /// Where the components begin of whose names nothing is known, by these.
  private(set) var unknown: [String: Int] = [:]

  /// Components without a frame of their own.
  private static let plain: Set<String> = [
    "code-group", "code-preview", "code-collapse", "code-tree", "tabs", "steps", "div", "card-group", "container", "block", "field-group",
    "accordion", "accordion-item", "list", "page-section", "page-grid", "page-body", "page-card", "page-feature", "grid", "card",
    "tabs-item", "tab",
    "field", "collapsible", "badge", "button", "icon",
  ]
  private static let callouts = [
    "note": "note", "tip": "tip", "warning": "warning", "caution": "caution", "callout": "note", "alert": "warning", "info": "info",
    "important": "important", "danger": "danger", "success": "success", "read-more": "note",
  ]

  /// Nil for a text without a component that begins with two colons and is closed.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "::".utf8) || bytes.holds("\n::") else { return nil }
    var fences = OpenFences()
    var open: [(place: Int, colons: Int, indent: Int)] = []
    var (hasProperties, mayHaveProperties) = (false, false)
    var lines: [(place: Int, mark: Mark, component: Int)] = []
    var closed: Set<Int> = []
    var isOfMDC = false
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      defer { position = end + 1 }
      let line = bytes[position..<end]
      let wasCode = fences.isCode
      if !hasProperties { fences.pass(line) }
      let indent = line.prefix(while: ASCII.isBlank).count
      let margin = open.first?.indent ?? indent
      if let last = open.last, last.indent > margin { lines.append((position, .text(min(last.indent - margin, indent)), last.place)) }
      guard !wasCode, !fences.isCode else {
        mayHaveProperties = false
        continue
      }
      let text = Self.trimmed(line)
      margins[position] = margin
      if let component = open.last?.place {
        if text.elementsEqual("---".utf8), hasProperties || mayHaveProperties && Self.hasRule(below: end, in: bytes) {
          hasProperties.toggle()
          mayHaveProperties = false
          lines.append((position, .property, component))
          continue
        }
        if hasProperties {
          if let (key, value) = Self.property(text) { words[component, default: [:]][key] = value }
          lines.append((position, .property, component))
          continue
        }
        if Self.isSlot(text) { lines.append((position, .slot, component)) }
      }
      mayHaveProperties = false
      let colons = text.prefix { $0 == UInt8(ascii: ":") }.count
      guard colons >= 2 else { continue }
      if colons == text.count {
        guard let opener = open.lastIndex(where: { $0.colons == colons }) else { continue }
        closed.insert(open[opener].place)
        lines.append((position, .closer, open[opener].place))
        if colons == 2 { isOfMDC = true }
        open.removeSubrange(opener...)
      } else if let head = Self.head(text.dropFirst(colons)), open.count < 50 {
        open.append((position, colons, indent))
        if !head.words.isEmpty { words[position] = head.words }
        lines.append((position, .opener, position))
        mayHaveProperties = true
      }
    }
    guard isOfMDC else { return nil }
    for line in lines where closed.contains(line.component) {
      marks[line.place] = line.mark
      if case .opener = line.mark { lookUp(line.place, in: bytes) }
    }
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard let mark = marks[line.startIndex] else { return .keep }
    let text = Self.trimmed(line)
    switch mark {
    case .property: return .drop
    case .slot: return .write([])
    case .text(let indent): return .write(Array(line.dropFirst(indent)))
    case .closer, .opener:
      let margin = [UInt8](repeating: ASCII.space, count: margins[line.startIndex] ?? 0)
      if case .closer = mark { return .write(margin + Array(":::\n".utf8)) }
      let lines = opening(text.drop { $0 == UInt8(ascii: ":") }, words[line.startIndex] ?? [:]).utf8.split(separator: ASCII.newline)
      return .write(Array(lines.map { margin + $0 }.joined(separator: [ASCII.newline, ASCII.newline])) + [ASCII.newline])
    }
  }

  /// True for a rule that closes properties before a component ends.
  private static func hasRule(below end: Int, in bytes: [UInt8]) -> Bool {
    var position = end + 1
    for _ in 0..<100 where position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let text = trimmed(bytes[position..<end])
      if text.elementsEqual("---".utf8) { return true }
      if text.starts(with: "::".utf8) || text.isEmpty { return false }
      position = end + 1
    }
    return false
  }

  /// Remembers a component of whose name nothing is known.
  private mutating func lookUp(_ line: Int, in bytes: [UInt8]) {
    let start = line + bytes[line...].prefix(while: ASCII.isBlank).count
    let head = bytes[start...].drop { $0 == UInt8(ascii: ":") }
    let (name, written) = Self.names(in: head)
    guard Self.callouts[name] == nil, !Self.plain.contains(name), unknown[written] == nil else { return }
    unknown[written] = head.startIndex - 2
  }

  /// The name of a component, and as it is written.
  private static func names(in head: ArraySlice<UInt8>) -> (name: String, written: String) {
    let written = String(decoding: head.prefix { $0 != ASCII.openBrace && $0 > ASCII.space }, as: UTF8.self)
    let prefix = ["prose-", "u-"].first { written.hasPrefix($0) } ?? ""
    return (String(written.dropFirst(prefix.count)), written)
  }

  private func opening(_ head: ArraySlice<UInt8>, _ words: [String: String]) -> String {
    let name = Self.names(in: head).name
    let title = words["title"] ?? words["label"] ?? ""
    if let kind = Self.callouts[name] {
      return "::: \(kind)\(title.isEmpty ? "" : " \(title)")\n\(words["description"] ?? "")"
    }
    if name == "tabs-item" || name == "tab", !title.isEmpty { return ":::{tab-item} \(title)" }
    return ["::: {.mdc}", words["headline"] ?? "", title.isEmpty ? "" : "**\(title)**", words["description"] ?? ""].joined(separator: "\n")
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = line.drop(while: ASCII.isBlank)
    return text.dropLast(text.reversed().prefix { $0 <= ASCII.space }.count)
  }

  /// `name` or `name{title="Words" icon="x"}`: what its properties say.
  private static func head(_ text: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, words: [String: String])? {
    guard text.first.map(ASCII.isLetter) == true else { return nil }
    let name = text.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
    let rest = text[name.endIndex...]
    guard !rest.isEmpty else { return (name, [:]) }
    guard rest.first == ASCII.openBrace, rest.last == ASCII.closeBrace else { return nil }
    var words: [String: String] = [:]
    for pair in Attributes.read(rest)?.attributes.pairs ?? [] where shown.contains(pair.key) { words[pair.key] = pair.value }
    return (name, words)
  }

  /// Properties whose values are words.
  private static let shown: Set<String> = ["title", "description", "label", "headline"]

  /// `title: Words` in the properties of a component.
  private static func property(_ line: ArraySlice<UInt8>) -> (key: String, value: String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), case let key = String(decoding: line[..<colon], as: UTF8.self),
      shown.contains(key), case let value = trimmed(line[(colon + 1)...]), !value.isEmpty, !"|>{[&*".utf8.contains(value[value.startIndex])
    else { return nil }
    let isQuoted = value.count > 1 && value.first == value.last && "\"'".utf8.contains(value[value.startIndex])
    return (key, String(decoding: isQuoted ? value.dropFirst().dropLast() : value, as: UTF8.self))
  }

  /// `#description`, the name of the place that what is below it takes.
  private static func isSlot(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == ASCII.hash, text.count > 1 else { return false }
    return text.dropFirst().allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
      && ASCII.isLetter(text[text.startIndex + 1])
  }
}

/// Components without a body, on lines of their own: `:read-more{title="Words" to="/a"}` is a link, `:pm-install{name="a"}` the command.
private func withLeavesOfMDC(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard [":read-more{", ":pm-"].contains(where: source.holds) else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    guard !fences.passesCode(line) else { return .keep }
    return LeafOfMDC.written(line).map { .write($0) } ?? .keep
  }
}

private enum LeafOfMDC {
  static func written(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let indent = line.prefix(while: ASCII.isBlank)
    let text = line[indent.endIndex...]
    guard text.first == UInt8(ascii: ":"), let brace = text.firstIndex(of: ASCII.openBrace), let read = Attributes.read(text[brace...]),
      text[(brace + read.length)...].allSatisfy({ $0 <= ASCII.space })
    else { return nil }
    let attributes = read.attributes
    func command(_ words: String, _ key: String) -> [UInt8]? {
      attributes[key].map { Array(indent) + Array("`\(words) \($0)`".utf8) }
    }
    switch String(decoding: text[(text.startIndex + 1)..<brace], as: UTF8.self) {
    case "read-more":
      guard let address = attributes["to"] else { return nil }
      let words = attributes["title"] ?? address
      return Array(indent) + Array("[\(words.replacing("]", with: "\\]"))](<\(address)>)".utf8)
    case "pm-install": return command(attributes["dev"] == nil ? "npm install" : "npm install -D", "name")
    case "pm-run": return command("npm run", "script")
    case "pm-x": return command("npx", "command")
    default: return nil
    }
  }
}
