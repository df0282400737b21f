internal import TypesetDiagnostics
import TypesetMarkdown
internal import TypesetSettings

// References to several things at once, as cleveref writes them.

/// `Figures 1 to 3 and Table 2`: labels by their kinds, in order, three that follow each other as a range.
struct ReferenceGroups {
  enum Piece {
    case text(String)
    case number(String, label: String)
    /// Its number is known with the formulas.
    case equation(label: String)
    case unknown(label: String)

    fileprivate static func number(of item: Item) -> Piece {
      item.number.map { .number($0, label: item.label) } ?? .equation(label: item.label)
    }
  }

  fileprivate struct Item {
    var label: String
    var kind: Numbering.Kind
    /// The word for one.
    var word: String
    /// Nil for an equation.
    var number: String?
  }

  private struct Group: Hashable {
    var kind: Numbering.Kind
    var word: String
  }

  private(set) var pieces: [Piece] = []
  private let numbering: Numbering
  private let words: Words

  /// - Parameter isRange: True if the labels are the first and the last of a range.
  init(_ labels: [String], isRange: Bool, _ numbering: Numbering, _ words: Words) {
    (self.numbering, self.words) = (numbering, words)
    var groups: [[Item]] = []
    var places: [Group: Int] = [:]
    var unknown: [String] = []
    for name in labels {
      guard let item = item(name) else {
        unknown.append(name)
        continue
      }
      let key = Group(kind: item.kind, word: item.word)
      if let place = places[key] {
        groups[place].append(item)
      } else {
        places[key] = groups.count
        groups.append([item])
      }
    }
    let several = ReferenceWords(language: words.language)
    for (place, group) in groups.enumerated() {
      if place > 0 { pieces.append(.text(place == groups.count - 1 ? joint(several.and) : ", ")) }
      append(group, isRange: isRange, several)
    }
    for name in unknown {
      if !pieces.isEmpty { pieces.append(.text(name == unknown.last ? joint(several.and) : ", ")) }
      pieces.append(.unknown(label: name))
    }
  }

  private func item(_ label: String) -> Item? {
    guard let found = numbering.labels[label] else {
      if CrossReferenceLabel.isOfNoEquation(label) || numbering.elsewhere[label] != nil { return nil }
      return Item(label: label, kind: .equation, word: words.equation)
    }
    // What has no number is called by its title.
    guard let number = found.number else { return Item(label: label, kind: found.kind, word: "", number: found.title) }
    let whole = words.reference(to: found)
    let word = whole.hasSuffix("\u{A0}" + number) ? String(whole.dropLast(number.count + 1)) : whole
    return Item(label: label, kind: found.kind, word: word, number: number)
  }

  /// A word between two parts; Chinese and Japanese have no spaces around it.
  private func joint(_ word: String) -> String {
    word == "–" || ["zh", "zh-hant", "ja"].contains(words.language) ? word : " " + word + " "
  }

  private mutating func append(_ group: [Item], isRange: Bool, _ several: ReferenceWords) {
    let group = group[0].number == nil ? group : group.sorted { Self.key($0.number) < Self.key($1.number) }
    let plural = group.count > 1 ? word(forSeveral: group[0], several) : group[0].word
    if !plural.isEmpty { pieces.append(.text(plural + "\u{A0}")) }
    var start = 0
    while start < group.count {
      var end = start
      while end + 1 < group.count, Self.follows(group[end].number, group[end + 1].number) { end += 1 }
      if isRange { end = group.count - 1 }
      if start > 0 { pieces.append(.text(end == group.count - 1 ? joint(several.and) : ", ")) }
      pieces.append(.number(of: group[start]))
      if end - start > 1 || isRange && end > start {
        pieces.append(.text(joint(several.to)))
        pieces.append(.number(of: group[end]))
        start = end + 1
      } else {
        start += 1
      }
    }
  }

  /// A word of the author's own has another form only where the author gives it.
  private func word(forSeveral item: Item, _ several: ReferenceWords) -> String {
    if numbering.labels[item.label]?.word != nil { return item.word }
    let name = words.word(for: item.kind).name
    if let own = words.own[name + Words.several] { return own }
    return words.own[name] ?? words.own[name + Words.prefix] == nil ? several.several(item.kind, one: item.word) : item.word
  }

  /// Numbers by their parts: 2.10 after 2.9.
  private static func key(_ number: String?) -> String {
    (number ?? "").split(separator: ".").map { part in
      DocumentNumber.whole(part, in: 0...99_999).map { String($0 + 100_000) } ?? String(part)
    }.joined(separator: ".")
  }

  /// True if a number is the next one: 2.3 after 2.2, 4b after 4a.
  private static func follows(_ first: String?, _ second: String?) -> Bool {
    guard let first, let second, first != second else { return false }
    let (a, b) = (first.split(separator: "."), second.split(separator: "."))
    guard a.count == b.count, a.dropLast() == b.dropLast(), let last = a.last, let next = b.last else { return false }
    if let one = DocumentNumber.whole(last), let two = DocumentNumber.whole(next) { return two == one + 1 }
    guard last.dropLast() == next.dropLast(), let one = last.unicodeScalars.last, let two = next.unicodeScalars.last else { return false }
    return two.value == one.value + 1
  }
}

extension InlineStyling {
  /// References to labels with commas between them.
  mutating func append(referencesTo labels: String, isRange: Bool, at span: SourceSpan, _ style: TextStyle) {
    let names = labels.split(separator: ",").map { $0.trimmed() }.filter { !$0.isEmpty }
    guard names.count > 1 else {
      if let only = names.first { appendOne(only, at: span, style) }
      return
    }
    for piece in ReferenceGroups(names, isRange: isRange, numbering, words).pieces {
      switch piece {
      case .text(let words): append(words, style)
      case .number(let number, let label): append(link: number, to: label, style)
      case .equation(let label): attachFormula("\\eqref{\(label)}", span, colored(asLink: style))
      case .unknown(let label): append(referenceTo: label, at: span, style, isBare: numbering.elsewhere[label] == nil)
      }
    }
  }

  /// One label of any name: `\cref{x}`.
  private mutating func appendOne(_ label: String, at span: SourceSpan, _ style: TextStyle) {
    if numbering.labels[label] != nil { return append(referenceTo: label, at: span, style) }
    if numbering.destination(of: label) != nil, !label.hasPrefix("eq") { return append(referenceTo: label, at: span, style) }
    if numbering.elsewhere[label] != nil { return append(referenceTo: label, at: span, style) }
    // `thm:x` may be a formula's label, too.
    let isFormula =
      !CrossReferenceLabel.isOfTheorem(label) || numbering.equationLabels.contains(label) || facts.formulaLabels.contains(label)
    if CrossReferenceLabel.isOfNoEquation(label) || !isFormula {
      return append(referenceTo: label, at: span, style, isBare: true)
    }
    // Labels of equations have any name; the formulas say if there is none.
    if !words.equation.isEmpty { append(words.equation + "\u{A0}", colored(asLink: style)) }
    attachFormula("\\eqref{\(label)}", span, colored(asLink: style))
  }
}

extension Tree {
  /// What `\label{…}` names in formulas.
  func labelsInFormulas() -> Set<String> {
    var labels: Set<String> = []
    for node in nodes {
      switch node.kind {
      case .math(let span), .mathBlock(let span): labels.formUnion(span.labels.lazy.map(\.name))
      default: break
      }
    }
    return labels
  }
}

extension Numbering {
  /// What `\eqref{x}` and `\ref{x}` name in another file of the work.
  func elsewhere(ofLaTeX tex: String, _ words: Words) -> String? {
    if tex.hasPrefix("\\eqref{") { return elsewhere[String(tex.dropFirst(7).dropLast())] }
    guard tex.hasPrefix("\\ref{"), case let label = String(tex.dropFirst(5).dropLast()), labels[label] == nil else { return nil }
    return elsewhere[label].map { words.withoutWord($0) }
  }
}
