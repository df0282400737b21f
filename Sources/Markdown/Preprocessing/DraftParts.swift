internal import TypesetDiagnostics
internal import TypesetYAML

/// The source with what kramdown-rfc has beside kramdown for Internet-Drafts: `--- abstract`, `--- middle` and `--- back` begin parts,
/// `{::boilerplate bcp14}` stands for the words on requirements, `{{RFC2119}}` names a work of the front matter, and the lists of these are made
/// where the last part begins.
func withDraftParts(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard DraftParts.occur(in: source.bytes) else { return source }
  var parts = DraftParts(source.bytes)
  let text = rewritingLines(source, &diagnostics) { line, _ in parts.change(of: line) }
  return DraftParts.withNumbers(text, &diagnostics)
}

struct DraftParts {
  private var fences = OpenFences()
  /// The works of the front matter, and what is said of them.
  private var normative: [(key: String, words: String)] = []
  private var informative: [(key: String, words: String)] = []
  private var known: Set<String> = []
  /// Other names that works have in the text: `RFC9110: http` lets `{{-http}}` name RFC 9110.
  private var aliases: [String: String] = [:]
  private var labels: Set<String> = []
  /// The line above is a row of a table, or ends a fence.
  private var isBelowTable = false
  private var isBelowFence = false
  /// The line that ends the front matter.
  private let first: Int

  private static let names = ["--- abstract", "--- middle", "--- back", "--- note_", "--- fluff"]

  /// True at a line that begins a part.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool { text.starts(with: "--- ".utf8) && names.contains { text.starts(with: $0.utf8) } }

  static func occur(in bytes: [UInt8]) -> Bool { place(in: bytes) != nil }

  /// Where the second part of an Internet-Draft begins; nil in other texts.
  static func place(in bytes: [UInt8]) -> SourceSpan? {
    let line = Array("\n--- middle".utf8)
    guard bytes.starts(with: "---".utf8), let start = bytes.find(line), FrontMatter.of(bytes).value("title") != nil else { return nil }
    return SourceSpan(start + 1, start + line.count)
  }

  init(_ bytes: [UInt8]) {
    let matter = FrontMatter.of(bytes)
    first = matter.end
    normative = Self.works(matter.value("normative"))
    informative = Self.works(matter.value("informative"))
    known = Set((normative + informative).map(\.key))
    for entry in (matter.value("normative")?.entries ?? []) + (matter.value("informative")?.entries ?? []) {
      if let alias = entry.value.text, !alias.isEmpty { aliases[alias.hasPrefix("-") ? String(alias.dropFirst()) : alias] = entry.key }
    }
    // Works that are named in the text alone: `{{!RFC2119}}`, `{{?RFC1925}}`.
    for piece in String(decoding: bytes[matter.end...], as: UTF8.self).parts(between: "{{").dropFirst() {
      guard let close = piece.firstRange(of: "}}"), let sign = piece.first, sign == "!" || sign == "?" else { continue }
      // `{{?HTTP=RFC9110}}` is a work by another name.
      let parts = piece[..<close.lowerBound].dropFirst().split(separator: "=", maxSplits: 1)
      guard let key = parts.first.map(String.init), Self.isKey(key[...]), known.insert(key).inserted else { continue }
      let address = Self.address(of: String(parts[parts.count - 1]))
      if sign == "!" { normative.append((key, address)) } else { informative.append((key, address)) }
    }
    labels = Self.labels(in: bytes)
  }

  /// The names in `{#name}` and `{: #name}`, and those that headings have by their words.
  private static func labels(in bytes: [UInt8]) -> Set<String> {
    var labels: Set<String> = []
    for line in bytes.split(separator: ASCII.newline) {
      if line.first == ASCII.hash {
        let words = String(decoding: line.drop { $0 == ASCII.hash }, as: UTF8.self).prefix { $0 != "{" }
        labels.insert(IncludeDirective.slug(String(words).trimmedWhitespace()))
      }
      guard let open = line.firstIndex(of: ASCII.openBrace), let sign = line[open...].firstIndex(of: ASCII.hash),
        line[(open + 1)..<sign].allSatisfy({ $0 == UInt8(ascii: ":") || ASCII.isBlank($0) })
      else { continue }
      labels.insert(String(decoding: line[(sign + 1)...].prefix { $0 != ASCII.closeBrace && !ASCII.isBlank($0) }, as: UTF8.self))
    }
    return labels
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    defer {
      isBelowFence = wasCode && !fences.isCode
      isBelowTable = !wasCode && line.first == ASCII.pipe
    }
    guard !wasCode, !fences.isCode else { return .keep }
    if isBelowFence || isBelowTable, let words = titled(String(decoding: line, as: UTF8.self)) { return .write(Array(words.utf8)) }
    if Self.begins(line) {
      let words = opening(String(decoding: line.dropFirst(4), as: UTF8.self).trimmedWhitespace())
      // What follows is read again, and needs an end of the front matter that all tools know.
      return .write(Array(((line.startIndex == first ? "---\n\n" : "") + words).utf8))
    }
    if line.starts(with: "{::boilerplate bcp14".utf8) { return .write(Array(Self.requirements.utf8)) }
    return named(in: line).map { .write($0) } ?? .keep
  }

  /// The text with numbers before its sections, which all Internet-Drafts have, unless its front matter says something of them.
  fileprivate static func withNumbers(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let matter = FrontMatter.of(source.bytes)
    guard ["number-sections", "numbersections"].allSatisfy({ matter.value($0) == nil }),
      let line = source.bytes[..<matter.end].reversed().drop(while: { $0 <= ASCII.space }).firstIndex(of: ASCII.newline)?.base
    else { return source }
    var text = RewrittenText(source)
    for (number, file) in source.files.enumerated() {
      text.begin(file)
      guard number == 0 else { continue }
      text.copy(upTo: line)
      text.write("number-sections: true\n".utf8)
    }
    text.copy(upTo: source.bytes.count)
    diagnostics = text.moved(diagnostics)
    return text.result
  }

  private func opening(_ name: String) -> String {
    switch name {
    case "abstract": "# Abstract {-}"
    case "back": references + "\n\\appendix\n"
    case _ where name.hasPrefix("note_"): "# " + name.dropFirst(5).replacing("_", with: " ") + " {-}"
    default: ""
    }
  }

  // RFC 8174, section 2.
  private static let requirements = """
    The key words “MUST”, “MUST NOT”, “REQUIRED”, “SHALL”, “SHALL NOT”, “SHOULD”, “SHOULD NOT”, “RECOMMENDED”, “NOT RECOMMENDED”, “MAY”, and \
    “OPTIONAL” in this document are to be interpreted as described in BCP 14 \\[RFC2119\\] \\[RFC8174\\] when, and only when, they appear in \
    all capitals, as shown here.
    """

  // MARK: References

  private var references: String {
    let lists = [("Normative References", normative), ("Informative References", informative)].filter { !$0.1.isEmpty }
    guard !lists.isEmpty else { return "" }
    return "# References\n\n"
      + lists.map { title, works in
        "## \(title)\n\n" + works.map { "\(Self.bracketed($0.key))\n: \($0.words)\n\n" }.joined()
      }.joined()
  }

  private static func works(_ value: YAMLValue?) -> [(key: String, words: String)] {
    (value?.entries ?? []).map { entry in
      let work = entry.value
      var words: [String] = []
      let people = (work["author"]?.items ?? work["author"].map { [$0] } ?? []).compactMap { $0["name"]?.text ?? $0["org"]?.text }
      if !people.isEmpty { words.append(people.joined(separator: ", ")) }
      if let title = work["title"]?.text { words.append("“\(title)”") }
      words += (work["seriesinfo"]?.entries ?? []).compactMap { series in series.value.text.map { "\(series.key) \($0)" } }
      if let date = work["date"]?.text, date != "false" { words.append(date) }
      if let target = work["target"]?.text { words.append("<\(target)>") }
      return (entry.key, words.isEmpty ? address(of: entry.key) : words.joined(separator: ", ") + ".")
    }
  }

  /// RFCs and drafts have their places.
  private static func address(of key: String) -> String {
    if key.hasPrefix("RFC"), case let number = key.dropFirst(3), !number.isEmpty, number.allSatisfy(\.isNumber) {
      return "<https://www.rfc-editor.org/rfc/rfc\(number)>"
    }
    return key.hasPrefix("I-D.") ? "<https://datatracker.ietf.org/doc/draft-\(key.dropFirst(4))>" : key
  }

  /// A key as it stands in the text; escaped brackets around one with a hyphen would be a formula.
  private static func bracketed(_ key: String) -> String { "&#91;\(key)&#93;" }

  private static func isKey(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count < 80 && text.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
  }

  /// A line with the names of works and sections in it; nil without any.
  private func named(in line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.firstRange(of: Array("{{".utf8)) != nil else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    var out = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      out += rest[..<open.lowerBound]
      var inner = rest[open.upperBound..<close.lowerBound]
      var end = close.upperBound
      // `{{{A Person}}}`
      let isPerson = inner.first == "{" && rest[end...].first == "}"
      if isPerson { (inner, end) = (inner.dropFirst(), rest.index(after: end)) }
      let isCode = out.utf8.count(where: { $0 == ASCII.backtick }) % 2 == 1
      var form: Substring = ""
      if !isCode, rest[end...].hasPrefix("{:"), let last = rest[end...].firstIndex(of: "}"),
        let key = rest[end..<last].firstRange(of: "format=\"")
      {
        form = rest[key.upperBound..<last].prefix { $0 != "\"" }
        end = rest.index(after: last)
      }
      out += isCode ? String(rest[open.lowerBound..<end]) : isPerson ? String(inner) : words(for: inner, form)
      rest = rest[end...]
    }
    return Array((out + rest).utf8)
  }

  /// The lines for `{: #name title="Words"}` below a table or a fence: a caption that has a number.
  private func titled(_ line: String) -> String? {
    guard line.hasPrefix("{:"), line.trimmedWhitespace().hasSuffix("}"), let key = line.firstRange(of: "title=\"") else { return nil }
    let title = line[key.upperBound...].prefix { $0 != "\"" }
    let rest = line[..<key.lowerBound] + line[title.endIndex...]
    let name = rest.firstIndex(of: "#").map { rest[$0...].dropFirst().prefix { $0 != " " && $0 != "}" } } ?? ""
    guard !title.isEmpty, title.endIndex < line.endIndex, !name.isEmpty || isBelowTable else { return nil }
    let label = name.isEmpty ? "" : "#\(name)"
    if isBelowTable { return "\nTable: \(title)" + (label.isEmpty ? "" : " {\(label)}") + "\n" }
    return "{: \(label) .figure caption=\"\(title)\"}"
  }

  /// `RFC2119`, `!RFC2119`, `RFC9110, Section 3`, `Section 3 of RFC9110`, `label`.
  ///
  /// - Parameter form: What is said of a label: `title`, `counter`, or nothing for its word and number.
  private func words(for name: Substring, _ form: Substring = "") -> String {
    // Names within names are no name of a work.
    guard name.utf8.count < 200 else { return "{{\(name)}}" }
    let name = name.first == "!" || name.first == "?" ? name.dropFirst() : name
    if name.first == "-", let key = aliases[String(name.dropFirst())] { return Self.bracketed(key) }
    if labels.contains(String(name)) {
      return form == "title" ? "[\(name.replacing("-", with: " "))](#\(name))" : form == "counter" ? "[](#-\(name))" : "[](#\(name))"
    }
    if name.last == ")", let open = name.firstIndex(of: "("), open > name.startIndex {
      return words(for: name[..<open].dropLast(name[..<open].reversed().prefix { $0 == " " }.count)) + " " + name[open...]
    }
    if let of = name.firstRange(of: " of ") { return name[..<of.lowerBound] + " of " + words(for: name[of.upperBound...]) }
    if let comma = name.firstIndex(of: ",") { return words(for: name[..<comma]) + name[comma...] }
    let key = name.prefix { $0 != "=" }
    guard Self.isKey(key) else { return "{{\(name)}}" }
    // Sections have the names of their headings: `{{record-protocol}}`.
    let isSection = !known.contains(String(key)) && key.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
    return isSection ? "[\(key.replacing("-", with: " "))](#\(key))" : Self.bracketed(String(key))
  }
}
