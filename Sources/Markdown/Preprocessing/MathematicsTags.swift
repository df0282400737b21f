internal import TypesetDiagnostics

/// A tag of Jekyll's plugins for mathematics: `{% equation eq:a %} … {% endequation %}`, `{% align %}`, `{% section "Groups" level=1 %}`,
/// `{% ref eq:a %}`.
struct MathematicsTag {
  private let tag: TemplateTag

  init(_ tag: TemplateTag) { self.tag = tag }

  private static let openers = ["\\(", "\\[", "\\begin{align", "\\begin{equation"]

  /// What stands around a formula between tags: a display on lines of its own, or a formula within its line. Dollars of its own are enough.
  func formula(around body: ArraySlice<UInt8>) -> PairedTag? {
    guard tag.form == .liquid, tag.name == "equation" || tag.name == "align", body.contains(where: { $0 > ASCII.space }) else { return nil }
    let hasDelimiters = body.contains(ASCII.dollar) || Self.openers.contains { body.firstRange(of: $0.utf8) != nil }
    if hasDelimiters || body.contains(ASCII.backtick) { return PairedTag(tag.name, "", "") }
    if tag.name == "align" {
      return !body.contains(ASCII.newline) ? PairedTag(tag.name, "$`", "`$") : PairedTag(tag.name, "\n\\begin{align}", "\\end{align}\n")
    }
    guard body.contains(ASCII.newline) else { return PairedTag(tag.name, "$`", "`$") }
    let label = Self.label(labelWords.first ?? "")
    return PairedTag(tag.name, "$$", "$$" + (label.map { " {#\($0)}" } ?? ""))
  }

  /// The heading that a tag stands for, whose level counts from 0.
  var heading: String? {
    guard tag.form == .liquid, tag.name == "section" else { return nil }
    let pairs = tag.pairs
    var words = pairs["title"] ?? pairs["header"] ?? tag.words.first ?? ""
    if words.isEmpty {
      words = tag.arguments.split(separator: " ").filter { !$0.contains("=") }.joined(separator: " ")
    }
    guard !words.isEmpty else { return nil }
    let level = pairs["level"].flatMap { DocumentNumber.whole($0, in: 0...5) } ?? 0
    return "\n\(String(repeating: "#", count: level + 1)) \(words)" + (Self.label(pairs["label"] ?? "").map { " {#\($0)}" } ?? "") + "\n"
  }

  /// A reference to what has such a label: `{% ref eq:a %}`, `{% ref sec:here popup=true %}`.
  var reference: String? {
    guard tag.form == .liquid, tag.name == "ref", let label = Self.label(tag.firstWord), let colon = label.firstIndex(of: ":") else {
      return nil
    }
    return label[..<colon] == "eq" ? "\\eqref{\(label)}" : "[](#\(label))"
  }

  /// The arguments without quotes and without those that have names.
  private var labelWords: [String] {
    let words = tag.arguments.split(separator: " ").filter { !$0.contains("=") && !$0.contains("\"") }
    return (tag.pairs["label"].map { [$0] } ?? []) + words.map(String.init)
  }

  /// The label that a theorem's tag begins its arguments with: `theo:this true`, `{"id": "name"}`.
  var theoremLabel: String? {
    if tag.arguments.contains("{"), tag.words.count > 1, tag.words[0] == "id" { return Self.label(tag.words[1]) }
    let label = tag.pairs["id"] ?? tag.pairs["label"] ?? labelWords.first { $0.contains(":") && $0.last != ":" }
    return label.flatMap(Self.label)
  }

  /// A label as attributes have it; nil for words.
  private static func label(_ words: String) -> String? {
    func isPart(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-_:.".utf8.contains(byte) }
    return !words.isEmpty && words.utf8.count < 100 && words.utf8.allSatisfy(isPart) ? words : nil
  }
}
