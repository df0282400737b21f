/// How one work is cited in one place.
package struct Cite: Sendable, Hashable {
  package enum Position: Int, Sendable, Comparable {
    case first, subsequent, ibid, ibidWithLocator

    package static func < (a: Position, b: Position) -> Bool { a.rawValue < b.rawValue }
  }

  package var id: String
  package var prefix = ""
  package var suffix = ""
  package var locator = ""
  /// `page`, `chapter`, …
  package var label = ""
  package var suppressesAuthor = false
  package var isAuthorOnly = false
  /// What follows from the citations before it; set by the processor.
  package var position = Position.first
  package var isNearNote = false
  package var firstNoteNumber = 0

  package init(id: String) { self.id = id }
}

/// How far a cite is expanded so that it is unlike others.
struct Expansion: Hashable, Sendable {
  /// Names that are shown before “et al.”; nil for the style's own number.
  var names: Int?
  /// 0: as the style says, 1: with initials, 2: with given names; by the names' order in the cite.
  var given: [Int] = []
  /// What `disambiguate="true"` asks.
  var isAmbiguous = false
  /// From 1; 0 for none.
  var yearSuffix = 0
}

/// Renders elements for one item.
struct Evaluator {
  enum Mode { case citation, bibliography, sorting }

  let style: Style
  let locale: Locale
  let layout: Layout
  let item: Item
  var cite: Cite
  var mode: Mode
  var expansion = Expansion()
  var citationNumber = 0
  /// How far the names of persons are written out everywhere, by the style's rule.
  var globalGiven: [PersonName: Int] = [:]
  /// Names options of a sort key.
  var sortNames = NameOptions()
  /// Leaves out the first names, which stand in the cite before.
  var leavesOutNames = false
  var leavesOutYear = false
  var abbreviations: [String: [String: String]] = [:]
  var usesExplicitYearSuffix = false
  /// True once something stands before: a term that begins a note or an entry begins with a capital.
  var hasPredecessor = false

  // What has been found while rendering.
  private var called = 0
  private var rendered = 0
  private var suppressed: Set<String> = []
  private var substituting: Set<String>?
  private var hasYearSuffix = false
  private var nameIndex = 0
  /// The names in the order in which they were rendered, and how many of the first list there are.
  private(set) var shownNames: [PersonName] = []
  private(set) var mostNames = 0
  private(set) var leastNames = 0
  /// The first `names` that rendered something.
  private(set) var hasFirstNames = false
  /// A style of nested macros can call for more than any page holds.
  private var budget = 100_000

  init(style: Style, locale: Locale, layout: Layout, item: Item, cite: Cite, mode: Mode) {
    (self.style, self.locale, self.layout, self.item, self.cite, self.mode) = (style, locale, layout, item, cite, mode)
  }

  var isEnglish: Bool {
    let language = item.language.isEmpty ? style.defaultLocale ?? "en" : item.language
    return language.lowercased().hasPrefix("en")
  }

  mutating func render(_ elements: [Element]) -> [Output] {
    var out: [Output] = []
    for element in elements {
      if let output = render(element), !output.isEmpty { out.append(output) }
    }
    return out
  }

  private mutating func render(_ element: Element) -> Output? {
    budget -= 1
    guard budget > 0 else { return nil }
    let output = made(of: element)
    if let output, !output.isEmpty { hasPredecessor = true }
    return output
  }

  private mutating func made(of element: Element) -> Output? {
    switch element.kind {
    case .value(let text): return leaf(text, element.look)
    case .term(let name, let form, let plural):
      guard let text = locale.term(name, form, plural: plural), !text.isEmpty else { return nil }
      // “n.d.” is shown where there is nothing else.
      let isDate = name == "no date" || name == "no-date"
      if isDate { count(true) }
      var look = element.look
      if !hasPredecessor, look.textCase.isEmpty, mode == .bibliography || mode == .citation && style.isNoteStyle {
        look.textCase = "capitalize-first"
      }
      var inner = FieldText.parse(text)
      if isDate, let suffix = yearSuffixOutput() { inner += [.text("-"), suffix] }
      return finished(inner, look)
    case .variable(let name, let isShort): return variable(name, isShort: isShort, element.look)
    case .macro(let index):
      // A macro whose variables are all empty is left out, as a group is.
      guard let inner = conditional(style.macros[index], countsText: false) else { return nil }
      return finished(inner, element.look)
    case .number(let name, let form): return number(name, form, element.look)
    case .date(let name, let format): return date(name, format, element.look)
    case .names(let names): return self.names(names, element.look)
    case .label(let name, let form, let plural): return label(name, form, plural, element.look)
    case .group(let delimiter):
      guard let inner = conditional(element.children, countsText: true) else { return nil }
      var node = OutputNode(TextCase.apply(element.look.textCase, to: inner, isEnglish: isEnglish), element.look)
      node.delimiter = delimiter
      return .node(node)
    case .choose(let branches):
      for branch in branches where holds(branch) {
        let inner = render(branch.elements)
        return inner.isEmpty ? nil : inner.count == 1 ? inner[0] : .node(spliced(inner))
      }
      return nil
    }
  }

  /// Renders elements that are left out where all variables in them are empty.
  ///
  /// CSL 1.0.2, `cs:group`: what is shown counts as a variable that is there for the group around it.
  private mutating func conditional(_ elements: [Element], countsText: Bool) -> [Output]? {
    let before = (called, rendered)
    (called, rendered) = (0, 0)
    let inner = render(elements)
    let isShown = (called == 0 || rendered > 0) && !inner.isEmpty
    let counts = called > 0 || countsText && isShown
    (called, rendered) = (before.0 + (counts ? 1 : 0), before.1 + (counts && isShown ? 1 : 0))
    return isShown ? inner : nil
  }

  /// Elements of a `choose` belong to the group around it, whose delimiter goes between them.
  private func spliced(_ outputs: [Output]) -> OutputNode {
    var node = OutputNode(outputs)
    node.delimiter = ""
    node.isSpliced = true
    return node
  }

  // MARK: Texts

  private func leaf(_ text: String, _ look: Look) -> Output? {
    guard !text.isEmpty else { return nil }
    return finished(FieldText.parse(text), look)
  }

  private func finished(_ inner: [Output], _ look: Look) -> Output {
    var inner = inner
    if look.stripsPeriods { inner = inner.map(\.withoutPeriods) }
    let isTurkic = item.language.hasPrefix("tr") || item.language.hasPrefix("az")
    return .node(OutputNode(TextCase.apply(look.textCase, to: inner, isEnglish: isEnglish, isTurkic: isTurkic), look))
  }

  private mutating func count(_ isThere: Bool) {
    called += 1
    if isThere { rendered += 1 }
  }

  /// The text of a variable; nil where it has none or has been used in place of names.
  private mutating func text(of name: String, isShort: Bool = false) -> String? {
    if suppressed.contains(name) { return nil }
    var found: String?
    switch name {
    case "locator": found = cite.locator.isEmpty ? nil : cite.locator.trimmed()
    case "citation-number": found = mode == .sorting || citationNumber > 0 ? "\(citationNumber)" : nil
    case "first-reference-note-number": found = cite.firstNoteNumber > 0 && cite.position > .first ? "\(cite.firstNoteNumber)" : nil
    case "citation-label":
      found = item.texts[name].map { $0 + Self.yearSuffix(expansion.yearSuffix) } ?? trigraph()
    case "page-first":
      found = item.texts["page-first"] ?? item.texts["page"].map { page in String(page.prefix { !"-–&, ".contains($0) }) }
    default:
      if isShort {
        found = item.texts[name + "-short"] ?? (name == "container-title" ? item.texts["journalAbbreviation"] : nil)
        if found == nil, let whole = item.texts[name], let abbreviation = abbreviations[name]?[whole] { found = abbreviation }
      }
      found = found ?? item.texts[name]
    }
    if let text = found, !text.isEmpty {
      substituting?.insert(name)
      return text
    }
    return nil
  }

  private mutating func variable(_ name: String, isShort: Bool, _ look: Look) -> Output? {
    if name == "year-suffix" {
      // A work that needs none is not without a variable.
      if expansion.yearSuffix > 0 { count(true) }
      guard expansion.yearSuffix > 0, !hasYearSuffix else { return nil }
      hasYearSuffix = true
      var node = OutputNode([.text(Self.yearSuffix(expansion.yearSuffix))])
      node.role = .yearSuffix
      return finished([.node(node)], look)
    }
    let found = text(of: name, isShort: isShort)
    count(found != nil)
    guard var text = found else { return nil }
    if name == "page" || name == "locator" && ["", "page"].contains(cite.label) {
      text = pageRange(text)
    } else if Numbers.variables.contains(name) {
      if Numbers.isNumeric(text) || name == "locator" { text = text.replacing("-", with: "–") }
    }
    var parts = FieldText.parse(text)
    if name == "citation-number" {
      var node = OutputNode(parts)
      node.role = .citationNumber
      parts = [.node(node)]
    } else if let target = Self.linkTarget(name, text) {
      var node = OutputNode([.text(text)])
      node.role = .link(target)
      parts = [.node(node)]
    }
    return finished(parts, look)
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

  private func trigraph() -> String? {
    let names = item.names["author"] ?? item.names["editor"] ?? []
    guard !names.isEmpty else { return nil }
    let lengths = names.count == 1 ? [4] : names.count == 2 ? [2, 2] : names.count == 3 ? [1, 1, 2] : [1, 1, 1, 1]
    var out = ""
    for (name, length) in zip(names, lengths) { out += (name.literal ?? name.family).filter(\.isLetter).prefix(length) }
    if let year = item.dates["issued"]?.start?.year { out += "\(abs(year) % 100 < 10 ? "0" : "")\(abs(year) % 100)" }
    return out + (expansion.yearSuffix > 0 ? Self.yearSuffix(expansion.yearSuffix) : "")
  }

  /// a, b, … z, aa, ab …
  static func yearSuffix(_ number: Int) -> String {
    var rest = number
    var out: [UInt8] = []
    while rest > 0 {
      rest -= 1
      out.append(0x61 + UInt8(rest % 26))
      rest /= 26
    }
    return String(decoding: out.reversed(), as: UTF8.self)
  }

  private func pageRange(_ text: String) -> String {
    Numbers.pageRanges(
      text, format: style.pageRangeFormat, delimiter: locale.term("page-range-delimiter") ?? "–",
      and: locale.ampersand)
  }

  // MARK: Numbers and labels

  private mutating func number(_ name: String, _ form: String, _ look: Look) -> Output? {
    let found = text(of: name)
    count(found != nil)
    guard let text = found else { return nil }
    let isPages = name == "page" || name == "locator" && ["", "page"].contains(cite.label)
    guard Numbers.isNumeric(text) else { return leaf(isPages ? pageRange(text) : text, look) }
    if form == "numeric", isPages { return leaf(pageRange(text), look) }
    let gender = locale.gender(of: name == "locator" ? cite.label : name)
    let written = Numbers.written(text) { number in
      switch form {
      case "roman": Numbers.roman(number)
      case "ordinal": "\(number)" + locale.ordinalSuffix(number, gender: gender)
      case "long-ordinal": locale.longOrdinal(number, gender: gender) ?? "\(number)" + locale.ordinalSuffix(number, gender: gender)
      default: nil
      }
    }
    return leaf(written, look)
  }

  private mutating func label(_ name: String, _ form: String, _ plural: String, _ look: Look) -> Output? {
    let term = name == "locator" ? (cite.label.isEmpty ? "page" : cite.label) : name
    guard let content = text(of: name) else { return nil }
    let isPlural: Bool =
      switch plural {
      case "always": true
      case "never": false
      default: Numbers.isPlural(content, isCount: name.hasPrefix("number-of-"))
      }
    guard let word = locale.term(term, form, plural: isPlural) ?? locale.term(term.replacing("-", with: " "), form, plural: isPlural),
      !word.isEmpty
    else { return nil }
    return leaf(word, look)
  }

  // MARK: Conditions

  private func holds(_ branch: Element.Branch) -> Bool {
    if branch.conditions.isEmpty { return true }
    switch branch.match {
    case "any": return branch.conditions.contains { holds($0) }
    case "none": return !branch.conditions.contains { holds($0) }
    default: return branch.conditions.allSatisfy { holds($0) }
    }
  }

  private func holds(_ condition: Element.Condition) -> Bool {
    switch condition {
    case .type(let type): return item.type == type
    case .variable(let name):
      switch name {
      case "locator": return !cite.locator.isEmpty
      case "citation-number": return citationNumber > 0
      case "year-suffix": return expansion.yearSuffix > 0
      case "first-reference-note-number": return cite.firstNoteNumber > 0 && cite.position > .first
      default:
        // What stands in the place of other names is empty from there on.
        if suppressed.contains(name) { return false }
        return item.texts[name] != nil || item.names[name].map { !$0.isEmpty } ?? false || item.dates[name] != nil
      }
    case .isNumeric(let name):
      let text = name == "locator" ? cite.locator : name == "citation-number" ? "\(citationNumber)" : item.texts[name] ?? ""
      return Numbers.isNumeric(text)
    case .isUncertainDate(let name): return item.dates[name]?.isUncertain ?? false
    case .locator(let label):
      return !cite.locator.isEmpty && (cite.label.isEmpty ? "page" : cite.label == "sub-verbo" ? "sub verbo" : cite.label) == label
    case .position(let position):
      guard mode == .citation else { return false }
      switch position {
      case "first": return cite.position == .first
      case "subsequent": return cite.position > .first
      case "ibid": return cite.position >= .ibid
      case "ibid-with-locator": return cite.position == .ibidWithLocator
      case "near-note": return cite.isNearNote && cite.position > .first
      default: return false
      }
    case .disambiguate(let wanted): return expansion.isAmbiguous == wanted
    }
  }

  // MARK: Dates

  private mutating func date(_ name: String, _ format: DateFormat, _ look: Look) -> Output? {
    let found = suppressed.contains(name) ? nil : item.dates[name]
    let output = found.flatMap { self.date(name, $0, format, look) }
    count(output != nil)
    return output
  }

  private mutating func date(_ name: String, _ date: PartialDate, _ format: DateFormat, _ look: Look) -> Output? {
    substituting?.insert(name)
    guard let start = date.start else {
      guard let literal = date.literal else { return nil }
      if mode == .sorting { return .text(literal) }
      var parts = FieldText.parse(literal)
      if let suffix = yearSuffixOutput() { parts.append(suffix) }
      return finished(parts, look)
    }
    var format = format
    if !format.form.isEmpty {
      var made = locale.dates[format.form] ?? DateFormat.numericFallback
      for index in made.parts.indices {
        guard let own = format.parts.first(where: { $0.name == made.parts[index].name }) else { continue }
        if let form = own.form { made.parts[index].form = form }
        if let delimiter = own.rangeDelimiter { made.parts[index].rangeDelimiter = delimiter }
        made.parts[index].look = made.parts[index].look.restyled(as: own.look)
      }
      made.parts.removeAll { !format.shown.contains($0.name) }
      format = made
    }
    if mode == .sorting {
      let wanted = Set(format.parts.map(\.name))
      func key(_ day: PartialDate.Day) -> String {
        let month = day.month > 12 ? (day.month - 13) % 4 * 3 + 1 : day.month
        let year = "\(day.year + 100_000)"
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return year + (wanted.contains("month") ? two(month) : "00") + (wanted.contains("day") ? two(day.day) : "00")
      }
      return .text(key(start) + (date.end.map { "-" + key($0) } ?? ""))
    }
    let parts = format.parts.filter { !(leavesOutYear && $0.name == "year") || !hasYearSuffix }
    let inner = dateParts(parts, start, date.end, format.delimiter)
    guard !inner.isEmpty else { return nil }
    return finished(inner, look)
  }

  private mutating func yearSuffixOutput() -> Output? {
    guard expansion.yearSuffix > 0, !hasYearSuffix, !usesExplicitYearSuffix else { return nil }
    hasYearSuffix = true
    var node = OutputNode([.text(Self.yearSuffix(expansion.yearSuffix))])
    node.role = .yearSuffix
    return .node(node)
  }

  private mutating func dateParts(
    _ parts: [DateFormat.Part], _ start: PartialDate.Day, _ end: PartialDate.Day?, _ delimiter: String
  ) -> [Output] {
    func joined(_ outputs: [Output]) -> Output {
      var node = OutputNode(outputs)
      node.delimiter = delimiter
      return .node(node)
    }
    guard let end, end != start else {
      let outputs = parts.compactMap { part($0, start) }
      return outputs.isEmpty ? [] : [joined(outputs)]
    }
    let levels = ["year": 0, "month": 1, "day": 2]
    let isOpen = end.year == 0
    let differing = isOpen || start.year != end.year ? 0 : start.month != end.month ? 1 : 2
    let shared = parts.prefix { (levels[$0.name] ?? 0) < differing }
    let ranged = parts.dropFirst(shared.count).filter { (levels[$0.name] ?? 0) >= differing }
    let after = parts.dropFirst(shared.count).filter { (levels[$0.name] ?? 0) < differing }
    // What differs is not shown: the date is one.
    guard !ranged.isEmpty else {
      let outputs = parts.compactMap { part($0, start) }
      return outputs.isEmpty ? [] : [joined(outputs)]
    }
    let mark = ranged.first { (levels[$0.name] ?? 0) == differing }?.rangeDelimiter ?? "–"
    var first = ranged.compactMap { part($0, start) }
    var last = isOpen ? [] : ranged.compactMap { part($0, end) }
    if case .node(var node)? = first.last {
      node.suffix = ""
      first[first.count - 1] = .node(node)
    }
    if case .node(var node)? = last.first {
      node.prefix = ""
      last[0] = .node(node)
    }
    var out = shared.compactMap { part($0, start) }
    if last.isEmpty, !isOpen {
      out += first
    } else {
      out.append(.node(OutputNode([joined(first), .text(mark), joined(last)].filter { !$0.isEmpty })))
    }
    out += after.compactMap { part($0, start) }
    return [joined(out)]
  }

  private mutating func part(_ part: DateFormat.Part, _ day: PartialDate.Day) -> Output? {
    var text: String
    switch part.name {
    case "year":
      guard day.year != 0 else { return nil }
      if leavesOutYear, let suffix = yearSuffixOutput() {
        var node = OutputNode([suffix])
        node.font = part.look.font
        return .node(node)
      }
      if leavesOutYear { return nil }
      text = "\(abs(day.year))"
      if part.form == "short", text.utf8.count > 2 { text = String(text.suffix(2)) }
      if day.year < 0 {
        text += locale.term("bc") ?? "BC"
      } else if day.year < 1000, part.form != "short" {
        text += locale.term("ad") ?? "AD"
      }
    case "month":
      guard day.month > 0 else { return nil }
      if leavesOutYear { return nil }
      if day.month > 12 {
        guard day.month <= 24 else { return nil }
        let season = (day.month - 13) % 4 + 1
        text = locale.term("season-0\(season)") ?? ""
      } else {
        let two = day.month < 10 ? "0\(day.month)" : "\(day.month)"
        switch part.form {
        case "numeric": text = "\(day.month)"
        case "numeric-leading-zeros": text = two
        case "short": text = locale.term("month-\(two)", "short") ?? two
        default: text = locale.term("month-\(two)") ?? two
        }
      }
    default:
      guard day.day > 0, day.month > 0 else { return nil }
      if leavesOutYear { return nil }
      switch part.form {
      case "numeric-leading-zeros": text = day.day < 10 ? "0\(day.day)" : "\(day.day)"
      case "ordinal":
        let two = day.month < 10 ? "0\(day.month)" : "\(day.month)"
        text = "\(day.day)"
        if !locale.limitsDayOrdinals || day.day == 1 {
          text += locale.ordinalSuffix(day.day, gender: locale.gender(of: "month-\(two)"))
        }
      default: text = "\(day.day)"
      }
    }
    guard !text.isEmpty else { return nil }
    var inner: [Output] = [.text(part.look.stripsPeriods ? text.replacing(".", with: "") : text)]
    if part.name == "year", let suffix = yearSuffixOutput() { inner.append(suffix) }
    var look = part.look
    look.quotes = false
    return .node(OutputNode(TextCase.apply(look.textCase, to: inner, isEnglish: true), look))
  }

  // MARK: Names

  private mutating func names(_ element: NamesElement, _ look: Look) -> Output? {
    var options = layout.names.overlaid(with: element.options)
    if mode == .sorting {
      options = options.overlaid(with: sortNames)
      options.form = element.options.form ?? options.form
      options.nameAsSortOrder = "all"
    }
    let isShownFirst = !hasFirstNames
    var lists: [(variable: String, names: [PersonName])] = []
    for variable in element.variables where !suppressed.contains(variable) {
      if let names = item.names[variable], !names.isEmpty { lists.append((variable, names)) }
    }
    // Editors who are the translators too.
    if lists.count == 2, Set(lists.map(\.variable)) == ["editor", "translator"], lists[0].names == lists[1].names,
      element.label == nil || locale.term("editortranslator", element.label?.form ?? "long")?.isEmpty == false
    {
      substituting?.insert(lists[1].variable)
      substituting?.insert(lists[0].variable)
      lists = [("editortranslator", lists[0].names)]
    }
    count(!lists.isEmpty)
    guard !lists.isEmpty else {
      for substitute in element.substitutes {
        let outer = substituting
        substituting = []
        let before = (called, rendered)
        if let output = render(substitute), !output.isEmpty {
          let used = substituting ?? []
          suppressed.formUnion(used)
          substituting = outer.map { $0.union(used) }
          rendered = max(rendered, before.1 + 1)
          let isNames = hasFirstNames
          hasFirstNames = true
          if isShownFirst, leavesOutNames { return nil }
          var node = OutputNode([output])
          if isShownFirst, !isNames { node.role = .names }
          (node.prefix, node.suffix) = (look.prefix, look.suffix)
          return .node(node)
        }
        substituting = outer
        (called, rendered) = before
      }
      return nil
    }
    for list in lists where substituting != nil {
      substituting?.insert(list.variable)
      suppressed.insert(list.variable)
    }
    var outputs: [Output] = []
    var counted = 0
    for (variable, names) in lists {
      let isSubsequent = cite.position > .first && mode == .citation
      let list = self.list(names, element, options, isSubsequent: isSubsequent, isFirst: isShownFirst && outputs.isEmpty)
      counted += list.count
      var node = OutputNode(list.outputs, element.nameLook)
      node.display = ""
      var inner: [Output] = [.node(node)]
      if let label = element.label, mode != .sorting {
        let isPlural = label.plural == "always" || label.plural == "contextual" && names.count > 1
        if let word = locale.term(variable, label.form, plural: isPlural), !word.isEmpty, let output = leaf(word, label.look) {
          inner.insert(output, at: label.isBeforeNames ? 0 : inner.count)
        }
      }
      outputs.append(.node(OutputNode(inner)))
    }
    hasFirstNames = true
    if (options.form ?? "long") == "count" {
      // Names in several lists are counted together.
      return counted == 0 ? nil : finished([.text("\(counted)")], look)
    }
    if isShownFirst, leavesOutNames { return nil }
    var node = OutputNode(outputs)
    node.delimiter = element.delimiter ?? options.namesDelimiter ?? ""
    if isShownFirst { node.role = .names }
    return finished([.node(node)], look)
  }

  private mutating func list(
    _ names: [PersonName], _ element: NamesElement, _ options: NameOptions, isSubsequent: Bool, isFirst: Bool
  ) -> (outputs: [Output], count: Int) {
    var names = names
    var hasOthers = false
    if names.count > 1, names.last?.literal == "others" {
      names.removeLast()
      hasOthers = true
    }
    var least = options.etAlMin ?? 0
    var first = options.etAlUseFirst ?? 1
    if isSubsequent {
      least = options.etAlSubsequentMin ?? least
      first = options.etAlSubsequentUseFirst ?? first
    }
    var isCut = least > 0 && names.count >= least && first < names.count
    var shown = isCut ? max(first, 0) : names.count
    if isCut { leastNames = max(leastNames, shown); mostNames = max(mostNames, names.count) }
    if isCut, let wanted = expansion.names, wanted > shown {
      shown = min(wanted, names.count)
      isCut = shown < names.count
    }
    if (options.form ?? "long") == "count" { return ([], shown) }
    let delimiter = options.nameDelimiter ?? ", "
    let sortOrder = options.nameAsSortOrder
    var outputs: [Output] = []
    var wasInverted = false
    for index in 0..<shown {
      let isInverted = sortOrder == "all" || sortOrder == "first" && index == 0
      if index > 0 {
        let isLast = index == shown - 1 && !isCut && !hasOthers
        if isLast, let and = options.and, mode != .sorting {
          let word = and == "symbol" ? "&" : locale.term("and") ?? "and"
          let precedes: Bool =
            switch options.delimiterPrecedesLast ?? "contextual" {
            case "always": true
            case "never": false
            case "after-inverted-name": wasInverted
            default: shown > 2
            }
          outputs.append(
            // A word that is written to the name before it brings its own space.
            .text(
              word.last?.isWhitespace == true
                ? word : precedes ? (delimiter.last?.isWhitespace == true ? delimiter : delimiter + " ") + word + " " : " " + word + " "))
        } else {
          outputs.append(.text(delimiter))
        }
      }
      let isWrittenOut = nameIndex == 0 || !style.citation.givenNameRule.hasPrefix("primary")
      let given = max(nameIndex < expansion.given.count ? expansion.given[nameIndex] : 0, isWrittenOut ? globalGiven[names[index]] ?? 0 : 0)
      nameIndex += 1
      shownNames.append(names[index])
      var single = OutputNode([name(names[index], element, options, isInverted: isInverted, given: given)])
      single.isName = true
      outputs.append(.node(single))
      wasInverted = isInverted
    }
    guard isCut || hasOthers, mode != .sorting else { return (outputs, shown) }
    if isCut, options.etAlUseLast == true, shown < names.count - 1, let last = names.last {
      outputs.append(.text(delimiter + "… "))
      outputs.append(name(last, element, options, isInverted: sortOrder == "all", given: 0))
    } else if shown > 0, let term = locale.term(element.etAlTerm), !term.isEmpty {
      let precedes: Bool =
        switch options.delimiterPrecedesEtAl ?? "contextual" {
        case "always": true
        case "never": false
        case "after-inverted-name": wasInverted
        default: shown > 1
        }
      outputs.append(.text(precedes ? delimiter : " "))
      if let etAl = leaf(term, element.etAlLook) { outputs.append(etAl) }
    }
    return (outputs, shown)
  }

  private func name(_ name: PersonName, _ element: NamesElement, _ options: NameOptions, isInverted: Bool, given level: Int) -> Output {
    if let literal = name.literal {
      if mode == .sorting { return .text(NameParts.withoutArticle(literal)) }
      return finished(FieldText.parse(literal), element.familyLook)
    }
    var parts = NameParts(name)
    let isShort = (options.form ?? "long") == "short"
    if mode == .sorting {
      // Long enough to tell namesakes apart.
      let isDemoted = style.demotesParticle != "never"
      let family = isDemoted ? parts.family : NameParts.joined(parts.particle, parts.family)
      let initials = options.initializeWith.map {
        NameParts.initials(of: parts.given, with: $0, shortens: options.initialize ?? true, hyphenates: style.initializesWithHyphen)
      }
      let tail = [isShort ? "" : initials ?? parts.given, parts.dropping, isDemoted ? parts.particle : "", parts.suffix].filter {
        !$0.isEmpty
      }
      return .text(([family] + tail).joined(separator: " "))
    }
    var isGivenShown = !isShort
    if isShort, level > 0 { isGivenShown = true }
    if isGivenShown, let with = options.initializeWith, level < 2 {
      parts.given = NameParts.initials(
        of: parts.given, with: with, shortens: options.initialize ?? true, hyphenates: style.initializesWithHyphen)
    }
    if !isGivenShown { (parts.given, parts.dropping) = ("", parts.dropping) }
    func piece(_ text: String, _ look: Look) -> Output? {
      guard !text.isEmpty else { return nil }
      return finished(FieldText.parse(text), look)
    }
    /// Particle and name, each in the look of the family name, its affixes around both.
    func family(_ words: [String], isParticleSpaced: Bool = false) -> Output? {
      let words = words.filter { !$0.isEmpty }
      guard !words.isEmpty else { return nil }
      var look = element.familyLook
      (look.prefix, look.suffix) = ("", "")
      var children: [Output] = []
      for (index, word) in words.enumerated() {
        if index > 0, isParticleSpaced || !NameParts.joinsNext(words[index - 1], isParticle: true) { children.append(.text(" ")) }
        children.append(finished(FieldText.parse(word), look))
      }
      var node = OutputNode(children)
      (node.prefix, node.suffix) = (element.familyLook.prefix, element.familyLook.suffix)
      return .node(node)
    }
    if isShort, !isGivenShown {
      return family([parts.particle, parts.family], isParticleSpaced: name.isParticleSpaced) ?? piece(parts.given, element.givenLook)
        ?? .text("")
    }
    if parts.isEastern || name.isStaticOrder {
      let gap = parts.isEastern ? "" : " "
      let shown = [piece(parts.family, element.familyLook), piece(parts.given, element.givenLook)].compactMap(\.self)
      var node = OutputNode(shown)
      node.delimiter = gap
      return .node(node)
    }
    if isInverted {
      let separator = options.sortSeparator ?? ", "
      let isDemoted = style.demotesParticle == "display-and-sort"
      let given =
        parts.given + (parts.given.isEmpty || parts.dropping.isEmpty ? "" : name.hasCommaBeforeParticle ? ", " : " ") + parts.dropping
      var tail = [
        piece(
          given,
          {
            var look = element.givenLook; (look.prefix, look.suffix) = ("", ""); return look
          }())
      ].compactMap(\.self)
      if isDemoted, !parts.particle.isEmpty {
        // The particle keeps the look of the family name.
        if !tail.isEmpty { tail.append(.text(" ")) }
        tail.append(
          finished(
            FieldText.parse(parts.particle),
            {
              var look = element.familyLook; (look.prefix, look.suffix) = ("", ""); return look
            }()))
      }
      var givenNode = OutputNode(tail)
      (givenNode.prefix, givenNode.suffix) = (element.givenLook.prefix, element.givenLook.suffix)
      let first = family(isDemoted ? [parts.family] : [parts.particle, parts.family], isParticleSpaced: name.isParticleSpaced)
      var node = OutputNode(
        [first, tail.isEmpty ? nil : .node(givenNode), parts.suffix.isEmpty ? nil : .text(parts.suffix)].compactMap(\.self))
      node.delimiter = separator
      return .node(node)
    }
    var outputs: [Output] = []
    // `d’` of François Hédelin d’Aubignac is written to the name.
    let isJoined = NameParts.joinsNext(parts.dropping, isParticle: true)
    let given = isJoined ? parts.given : NameParts.appended(parts.given, parts.dropping)
    if let output = piece(given, element.givenLook) { outputs.append(output) }
    let last = family([isJoined ? parts.dropping : "", parts.particle, parts.family], isParticleSpaced: name.isParticleSpaced)
    if !given.isEmpty, last != nil { outputs.append(.text(" ")) }
    if let last { outputs.append(last) }
    if !parts.suffix.isEmpty { outputs.append(.text((name.hasCommaBeforeSuffix ? ", " : " ") + parts.suffix)) }
    return .node(OutputNode(outputs))
  }
}

extension Output {
  var withoutPeriods: Output {
    switch self {
    case .text(let text): return .text(text.replacing(".", with: ""))
    case .node(var node):
      node.children = node.children.map(\.withoutPeriods)
      return .node(node)
    }
  }
}

extension Look {
  /// The look of a locale's date part with what a style changes of it.
  func restyled(as other: Look) -> Look {
    var out = self
    if !other.font.isEmpty { out.font = other.font }
    if !other.textCase.isEmpty { out.textCase = other.textCase }
    if other.stripsPeriods { out.stripsPeriods = true }
    return out
  }
}

extension DateFormat {
  /// Where a locale has no date of a form: year, month and day by hyphens.
  static let numericFallback: DateFormat = {
    DateFormat(
      XMLElement(
        name: "date", attributes: ["form": "numeric", "delimiter": "-"],
        children: ["year", "month", "day"].map {
          XMLElement(
            name: "date-part", attributes: ["name": $0, "form": $0 == "year" ? "long" : "numeric-leading-zeros"], children: [], text: "",
            line: 0)
        }, text: "", line: 0))
  }()
}
