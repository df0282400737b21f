internal import TypesetDiagnostics

/// Renders elements for one work.
struct Evaluator {
  typealias Mode = RenderingContext.Mode

  private let context: RenderingContext
  /// True once something has been rendered: a term that begins a note or an entry begins with a capital.
  private var hasPredecessor: Bool

  // What has been found while rendering.
  private var variables = VariableCount()
  private var substitution = Substitution()
  private var dates: DateRenderer
  private(set) var shownNames = NameList.Shown()
  /// The first `names` that rendered something.
  private var hasFirstNames = false
  private var allowance: RenderingAllowance

  init(_ context: RenderingContext, hasPredecessor: Bool = false) {
    (self.context, self.hasPredecessor) = (context, hasPredecessor)
    allowance = context.allowance
    dates = DateRenderer(
      locale: context.locale, language: context.language, isSorting: context.mode == .sorting, leavesOutYear: context.leavesOutYear,
      yearSuffix: YearSuffix(context.expansion.yearSuffix, hasOwnPlace: context.usesExplicitYearSuffix))
  }

  /// How many variables elements have called for, and how many of them were there.
  private struct VariableCount {
    var called = 0
    var rendered = 0

    mutating func add(_ isThere: Bool) {
      called += 1
      if isThere { rendered += 1 }
    }
  }

  /// Variables that have replaced others: they are shown once.
  private struct Substitution {
    var suppressed: Set<String> = []
    /// The variables that an open `substitute` has rendered; nil outside of `substitute`.
    var used: Set<String>?

    mutating func use(_ name: String) { used?.insert(name) }
  }

  mutating func render(_ elements: [Element]) -> [Output] {
    var out: [Output] = []
    for element in elements {
      if let output = render(element), !output.isEmpty { out.append(output) }
    }
    return out
  }

  private mutating func render(_ element: Element) -> Output? {
    guard allowance.takes(element) else { return nil }
    let output = made(of: element)
    if let output, !output.isEmpty { hasPredecessor = true }
    return output
  }

  private mutating func made(of element: Element) -> Output? {
    switch element.kind {
    case .value(let text): return context.language.leaf(text, element.look)
    case .term(let name, let form, let plural): return term(name, form, plural: plural, element.look)
    case .variable("year-suffix", _): return yearSuffix(element.look)
    case .variable(let name, let isShort): return variable(name, isShort: isShort, element.look)
    case .macro(let index):
      // A macro whose variables are all empty is left out, as a group is.
      return conditional(context.style.macros[index], countsText: false).map { context.language.finished($0, element.look) }
    case .number(let name, let form): return number(name, form, element.look)
    case .date(let name, let format): return date(name, format, element.look)
    case .names(let names): return self.names(names, element.look)
    case .label(let name, let form, let plural): return label(name, form, plural, element.look)
    case .group(let delimiter):
      guard let inner = conditional(element.children, countsText: true) else { return nil }
      var node = OutputNode(TextCase.apply(element.look.textCase, to: inner, isEnglish: context.language.isEnglish), element.look)
      node.delimiter = delimiter
      return .node(node)
    case .choose(let branches):
      for branch in branches where context.holds(branch, without: substitution.suppressed) {
        let inner = render(branch.elements)
        return inner.isEmpty ? nil : inner.count == 1 ? inner[0] : .node(Self.spliced(inner))
      }
      return nil
    }
  }

  /// Renders elements that are left out where all variables in them are empty.
  ///
  /// CSL 1.0.2, `cs:group`: what is shown counts as a variable that is there for the group around it.
  private mutating func conditional(_ elements: [Element], countsText: Bool) -> [Output]? {
    let before = variables
    variables = VariableCount()
    let inner = render(elements)
    let isShown = (variables.called == 0 || variables.rendered > 0) && !inner.isEmpty
    let counts = variables.called > 0 || countsText && isShown
    variables = before
    if counts { variables.add(isShown) }
    return isShown ? inner : nil
  }

  /// Elements of a `choose` belong to the group around it, whose delimiter goes between them.
  private static func spliced(_ outputs: [Output]) -> OutputNode {
    var node = OutputNode(outputs)
    node.isSpliced = true
    return node
  }

  // MARK: Texts

  private mutating func term(_ name: String, _ form: String, plural: Bool, _ look: ElementFormatting) -> Output? {
    guard let text = context.locale.term(name, form, plural: plural), !text.isEmpty else { return nil }
    // “n.d.” is shown where there is nothing else.
    let isDate = name == "no date" || name == "no-date"
    if isDate { variables.add(true) }
    var look = look
    if !hasPredecessor, look.textCase.isEmpty, context.mode == .bibliography || context.mode == .citation && context.style.isNoteStyle {
      look.textCase = "capitalize-first"
    }
    guard allowance.takes(letters: text.utf8.count) else { return nil }
    var inner = FieldText.parse(text)
    if isDate, let suffix = dates.yearSuffix.takenAfterYear() { inner += [.text("-"), suffix] }
    return context.words.finished(inner, look)
  }

  /// The text of a variable; nil for a variable that is empty or has been used in place of names.
  private mutating func text(of name: String, isShort: Bool = false) -> String? {
    guard !substitution.suppressed.contains(name), let text = context.text(of: name, isShort: isShort), !text.isEmpty else { return nil }
    substitution.use(name)
    return text
  }

  private mutating func yearSuffix(_ look: ElementFormatting) -> Output? {
    // A work that needs no suffix does not count as having an empty variable.
    if context.expansion.yearSuffix > 0 { variables.add(true) }
    return dates.yearSuffix.taken().map { context.language.finished([$0], look) }
  }

  private mutating func variable(_ name: String, isShort: Bool, _ look: ElementFormatting) -> Output? {
    let found = text(of: name, isShort: isShort)
    variables.add(found != nil)
    guard var text = found else { return nil }
    if context.isPages(name) {
      text = numbers.pageRange(text)
    } else if Numbers.variables.contains(name), name != "number", name == "locator" || Numbers.isNumeric(text) {
      text = text.replacing(sign: "-", with: "–")
    }
    var inner = FieldText.parse(text)
    if name == "citation-number" {
      var node = OutputNode(inner)
      node.role = .citationNumber
      inner = [.node(node)]
    } else if let target = Self.linkTarget(name, text) {
      var look = look
      // `https://doi.org/` before a DOI is part of the address.
      let address = look.prefix.firstRange(of: "http").map { String(look.prefix[$0.lowerBound...]) } ?? ""
      look.prefix.removeLast(address.count)
      var node = OutputNode([.text(address + text)])
      node.role = .link(target)
      return context.language.finished([.node(node)], look)
    }
    return context.language.finished(inner, look)
  }

  private static func linkTarget(_ name: String, _ text: String) -> String? {
    switch name {
    case "URL": text
    case "DOI": text.hasPrefix("http") ? text : "https://doi.org/" + text
    case "PMID": "https://www.ncbi.nlm.nih.gov/pubmed/" + text
    case "PMCID": "https://www.ncbi.nlm.nih.gov/pmc/articles/" + text
    default: nil
    }
  }

  // MARK: Numbers and dates

  private var numbers: NumberRenderer { NumberRenderer(locale: context.locale, pageRangeFormat: context.style.pageRangeFormat) }

  private mutating func number(_ name: String, _ form: String, _ look: ElementFormatting) -> Output? {
    let found = text(of: name)
    variables.add(found != nil)
    guard let text = found else { return nil }
    let counted = name == "locator" ? context.cite.label : name
    return context.language.leaf(numbers.number(text, form: form, counted: counted, isPages: context.isPages(name)), look)
  }

  private mutating func label(_ name: String, _ form: String, _ plural: String, _ look: ElementFormatting) -> Output? {
    guard let content = text(of: name) else { return nil }
    let term = name == "locator" ? context.cite.locatorLabel : name
    return context.words.leaf(numbers.label(name, term: term, form: form, plural: plural, content: content), look)
  }

  private mutating func date(_ name: String, _ format: DateFormat, _ look: ElementFormatting) -> Output? {
    var output: Output?
    // Works are told apart by when they appeared, not by when somebody looked at them.
    guard !context.isCompared || name != "accessed" else {
      variables.add(context.item.dates[name] != nil)
      return nil
    }
    if !substitution.suppressed.contains(name), let date = context.item.dates[name] {
      substitution.use(name)
      output = dates.output(date, format, look)
    }
    variables.add(output != nil)
    return output
  }

  // MARK: Names

  private typealias NamedList = (variable: String, names: [PersonName])

  private mutating func names(_ element: NamesElement, _ look: ElementFormatting) -> Output? {
    let isShownFirst = !hasFirstNames
    let lists = namedLists(of: element)
    variables.add(!lists.isEmpty)
    if lists.isEmpty { return substitute(for: element, look, isShownFirst: isShownFirst) }
    if substitution.used != nil {
      for list in lists {
        substitution.use(list.variable)
        substitution.suppressed.insert(list.variable)
      }
    }
    let options = options(of: element)
    var outputs: [Output] = []
    var counted = 0
    let setter = nameList(element, options)
    for list in lists where allowance.takes(list.names, of: element, options) {
      let made = setter.outputs(list.names, &shownNames)
      counted += made.count
      var node = OutputNode(made.outputs, element.nameLook)
      node.display = ""
      outputs.append(.node(OutputNode(labelled(.node(node), element.label, list))))
    }
    hasFirstNames = true
    if options.form == "count" {
      // Names in several lists are counted together.
      return counted == 0 ? nil : context.language.finished([.text("\(counted)")], look)
    }
    if isShownFirst, context.leavesOutNames { return nil }
    var node = OutputNode(outputs)
    node.delimiter = element.delimiter ?? options.namesDelimiter ?? ""
    if isShownFirst { node.role = .names }
    return context.language.finished([.node(node)], look)
  }

  private func options(of element: NamesElement) -> NameOptions {
    var options = context.layout.names.overlaid(with: element.options)
    if context.mode == .sorting {
      options = options.overlaid(with: context.sortNames)
      options.form = element.options.form ?? options.form
      options.nameAsSortOrder = "all"
    }
    return options
  }

  private func nameList(_ element: NamesElement, _ options: NameOptions) -> NameList {
    let style = context.style
    let form = NameForm(
      element: element, options: options, language: context.language, isSorting: context.mode == .sorting,
      demotesParticle: style.demotesParticle, initializesWithHyphen: style.initializesWithHyphen)
    return NameList(
      form: form, locale: context.locale, expansion: context.expansion, globalGiven: context.globalGiven,
      writesOutFirstAlone: style.citation.givenNameRule.hasPrefix("primary"),
      isSubsequent: context.cite.position > .first && context.mode == .citation)
  }

  /// The names that an element shows.
  private mutating func namedLists(of element: NamesElement) -> [NamedList] {
    var lists: [NamedList] = []
    for variable in element.variables where !substitution.suppressed.contains(variable) {
      if let names = context.item.names[variable], !names.isEmpty { lists.append((variable, names)) }
    }
    // Editors who are the translators too.
    if lists.count == 2, Set(lists.map(\.variable)) == ["editor", "translator"], lists[0].names == lists[1].names,
      element.label == nil || context.locale.term("editortranslator", element.label?.form ?? "long")?.isEmpty == false
    {
      for list in lists { substitution.use(list.variable) }
      return [("editortranslator", lists[0].names)]
    }
    return lists
  }

  /// What replaces names that a work lacks.
  private mutating func substitute(for element: NamesElement, _ look: ElementFormatting, isShownFirst: Bool) -> Output? {
    for substitute in element.substitutes {
      let outer = substitution.used
      substitution.used = []
      let before = variables
      let output = render(substitute)
      let used = substitution.used ?? []
      if output == nil, isShownFirst, hasFirstNames, context.leavesOutNames {
        // Its names are in the sentence: nothing else replaces them.
        substitution.suppressed.formUnion(used)
        substitution.used = outer.map { $0.union(used) }
        return nil
      }
      guard let output, !output.isEmpty else {
        (substitution.used, variables) = (outer, before)
        continue
      }
      substitution.suppressed.formUnion(used)
      substitution.used = outer.map { $0.union(used) }
      variables.rendered = max(variables.rendered, before.rendered + 1)
      let isNames = hasFirstNames
      hasFirstNames = true
      if isShownFirst, context.leavesOutNames { return nil }
      var node = OutputNode([output])
      if isShownFirst, !isNames { node.role = .names }
      (node.prefix, node.suffix) = (look.prefix, look.suffix)
      return .node(node)
    }
    return nil
  }

  /// Names with the word for what they did: “edited by”, “eds.”
  private func labelled(_ names: Output, _ label: NamesElement.Label?, _ list: NamedList) -> [Output] {
    guard let label, context.mode != .sorting else { return [names] }
    let isPlural = label.plural == "always" || label.plural == "contextual" && list.names.count > 1
    guard let word = context.locale.term(list.variable, label.form, plural: isPlural),
      let output = context.words.leaf(word, label.look)
    else { return [names] }
    return label.isBeforeNames ? [output, names] : [names, output]
  }
}

extension Output {
  var withoutPeriods: Output {
    switch self {
    case .text(let text): return .text(text.replacing(sign: ".", with: ""))
    case .node(var node):
      node.children = node.children.map(\.withoutPeriods)
      return .node(node)
    }
  }
}
