internal import TypesetDiagnostics
internal import TypesetYAML

/// The source with what kramdown-rfc has beside kramdown for Internet-Drafts: `--- abstract`, `--- middle` and `--- back` begin parts,
/// `{::boilerplate bcp14}` stands for the words on requirements, `{{RFC2119}}` names a work of the front matter, and the lists of these are made
/// where the last part begins.
func withDraftParts(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard DraftParts.occur(in: source.bytes) else { return source }
  var parts = DraftParts(source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in parts.change(of: line) }
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
  /// The line that ends the front matter.
  private let first: Int

  private static let names = ["--- abstract", "--- middle", "--- back", "--- note_", "--- fluff"]

  /// True at a line that begins a part.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool { text.starts(with: "--- ".utf8) && names.contains { text.starts(with: $0.utf8) } }

  static func occur(in bytes: [UInt8]) -> Bool {
    bytes.starts(with: "---".utf8) && bytes.holds("\n--- middle") && FrontMatter.of(bytes).value("title") != nil
  }

  init(_ bytes: [UInt8]) {
    let matter = FrontMatter.of(bytes)
    first = matter.end
    normative = Self.works(matter.value("normative"))
    informative = Self.works(matter.value("informative"))
    known = Set((normative + informative).map(\.key))
    for entry in (matter.value("normative")?.entries ?? []) + (matter.value("informative")?.entries ?? []) {
      if let alias = entry.value.text, !alias.isEmpty { aliases[String(alias.trimmingPrefix("-"))] = entry.key }
    }
    // Works that are named in the text alone: `{{!RFC2119}}`, `{{?RFC1925}}`.
    for piece in String(decoding: bytes[matter.end...], as: UTF8.self).split(separator: "{{").dropFirst() {
      guard let close = piece.firstRange(of: "}}"), let sign = piece.first, sign == "!" || sign == "?" else { continue }
      // `{{?HTTP=RFC9110}}` is a work by another name.
      let parts = piece[..<close.lowerBound].dropFirst().split(separator: "=", maxSplits: 1)
      guard let key = parts.first.map(String.init), Self.isKey(key[...]), known.insert(key).inserted else { continue }
      let address = Self.address(of: String(parts[parts.count - 1]))
      if sign == "!" { normative.append((key, address)) } else { informative.append((key, address)) }
    }
    for piece in String(decoding: bytes, as: UTF8.self).split(separator: "{#").dropFirst() {
      labels.insert(String(piece.prefix { $0 != "}" && $0 != " " && $0 != "\n" }))
    }
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    guard !wasCode, !fences.isCode else { return .keep }
    if Self.begins(line) {
      let words = opening(String(decoding: line.dropFirst(4), as: UTF8.self).trimmedWhitespace())
      // What follows is read again, and needs an end of the front matter that all tools know.
      return .write(Array(((line.startIndex == first ? "---\n\n" : "") + words).utf8))
    }
    if line.starts(with: "{::boilerplate bcp14".utf8) { return .write(Array(Self.requirements.utf8)) }
    return named(in: line).map { .write($0) } ?? .keep
  }

  private func opening(_ name: String) -> String {
    switch name {
    case "abstract": "# Abstract"
    case "back": references
    case _ where name.hasPrefix("note_"): "# " + name.dropFirst(5).replacing("_", with: " ")
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
      out += isCode ? String(rest[open.lowerBound..<end]) : isPerson ? String(inner) : words(for: inner)
      rest = rest[end...]
    }
    return Array((out + rest).utf8)
  }

  /// `RFC2119`, `!RFC2119`, `RFC9110, Section 3`, `Section 3 of RFC9110`, `label`.
  private func words(for name: Substring) -> String {
    // Names within names are no name of a work.
    guard name.utf8.count < 200 else { return "{{\(name)}}" }
    let name = name.first == "!" || name.first == "?" ? name.dropFirst() : name
    if name.first == "-", let key = aliases[String(name.dropFirst())] { return Self.bracketed(key) }
    if labels.contains(String(name)) { return "[\(name.replacing("-", with: " "))](#\(name))" }
    if let of = name.firstRange(of: " of ") { return name[..<of.lowerBound] + " of " + words(for: name[of.upperBound...]) }
    if let comma = name.firstIndex(of: ",") { return words(for: name[..<comma]) + name[comma...] }
    let key = name.prefix { $0 != "=" }
    guard Self.isKey(key) else { return "{{\(name)}}" }
    // Sections have the names of their headings: `{{record-protocol}}`.
    let isSection = !known.contains(String(key)) && key.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
    return isSection ? "[\(key.replacing("-", with: " "))](#\(key))" : Self.bracketed(String(key))
  }
}
