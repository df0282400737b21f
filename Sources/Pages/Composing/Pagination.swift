import TeXMath
package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetStyling

extension Composer {
  /// One list of all blocks, broken into pages, numbered.
  package func paginate(
    _ blocks: consuming Blocks, of tree: StyledTree
  ) -> (pages: [Page], structure: DocumentStructure, diagnostics: [Diagnostic]) {
    var diagnostics = blocks.diagnostics
    let builder = PageBuilder(
      style: tree.theme.page, limit: budget.pages, budget: budget, threads: threads)
    let setter = tree.notes.isEmpty ? nil : makeBuilder(tree, macros: blocks.macros, numbers: blocks.numbers, formulas: blocks.formulas)
    let notes = setter?.noteLists() ?? []
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
      // A figure goes back by a few blocks at the most.
      for _ in 0..<6 {
        let (list, starts) = joined(blocks.lists)
        let misfits = builder.misfits(of: list, order: order, starts: starts, lists: blocks.lists, in: tree, least: least)
        // What comes after the first one is elsewhere when it has moved; far ahead that is worth a try.
        guard !misfits.isEmpty else { break }
        for place in misfits { order.swapAt(place, place + 1) }
      }
    }
    var lists = settled(blocks, of: tree, builder, &diagnostics, whole)
    blocks.lists = []
    var structure = DocumentStructure()
    for list in lists { if let part = list.structure { structure.append(part) } }
    for (number, note) in notes.enumerated() { if let part = note.structure { structure.append(part, note: Int32(number + 1)) } }
    structure.levelHeadings()
    let list = whole(lists)
    // The one list holds all that is shown now, and gives it up page by page.
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
    return (pages, structure, diagnostics)
  }

  /// The lists with page numbers where the document shows some. Only blocks that show page numbers are set again; each pass gets
  /// the pages of the one before, until they stay as they are.
  private func settled(
    _ set: Blocks, of tree: StyledTree, _ builder: PageBuilder, _ diagnostics: inout [Diagnostic], _ whole: ([VList]) -> VList
  ) -> [VList] {
    let blocks = tree.children(of: 0)
    let open = blocks.indices.filter { tree.showsPageNumbers(blocks[$0]) }
    guard !open.isEmpty else { return set.lists }
    var lists = set.lists
    var labels: [String: String] = [:]
    for _ in 0..<3 {
      let found = builder.labels(of: whole(lists))
      if found == labels { return lists }
      labels = found
      let setter = makeBuilder(tree, macros: set.macros, numbers: set.numbers, formulas: set.formulas)
      setter.pageLabels = labels
      for index in open { lists[index] = setter.list(of: blocks[index]) }
      _ = setter.takeDiagnostics()
    }
    if builder.labels(of: whole(lists)) != labels {
      diagnostics.append(
        Diagnostic(
          .warning, "reference.unsettled", at: nil, "page numbers in the contents are still changing after three passes",
          hint: "change the text near the end of the page slightly"))
    }
    return lists
  }

  /// Headers, footers and page numbers.
  private func furnish(_ pages: inout [Page], of tree: StyledTree) {
    let builder = makeBuilder(tree, macros: .none, numbers: EquationNumbers())
    let contexts = pageContexts(of: pages, style: tree.theme.page, chaptersOpenPages: tree.theme[.h1].pageBreak ?? false)
    let last = contexts.last?.label ?? ""
    for (index, context) in contexts.enumerated() where index > 0 || !tree.hasTitlePage {
      builder.furnish(&pages[index], context, last: last)
    }
  }
}
