internal import TypesetDiagnostics

/// Cites works by a style: numbers, positions, disambiguation, citations and the list of references.
package struct Processor: Sendable {
  /// Several cites in one place.
  package struct Cluster: Sendable {
    package var cites: [Cite]
    /// The number of the note in which they are; 0 in the text.
    package var note: Int

    package init(_ cites: [Cite], note: Int = 0) { (self.cites, self.note) = (cites, note) }
  }

  /// An entry of the list of references.
  package struct Entry: Sendable {
    /// The key of the work.
    package var id: String
    package var text: RichText
  }

  package let style: Style
  let locale: Locale
  /// In the order in which they were first cited, missing works last.
  private(set) var items: [Item] = []
  private(set) var indices: [String: Int] = [:]
  /// By index.
  var expansions: [Expansion] = []
  private(set) var numbers: [Int] = []
  var globalGiven: [PersonName: Int] = [:]
  /// Short forms by variable and full text: `abbreviations["container-title"]["Nature Physics"]`.
  package var abbreviations: [String: [String: String]] = [:]
  /// True if each cite is a link to its entry, `#ref-key`.
  package var linksCites = false
  private let usesExplicitYearSuffix: Bool
  private let allowance: RenderingAllowance
  private let cut = CutMark()
  /// True if the style asks for more than a page holds, so that some of it is left out.
  package var isCut: Bool { cut.isSet }
  /// Works that are known; the items after them are only keys.
  private(set) var known = 0..<0

  package let quotes: RichText.Quotes
  /// The works that are known in the style's order.
  private(set) var order: [Int] = []

  /// - Parameters:
  ///   - style: An independent style.
  ///   - language: The language of the document; nil for the style's language.
  ///   - localeFile: A locale file, such as `de-DE`; nil for a missing file.
  ///   - items: All works that are cited, in the order in which they are first cited.
  ///   - cites: How often works are cited.
  ///   - missing: Keys that are cited and that no work has; citations show them with a question mark.
  package init(
    style: Style, language: String?, localeFile: (String) -> XMLElement?, items: [Item], cites: Int = 0, missing: [String] = [],
    abbreviations: [String: [String: String]] = [:]
  ) {
    self.style = style
    locale = Locale(language: language ?? style.defaultLocale ?? "en-US", overrides: style.localeOverrides, file: localeFile)
    quotes = RichText.Quotes(
      open: locale.term("open-quote") ?? "“", close: locale.term("close-quote") ?? "”", innerOpen: locale.term("open-inner-quote") ?? "‘",
      innerClose: locale.term("close-inner-quote") ?? "’")
    usesExplicitYearSuffix = style.uses(["year-suffix"], in: [style.citation.elements, style.bibliography?.elements ?? []] + style.macros)
    self.abbreviations = abbreviations
    // A work is sorted, told apart from others, and listed.
    allowance = RenderingAllowance(sharedAmong: items.count * 4 + cites, cut: cut)
    for item in items where indices[item.id] == nil {
      indices[item.id] = self.items.count
      self.items.append(item)
    }
    known = self.items.indices
    for key in missing where indices[key] == nil {
      indices[key] = self.items.count
      self.items.append(Item(id: key, type: ""))
    }
    expansions = Array(repeating: Expansion(), count: self.items.count)
    numbers = Array(1...(max(1, self.items.count)))
    settleOrder()
  }

  /// Sorts, tells works apart that are cited alike, and sorts again by what follows from that: numbers and letters after the year.
  private mutating func settleOrder() {
    let layout = style.bibliography ?? Layout()
    let sorter = WorkSorter(layout.sortKeys, locale.language)
    let sortsByNumbers = style.sorts(by: ["citation-number", "citation-label"])
    var keys = sortKeys(of: Array(known), layout)
    func sort() {
      order = sorter.sorted(zip(known, keys).map { ($0, $1) })
      for (rank, index) in order.enumerated() { numbers[index] = rank + 1 }
    }
    sort()
    disambiguate()
    if sortsByNumbers {
      keys = sortKeys(of: Array(known), layout)
      sort()
      // The list is in the order of the numbers that it shows.
      keys = sortKeys(of: Array(known), layout)
      order = sorter.sorted(zip(known, keys).map { ($0, $1) })
    } else if style.sorts(by: ["year-suffix"]) {
      let changed = known.filter { expansions[$0].yearSuffix > 0 }
      for (index, made) in zip(changed, sortKeys(of: changed, layout)) { keys[index] = made }
      sort()
    }
  }

  /// True for a work that is known or cited.
  package func contains(_ id: String) -> Bool { indices[id] != nil }

  /// How the list of references is laid out.
  package struct ListFormatting: Sendable {
    /// True if the lines of an entry after its first one are indented.
    package var hangs: Bool
    /// True if there is no space between entries.
    package var isTight: Bool
  }

  /// What the style's language calls references, for a heading.
  package var listTitle: String {
    let word = locale.term("reference", plural: true) ?? "references"
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  package var listLook: ListFormatting {
    ListFormatting(hangs: style.bibliography?.hangingIndent ?? false, isTight: style.bibliography?.entrySpacing ?? 1 <= 0)
  }

  // MARK: Rendering one work

  func context(_ index: Int, _ mode: RenderingContext.Mode, cite: Cite? = nil) -> RenderingContext {
    let layout = mode == .bibliography ? style.bibliography ?? Layout() : style.citation
    var out = RenderingContext(
      style: style, locale: locale, layout: layout, item: items[index], cite: cite ?? Cite(id: items[index].id), mode: mode)
    out.expansion = expansions[index]
    out.citationNumber = numbers[index]
    out.globalGiven = globalGiven
    out.abbreviations = abbreviations
    out.usesExplicitYearSuffix = usesExplicitYearSuffix
    out.allowance = allowance
    return out
  }

  func rendered(_ elements: [Element], in context: RenderingContext, hasPredecessor: Bool = false) -> [Output] {
    var evaluator = Evaluator(context, hasPredecessor: hasPredecessor)
    return evaluator.render(elements)
  }

  func assembled(_ outputs: [Output], delimiter: String = "") -> RichText {
    Assembler.assemble(outputs, delimiter: delimiter, punctuationInQuote: locale.punctuationInQuote)
  }

  // MARK: Sorting

  /// Indices in the order that a layout asks; unchanged if it asks for no order.
  private func sorted(_ indices: [Int], by layout: Layout) -> [Int] {
    guard !layout.sortKeys.isEmpty, indices.count > 1 else { return indices }
    return WorkSorter(layout.sortKeys, locale.language).sorted(zip(indices, sortKeys(of: indices, layout)).map { ($0, $1) })
  }

  /// What compares as works sort, for each key of a layout.
  private func sortKeys(of indices: [Int], _ layout: Layout) -> [[[UInt8]]] {
    let language = locale.language
    return indices.mappedConcurrently {
      Collator(language: language)
    } _: { collator, index in
      layout.sortKeys.map { collator.key(sortText(index, $0, layout)) }
    }
  }

  private func sortText(_ index: Int, _ key: SortKey, _ layout: Layout) -> String {
    var context = RenderingContext(
      style: style, locale: locale, layout: layout, item: items[index], cite: Cite(id: items[index].id), mode: .sorting)
    context.citationNumber = numbers[index]
    context.sortNames = key.names
    context.expansion.yearSuffix = expansions[index].yearSuffix
    context.usesExplicitYearSuffix = true
    context.allowance = allowance
    var elements: [Element] = []
    if let macro = key.macro {
      elements = style.macros[macro]
    } else if let variable = key.variable {
      if items[index].names[variable] != nil {
        elements = [Element(kind: .names(NamesElement(sorting: variable)))]
      } else if items[index].dates[variable] != nil {
        elements = [Element(kind: .date(variable: variable, .numericFallback))]
      } else {
        elements = [Element(kind: .variable(variable, isShort: false))]
      }
    }
    let text = assembled(rendered(elements, in: context)).plain
    // Numbers sort as numbers.
    if !text.isEmpty, text.count < 12, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return String(repeating: "0", count: 12 - text.count) + text
    }
    return text
  }

  // MARK: Positions

  /// Sets what follows from the cites before: first, subsequent, ibid.
  package func place(_ clusters: inout [Cluster]) {
    var positions = CitePositions(nearNoteDistance: style.citation.nearNoteDistance)
    for number in clusters.indices {
      // Cites are sorted first: the one before is the one that is printed before.
      clusters[number].cites = sortedCites(clusters[number].cites)
      positions.place(&clusters[number])
    }
  }

  private func sortedCites(_ cites: [Cite]) -> [Cite] {
    guard !style.citation.sortKeys.isEmpty, cites.count > 1 else { return cites }
    // “see also” must stay where its author put it, with what follows it.
    let end = cites.dropFirst().firstIndex { !$0.prefix.isEmpty } ?? cites.endIndex
    return sortedPart(Array(cites[..<end])) + cites[end...]
  }

  private func sortedPart(_ cites: [Cite]) -> [Cite] {
    guard cites.count > 1 else { return cites }
    let known = cites.compactMap { indices[$0.id] }
    guard known.count == cites.count else { return cites }
    var byIndex: [Int: [Cite]] = [:]
    for cite in cites { if let index = indices[cite.id] { byIndex[index, default: []].append(cite) } }
    var out: [Cite] = []
    for index in sorted(known, by: style.citation) {
      if var list = byIndex[index], !list.isEmpty {
        out.append(list.removeFirst())
        byIndex[index] = list
      }
    }
    return out
  }

  // MARK: Citations

  private struct RenderedCite {
    var cite: Cite
    var index: Int
    var outputs: [Output]
    var names: String
    var isPlain: Bool { cite.prefix.isEmpty && cite.suffix.isEmpty && cite.locator.isEmpty }
  }

  private func render(_ cite: Cite, leavesOutNames: Bool = false, leavesOutYear: Bool = false, isFirst: Bool = false) -> RenderedCite? {
    guard let index = indices[cite.id] else { return nil }
    var cite = cite
    cite.readLabel()
    guard known.contains(index) else {
      var node = OutputNode([.text(cite.id + "?")])
      node.font.weight = .bold
      return RenderedCite(cite: cite, index: index, outputs: [.node(node)], names: "")
    }
    var context = context(index, .citation, cite: cite)
    context.leavesOutNames = leavesOutNames || cite.suppressesAuthor
    context.leavesOutYear = leavesOutYear
    let before = cite.prefix.trimmedEnd()
    // After a prefix that is a sentence the cite begins a sentence.
    let hasPredecessor = before.isEmpty ? !isFirst : !(before.contains(" ") && before.last.map { ".!?”\"".contains($0) } ?? false)
    var outputs = rendered(style.citation.elements, in: context, hasPredecessor: hasPredecessor)
    let names = outputs.lazy.compactMap { $0.firstNames }.first
    if cite.isAuthorOnly { outputs = names.map { [$0] } ?? outputs }
    return RenderedCite(cite: cite, index: index, outputs: outputs, names: names.map { assembled([$0]).plain } ?? "")
  }

  private func affixed(_ rendered: RenderedCite) -> Output {
    var outputs = rendered.outputs
    // Notes say what they cite in whole sentences, which are no links.
    if linksCites, !rendered.cite.isAuthorOnly, !style.isNoteStyle, known.contains(rendered.index) {
      var node = OutputNode(outputs)
      node.role = .link("#ref-" + rendered.cite.id)
      outputs = [.node(node)]
    }
    if !rendered.cite.prefix.isEmpty {
      var prefix = rendered.cite.prefix
      if let last = prefix.last, last.isLetter || last.isNumber || last == "." || last == "," || last == ":" { prefix += " " }
      outputs.insert(.node(OutputNode(FieldText.parse(prefix))), at: 0)
    }
    if !rendered.cite.suffix.isEmpty {
      var suffix = rendered.cite.suffix
      if let first = suffix.first, first.isLetter || first.isNumber || first == "(" { suffix = " " + suffix }
      outputs.append(.node(OutputNode(FieldText.parse(suffix).keptApart)))
    }
    return .node(OutputNode(outputs))
  }

  /// One citation, with the affixes of the style.
  package func citation(_ cluster: Cluster) -> RichText {
    let layout = style.citation
    let rendered = sortedCites(cluster.cites).enumerated().compactMap { render($0.element, isFirst: $0.offset == 0) }
    guard !rendered.isEmpty else { return RichText() }
    var pieces: [Output] = []
    func add(_ output: Output, _ delimiter: String) {
      if output.isEmpty { return }
      // An author's own comma or full stop is in the place of the delimiter.
      let (before, after) = (pieces.last.map { assembled([$0]).plain } ?? "", assembled([output]).plain)
      var delimiter = delimiter
      if let first = after.first, first == "," || first == "." { delimiter = "" }
      if before.last == ",", !delimiter.isEmpty { delimiter = " " }
      if !pieces.isEmpty, !delimiter.isEmpty { pieces.append(.text(delimiter)) }
      pieces.append(output)
    }
    switch layout.collapse {
    case "citation-number": collapseNumbers(rendered, add)
    case "year", "year-suffix", "year-suffix-ranged": collapseYears(grouped(rendered), add)
    default:
      let groups = layout.citeGroupDelimiter == nil ? rendered.map { [$0] } : grouped(rendered)
      for group in groups {
        for (place, one) in group.enumerated() {
          add(affixed(one), place == 0 ? layout.delimiter : layout.citeGroupDelimiter ?? layout.delimiter)
        }
      }
    }
    if rendered.count == 1, rendered[0].cite.isAuthorOnly { return assembled(pieces) }
    var node = OutputNode(pieces, layout.look)
    node.affixesInside = true
    return assembled([.node(node)])
  }

  /// The author's name, which a sentence goes on with: `@key` is “Knuth (1984)”; nil where the style's citations have no names.
  package func author(of cite: Cite) -> RichText? {
    var author = Cite(id: cite.id)
    (author.isAuthorOnly, author.position) = (true, cite.position > .first ? .subsequent : .first)
    guard let rendered = render(author), !rendered.names.isEmpty else { return nil }
    return assembled(rendered.outputs)
  }

  /// Cites of one author are together, at the place of the first of them.
  private func grouped(_ rendered: [RenderedCite]) -> [[RenderedCite]] {
    var groups: [[RenderedCite]] = []
    var places: [String: Int] = [:]
    for one in rendered {
      // Where a style shows no names, the letter after the year tells those apart that are alike otherwise.
      let shared = one.names.isEmpty ? withoutSuffix(one) : one.names
      // After words that the author wrote the names are repeated.
      if !shared.isEmpty, one.cite.prefix.isEmpty, let place = places[shared] {
        groups[place].append(one)
      } else {
        if !shared.isEmpty { places[shared] = groups.count }
        groups.append([one])
      }
    }
    return groups
  }

  /// What a cite shows but for its names and the letter after its year; empty where it has no such letter.
  private func withoutSuffix(_ one: RenderedCite) -> String {
    guard expansions[one.index].yearSuffix > 0 else { return "" }
    var context = context(one.index, .citation, cite: one.cite)
    context.expansion.yearSuffix = 0
    context.leavesOutNames = true
    return assembled(rendered(style.citation.elements, in: context)).plain
  }

  private func collapseNumbers(_ rendered: [RenderedCite], _ add: (Output, String) -> Void) {
    let layout = style.citation
    var place = 0
    var isAfterRange = false
    while place < rendered.count {
      var end = place
      while end + 1 < rendered.count, rendered[end].isPlain, rendered[end + 1].isPlain,
        numbers[rendered[end + 1].index] == numbers[rendered[end].index] + 1
      {
        end += 1
      }
      let delimiter = isAfterRange ? layout.afterCollapseDelimiter ?? layout.delimiter : layout.delimiter
      add(affixed(rendered[place]), delimiter)
      isAfterRange = end > place + 1
      if isAfterRange {
        add(affixed(rendered[end]), "–")
      } else if end > place {
        add(affixed(rendered[end]), layout.delimiter)
      }
      place = end + 1
    }
  }

  private func collapseYears(_ groups: [[RenderedCite]], _ add: (Output, String) -> Void) {
    let layout = style.citation
    var delimiter = layout.delimiter
    // Years of one author: the specification's comma in the text, the layout's own delimiter in notes, as citeproc-js has it.
    let between = layout.citeGroupDelimiter ?? (style.isNoteStyle ? layout.delimiter : ", ")
    for group in groups {
      add(affixed(group[0]), delimiter)
      delimiter = layout.afterCollapseDelimiter ?? layout.delimiter
      var place = 1
      var last = layout.collapse == "year" ? "" : withoutSuffix(group[0])
      while place < group.count {
        let one = group[place]
        let own = layout.collapse == "year" ? "" : withoutSuffix(one)
        guard !own.isEmpty, own == last, one.cite.prefix.isEmpty, let short = render(one.cite, leavesOutNames: true, leavesOutYear: true)
        else {
          // After a locator a comma would be another locator's.
          let isAfterLocator = !group[place - 1].cite.locator.isEmpty && layout.citeGroupDelimiter == nil
          if let short = render(one.cite, leavesOutNames: true) { add(affixed(short), isAfterLocator ? delimiter : between) }
          last = own
          place += 1
          continue
        }
        // Three suffixes or more in a row are a range.
        var end = place
        if layout.collapse == "year-suffix-ranged" {
          while end + 1 < group.count, withoutSuffix(group[end + 1]) == last, group[end + 1].isPlain,
            expansions[group[end + 1].index].yearSuffix == expansions[group[end].index].yearSuffix + 1
          {
            end += 1
          }
          if expansions[one.index].yearSuffix == expansions[group[place - 1].index].yearSuffix + 1, end > place,
            let tail = render(group[end].cite, leavesOutNames: true, leavesOutYear: true)
          {
            add(affixed(tail), "–")
            place = end + 1
            continue
          }
        }
        add(affixed(short), layout.yearSuffixDelimiter ?? layout.citeGroupDelimiter ?? layout.delimiter)
        place += 1
      }
    }
  }

  // MARK: The list of references

  /// All works, in the style's order.
  package func bibliography(_ wanted: (String) -> Bool = { _ in true }) -> [Entry] {
    guard let layout = style.bibliography else { return [] }
    let wanted = order.filter { wanted(items[$0].id) }
    let works = wanted.mappedConcurrently { index in
      let outputs = rendered(layout.elements, in: context(index, .bibliography))
      return (outputs: outputs, names: layout.authorSubstitute == nil ? nil : outputs.lazy.compactMap { $0.firstNames }.first)
    }
    return Array(works.indices).mappedConcurrently { place in
      var outputs = works[place].outputs
      if let substitute = AuthorSubstitute(layout), let names = works[place].names, place > 0, let last = works[place - 1].names {
        outputs = substitute.applied(to: outputs, names, after: last) { assembled([$0]).plain }
      }
      guard outputs.contains(where: { !$0.isEmpty }) else { return nil }
      return Entry(id: items[wanted[place]].id, text: assembled([.node(OutputNode(entry: outputs, layout))]))
    }.compactMap(\.self)
  }
}

extension OutputNode {
  /// An entry with the affixes of the layout.
  fileprivate init(entry outputs: [Output], _ layout: Layout) {
    if !layout.secondFieldAlign.isEmpty, outputs.count > 1 {
      var margin = OutputNode([outputs[0]])
      margin.display = "left-margin"
      var rest = OutputNode(Array(outputs.dropFirst()))
      rest.display = "right-inline"
      // The affixes of the layout are within the columns.
      margin.children.insert(.text(layout.look.prefix), at: 0)
      rest.children.append(.text(layout.look.suffix))
      self.init([.node(margin), .node(rest)])
      font = layout.look.font
      return
    }
    self.init(outputs, layout.look)
    affixesInside = true
    display = ""
    if let last = outputs.last, last.hasDisplay, !layout.look.suffix.isEmpty {
      // The full stop is in the last column.
      suffix = ""
      children[children.count - 1] = last.appending(layout.look.suffix)
    }
  }
}

extension NamesElement {
  /// For a sort key that is a variable.
  init(sorting variable: String) {
    var compiler = Compiler()
    self.init(XMLElement(name: "names", attributes: ["variable": variable], children: [], text: "", line: 0), &compiler)
  }
}

extension Style {
  /// True if elements render variables or ask for them; macros are not followed.
  func uses(_ names: Set<String>, in lists: [[Element]]) -> Bool {
    var open = lists
    while let elements = open.popLast() {
      for element in elements {
        switch element.kind {
        case .variable(let variable, _), .number(let variable, _): if names.contains(variable) { return true }
        case .choose(let branches):
          for branch in branches {
            for condition in branch.conditions {
              switch condition {
              case .variable(let variable), .isNumeric(let variable): if names.contains(variable) { return true }
              default: break
              }
            }
            open.append(branch.elements)
          }
        case .names(let names): open.append(names.substitutes)
        default: break
        }
        if !element.children.isEmpty { open.append(element.children) }
      }
    }
    return false
  }

  /// True if the references are sorted by one of some variables.
  fileprivate func sorts(by names: Set<String>) -> Bool {
    guard let keys = bibliography?.sortKeys else { return false }
    if keys.contains(where: { names.contains($0.variable ?? "") }) { return true }
    // The macros that the keys call, and the macros that these call.
    var open = keys.compactMap(\.macro)
    var seen: Set<Int> = []
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      if uses(names, in: [macros[index]]) { return true }
      open += calledMacros(in: macros[index])
    }
    return false
  }
}

extension Output {
  /// The first names that were rendered.
  var firstNames: Output? {
    guard case .node(let node) = self else { return nil }
    if node.role == .names { return self }
    for child in node.children {
      if let found = child.firstNames { return found }
    }
    return nil
  }

  var hasDisplay: Bool {
    guard case .node(let node) = self else { return false }
    return !node.display.isEmpty
  }

  func appending(_ text: String) -> Output {
    guard case .node(var node) = self else { return self }
    node.children = [
      .node(
        {
          var inner = OutputNode(node.children); inner.delimiter = node.delimiter; return inner
        }()), .text(text),
    ]
    node.delimiter = ""
    return .node(node)
  }

  func replacingFirstNames(_ change: ([Output]) -> [Output]) -> Output {
    guard case .node(var node) = self else { return self }
    if node.role == .names {
      node.children = change(node.children)
      return .node(node)
    }
    for index in node.children.indices where node.children[index].firstNames != nil {
      node.children[index] = node.children[index].replacingFirstNames(change)
      break
    }
    return .node(node)
  }

  /// The texts of the single names.
  func nameTexts(_ assembled: (Output) -> String) -> [String] {
    guard case .node(let node) = self else { return [] }
    if node.isName { return [assembled(self)] }
    return node.children.flatMap { $0.nameTexts(assembled) }
  }

  func replacingNames(_ substitute: String, upTo most: Int) -> Output {
    var left = most
    return replacing(substitute, &left)
  }

  private func replacing(_ substitute: String, _ left: inout Int) -> Output {
    guard case .node(var node) = self, left > 0 else { return self }
    if node.isName {
      left -= 1
      return .text(substitute)
    }
    node.children = node.children.map { $0.replacing(substitute, &left) }
    return .node(node)
  }
}
