internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetMarkdown

/// The works of one of several lists of references: works of one file, of one kind, or with one keyword.
struct ReferenceSelection {
  /// What BibLaTeX's `\printbibliography` is called with, and divs say.
  private static let conditions = ["keyword", "notkeyword", "type", "nottype", "heading"]

  private var conditions: [(key: String, value: String)] = []
  private var group: String?
  private var works: Set<String>?
  let title: String?

  /// Nil for a div that is no list of references.
  ///
  /// - Parameter groups: The names that the document gives its bibliographies.
  init?(_ attributes: Attributes?, groups: Set<String>) {
    guard let attributes, !Self.isOfChapter(attributes) else { return nil }
    let id = attributes.id ?? ""
    let isNamed = id.hasPrefix("refs-") || id.hasPrefix("refs_")
    if isNamed, groups.contains(String(id.dropFirst(5))) { group = String(id.dropFirst(5)) }
    conditions = attributes.pairs.filter { Self.conditions.contains($0.name) && $0.name != "heading" }.map { ($0.name, $0.value) }
    title = attributes["title"]
    // Documenter's list of works that it names itself.
    works = attributes["only-works"].map { Set($0.split(separator: " ").map(String.init)) }
    guard id == "refs" || group != nil || attributes.classes.contains("printbibliography") || isNamed && !conditions.isEmpty else {
      return nil
    }
  }

  /// The warning about a div whose name asks for the works of a bibliography that the document does not have: `::: {#refs-nosuch}`.
  static func unknown(_ attributes: Attributes?, groups: Set<String>, at span: SourceSpan) -> Diagnostic? {
    guard let id = attributes?.id, id.hasPrefix("refs-") || id.hasPrefix("refs_"), !isOfChapter(attributes),
      ReferenceSelection(attributes, groups: groups) == nil
    else { return nil }
    let name = String(id.dropFirst(5))
    let hint =
      if groups.isEmpty {
        "name the files in the front matter: bibliography: {\(name): \(name).bib}; or choose with keyword=… or type=…"
      } else {
        nearest(to: name, among: groups.sorted()).map { "did you mean #refs-\($0)?" }
          ?? "there are \(groups.sorted().joined(separator: ", "))"
      }
    return Diagnostic(
      .warning, "cite.unknown-list", at: span, "no bibliography is named ‘\(name)’, of which a list is asked for", hint: hint)
  }

  /// The warning about a list without a work.
  func empty(at span: SourceSpan) -> Diagnostic {
    let asked = conditions.map { "\($0.key)=\($0.value)" } + (group.map { ["bibliography \($0)"] } ?? [])
    return Diagnostic(
      .warning, "cite.empty-list", at: span, "no work that is cited is in the list of references with \(asked.joined(separator: ", "))",
      hint: "keywords and types are compared with the keywords and types of the bibliography's entries")
  }

  /// True for a place that lists only the works of the chapter around it.
  static func isOfChapter(_ attributes: Attributes?) -> Bool {
    guard let attributes, ["chapter", "section"].contains(attributes["scope"]) else { return false }
    return attributes.id?.hasPrefix("refs") == true || attributes.classes.contains { $0 == "refs" || $0 == "printbibliography" }
  }

  /// True for the list of what no other list has.
  var takesRest: Bool { group == nil && conditions.isEmpty && works == nil }

  func takes(_ work: Item, of group: String?) -> Bool {
    guard self.group == nil || self.group == group else { return false }
    if let works, !works.contains("*"), !works.contains(work.id) { return false }
    return conditions.allSatisfy { key, value in
      switch key {
      case "keyword": work.hasKeyword(value)
      case "notkeyword": !work.hasKeyword(value)
      case "type": work.type == value || work.type == BibTeXTypes.type(of: value)
      default: work.type != value && work.type != BibTeXTypes.type(of: value)
      }
    }
  }
}

extension Item {
  fileprivate func hasKeyword(_ word: String) -> Bool {
    texts["keyword"]?.split { $0 == "," || $0 == ";" }.contains { part in
      part.drop { $0 == " " }.lowercased().reversed().drop { $0 == " " }.reversed().elementsEqual(word.lowercased())
    } ?? false
  }
}

extension Tree {
  /// The works that the document's lists of references name, cited or not.
  var listedWorks: [String] {
    attributes.flatMap { ($0["works"] ?? $0["only-works"])?.split(separator: " ").map(String.init) ?? [] }
  }
}
