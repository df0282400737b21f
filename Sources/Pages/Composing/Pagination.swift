import TeXMath
package import TypesetBoxes
package import TypesetDiagnostics
import TypesetFonts
package import TypesetInterface
package import TypesetStyling

/// A document on pages.
package struct PagedDocument: Sendable {
  package var pages: [Page]
  package var structure: DocumentStructure
  package var diagnostics: [Diagnostic]
  package var places: [Int: CollectedPlace]
  /// Pages that look as one did before an edit, and which that was.
  package var reused: [Int: Int] = [:]
}

extension Composer {
  /// One list of all blocks, broken into pages, numbered.
  package func paginate(
    _ blocks: consuming Blocks, of tree: StyledTree
  ) -> PagedDocument {
    var diagnostics = blocks.diagnostics
    var pageBuilder = PageBuilder(
      style: tree.theme.page, limit: budget.pages, budget: budget, threads: threads)
    pageBuilder.explainsEnds = explainsBreaks
    let builder = pageBuilder
    let setter = tree.notes.isEmpty ? nil : makeBuilder(tree, macros: blocks.macros, numbers: blocks.numbers, formulas: blocks.formulas)
    var notes = setter?.noteLists { budget.isStopped } ?? []
    diagnostics += setter?.takeDiagnostics() ?? []
    var order = Array(blocks.lists.indices)
    /// The blocks' lists in one, with the footnotes that go with them.
    func joined(_ lists: [VList]) -> (list: VList, starts: [Int]) {
      var (list, starts) = join(lists, of: tree, order: order)
      setter?.attach(notes, to: &list)
      return (list, starts)
    }
    func broken(_ lists: [VList]) -> BrokenList {
      var (list, starts) = joined(lists)
      let (pages, isComplete) = builder.breakPages(&list)
      return BrokenList(list: list, order: order, starts: starts, pages: pages, isComplete: isComplete)
    }
    var whole: BrokenList?
    if tree.theme.page.movesFigures {
      let least = tree.theme.size.scaled(by: tree.theme.lineSpacing * 2.5)
      // A figure is moved by a few blocks at most.
      for _ in 0..<6 where !budget.isStopped {
        let tried = broken(blocks.lists)
        let misfits = builder.misfits(on: tried.pages, order: order, starts: tried.starts, lists: blocks.lists, in: tree, least: least)
        // With page numbers blocks are set again, and broken then.
        whole = misfits.isEmpty && openBlocks(of: tree).isEmpty && !tree.showsPagesInText ? tried : nil
        // Blocks after the first one move with it; far ahead that is worth a try.
        guard !misfits.isEmpty else { break }
        for place in misfits { order.swapAt(place, place + 1) }
      }
    }
    /// Sets page numbers in the text; false where there are none.
    func settle(_ scales: [Int: Double]) -> Bool {
      let numbered = settled(blocks, of: tree, builder, scales, &diagnostics, broken) { labels in
        guard tree.showsPagesInText, let setter else { return }
        setter.pageLabels = labels
        notes = setter.noteLists()
        _ = setter.takeDiagnostics()
      }
      guard let numbered else { return false }
      (blocks.lists, blocks.origins, whole) = (numbered.lists, [], numbered.whole)
      return true
    }
    let showsPages = settle([:])
    if tree.theme.page.areSlides, growth == nil {
      let setter = makeBuilder(tree, macros: blocks.macros, numbers: blocks.numbers, formulas: blocks.formulas)
      var fitting = SlideFitting(blocks.lists, of: tree, broken, setter)
      diagnostics += fitting.run()
      (blocks.lists, whole, blocks.origins) = (fitting.lists, nil, [])
      // Slides that take fewer pages move what is behind them.
      if showsPages, fitting.hasChanged { _ = settle(fitting.scales) }
    }
    let structure = Self.structure(blocks.lists, notes, of: tree)
    // Nobody waits for what is left, which takes time in long documents.
    if budget.isStopped { return PagedDocument(pages: [], structure: structure, diagnostics: [], places: [:]) }
    let made = whole ?? broken(blocks.lists)
    if !made.isComplete {
      diagnostics.append(
        Diagnostic(.error, "limit.pages", at: nil, "the document has more than \(budget.pages) pages; the rest is left out"))
    }
    if tree.theme.page.areSlides { diagnostics += made.longSlides(in: tree) }
    // The list owns all ink now, and releases it page by page.
    blocks.lists = []
    whole = nil
    var (pages, reused) = self.pages(consume made, builder, of: tree, blocks.origins)
    if pages.isEmpty {
      pages = [Page(width: tree.theme.page.width, height: tree.theme.page.height, background: tree.theme.page.background)]
    }
    let places = tree.collected.collected.isEmpty ? [:] : collectedPlaces(in: pages, of: tree)
    diagnostics += draw(onto: &pages, of: tree, structure, macros: blocks.macros)
    return PagedDocument(pages: pages, structure: structure, diagnostics: diagnostics, places: places, reused: reused)
  }

  private static func structure(_ lists: [VList], _ notes: [VList], of tree: StyledTree) -> DocumentStructure {
    var structure = DocumentStructure()
    for list in lists { if let part = list.structure { structure.append(part) } }
    for (number, note) in notes.enumerated() { if let part = note.structure { structure.append(part, note: Int32(number + 1)) } }
    structure.levelHeadings()
    structure.groups = tree.namedGroups
    return structure
  }

  /// The pages of a broken list, with headers and footers, and for those that are the ones before an edit which they were.
  private func pages(
    _ broken: consuming BrokenList, _ builder: PageBuilder, of tree: StyledTree, _ origins: [BlockOrigin?]
  ) -> (pages: [Page], reused: [Int: Int]) {
    // Nobody waits for the pages of a cancelled document.
    if budget.isStopped { return ([], [:]) }
    guard let shared, shared.keepsBlocks, growth == nil, !tree.showsPagesInText, !explainsBreaks,
      tree.theme.page.numbersLines == 0
    else {
      let breaks = broken.pages
      var pages = builder.assemble(breaks, of: (consume broken).list)
      furnish(&pages, of: tree)
      return (pages, [:])
    }
    let kept = shared.take(KeptPages.self)
    var known = kept?.unchanged(in: broken, origins, theme: tree.theme) ?? [Int?](repeating: nil, count: broken.pages.count)
    let isFirst = known.allSatisfy { $0 == nil }
    var pages: [Page]
    if isFirst {
      pages = builder.assemble(broken.pages, of: broken.list)
    } else {
      pages = broken.pages.indices.map { number in
        known[number].flatMap { kept?.marked($0) } ?? builder.assemble(broken.pages[number], page: number, of: broken.list)
      }
    }
    let contexts = self.contexts(of: pages, tree)
    let last = contexts.last?.label ?? ""
    let setter = makeBuilder(tree, macros: .none, numbers: EquationNumbers())
    for (number, context) in contexts.enumerated() {
      if let old = known[number], let origin = broken.firstOrigin(onPage: number, origins),
        let page = kept?.page(old, context, last: last, shift: origin.shift)
      {
        pages[number] = page
        continue
      }
      if known[number] != nil { pages[number] = builder.assemble(broken.pages[number], page: number, of: broken.list) }
      known[number] = nil
      if number > 0 || !tree.hasTitlePage { setter.furnish(&pages[number], context, last: last) }
    }
    shared.keep(KeptPages(pages, contexts, last: last, of: broken, theme: tree.theme))
    var reused: [Int: Int] = [:]
    // What clients draw over a page may have changed.
    if tree.drawings.showsNothing { for (number, old) in known.enumerated() { if let old { reused[number] = old } } }
    return (pages, reused)
  }

  /// The blocks that show page numbers, among the top-level ones.
  private func openBlocks(of tree: StyledTree) -> [Int] {
    let blocks = tree.children(of: 0)
    let count = growth?.settled(for: tree).count ?? 0
    return blocks.indices.filter { $0 >= count && tree.showsPageNumbers(blocks[$0]) }
  }

  /// The lists with page numbers, if the document shows some. Only blocks that show page numbers are set again; each pass gets the
  /// pages of the previous one, until they no longer change.
  ///
  /// - Parameters:
  ///   - scales: Of blocks in smaller type, by their positions.
  ///   - broken: Breaks the blocks' lists into pages.
  ///   - setNotes: Sets footnotes that show page numbers again.
  /// - Returns: With all of them on their pages; nil if it shows none.
  private func settled(
    _ set: Blocks, of tree: StyledTree, _ builder: PageBuilder, _ scales: [Int: Double], _ diagnostics: inout [Diagnostic],
    _ broken: ([VList]) -> BrokenList,
    setNotes: ([String: String]) -> Void
  ) -> (lists: [VList], whole: BrokenList)? {
    let blocks = tree.children(of: 0)
    let open = openBlocks(of: tree)
    guard !open.isEmpty || tree.showsPagesInText else { return nil }
    var lists = set.lists
    var labels: [String: String] = [:]
    for _ in 0..<3 where !budget.isStopped {
      let tried = broken(lists)
      let found = builder.labels(of: tried)
      if found == labels { return (lists, tried) }
      labels = found
      let setter = makeBuilder(tree, macros: set.macros, numbers: set.numbers, formulas: set.formulas)
      setter.pageLabels = labels
      setNotes(labels)
      for index in open { lists[index] = setter.list(of: blocks[index], scale: scales[index] ?? 1) }
      _ = setter.takeDiagnostics()
    }
    let last = broken(lists)
    if builder.labels(of: last) != labels {
      diagnostics.append(
        Diagnostic(
          .warning, "reference.unsettled", at: nil, "page numbers in the text are still changing after three passes",
          hint: "change the text near the end of the page slightly"))
    }
    return (lists, last)
  }

  /// Drawings of clients over and behind blocks.
  private func draw(onto pages: inout [Page], of tree: StyledTree, _ structure: DocumentStructure, macros: MathMacros) -> [Diagnostic] {
    let drawings = tree.drawings
    guard !drawings.isEmpty || !tree.collected.collected.isEmpty || tree.showsPagesInText else { return [] }
    let builder = makeBuilder(tree, macros: macros, numbers: EquationNumbers())
    for index in pages.indices { builder.draw(onto: &pages[index], number: index) }
    guard !drawings.pages.isEmpty else { return builder.takeDiagnostics() }
    let places = pages.indices.flatMap { index in
      var reader = PageReader(page: pages[index], number: index, structure: structure)
      reader.read()
      return reader.places
    }
    for index in pages.indices {
      let page = MarkdownPage(
        index: index, label: pages[index].label, pageCount: pages.count, width: pages[index].width.points,
        height: pages[index].height.points, places: places)
      for drawing in drawings.pages { builder.draw(drawing, onto: &pages[index], page) }
    }
    return builder.takeDiagnostics()
  }

  /// The positions of the parts whose values are collected, by their numbers.
  private func collectedPlaces(in pages: [Page], of tree: StyledTree) -> [Int: CollectedPlace] {
    var places: [Int: CollectedPlace] = [:]
    for (number, page) in pages.enumerated() {
      for case .mark(let mark, let rect) in page.ink.items {
        let emission: Int?
        switch page.ink.marks[Int(mark)] {
        case .drawing(let drawing): emission = tree.drawings.list[Int(drawing)].emission
        case .destination(let name) where name.hasPrefix(ClientCollection.anchorPrefix): emission = DocumentNumber.whole(name.dropFirst())
        default: continue
        }
        guard let emission, emission >= 0 else { continue }
        let shown = CanvasRect(
          x: rect.x.points, y: -(rect.y + rect.height).points, width: rect.width.points, height: rect.height.points)
        places[emission, default: CollectedPlace()].fragments.append(
          CollectedPlace.Fragment(page: number, label: page.label, rect: shown))
      }
    }
    return places
  }

  /// Headers, footers and page numbers.
  private func furnish(_ pages: inout [Page], of tree: StyledTree) {
    let builder = makeBuilder(tree, macros: .none, numbers: EquationNumbers())
    if tree.theme.page.numbersLines > 0 { builder.numberLines(of: &pages) }
    let contexts = contexts(of: pages, tree)
    let last = contexts.last?.label ?? ""
    // Pages that were settled before the text ended cannot know it.
    let unknowing = growth.map { $0.hasEnded ? $0.settledPages : pages.count } ?? 0
    for (index, context) in contexts.enumerated() where index > 0 || !tree.hasTitlePage {
      builder.furnish(&pages[index], context, last: index < unknowing ? "…" : last)
    }
  }

  private func contexts(of pages: [Page], _ tree: StyledTree) -> [PageContext] {
    pageContexts(of: pages, style: tree.theme.page, chaptersOpenPages: tree.theme[.h1].pageBreak ?? false)
  }
}

extension BrokenList {
  /// Where the first block of a page was.
  fileprivate func firstOrigin(onPage number: Int, _ origins: [BlockOrigin?]) -> BlockOrigin? {
    guard let node = pages[number].columns.first?.nodes.lowerBound, let block = starts.block(at: node) else { return nil }
    return origins[order[block]]
  }
}
