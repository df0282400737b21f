package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetFonts
package import TypesetMarkdown
package import TypesetPictures

/// A typeset document with everything that rules examine.
package struct CheckedDocument: Sendable {
  package var source: Source
  /// The author's text as it was parsed.
  package var tree: Tree
  /// With what the caller sets over it.
  package var matter: FrontMatter
  /// With lines that report how they were set.
  package var pages: [Page]
  /// The elements to which the content of the pages belongs.
  package var structure: DocumentStructure
  /// Where the blocks on the pages are in the source, by their numbers.
  package var blockSpans: [SourceSpan]
  /// What typesetting reported, before any rule was applied.
  package var diagnostics: [Diagnostic]
  /// Where pictures without alternative text are.
  package var unnamedPictures: [SourceSpan]
  package var fonts: FontBook
  package var pictures: PictureBook
  /// What another state of it is compared by; nil where nothing compares it.
  package var traces: BlockTraces?

  package init(
    source: Source, tree: Tree, matter: FrontMatter, pages: [Page], structure: DocumentStructure, blockSpans: [SourceSpan],
    diagnostics: [Diagnostic], unnamedPictures: [SourceSpan], fonts: FontBook, pictures: PictureBook
  ) {
    (self.source, self.tree, self.matter, self.pages, self.structure) = (source, tree, matter, pages, structure)
    (self.blockSpans, self.diagnostics, self.unnamedPictures) = (blockSpans, diagnostics, unnamedPictures)
    (self.fonts, self.pictures) = (fonts, pictures)
  }

  /// Where the front matter ends in the source; 0 without front matter.
  package var matterEnd: Int { matter.end }

  func isBold(_ face: FaceID) -> Bool { fonts.face(face).fileName.contains("Bold") }

  /// The lines of the pages, headers and footers apart, with their places in the source.
  package var placedLines: [SetLine] {
    var lines = SetLine.lines(of: self)
    SourceLetters(of: tree, in: source).place(&lines, blocks: blockSpans)
    for index in lines.indices where lines[index].offset == nil { lines[index].offset = placeInFrontMatter(of: lines[index]) }
    return lines
  }

  /// Where the text of a title block is: it comes from front matter.
  private func placeInFrontMatter(of line: SetLine) -> Int? {
    guard line.kind != .artifact, line.block >= 0, let word = line.words.first, word.utf8.count > 2 else { return nil }
    return source.bytes.find(Array(word.utf8), from: 0, to: min(4000, source.bytes.count))
  }

  /// What all rules find, except for what the author has switched off.
  ///
  /// - Parameter choice: Which rules; front matter may switch off more of them.
  package func check(_ choice: RuleChoice = RuleChoice()) -> CheckResult {
    var choice = choice
    var document = self
    document.diagnostics += choice.add(matter.value("check"))
    var checker = Checker(document, choice)
    checker.checkLines()
    checker.checkParagraphs()
    checker.checkPages()
    checker.checkPictures()
    checker.checkContrast()
    checker.checkSource()
    checker.checkAccount()
    checker.checkDiagnostics()
    return CheckResult(findings: checker.takeFindings(), source: source, pageCount: pages.count)
  }
}

/// Applies the rules to one document.
struct Checker {
  let document: CheckedDocument
  let choice: RuleChoice
  let lines: [SetLine]
  let places: PagePlaces
  private var findings: [Finding] = []

  init(_ document: CheckedDocument, _ choice: RuleChoice) {
    (self.document, self.choice) = (document, choice)
    lines = document.placedLines
    places = PagePlaces(of: document, lines: lines)
  }

  func applies(_ rule: CheckRule) -> Bool { choice.includes(rule) }

  /// Adds a finding at a line of a page.
  mutating func report(_ rule: CheckRule, at line: SetLine, _ message: String, hint: String? = nil) {
    report(rule, span: line.span, page: line.page, rect: line.rect, message, hint: hint)
  }

  /// Adds a finding at a place in the source.
  mutating func report(
    _ rule: CheckRule, at span: SourceSpan?, _ message: String, hint: String? = nil, severity: Diagnostic.Severity? = nil
  ) {
    let place = span.flatMap { places.place(of: $0) }
    report(rule, span: span, page: place?.page, rect: place?.rect, message, hint: hint, severity: severity)
  }

  mutating func report(
    _ rule: CheckRule, span: SourceSpan?, page: Int?, rect: Rect?, _ message: String, hint: String? = nil,
    severity: Diagnostic.Severity? = nil
  ) {
    guard choice.includes(rule) else { return }
    var finding = Finding(rule: rule, severity: severity ?? rule.severity, message: message, hint: hint ?? rule.hint)
    finding.span = span
    finding.position = span.map { document.source.position(of: Int($0.start)) }
    finding.page = page
    finding.label = page.map { document.pages[$0].label } ?? ""
    finding.rect = rect
    findings.append(finding)
  }

  /// In the order of the source, without findings that a comment in it switches off.
  func takeFindings() -> [Finding] {
    let suppressions = Suppressions(in: document.source)
    let kept = findings.filter { finding in
      finding.span.map { !suppressions.cover(Int($0.start), rule: finding.rule.name) } ?? true
    }
    return kept.enumerated().sorted { a, b in
      let (x, y) = (a.element.span?.start ?? .max, b.element.span?.start ?? .max)
      return x == y ? a.offset < b.offset : x < y
    }.map(\.element)
  }
}
