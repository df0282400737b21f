import TeXMath
package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetInterface
package import TypesetStyling

extension Composer {
  /// One list of all blocks, broken into pages, numbered.
  package func paginate(
    _ blocks: consuming Blocks, of tree: StyledTree
  ) -> (pages: [Page], structure: DocumentStructure, diagnostics: [Diagnostic], places: [Int: CollectedPlace]) {
    var diagnostics = blocks.diagnostics
    var pageBuilder = PageBuilder(
      style: tree.theme.page, limit: budget.pages, budget: budget, threads: threads)
    pageBuilder.explainsEnds = explainsBreaks
    let builder = pageBuilder
    let setter = tree.notes.isEmpty ? nil : makeBuilder(tree, macros: blocks.macros, numbers: blocks.numbers, formulas: blocks.formulas)
    var notes = setter?.noteLists() ?? []
    diagnostics += setter?.takeDiagnostics() ?? []
    var order = Array(blocks.lists.indices)
    /// The blocks' lists in one, with the footnotes that go with them.
    func whole(_ lists: [VList]) -> VList { joined(lists).list }
    func joined(_ lists: [VList]) -> (list: VList, starts: [Int]) {
      var (list, starts) = join(lists, of: tree, order: order)
      setter?.attach(notes, to: &list)
      return (list, starts)
    }
    if tree.theme.page.movesFigures {
      let least = tree.theme.size.scaled(by: tree.theme.lineSpacing * 2.5)
      // A figure is moved by a few blocks at most.
      for _ in 0..<6 {
        let (list, starts) = joined(blocks.lists)
        let misfits = builder.misfits(of: list, order: order, starts: starts, lists: blocks.lists, in: tree, least: least)
        // Blocks after the first one move with it; far ahead that is worth a try.
        guard !misfits.isEmpty else { break }
        for place in misfits { order.swapAt(place, place + 1) }
      }
    }
    var lists = settled(blocks, of: tree, builder, &diagnostics, whole) { labels in
      guard tree.showsPagesInText, let setter else { return }
      setter.pageLabels = labels
      notes = setter.noteLists()
      _ = setter.takeDiagnostics()
    }
    blocks.lists = []
    var structure = DocumentStructure()
    for list in lists { if let part = list.structure { structure.append(part) } }
    for (number, note) in notes.enumerated() { if let part = note.structure { structure.append(part, note: Int32(number + 1)) } }
    structure.levelHeadings()
    let list = whole(lists)
    // The list owns all ink now, and releases it page by page.
    lists = []
    var (pages, isComplete) = builder.build(consume list)
    if !isComplete {
      diagnostics.append(
        Diagnostic(.error, "limit.pages", at: nil, "the document has more than \(budget.pages) pages; the rest is left out"))
    }
    if pages.isEmpty {
      pages = [Page(width: tree.theme.page.width, height: tree.theme.page.height, background: tree.theme.page.background)]
    }
    furnish(&pages, of: tree)
    let places = tree.collected.collected.isEmpty ? [:] : collectedPlaces(in: pages, of: tree)
    diagnostics += draw(onto: &pages, of: tree, structure, macros: blocks.macros)
    return (pages, structure, diagnostics, places)
  }

  /// The lists with page numbers, if the document shows some. Only blocks that show page numbers are set again; each pass gets the
  /// pages of the previous one, until they no longer change.
  ///
  /// - Parameter setNotes: Sets footnotes that show page numbers again.
  private func settled(
    _ set: Blocks, of tree: StyledTree, _ builder: PageBuilder, _ diagnostics: inout [Diagnostic], _ whole: ([VList]) -> VList,
    setNotes: ([String: String]) -> Void
  ) -> [VList] {
    let blocks = tree.children(of: 0)
    let count = growth?.settled(for: tree).count ?? 0
    let open = blocks.indices.filter { $0 >= count && tree.showsPageNumbers(blocks[$0]) }
    guard !open.isEmpty || tree.showsPagesInText else { return set.lists }
    var lists = set.lists
    var labels: [String: String] = [:]
    for _ in 0..<3 {
      let found = builder.labels(of: whole(lists))
      if found == labels { return lists }
      labels = found
      let setter = makeBuilder(tree, macros: set.macros, numbers: set.numbers, formulas: set.formulas)
      setter.pageLabels = labels
      setNotes(labels)
      for index in open { lists[index] = setter.list(of: blocks[index]) }
      _ = setter.takeDiagnostics()
    }
    if builder.labels(of: whole(lists)) != labels {
      diagnostics.append(
        Diagnostic(
          .warning, "reference.unsettled", at: nil, "page numbers in the text are still changing after three passes",
          hint: "change the text near the end of the page slightly"))
    }
    return lists
  }

  /// Drawings of clients over and behind blocks.
  private func draw(onto pages: inout [Page], of tree: StyledTree, _ structure: DocumentStructure, macros: MathMacros) -> [Diagnostic] {
    let drawings = tree.drawings
    guard !drawings.isEmpty || !tree.collected.collected.isEmpty || tree.showsPagesInText else { return [] }
    let builder = makeBuilder(tree, macros: macros, numbers: EquationNumbers())
    for index in pages.indices { builder.draw(onto: &pages[index]) }
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
        case .destination(let name) where name.hasPrefix(ClientCollection.anchorPrefix): emission = Int(name.dropFirst())
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
    let contexts = pageContexts(of: pages, style: tree.theme.page, chaptersOpenPages: tree.theme[.h1].pageBreak ?? false)
    // Unchanged pages cannot know it.
    let last = growth == nil ? contexts.last?.label ?? "" : "…"
    for (index, context) in contexts.enumerated() where index > 0 || !tree.hasTitlePage {
      builder.furnish(&pages[index], context, last: last)
    }
  }
}
