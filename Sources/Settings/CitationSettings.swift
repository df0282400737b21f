/// What is cited, and how; read with the citations.
enum CitationSettings {
  static let rows: [Setting] = [
    Setting(
      "bibliography", flag: Setting.Flag("bibliography", value: "FILE"),
      as: "a file of BibTeX, CSL JSON, CSL YAML or RIS, a list, or files by names", "the works that are cited"
    ) { _, _ in [] },
    Setting(
      "csl", ["citation-style"], flag: Setting.Flag("csl", value: "STYLE"), as: "a style such as apa, ieee or nature, or a .csl file",
      default: "chicago-author-date", "the style of citations and references"
    ) { _, _ in [] },
    Setting("references", as: "a list of works in the terms of CSL YAML", "works in the document itself") { _, _ in [] },
    Setting("nocite", as: "keys such as @a, @b; @* for all", "works that are listed without being cited") { _, _ in [] },
    Setting("link-citations", as: .flag, default: "false", "citations link to their references") { _, _ in },
    Setting("reference-section-title", as: "a text", "the heading above the references") { _, _ in [] },
    Setting("reference-list", as: "document, chapter or section", default: "document", "what has a list of references") { _, _ in [] },
    Setting("suppress-bibliography", as: .flag, default: "false", "leave out the list of references") { _, _ in },
  ]
}
