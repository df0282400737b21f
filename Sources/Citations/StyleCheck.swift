internal import TypesetDiagnostics

/// Looks for elements and attributes that CSL does not have. A style is used without them.
///
/// - Source: CSL 1.0.2, and its schema.
struct StyleCheck {
  private(set) var faults: [Style.Fault] = []
  private var said: Set<String> = []

  init(_ root: XMLElement) {
    // CSL-M and other extensions have their own.
    guard root["version"]?.allSatisfy({ $0.isNumber || $0 == "." }) ?? true else { return }
    check(root)
  }

  private mutating func check(_ element: XMLElement) {
    guard let known = Self.elements[element.name] else {
      note("<\(element.name)>", "unknown element <\(element.name)>", element.name, Self.names, at: element.line)
      return
    }
    for name in element.attributes.keys.sorted() where !known.contains(name) && !Self.ofXML.contains(name) {
      note("\(element.name) \(name)", "unknown attribute \(name) of <\(element.name)>", name, known, at: element.line)
    }
    // What a style says of itself may have anything.
    guard element.name != "info" else { return }
    for child in element.children { check(child) }
  }

  /// Each is reported once.
  private mutating func note(_ key: String, _ message: String, _ name: String, _ known: Set<String>, at line: Int) {
    guard said.count < 100, said.insert(key).inserted else { return }
    let near = nearest(to: name, among: known.sorted()).map { "; did you mean \($0)?" } ?? ""
    faults.append(Style.Fault(message: message + near, line: line))
  }

  /// `xml:lang`, `xsi:schemaLocation`.
  private static let ofXML: Set = ["lang", "schemaLocation", "space", "base", "id"]

  private static let names = Set(elements.keys)

  private static let elements: [String: Set<String>] = {
    let font = "font-style font-variant font-weight text-decoration vertical-align"
    let affixes = "prefix suffix"
    let shown = font + " " + affixes + " "
    let etAl = "et-al-min et-al-use-first et-al-subsequent-min et-al-subsequent-use-first et-al-use-last"
    let person =
      "and delimiter-precedes-et-al delimiter-precedes-last \(etAl) initialize initialize-with name-as-sort-order sort-separator"
    let people = person + " name-form name-delimiter names-delimiter "
    let condition = "match type variable is-numeric is-uncertain-date locator position disambiguate"
    let rows = [
      "style": people + "class default-locale version initialize-with-hyphen page-range-format demote-non-dropping-particle",
      "citation": people + "collapse cite-group-delimiter after-collapse-delimiter year-suffix-delimiter near-note-distance"
        + " disambiguate-add-names disambiguate-add-givenname givenname-disambiguation-rule disambiguate-add-year-suffix",
      "bibliography": people + "hanging-indent second-field-align line-spacing entry-spacing subsequent-author-substitute"
        + " subsequent-author-substitute-rule",
      "info": "", "locale": "version", "terms": "", "term": "name form gender gender-form match", "single": "", "multiple": "",
      "style-options": "punctuation-in-quote limit-day-ordinals-to-day-1", "macro": "name", "sort": "",
      "key": "variable macro sort names-min names-use-first names-use-last", "layout": shown + "delimiter",
      "text": shown + "variable macro term value form plural display quotes strip-periods text-case",
      "number": shown + "variable form display text-case", "label": shown + "variable form plural strip-periods text-case",
      "date": shown + "variable form date-parts delimiter display text-case",
      "date-part": shown + "name form range-delimiter strip-periods text-case", "names": shown + "variable delimiter display",
      "name": shown + person + " form delimiter", "name-part": shown + "name text-case", "et-al": shown + "term", "substitute": "",
      "institution": shown + "delimiter", "group": shown + "delimiter display", "choose": "", "if": condition, "else-if": condition,
      "else": "",
    ]
    return rows.mapValues { Set($0.split(separator: " ").map(String.init)) }
  }()
}
