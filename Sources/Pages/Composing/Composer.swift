package import TeXMath
package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetFiles
package import TypesetFonts
package import TypesetMarkdown
import TypesetParagraphs
package import TypesetPictures
package import TypesetStyling

/// Makes pages of styled trees: sets the blocks, breaks their lists, numbers the pages.
package struct Composer {
  package var fonts: FontBook
  package var pictures: PictureBook
  package var budget: Budget
  package var threads: Int
  /// True if lines carry reports of how they were set.
  package var reportsLines = false
  /// True if the alternatives of line and page breaks are recorded.
  package var explainsBreaks = false
  /// True if formulas get words for screen readers.
  package var formulaTags = FormulaTags.words
  /// State shared by the documents of one process; nil if each document has its own shapers.
  package var shared: SharedWork?
  /// True if the blocks that are kept bring the tree that they were set from: that of a document with a client's own parts, which is styled as a
  /// whole each time.
  package var keepsTree = false

  /// What attachments have drawn in the document before this one.
  package var drawings: KeptDrawings?

  /// Of a text that grows; nil for a whole one.
  package var growth: Growth?

  package init(fonts: FontBook, pictures: PictureBook, budget: Budget, threads: Int) {
    (self.fonts, self.pictures, self.budget, self.threads) = (fonts, pictures, budget, threads)
  }

  /// The vertical lists of a document's blocks, and the context in which they were set.
  package struct Blocks {
    package var lists: [VList]
    package var diagnostics: [Diagnostic]
    /// For blocks that are set again when page numbers are known.
    var macros = MathMacros.none
    var numbers = EquationNumbers()
    var formulas = ParsedFormulas()
    /// Where each was before an edit; nil for those that have been set again. Empty where nothing is kept.
    var origins: [BlockOrigin?] = []
  }

  /// True if no block of a document is set again but those that show page numbers in lists, and nobody keeps its tree.
  package func isDone(with tree: StyledTree) -> Bool {
    growth == nil && !keepsTree && shared?.keepsBlocks != true && !tree.theme.page.areSlides && !tree.showsPagesInText && !tree.hasClients
  }

  func makeBuilder(
    _ tree: StyledTree, macros: MathMacros, numbers: EquationNumbers, formulas: ParsedFormulas = ParsedFormulas()
  ) -> BlockBuilder {
    var parameters = LineBreakingParameters()
    parameters.tolerance = 500
    parameters.mostStretch = 3
    // As much as a line whose spaces stretch by four thirds of their stretch.
    parameters.stackDemerits = 60_000
    parameters.protrudes = tree.theme.protrudes
    parameters.expansion = tree.theme.expansion
    parameters.widensSentences = tree.theme.widensSentences
    parameters.isRightToLeft = tree.theme.page.isRightToLeft
    parameters.keepsKoreanWords = tree.theme.keepsKoreanWords
    let loan = shared?.shaper(for: fonts)
    let setter = ParagraphSetter(fonts: fonts, parameters: parameters, shaper: loan?.shaper, loan: loan)
    (setter.reportsLines, setter.explainsBreaks) = (reportsLines, explainsBreaks)
    setter.emojiFamilies = tree.theme.families.emoji
    for word in tree.hyphenation { _ = setter.exceptions.add(word) }
    guard let mathFace = tree.theme.mathFace(in: fonts) else { preconditionFailure("Libertinus Math is bundled") }
    let math = MathTypesetter(fonts: fonts, face: mathFace, textFamilies: tree.theme.families.text, budget: budget)
    (math.language, math.clearsRows) = (tree.language, true)
    let builder = BlockBuilder(
      tree: tree, paragraphs: setter, math: math, macros: macros, numbers: numbers, formulas: formulas,
      formulaTags: formulaTags, fonts: fonts, pictures: pictures)
    builder.document.drawings = drawings
    if let scale = growth?.decisions?.codeScale { builder.document.codeScale = scale }
    return builder
  }

  /// Decisions from the beginning of a growing text, from its tree.
  ///
  /// - Parameter forms: How it writes formulas.
  package func decisions(for tree: StyledTree, forms: FormulaForms?, _ known: DocumentMacros) -> EarlyDecisions {
    let math = known.macros
    var formulas = known.formulas
    let numbers = EquationNumbers(of: tree, formulas: &formulas, macros: math, isCounting: tree.numbersEquations, budget: budget)
    return EarlyDecisions(
      language: tree.language, forms: forms, topLevel: tree.topLevel, numbersFigures: tree.numbersFigures,
      numbersEquations: numbers.isCounting, codeScale: makeBuilder(tree, macros: math, numbers: numbers).document.codeScale)
  }

  /// Vertical lists of the top-level blocks, in several threads if there are enough blocks.
  ///
  /// - Parameters:
  ///   - formulas: Those that have been parsed, since they define commands.
  ///   - change: Of the tree since the last document with the same shared state.
  ///   - kept: The blocks that are kept between runs.
  package func build(
    _ tree: StyledTree, math: MathMacros, formulas: ParsedFormulas, change: StyledChange = .all(since: nil), kept: KeptPieces? = nil
  ) -> Blocks {
    let blocks = tree.children(of: 0)
    let chunk = 24
    let count = (blocks.count + chunk - 1) / chunk
    var macros = math
    var formulas = formulas
    let numbers = EquationNumbers(of: tree, formulas: &formulas, macros: macros, isCounting: tree.numbersEquations, budget: budget)
    macros.references = numbers.labels.mapValues(\.text)
    if growth?.hasEnded == false { macros.openReference = "…" }
    if let work = self.shared, work.keepsBlocks, growth == nil {
      return buildAgain(tree, numbers: numbers, macros: macros, formulas: formulas, change, work)
    }
    if let kept, growth == nil, !reportsLines, !explainsBreaks,
      let surroundings = BlockKeys.surroundings(
        of: tree, macros: macros, isCounting: numbers.isCounting, tags: formulaTags, budget: budget)
    {
      return buildKept(tree, numbers: numbers, macros: macros, formulas: formulas, surroundings, kept)
    }
    let (shared, parsed, settled) = (macros, formulas, growth?.settled(for: tree) ?? [])
    let meter = SettingMeter(parts: count, budget)
    let parts = concurrently(count, threads: blocks.count < 100 ? 1 : threads) {
      makeBuilder(tree, macros: shared, numbers: numbers, formulas: parsed)
    } work: { builder, part in
      let range = part * chunk..<min(blocks.count, (part + 1) * chunk)
      if meter.isExceeded { return Blocks(lists: range.map { _ in VList() }, diagnostics: []) }
      let lists = range.map { if $0 < settled.count { settled[$0] } else { budget.isStopped ? VList() : builder.list(of: blocks[$0]) } }
      meter.add(lists, part: part)
      return Blocks(lists: lists, diagnostics: builder.takeDiagnostics())
    }
    var lists = parts.flatMap(\.lists)
    let cut = meter.cut(&lists)
    // What threads have set beyond the limit meanwhile says nothing.
    var diagnostics = numbers.diagnostics + parts.prefix(cut.map { $0 / chunk + 1 } ?? count).flatMap(\.diagnostics)
    if let cut {
      diagnostics.append(
        Diagnostic(
          .error, "limit.work", at: tree[blocks[cut]].span, "setting all of the document takes too much work; the rest is left out",
          hint: "split it, or allow more with --cpu-time"))
    }
    return Blocks(lists: lists, diagnostics: diagnostics, macros: shared, numbers: numbers, formulas: parsed)
  }
}

extension Theme {
  /// The face of formulas.
  package func mathFace(in fonts: FontBook) -> Face? {
    families.math.lazy.compactMap { fonts.face(family: $0) }.first { $0.hasMathTable } ?? fonts.face(family: "Libertinus Math")
  }
}
