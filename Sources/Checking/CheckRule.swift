package import TypesetDiagnostics

/// A rule of `mdtypeset check`: a row of the table that findings, `--skip`, the guide and SARIF read.
package struct CheckRule: Hashable, Sendable {
  /// Lower case with hyphens; stable.
  package var name: String
  /// The severity of its findings, unless settings choose another.
  package var severity: Diagnostic.Severity
  /// What it reports: one sentence.
  package var meaning: String
  /// Why that is a fault: one sentence.
  package var reason: String
  /// What to do about it: one sentence without a full stop, code between backticks.
  package var remedy: String
  /// The diagnostics that are findings of this rule; a code that ends with a dot includes all that begin with it.
  package var codes: [String]

  private init(
    _ name: String, _ severity: Diagnostic.Severity, _ meaning: String, why reason: String, mend remedy: String, codes: [String] = []
  ) {
    (self.name, self.severity, self.meaning) = (name, severity, meaning)
    (self.reason, self.remedy, self.codes) = (reason, remedy, codes)
  }

  static let overfull = CheckRule(
    "overfull-line", .error, "A line is wider than its measure.",
    why: "Text that sticks out into the margin may be cut off or run into its neighbour.",
    mend: "reword the line, or allow a break in its longest word with a soft hyphen (`&shy;`)")
  static let underfull = CheckRule(
    "short-line", .warning, "A line of a justified paragraph ends more than a tenth of the measure too early.",
    why: "No break within the limits of its spaces was possible, so the right edge has a notch.",
    mend: "reword the line, or allow a break in the word after it with a soft hyphen (`&shy;`)")
  static let loose = CheckRule(
    "loose-line", .warning,
    "The spaces of a line are stretched to almost three times their normal stretch, or full-width characters are more than 0.15 em apart.",
    why: "Holes between words slow the reader down.", mend: "reword the paragraph, or allow a break in the word after the line")
  static let tight = CheckRule(
    "tight-line", .note, "The spaces of a line are shrunk as far as they may be.", why: "Words seem to run into each other.",
    mend: "reword the paragraph")
  static let river = CheckRule(
    "river", .warning, "Wide spaces line up in four or more consecutive lines.",
    why: "The eye follows the white stripe down the page instead of the line.", mend: "reword one of the lines")
  static let runt = CheckRule(
    "runt", .warning, "The last line of a paragraph is one short word, or the rest of a divided one.",
    why: "The line looks empty, and the space between paragraphs larger than it is.",
    mend: "reword the paragraph, or tie the last words with a no-break space (`&nbsp;`)")
  static let hyphenStack = CheckRule(
    "hyphen-stack", .warning, "Three or more lines in a row end with a hyphen that the author did not write.",
    why: "A ladder of hyphens disturbs the edge and makes it easy to lose the line.", mend: "reword one of the lines")
  static let wordStack = CheckRule(
    "word-stack", .warning, "Three or more lines in a row begin or end with the same word.",
    why: "Readers skip a line or read one twice.", mend: "reword one of the lines")
  static let widow = CheckRule(
    "widow", .warning, "The last line of a paragraph stands alone at the top of a page.", why: "It is cut off from its paragraph.",
    mend: "shorten the paragraph, or one before it, by a line")
  static let orphan = CheckRule(
    "orphan", .warning, "The first line of a paragraph stands alone at the bottom of a page.", why: "It is cut off from its paragraph.",
    mend: "lengthen or shorten a paragraph before it, or begin a new page before it (`\\newpage`)")
  static let strandedHeading = CheckRule(
    "heading-at-page-end", .warning, "A heading is the last thing on its page.", why: "Its text begins on the next page.",
    mend: "begin a new page before the heading (`\\newpage`)")
  static let missingGlyph = CheckRule(
    "missing-glyph", .error, "No font has a character of the text.", why: "It is shown as an empty box.",
    mend: "install a font with this character, or write another one", codes: ["font.missing-glyph"])
  static let wideTable = CheckRule(
    "wide-table", .warning, "A table is wider than the measure.",
    why: "It is divided, turned or set with broken words, and is harder to read.", mend: "use shorter words or fewer columns",
    codes: ["table.too-wide", "table.turned", "table.divided"])
  static let scaledFormula = CheckRule(
    "scaled-formula", .warning, "A formula is too large for its place.", why: "It is scaled down or sticks out.",
    mend: "break it with `\\\\` inside `aligned`", codes: ["math.too-wide", "math.too-high"])
  static let deadLink = CheckRule(
    "dead-link", .error, "A link or a reference leads to a place that is not in the document.", why: "Readers end up nowhere.",
    mend: "correct the name, or label its target with `{#name}`", codes: ["link.dead-anchor", "reference.unknown", "math.unknown-label"])
  static let missingPicture = CheckRule(
    "missing-picture", .error, "A picture cannot be shown.", why: "A frame with its description takes its place.",
    mend: "correct the path; it is relative to the document's folder", codes: ["picture.", "policy.picture"])
  static let lowResolution = CheckRule(
    "low-resolution", .warning,
    "A raster picture has less than 150 pixels per inch at its printed size, and is larger than an icon (1 × 0.5 inches).",
    why: "The pixels are visible in print.", mend: "use a larger picture, an SVG, or print it smaller: `{width=50%}`")
  static let noAlternative = CheckRule(
    "missing-alternative", .warning, "A picture has no alternative text.", why: "Screen readers have nothing to read out.",
    mend: "describe it between the brackets: `![A red fox](fox.png)`")
  static let contrast = CheckRule(
    "low-contrast", .warning,
    "Text has less contrast with its background than WCAG 2 asks for: 4.5:1, or 3:1 for text of 18 pt and bold text of 14 pt and more.",
    why: "It is hard to read for many people, and for everyone in bad light.",
    mend: "use a darker colour for the text, or a lighter one for its background")
  static let headingSkip = CheckRule(
    "heading-skip", .warning, "A heading is more than one level below the heading before it.",
    why: "The outline has a gap; readers who navigate by headings look for the missing one.", mend: "use the next level")
  static let unusedLabel = CheckRule(
    "unused-label", .note, "A figure, table, listing or equation has a label that nothing refers to, or a footnote has no reference.",
    why: "Either the reference is missing or the label is left over.", mend: "refer to it, or remove the label")
  static let unusedWork = CheckRule(
    "unused-work", .note,
    "Works of a bibliography are not cited, though most of its works are: a file of which the document cites less than half serves others too.",
    why: "Either the citations are missing or the works are left over.", mend: "cite them, list them with `nocite`, or remove them",
    codes: ["cite.unused-work"])
  static let unknownWork = CheckRule(
    "unknown-work", .error, "A citation has a key that no work has.", why: "Readers see the key with a question mark.",
    mend: "correct the key, or add the work to the bibliography", codes: ["cite.unknown-key"])
  static let mixedPunctuation = CheckRule(
    "mixed-punctuation", .warning, "Chinese text has half-width punctuation where the rest of the document has full-width punctuation.",
    why: "The characters differ in width and position.", mend: "use the full-width sign")
  static let rawMarkup = CheckRule(
    "raw-markup", .warning, "Text on a page looks like markup: a list of attributes, a table's row, a LaTeX command.",
    why: "Readers see signs that were meant for a tool.", mend: "write it in the document's dialect, or name the dialect: `from: pandoc`",
    codes: ["markup.raw"])
  static let lostSource = CheckRule(
    "lost-source", .note, "Words of the source are on no page, are no markup, and no message names them.",
    why: "Readers miss what the author wrote.", mend: "write it in the document's dialect, or name the dialect: `from: pandoc`",
    codes: ["source.lost"])
  static let other = CheckRule(
    "diagnostic", .warning, "The typesetter itself warned: a fault in a formula, an unknown setting, a broken table.",
    why: "The pages do not show what was meant.", mend: "see the message")

  /// In the order of the guide. The last one takes the diagnostics that no other rule names.
  package static let all: [CheckRule] = [
    overfull, underfull, loose, tight, river, runt, hyphenStack, wordStack, widow, orphan, strandedHeading, missingGlyph, wideTable,
    scaledFormula, deadLink, missingPicture, lowResolution, noAlternative, contrast, headingSkip, unusedLabel, unusedWork, unknownWork,
    mixedPunctuation, rawMarkup, lostSource, other,
  ]

  /// The rule of this name; nil for an unknown name.
  package static func rule(named name: String) -> CheckRule? { all.first { $0.name == name } }

  /// The rule that a diagnostic is a finding of.
  static func rule(ofCode code: String) -> CheckRule {
    all.first { rule in rule.codes.contains { $0.hasSuffix(".") ? code.hasPrefix($0) : code == $0 } } ?? other
  }

  /// The remedy as terminals show it.
  var hint: String { remedy.replacing("`", with: "") }

  /// All rules in Markdown, for the guide.
  package static var manual: String {
    all.map { rule in
      "### \(rule.name)\n\n\(rule.meaning) \(rule.reason) (\(rule.severity.rawValue))\n\nTo fix it, \(rule.remedy).\n"
    }.joined(separator: "\n")
  }
}
