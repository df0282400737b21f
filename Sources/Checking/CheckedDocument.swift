package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetMarkdown

/// A typeset document with all that rules look at.
package struct CheckedDocument: Sendable {
  package var source: Source
  /// The author's text as it was parsed.
  package var tree: Tree
  /// With lines that report how they were set.
  package var pages: [Page]
  package var structure: DocumentStructure
  /// Where the blocks of the elements on the pages stand in the source, by their numbers.
  package var blockSpans: [SourceSpan]
  package var diagnostics: [Diagnostic]
  /// Where pictures stand that have no alternative text.
  package var unnamedPictures: [SourceSpan]
  /// The pixels of a picture; nil for what is drawn from outlines.
  package var pixels: @Sendable (PictureID) -> (width: Int, height: Int)?
  package var isBold: @Sendable (FaceID) -> Bool

  package init(
    source: Source, tree: Tree, pages: [Page], structure: DocumentStructure, blockSpans: [SourceSpan], diagnostics: [Diagnostic],
    unnamedPictures: [SourceSpan], pixels: @escaping @Sendable (PictureID) -> (width: Int, height: Int)?,
    isBold: @escaping @Sendable (FaceID) -> Bool
  ) {
    (self.source, self.tree, self.pages, self.structure) = (source, tree, pages, structure)
    (self.blockSpans, self.diagnostics, self.unnamedPictures) = (blockSpans, diagnostics, unnamedPictures)
    (self.pixels, self.isBold) = (pixels, isBold)
  }

  /// What all rules find, but for what the author has switched off.
  package func findings(_ choice: RuleChoice) -> [Finding] {
    var checker = Checker(self, choice)
    checker.checkLines()
    checker.checkParagraphs()
    checker.checkPages()
    checker.checkPictures()
    checker.checkContrast()
    checker.checkSource()
    checker.checkDiagnostics()
    return checker.takeFindings()
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
    var lines = SetLine.lines(of: document)
    SourceLetters(of: document.tree, in: document.source).place(&lines, blocks: document.blockSpans)
    for index in lines.indices where lines[index].offset == nil {
      lines[index].offset = Self.placeInFrontMatter(of: lines[index], document)
    }
    self.lines = lines
    places = PagePlaces(of: document, lines: lines)
  }

  /// Where the text of a title block stands: it comes from front matter.
  private static func placeInFrontMatter(of line: SetLine, _ document: CheckedDocument) -> Int? {
    guard line.kind != .artifact, line.block >= 0, let word = line.words.first, word.utf8.count > 2 else { return nil }
    return document.source.bytes.find(Array(word.utf8), from: 0, to: min(4000, document.source.bytes.count))
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

  /// In the order of the source, without those that a comment in it switches off.
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
