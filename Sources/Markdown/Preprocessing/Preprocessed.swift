package import TypesetDiagnostics
package import TypesetFiles

/// What other programs do to a text before it is Markdown: include files, resolve template tags, expand LaTeX's environments, divide it into slides.
///
/// - Parameters:
///   - dialect: What the document was written for; nil where that is not known.
///   - showsNotes: True if the notes of slides have pages of their own; nil where the document says it.
package func preprocessed(
  _ source: Source, files: FileAccess, budget: Budget, in dialect: Dialect? = nil, showsNotes: Bool? = nil
) -> (source: Source, diagnostics: [Diagnostic]) {
  var (text, diagnostics) = includingFiles(withSharedNotes(source.withPairs()), files: files, budget: budget)
  let steps = Preprocessing(files: files, dialect: dialect, showsNotes: showsNotes)
  let stages = [
    steps.decks, steps.metadata, steps.marks, steps.headings, steps.blocks, steps.environments, steps.components, steps.formulas,
    steps.cells, steps.links, steps.values, steps.papers, steps.pages,
  ]
  for stage in stages where !budget.isStopped { text = stage(text, &diagnostics) }
  return (text, diagnostics)
}

/// The stages after files have been included, each a chain of functions on the text; what one writes, those after it read.
private struct Preprocessing {
  let files: FileAccess
  let dialect: Dialect?
  let showsNotes: Bool?

  func decks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let notes = withLectureCommands(withMetadataOfCode(source, &diagnostics), files, &diagnostics)
    let tags = withTagsOnOneLine(withCleaverSlides(withNoteColumns(notes, &diagnostics), &diagnostics), &diagnostics)
    return withTemplatesOfReveal(withSourceOfRemark(tags, &diagnostics), &diagnostics)
  }

  func metadata(_ pages: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let lecture = withLectureSlides(withSectionsOfReveal(pages, files, in: dialect, &diagnostics), &diagnostics)
    let apart = withHeadersApart(lecture, in: dialect, &diagnostics)
    let first = withMetadataFirst(withValuesInBraces(apart, files, in: dialect, &diagnostics), in: dialect, &diagnostics)
    let filled = withCodeOfFiles(withLinesOfFiles(first, files, &diagnostics), files, in: dialect, &diagnostics)
    let active = withActiveProfiles(filled, files, in: dialect, &diagnostics)
    return withFolderMetadata(active, files, in: dialect, &diagnostics)
  }

  func marks(_ matter: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let franklin = withKramdownFormulas(withFranklinMarks(matter, files, &diagnostics), in: dialect, &diagnostics)
    let formulas = withMathMLAsFormulas(withCitationsInText(franklin, &diagnostics), &diagnostics)
    let spelled = withIndentedChunks(withoutCommentLines(formulas, in: dialect, &diagnostics), in: dialect, &diagnostics)
    return withoutReferenceMarks(withBiblatexMarks(spelled, &diagnostics), &diagnostics)
  }

  func headings(_ marks: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let linked = withAddressesOnOneLine(marks, in: dialect, &diagnostics)
    let cited = withWordsForContents(linked, in: dialect, &diagnostics)
    let chapters = withHeadingsOfOtherChapters(cited, files, in: dialect, &diagnostics)
    let outline = withoutOutlineMarks(chapters, files, in: dialect, &diagnostics)
    let spaced = withBlanksInHeadings(outline, in: dialect, &diagnostics)
    return withLabelsInHeadings(withTagsOutOfHeadings(spaced, &diagnostics), &diagnostics)
  }

  func blocks(_ headings: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let fenced = withCaptionsOfFences(withReferenceAttributes(headings, in: dialect, &diagnostics), in: dialect, &diagnostics)
    let chunks = withKnitrBlocksAsDivisions(withCaptionsOfChunks(fenced, in: dialect, &diagnostics), &diagnostics)
    let vault = withoutDrawingMarks(withTargetsFirst(chunks, files, &diagnostics), &diagnostics)
    return withoutGitBookMarks(withoutMarkuaMarks(vault, &diagnostics), in: dialect, &diagnostics)
  }

  func environments(_ edited: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let elements = withElementsOnLines(withThoughtsAsDetails(edited, &diagnostics), in: dialect, &diagnostics)
    let copied = withoutCopiedMarks(elements, in: dialect, &diagnostics)
    let textbook = withoutTextbookMarks(withoutRuleLinks(copied, &diagnostics), &diagnostics)
    let environments = withMathEnvironments(withoutCommentsInItems(textbook, in: dialect, &diagnostics), in: dialect, &diagnostics)
    return withAttributesOnOneLine(withNestedTags(environments, in: dialect, &diagnostics), in: dialect, &diagnostics)
  }

  func components(_ listed: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let drafts = withDraftParts(withDistillMarks(listed, &diagnostics), &diagnostics)
    let asides = withWritersideMarks(withCodelabAsides(drafts, &diagnostics), files, &diagnostics)
    let panels = withPanelsAsCards(withDocsifyCallouts(withoutWikiMarks(asides, &diagnostics), in: dialect, &diagnostics), &diagnostics)
    let embedded = withEmbeddedPagesAsLinks(withoutLearnMarks(panels, &diagnostics), &diagnostics)
    let tabs = withTabsAsDivisions(withComponentsOfMDC(embedded, &diagnostics), &diagnostics)
    return withEnvironmentsUnescaped(withoutSnippetEscapes(tabs, &diagnostics), in: dialect, &diagnostics)
  }

  func formulas(_ plain: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let branches = withoutBranchMarks(withoutEloquentMarks(plain, files, &diagnostics), in: dialect, &diagnostics)
    let course = withAnnotationsAsNotes(withoutCourseMarks(branches, in: dialect, &diagnostics), &diagnostics)
    let fences = withFencesOfJulia(withFencesInItems(course, in: dialect, &diagnostics), in: dialect, &diagnostics)
    let items = withDisplaysInItems(fences, in: dialect, &diagnostics)
    return withUsualDelimiters(withDollarsUnescaped(items, in: dialect, &diagnostics), files, in: dialect, &diagnostics)
  }

  func cells(_ usual: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let marked = withoutThemeMarks(usual, in: dialect, &diagnostics)
    let shown = withShownCellsAsFences(withDiagramsAsFences(marked, &diagnostics), &diagnostics)
    let conditional = withoutKnitrConditions(withNamedChunks(shown, &diagnostics), &diagnostics)
    let coded = withCodeInFormulas(withoutNotebookMarks(conditional, &diagnostics), &diagnostics)
    return withSignsOfQuotes(withGlossariesAsDefinitions(coded, &diagnostics), in: dialect, &diagnostics)
  }

  func links(_ quoted: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let numbered = withBookNumbers(quoted, files, &diagnostics)
    let named = withWordsBehindLinks(withMarkedAddresses(numbered, in: dialect, &diagnostics), in: dialect, &diagnostics)
    return withEscapesOfQuarto(named, in: dialect, &diagnostics)
  }

  func values(_ escaped: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let modules = withoutModuleFences(withImagesAsPictures(withPicturesInFigures(escaped, &diagnostics), &diagnostics), &diagnostics)
    let lines = withJSXLines(withIndentedItems(modules, in: dialect, &diagnostics), in: dialect, &diagnostics)
    let valued = withWordsOfValues(withModuleValues(lines, in: dialect, &diagnostics), in: dialect, &diagnostics)
    let called = withPicturesOfMacros(valued, in: dialect, &diagnostics)
    return withoutTemplateTags(withShortcodesOfZola(called, in: dialect, &diagnostics), files, in: dialect, &diagnostics)
  }

  func papers(_ text: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let inputs = withInputsOfLaTeX(withGlossaryOfProject(text, files, in: dialect, &diagnostics), files, in: dialect, &diagnostics)
    return withPapersAsMarkdown(withEmpheqEnvironments(inputs, &diagnostics), &diagnostics)
  }

  func pages(_ papers: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    let styled = withStylesOfBook(papers, files, in: dialect, &diagnostics)
    let columns = withColumnsOfStyles(styled, files, in: dialect, &diagnostics)
    let slides = withPagesForSlides(columns, files, in: dialect, showsNotes: showsNotes, &diagnostics)
    let resources = withPlacesOfResources(withoutNoteTemplates(slides, &diagnostics), files, &diagnostics)
    let titled = withTitlesOfLinks(resources, files, in: dialect, &diagnostics)
    let pictures = withPicturesOfIncludedFiles(withPicturesOfDocC(titled, files, &diagnostics), files, &diagnostics)
    return withPlacesOfPictures(pictures, files, in: dialect, &diagnostics)
  }
}
