package import TypesetJSON

/// Why a template cannot be read, or not be filled with a row, in words that end a sentence.
package struct TemplateFailure: Error, Hashable, Sendable {
  package var message: String
  /// What to do about it.
  package var hint: String?
  /// In the template, from 1.
  package var line: Int

  init(_ message: String, hint: String? = nil, line: Int) { (self.message, self.hint, self.line) = (message, hint, line) }
}

/// Markdown with places for values: `{{name}}`, `{{#each rows}}` … `{{/each}}`, `{{#if paid}}` … `{{else}}` … `{{/if}}`.
///
/// A value is written so that nothing in it is markup at its place.
package struct RowTemplate: Sendable {
  indirect enum Node: Sendable {
    case text(String)
    case value(Place)
    case each(path: [String], body: [Node], line: Int)
    case condition(path: [String], isNegated: Bool, then: [Node], otherwise: [Node])
  }

  struct Place: Sendable {
    var path: [String]
    /// As `{format="…"}` has it: `currency EUR`.
    var format: String?
    var context: ValueContext
    var line: Int
    /// As it is typed, for what the document itself fills in.
    var tag: String
  }

  let nodes: [Node]
  /// What a document fills in by itself where a row does not.
  static let fields: Set<String> = ["page", "pages", "date", "words", "revision"]
  static let formats = ["number", "percent", "currency", "unit", "compact", "scientific", "date", "time", "date-time", "list"]
  private static let mostLevels = 16

  /// - Throws: For a tag that is not closed, not known or nested too deeply.
  package init(_ text: String) throws(TemplateFailure) {
    var reader = TemplateReader(text)
    nodes = try reader.read(levels: Self.mostLevels)
  }

  // MARK: Filling

  /// The Markdown of one row.
  package func filled(with row: JSON) throws(TemplateFailure) -> String {
    var out = ""
    try fill(nodes, [row], &out)
    return out
  }

  /// - Parameter scopes: Where names are looked for, the innermost last.
  private func fill(_ nodes: [Node], _ scopes: [JSON], _ out: inout String) throws(TemplateFailure) {
    for node in nodes {
      switch node {
      case .text(let text): out += text
      case .value(let place): out += try written(place, scopes)
      case .each(let path, let body, let line):
        guard let value = Self.find(path, scopes) else { throw Self.missing(path, scopes, line) }
        guard let items = value.items else {
          throw TemplateFailure(
            "\(path.joined(separator: ".")) is no list", hint: "#each needs a list, as JSON has it: [{…}, {…}]", line: line)
        }
        for item in items { try fill(body, scopes + [item], &out) }
      case .condition(let path, let isNegated, let then, let otherwise):
        try fill(Self.holds(Self.find(path, scopes)) != isNegated ? then : otherwise, scopes, &out)
      }
    }
  }

  private func written(_ place: Place, _ scopes: [JSON]) throws(TemplateFailure) -> String {
    guard let value = Self.find(place.path, scopes), value != .null else {
      if place.path.count == 1, place.format == nil, Self.fields.contains(place.path[0]) { return place.tag }
      throw Self.missing(place.path, scopes, place.line)
    }
    let name = place.path.joined(separator: ".")
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let digits): text = digits
    case .bool(let flag): text = flag ? "true" : "false"
    case .array where place.format?.hasPrefix("list") == true: text = (value.items ?? []).map { $0.text ?? "\($0)" }.joined(separator: ", ")
    case .array: throw TemplateFailure("\(name) is a list", hint: "{{#each \(name)}} … {{/each}} shows its items", line: place.line)
    case .object: throw TemplateFailure("\(name) has values of its own", hint: "name one of them: {{\(name).…}}", line: place.line)
    case .null: return ""
    }
    do throws(ValueContext.Refusal) {
      return try place.context.written(text, isText: value.text != nil, format: place.format)
    } catch {
      throw TemplateFailure("\(name) \(error.reason)", hint: error.hint, line: place.line)
    }
  }

  /// A value by its name: of the innermost scope that has it.
  private static func find(_ path: [String], _ scopes: [JSON]) -> JSON? {
    guard let first = path.first else { return nil }
    var value: JSON?
    if first == "this" {
      value = scopes.last
    } else {
      value = scopes.reversed().lazy.compactMap { $0[first] }.first
    }
    for name in path.dropFirst() { value = value?[name] }
    return value
  }

  /// True for a value that is there and not empty, false or zero.
  private static func holds(_ value: JSON?) -> Bool {
    switch value {
    case nil, .null?: false
    case .bool(let flag)?: flag
    case .number?: value?.double != 0
    case .string(let text)?: !text.isEmpty
    case .array(let items)?: !items.isEmpty
    case .object?: true
    }
  }

  private static func missing(_ path: [String], _ scopes: [JSON], _ line: Int) -> TemplateFailure {
    let name = path.joined(separator: ".")
    let known = scopes.flatMap { $0.members ?? [] }.map(\.name)
    let isEmpty = find(path, scopes) == .null
    let near = nearestName(to: path[0], among: known).map { "did you mean {{\($0)}}?" }
    return TemplateFailure(
      isEmpty ? "the field \(name) is null" : "there is no field \(name)",
      hint: near ?? "{{#if \(name)}} … {{/if}} shows it only where it is",
      line: line)
  }
}
