internal import TypesetDiagnostics

/// A CSL style: what a file of the Citation Style Language says, checked and laid out for rendering.
package struct Style: Sendable {
  package var title = ""
  /// True for styles whose citations are notes.
  package var isNoteStyle = false
  /// The style whose rules a dependent style takes, by the last part of its address.
  package var parent: String?
  /// The language of the style, BCP 47; nil for a style in any language.
  package var defaultLocale: String?
  var macros: [[Element]] = []
  var citation = Layout()
  var bibliography: Layout?
  var localeOverrides: [XMLElement] = []
  var pageRangeFormat = ""
  var demotesParticle = "display-and-sort"
  var initializesWithHyphen = true
  /// Faults that leave the style usable.
  package var faults: [Fault] = []

  /// True if the style has a list of references.
  package var hasBibliography: Bool { bibliography != nil }
  /// True for a style that only stands for another one.
  package var hasNoLayout: Bool { citation.elements.isEmpty }

  package struct Fault: Error, Sendable {
    package var message: String
    /// In the style's file, from 1.
    package var line: Int
  }

  /// - Throws: A fault that makes the file unusable: it is not XML, or not a CSL style.
  package init(_ bytes: some Collection<UInt8>) throws(Fault) {
    let root: XMLElement
    do { root = try XMLElement.parse(bytes) } catch { throw Fault(message: error.message, line: error.line) }
    guard root.name == "style" else {
      throw Fault(message: "a CSL style begins with <style>, this file with <\(root.name)>", line: root.line)
    }
    isNoteStyle = root["class"] == "note"
    defaultLocale = root["default-locale"]
    pageRangeFormat = root["page-range-format"] ?? ""
    demotesParticle = root["demote-non-dropping-particle"] ?? "display-and-sort"
    initializesWithHyphen = root["initialize-with-hyphen"] != "false"
    if let info = root.children.first(where: { $0.name == "info" }) {
      title = info.children.first { $0.name == "title" }?.text ?? ""
      let link = info.children.first { $0.name == "link" && $0["rel"] == "independent-parent" }
      parent = link?["href"]?.split(separator: "/").last.map(String.init)
    }
    localeOverrides = root.children.filter { $0.name == "locale" }
    var compiler = Compiler()
    for macro in root.children where macro.name == "macro" {
      compiler.macroIndices[macro["name"] ?? ""] = compiler.macroIndices.count
    }
    // A name given twice: the last one counts.
    macros = Array(repeating: [], count: compiler.macroIndices.count)
    for macro in root.children where macro.name == "macro" {
      guard let index = compiler.macroIndices[macro["name"] ?? ""] else { continue }
      macros[index] = compiler.elements(macro.children)
    }
    let options = NameOptions(root, &compiler)
    if let element = root.children.first(where: { $0.name == "citation" }) {
      citation = Layout(element, options, &compiler)
      if parent == nil, !element.children.contains(where: { $0.name == "layout" }) {
        throw Fault(message: "the <citation> has no <layout>", line: element.line)
      }
    } else if parent == nil {
      throw Fault(message: "the style has no <citation>", line: root.line)
    }
    if let element = root.children.first(where: { $0.name == "bibliography" }) {
      bibliography = Layout(element, options, &compiler)
    }
    faults = compiler.faults + StyleCheck(root).faults
    breakLoops(root, compiler.macroIndices)
  }

  /// Empties the calls of macros that end in themselves.
  private mutating func breakLoops(_ root: XMLElement, _ indices: [String: Int]) {
    let calls = macros.map { calledMacros(in: $0) }
    for index in macros.indices {
      // A work list, so that a long chain needs no stack.
      var seen: Set<Int> = []
      var open = Array(calls[index])
      while let next = open.popLast() {
        if seen.insert(next).inserted { open += calls[next] }
      }
      guard seen.contains(index) else { continue }
      let name = indices.first { $0.value == index }?.key ?? ""
      let line = root.children.first { $0.name == "macro" && $0["name"] == name }?.line ?? 0
      faults.append(Fault(message: "the macro ‘\(name)’ calls itself", line: line))
      macros[index] = []
    }
  }

  /// The macros that elements call themselves.
  func calledMacros(in elements: [Element]) -> Set<Int> {
    var called: Set<Int> = []
    Self.collectCalls(elements, &called)
    return called
  }

  private static func collectCalls(_ elements: [Element], _ out: inout Set<Int>) {
    for element in elements {
      switch element.kind {
      case .macro(let index): out.insert(index)
      case .choose(let branches): for branch in branches { collectCalls(branch.elements, &out) }
      case .names(let names): collectCalls(names.substitutes, &out)
      default: break
      }
      collectCalls(element.children, &out)
    }
  }
}

/// A `citation` or a `bibliography`.
struct Layout: Sendable {
  var elements: [Element] = []
  var look = ElementFormatting()
  var delimiter = ""
  var sortKeys: [SortKey] = []
  var names = NameOptions()
  // Citations.
  var collapse = ""
  var citeGroupDelimiter: String?
  var yearSuffixDelimiter: String?
  var afterCollapseDelimiter: String?
  var nearNoteDistance = 5
  var addsNames = false
  var addsGivenNames = false
  var givenNameRule = "by-cite"
  var addsYearSuffix = false
  // Bibliographies.
  var hangingIndent = false
  var secondFieldAlign = ""
  var entrySpacing = 1
  var lineSpacing = 1
  var authorSubstitute: String?
  var authorSubstituteRule = "complete-all"

  init() {}

  init(_ element: XMLElement, _ inherited: NameOptions, _ compiler: inout Compiler) {
    names = inherited.overlaid(with: NameOptions(element, &compiler))
    if let layout = element.children.first(where: { $0.name == "layout" }) {
      elements = compiler.elements(layout.children)
      look = ElementFormatting(layout)
      delimiter = layout["delimiter"] ?? ""
    }
    if let sort = element.children.first(where: { $0.name == "sort" }) {
      for key in sort.children where key.name == "key" { sortKeys.append(SortKey(key, &compiler)) }
    }
    collapse = element["collapse"] ?? ""
    citeGroupDelimiter = element["cite-group-delimiter"]
    yearSuffixDelimiter = element["year-suffix-delimiter"]
    afterCollapseDelimiter = element["after-collapse-delimiter"]
    nearNoteDistance = compiler.whole("near-note-distance", of: element) ?? 5
    addsNames = element["disambiguate-add-names"] == "true"
    addsGivenNames = element["disambiguate-add-givenname"] == "true"
    givenNameRule = element["givenname-disambiguation-rule"] ?? "by-cite"
    addsYearSuffix = element["disambiguate-add-year-suffix"] == "true"
    hangingIndent = element["hanging-indent"] == "true"
    secondFieldAlign = element["second-field-align"] ?? ""
    entrySpacing = compiler.whole("entry-spacing", of: element, in: 0...100) ?? 1
    lineSpacing = compiler.whole("line-spacing", of: element, in: 0...100) ?? 1
    authorSubstitute = element["subsequent-author-substitute"]
    authorSubstituteRule = element["subsequent-author-substitute-rule"] ?? "complete-all"
  }
}

struct SortKey: Sendable {
  var variable: String?
  var macro: Int?
  var isDescending: Bool
  /// `names-min`, `names-use-first`, `names-use-last`.
  var names = NameOptions()

  init(_ element: XMLElement, _ compiler: inout Compiler) {
    variable = element["variable"]
    macro = element["macro"].flatMap { compiler.macro($0, line: element.line) }
    isDescending = element["sort"] == "descending"
    names.etAlMin = compiler.whole("names-min", of: element)
    names.etAlUseFirst = compiler.whole("names-use-first", of: element)
    names.etAlUseLast = element["names-use-last"].map { $0 == "true" }
  }
}

/// How an element looks and what is around it.
struct ElementFormatting: Sendable, Hashable {
  var font = FontAttributes()
  var textCase = ""
  var prefix = ""
  var suffix = ""
  var quotes = false
  var stripsPeriods = false
  var display = ""

  init() {}

  init(_ element: XMLElement) {
    font = FontAttributes(element)
    textCase = element["text-case"] ?? ""
    prefix = element["prefix"] ?? ""
    suffix = element["suffix"] ?? ""
    quotes = element["quotes"] == "true"
    stripsPeriods = element["strip-periods"] == "true"
    display = element["display"] ?? ""
  }
}

/// The attributes of CSL that choose a font; nil where they are not given.
package struct FontAttributes: Sendable, Hashable {
  package enum Style: Sendable { case normal, italic, oblique }
  package enum Weight: Sendable { case normal, bold, light }
  package enum Shift: Sendable { case baseline, superscript, `subscript` }

  package var style: Style?
  package var weight: Weight?
  package var smallCaps: Bool?
  package var underline: Bool?
  package var shift: Shift?

  package init() {}

  var isEmpty: Bool { self == FontAttributes() }
  /// True for what is set apart from all fonts around it.
  var isUndecorated: Bool { style == .normal && weight == .normal && smallCaps == false }

  init(_ element: XMLElement) {
    switch element["font-style"] {
    case "italic": style = .italic
    case "oblique": style = .oblique
    case "normal": style = .normal
    default: break
    }
    switch element["font-weight"] {
    case "bold": weight = .bold
    case "light": weight = .light
    case "normal": weight = .normal
    default: break
    }
    smallCaps = element["font-variant"].map { $0 == "small-caps" }
    underline = element["text-decoration"].map { $0 == "underline" }
    switch element["vertical-align"] {
    case "sup": shift = .superscript
    case "sub": shift = .subscript
    case "baseline": shift = .baseline
    default: break
    }
  }
}

/// A rendering element.
struct Element: Sendable {
  indirect enum Kind: Sendable {
    case variable(String, isShort: Bool)
    case macro(Int)
    case term(String, form: String, plural: Bool)
    case value(String)
    case number(String, form: String)
    case date(variable: String, DateFormat)
    case names(NamesElement)
    case label(variable: String, form: String, plural: String)
    case group(delimiter: String)
    case choose([Branch])
  }

  struct Branch: Sendable {
    /// Empty for `else`.
    var conditions: [Condition]
    /// `all`, `any` or `none`.
    var match: String
    var elements: [Element]
  }

  enum Condition: Sendable {
    case type(String)
    case variable(String)
    case isNumeric(String)
    case isUncertainDate(String)
    case locator(String)
    case position(String)
    case disambiguate(Bool)
  }

  var kind: Kind
  var look = ElementFormatting()
  var children: [Element] = []
}

/// Turns XML into elements.
struct Compiler {
  var macroIndices: [String: Int] = [:]
  var faults: [Style.Fault] = []

  mutating func macro(_ name: String, line: Int) -> Int? {
    if let index = macroIndices[name] { return index }
    faults.append(Style.Fault(message: "there is no macro ‘\(name)’", line: line))
    return nil
  }

  /// A whole number of an attribute; any other text, and a number beyond the range, is a fault.
  mutating func whole(_ name: String, of element: XMLElement, in range: ClosedRange<Int> = 0...10_000) -> Int? {
    guard let text = element[name] else { return nil }
    let value = DocumentNumber.whole(text, in: range) { taken in
      let (message, hint) = DocumentNumber.outOfRange("\(name)=\(text)", taken: taken, from: range.lowerBound, to: range.upperBound)
      faults.append(Style.Fault(message: "\(message); \(hint)", line: element.line))
    }
    if value == nil { faults.append(Style.Fault(message: "\(name)=\(text.prefix(60)) is no whole number", line: element.line)) }
    return value
  }

  mutating func elements(_ list: [XMLElement]) -> [Element] { list.compactMap { element($0) } }

  private mutating func element(_ xml: XMLElement) -> Element? {
    let look = ElementFormatting(xml)
    switch xml.name {
    case "text":
      if let variable = xml["variable"] {
        return Element(kind: .variable(variable, isShort: xml["form"] == "short"), look: look)
      }
      if let name = xml["macro"] { return macro(name, line: xml.line).map { Element(kind: .macro($0), look: look) } }
      if let term = xml["term"] {
        return Element(kind: .term(term, form: xml["form"] ?? "long", plural: xml["plural"] == "true"), look: look)
      }
      return Element(kind: .value(xml["value"] ?? ""), look: look)
    case "number": return Element(kind: .number(xml["variable"] ?? "", form: xml["form"] ?? "numeric"), look: look)
    case "label":
      return Element(
        kind: .label(variable: xml["variable"] ?? "", form: xml["form"] ?? "long", plural: xml["plural"] ?? "contextual"), look: look)
    case "date": return Element(kind: .date(variable: xml["variable"] ?? "", DateFormat(xml)), look: look)
    case "names": return Element(kind: .names(NamesElement(xml, &self)), look: look)
    case "group": return Element(kind: .group(delimiter: xml["delimiter"] ?? ""), look: look, children: elements(xml.children))
    case "choose":
      return Element(
        kind: .choose(
          xml.children.map { branch in
            Element.Branch(
              conditions: branch.name == "else" ? [] : Self.conditions(branch), match: branch["match"] ?? "all",
              elements: elements(branch.children))
          }))
    default: return nil
    }
  }

  private static func conditions(_ branch: XMLElement) -> [Element.Condition] {
    var out: [Element.Condition] = []
    func words(_ name: String) -> [String] { branch[name]?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [] }
    out += words("type").map { .type($0) }
    out += words("variable").map { .variable($0) }
    out += words("is-numeric").map { .isNumeric($0) }
    out += words("is-uncertain-date").map { .isUncertainDate($0) }
    out += words("locator").map { .locator($0 == "sub-verbo" ? "sub verbo" : $0) }
    out += words("position").map { .position($0) }
    if let value = branch["disambiguate"] { out.append(.disambiguate(value == "true")) }
    return out
  }
}

/// The attributes of names that are inherited; nil where they are not given.
struct NameOptions: Sendable {
  var and: String?
  var delimiterPrecedesEtAl: String?
  var delimiterPrecedesLast: String?
  var etAlMin: Int?
  var etAlUseFirst: Int?
  var etAlSubsequentMin: Int?
  var etAlSubsequentUseFirst: Int?
  var etAlUseLast: Bool?
  var form: String?
  var nameDelimiter: String?
  var namesDelimiter: String?
  var initialize: Bool?
  var initializeWith: String?
  var nameAsSortOrder: String?
  var sortSeparator: String?

  init() {}

  init(_ xml: XMLElement, _ compiler: inout Compiler) {
    and = xml["and"]
    delimiterPrecedesEtAl = xml["delimiter-precedes-et-al"]
    delimiterPrecedesLast = xml["delimiter-precedes-last"]
    etAlMin = compiler.whole("et-al-min", of: xml)
    etAlUseFirst = compiler.whole("et-al-use-first", of: xml)
    etAlSubsequentMin = compiler.whole("et-al-subsequent-min", of: xml)
    etAlSubsequentUseFirst = compiler.whole("et-al-subsequent-use-first", of: xml)
    etAlUseLast = xml["et-al-use-last"].map { $0 == "true" }
    form = xml["name-form"]
    nameDelimiter = xml["name-delimiter"]
    namesDelimiter = xml["names-delimiter"]
    initialize = xml["initialize"].map { $0 == "true" }
    initializeWith = xml["initialize-with"]
    nameAsSortOrder = xml["name-as-sort-order"]
    sortSeparator = xml["sort-separator"]
    if xml.name == "name" {
      form = xml["form"]
      nameDelimiter = xml["delimiter"]
    }
  }

  func overlaid(with other: NameOptions) -> NameOptions {
    var out = self
    if let value = other.and { out.and = value }
    if let value = other.delimiterPrecedesEtAl { out.delimiterPrecedesEtAl = value }
    if let value = other.delimiterPrecedesLast { out.delimiterPrecedesLast = value }
    if let value = other.etAlMin { out.etAlMin = value }
    if let value = other.etAlUseFirst { out.etAlUseFirst = value }
    if let value = other.etAlSubsequentMin { out.etAlSubsequentMin = value }
    if let value = other.etAlSubsequentUseFirst { out.etAlSubsequentUseFirst = value }
    if let value = other.etAlUseLast { out.etAlUseLast = value }
    if let value = other.form { out.form = value }
    if let value = other.nameDelimiter { out.nameDelimiter = value }
    if let value = other.namesDelimiter { out.namesDelimiter = value }
    if let value = other.initialize { out.initialize = value }
    if let value = other.initializeWith { out.initializeWith = value }
    if let value = other.nameAsSortOrder { out.nameAsSortOrder = value }
    if let value = other.sortSeparator { out.sortSeparator = value }
    return out
  }
}

struct NamesElement: Sendable {
  struct Label: Sendable {
    var form: String
    var plural: String
    var look: ElementFormatting
    var isBeforeNames: Bool
  }

  var variables: [String]
  var delimiter: String?
  var hasName = false
  var options = NameOptions()
  var nameLook = ElementFormatting()
  var familyLook = ElementFormatting()
  var givenLook = ElementFormatting()
  var etAlTerm = "et-al"
  var etAlLook = ElementFormatting()
  var hasEtAl = false
  var label: Label?
  var substitutes: [Element] = []

  init(_ xml: XMLElement, _ compiler: inout Compiler) {
    // Each list of names is shown once, whatever the style says.
    var seen: Set<Substring> = []
    let named = xml["variable"]?.split(whereSeparator: \.isWhitespace) ?? []
    variables = named.filter { seen.insert($0).inserted }.map(String.init)
    delimiter = xml["delimiter"]
    for child in xml.children {
      switch child.name {
      case "name":
        hasName = true
        options = NameOptions(child, &compiler)
        nameLook = ElementFormatting(child)
        for part in child.children where part.name == "name-part" {
          if part["name"] == "family" { familyLook = ElementFormatting(part) }
          if part["name"] == "given" { givenLook = ElementFormatting(part) }
        }
      case "et-al":
        hasEtAl = true
        etAlTerm = child["term"] ?? "et-al"
        etAlLook = ElementFormatting(child)
      case "label":
        label = Label(
          form: child["form"] ?? "long", plural: child["plural"] ?? "contextual", look: ElementFormatting(child),
          isBeforeNames: !hasName && xml.children.contains { $0.name == "name" })
      case "substitute":
        substitutes = compiler.elements(child.children)
      default: break
      }
    }
    if !substitutes.isEmpty { substitutes = passingParts(to: substitutes) }
  }

  private var isBare: Bool { !hasName && !hasEtAl && label == nil && substitutes.isEmpty }

  /// A bare `names` in a substitution takes name, et al. and label of the one around it, in conditions and groups too.
  private func passingParts(to elements: [Element]) -> [Element] {
    elements.map { element in
      var element = element
      switch element.kind {
      case .names(var names) where names.isBare:
        names.takeParts(of: self)
        element.kind = .names(names)
      case .choose(var branches):
        for index in branches.indices { branches[index].elements = passingParts(to: branches[index].elements) }
        element.kind = .choose(branches)
      default: element.children = passingParts(to: element.children)
      }
      return element
    }
  }

  private mutating func takeParts(of outer: NamesElement) {
    (hasName, options, nameLook, familyLook, givenLook) = (outer.hasName, outer.options, outer.nameLook, outer.familyLook, outer.givenLook)
    (etAlTerm, etAlLook, hasEtAl, label) = (outer.etAlTerm, outer.etAlLook, outer.hasEtAl, outer.label)
    if delimiter == nil { delimiter = outer.delimiter }
  }
}

/// A `date`, of a style or of a locale.
struct DateFormat: Sendable {
  struct Part: Sendable {
    /// `year`, `month`, `day`.
    var name: String
    var form: String?
    var rangeDelimiter: String?
    var look: ElementFormatting
  }

  /// `text`, `numeric`; empty where the style lists the parts itself.
  var form: String
  var delimiter: String
  var parts: [Part]
  /// `year-month-day`, `year-month`, `year`.
  var shown: String

  init(_ xml: XMLElement) {
    form = xml["form"] ?? ""
    delimiter = xml["delimiter"] ?? ""
    shown = xml["date-parts"] ?? "year-month-day"
    parts = xml.children.filter { $0.name == "date-part" }.map {
      Part(name: $0["name"] ?? "", form: $0["form"], rangeDelimiter: $0["range-delimiter"], look: ElementFormatting($0))
    }
  }
}
