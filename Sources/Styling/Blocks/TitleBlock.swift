import TypesetBoxes
import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown

/// The parts of the front matter that are shown at the top of the first page.
public struct TitleBlock: Hashable, Sendable {
  public struct Person: Hashable, Sendable {
    public var name: String
    /// In `TitleBlock.affiliations`.
    public var affiliations: [Int]
    public var email: String?
    /// True for an author to whom letters go.
    public var isCorresponding = false
    var orcid: OrcidMark?
    /// Signs of the notes on the author.
    var noteSigns: [String] = []

    public init(name: String, affiliations: [Int] = [], email: String? = nil) {
      self.name = name
      self.affiliations = affiliations
      self.email = email
    }
  }

  public var title: String?
  public var subtitle: String?
  public var people: [Person] = []
  /// Each once, in the order in which authors name them.
  public var affiliations: [String] = []
  public var date: String?
  /// The date where it is part of a line: breaks in it are commas.
  package var dateInLine: String? { date?.replacing(Self.lineBreak, with: ", ") }
  /// The date, else that of today, for fields.
  var shownDate = ""
  /// What the document says of its version, for fields.
  var revision = ""
  /// Paragraphs.
  public var abstract: [String] = []
  public var keywords: [String] = []
  /// Whose the document is, and its licence: the last lines of a title page.
  var rights: [TitleRights] = []
  /// A note on the title: acknowledgements.
  public var thanks: String?
  /// True if the title has a page of its own.
  public var hasOwnPage = false
  /// Texts of headers, footers and boxes of pages that have markup, with signs in the places of what is filled in: see `FurnitureText`.
  var furniture: [String: Tree] = [:]
  /// A picture above the title, in a paragraph of its own; nil if there is none.
  var logoTree: Tree?
  /// The same as Markdown; nil if it has no markup.
  var titleTree: Tree?
  var subtitleTree: Tree?
  var abstractTree: Tree?
  /// Signs of the notes on the title, the subtitle and the abstract, by the labels in their trees.
  var titleSigns: [String: String] = [:]
  var subtitleSigns: [String: String] = [:]
  var abstractSigns: [String: String] = [:]
  var notes = TitleNotes()
  /// So many of the notes come before those of the abstract.
  var notesBeforeAbstract = 0
  /// What is wrong with the front matter that it is made of.
  var diagnostics: [Diagnostic] = []

  public init() {}

  public var authors: [String] { people.map { $0.name.replacing(Self.lineBreak, with: ", ") } }

  /// LINE SEPARATOR, for the breaks that authors type in names and dates.
  static let lineBreak = "\u{2028}"

  /// The paragraphs of the block, each with the element whose looks it takes.
  ///
  /// - Parameter note: The words of a note.
  func lines(
    style: (Element) -> BlockStyle, words: Words, note: (TitleNotes.Note, TextStyle) -> InlineContent
  ) -> [(element: Element, content: InlineContent)] {
    var lines: [(element: Element, content: InlineContent)] = []
    func add(_ element: Element, _ text: String?) {
      guard let text, !text.isEmpty else { return }
      var content = InlineContent()
      content.text.append(text.utf8, style: style(element).text)
      lines.append((element, content))
    }
    func addRunIn(_ element: Element, _ head: String, _ words: String) {
      let text = style(element).text
      var strong = text
      strong.weight = 700
      var content = InlineContent()
      content.text.append((head + ".").utf8, style: strong)
      content.text.append("\u{2002}".utf8, style: text)
      content.text.append(words.utf8, style: text)
      lines.append((element, content))
    }
    add(.title, title)
    add(.subtitle, subtitle)
    if !people.isEmpty { lines.append((.author, names(style(.author).text))) }
    for (number, affiliation) in affiliations.enumerated() {
      let text = style(.affiliation).text
      var content = InlineContent()
      if isMarked {
        content.text.append("\(number + 1)".utf8, style: text.shifted(by: 0.36))
        content.text.append("\u{2009}".utf8, style: text)
      }
      Self.append(affiliation, text, to: &content)
      lines.append((.affiliation, content))
    }
    if !addresses.isEmpty {
      let text = style(.affiliation).text
      var content = InlineContent()
      if hasCorresponding { content.text.append("∗\u{2009}".utf8, style: text) }
      for (number, address) in addresses.enumerated() {
        if number > 0 { content.text.append(", ".utf8, style: text) }
        var link = text
        (link.link, link.isHyphenated) = ("mailto:" + address, false)
        content.text.append(address.utf8, style: link)
      }
      lines.append((.affiliation, content))
    }
    func addNotes(_ notes: ArraySlice<TitleNotes.Note>) {
      for one in notes {
        let text = style(.affiliation).text
        let words = note(one, text).prefixed(by: "\u{2009}", style: text)
        lines.append((.affiliation, words.prefixed(by: one.sign, style: text.shifted(by: 0.36))))
      }
    }
    addNotes(notes.notes.prefix(notesBeforeAbstract))
    add(.affiliation, thanks)
    add(.date, date)
    if let first = abstract.first {
      addRunIn(.abstract, words.abstract, first)
      for paragraph in abstract.dropFirst() { add(.abstract, paragraph) }
    }
    addNotes(notes.notes.dropFirst(notesBeforeAbstract))
    if !keywords.isEmpty { addRunIn(.keywords, words.keywords, keywords.joined(separator: ", ")) }
    return lines
  }

  /// The addresses of the authors to whom letters go; where none is one of these, of all.
  private var addresses: [String] { people.filter { $0.isCorresponding || !hasCorresponding }.compactMap(\.email) }

  var hasCorresponding: Bool { people.contains { $0.isCorresponding && $0.email != nil } }

  /// True if names need numbers that lead to their affiliations.
  private var isMarked: Bool { affiliations.count > 1 && !affiliations.contains { $0.hasPrefix("^") } }

  /// Appends a name or a place whose author has written marks to it, as pandoc reads them: `Robert Greener^1,2^`.
  private static func append(_ words: String, _ style: TextStyle, to content: inout InlineContent) {
    var rest = words[...]
    while let open = rest.firstIndex(of: "^"), case let mark = rest[rest.index(after: open)...].prefix(while: { $0 != "^" }),
      !mark.isEmpty, mark.count <= 12, mark.endIndex < rest.endIndex, !mark.contains(where: \.isWhitespace)
    {
      content.text.append(rest[..<open].utf8, style: style)
      content.text.append(mark.utf8, style: style.shifted(by: 0.36))
      rest = rest[mark.endIndex...].dropFirst()
    }
    content.text.append(rest.utf8, style: style)
  }

  /// The most characters of a name that is not divided; longer ones are several names, or a name and where it works.
  private static let longestName = 40

  /// A name is not divided, not even at its hyphens (UAX #14: WJ); several names in one string are, after their commas.
  private static func undivided(_ name: String) -> String {
    let parts = name.split(whereSeparator: { ",\u{2028}".contains($0) })
    if parts.contains(where: { $0.count > longestName }) { return name }
    return name.replacing(" ", with: "\u{A0}").replacing(",\u{A0}", with: ", ").replacing("-", with: "-\u{2060}")
  }

  private func names(_ text: TextStyle) -> InlineContent {
    var content = InlineContent()
    for (number, person) in people.enumerated() {
      if number > 0 { content.text.append(", ".utf8, style: text) }
      Self.append(Self.undivided(person.name), text, to: &content)
      var marks = isMarked ? person.affiliations.map { "\($0 + 1)" } : []
      if person.isCorresponding, person.email != nil { marks.append("∗") }
      marks += person.noteSigns
      if !marks.isEmpty { content.text.append(marks.joined(separator: ",").utf8, style: text.shifted(by: 0.36)) }
      guard let orcid = person.orcid else { continue }
      // On the line of the name.
      content.text.append("\u{2060}\u{202F}\u{2060}".utf8, style: text)
      var link = text
      link.link = orcid.address
      content.text.append("\u{FFFC}".utf8, style: link)
      content.attachments.append(.client(AttachmentBox(orcid), link, SourceSpan(0, 0)))
    }
    return content
  }
}
