import TypesetBoxes
public import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

extension InlineStyling {
  /// `@fig-x`: the number of what the label names, in the document's language, as a link. Equations are resolved with the formulas.
  ///
  /// - Parameter isBare: True if the author has written the word before the number, so that a label is none that can be read in its place.
  mutating func append(referenceTo label: String, at span: SourceSpan, _ style: TextStyle, isBare: Bool = false) {
    if label.hasPrefix("-") {
      append(bareReferenceTo: String(label.dropFirst()), at: span, style)
      return
    }
    // pandoc-crossref: `[@fig:a; @fig:b; @fig:c]` is one reference to all.
    if label.contains(","), numbering.labels[label] == nil { return append(referencesTo: label, isRange: false, at: span, style) }
    if let found = numbering.labels[label] {
      append(link: words.reference(to: found, after: gathered.lastWord), to: label, style)
      return
    }
    // pandoc-crossref's `autoSectionLabels`.
    if label.hasPrefix("sec:"), case let heading = String(label.dropFirst(4)), numbering.labels[heading] != nil {
      append(referenceTo: heading, at: span, style)
      return
    }
    // Chinese and Japanese continue without a space: `如@fig-x所示。`
    let (known, rest) = divided(label)
    if !rest.isEmpty {
      append(referenceTo: known, at: span, style)
      append(rest, style)
      return
    }
    let kind = String(label.prefix { $0 != "-" && $0 != ":" })
    let isEquation = label.hasPrefix("eq") || numbering.equationLabels.contains(label)
    if !isEquation, let place = numbering.destination(of: label) {
      // By a label in other case, with which LaTeX and bookdown's `\@ref` would find nothing.
      let found = numbering.labels[place].map { isBare ? $0.number ?? $0.title : words.reference(to: $0, after: gathered.lastWord) }
      if isBare, found != nil { reportUnknown(label, isRole: false, at: span) }
      return append(link: found ?? label, to: place, style)
    }
    if numbering.isWork, let (title, place) = numbering.chapter(at: label, from: span) {
      append(link: title, to: place, style)
      return
    }
    if let found = numbering.elsewhere[label] {
      append(isBare ? words.withoutWord(found) : words.unsaid(found, after: gathered.lastWord), style)
      return
    }
    // A page's path, as roles and links without words have it.
    if label.contains("/") || label.hasSuffix(".md") || label.hasSuffix(".ipynb"), !CrossReferenceLabel.kinds.contains(kind) {
      let isFile = label.hasSuffix(".md") || label.hasSuffix(".ipynb")
      let name = label.split(separator: "/").last ?? label[...]
      append(isFile ? String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]) : label, style)
      return
    }
    if CrossReferenceLabel.ambiguous.contains(kind) {
      append("@" + label, style)
      return
    }
    if isGrowing, !isEquation {
      append("…", style)
      return
    }
    if isBare, !isEquation { return reportBroken(label, at: span, style, shown: label) }
    guard isEquation else {
      // Labels of roles are written without the sign, and often are in another file.
      let isRole = !CrossReferenceLabel.kinds.contains(kind)
      reportUnknown(label, isRole: isRole, at: span)
      var broken = style.applying(theme[isRole ? .inlineCode : .error], families: theme.families)
      if isRole { (broken.isCode, broken.isHyphenated) = (true, false) } else { broken.size = style.size }
      append(isRole ? label : "@" + label, broken)
      return
    }
    let inner = colored(asLink: style)
    if !words.equation.isEmpty, !words.isSaid(words.equation, by: gathered.lastWord) { append(words.equation + "\u{A0}", inner) }
    attachFormula("\\eqref{\(label)}", span, inner)
  }

  /// `\subref{fig:x}`: the letter of a part alone.
  mutating func append(partOf label: String, at span: SourceSpan, _ style: TextStyle) {
    guard let found = numbering.labels[label] else { return reportBroken(label, at: span, style) }
    append(link: found.part ?? found.number ?? found.title, to: label, style)
  }

  /// `\pageref{sec:x}`: the number of the page on which something is.
  mutating func append(pageOf label: String, at span: SourceSpan, _ style: TextStyle) {
    guard let place = numbering.destination(of: label) else { return reportBroken(label, at: span, style) }
    append(pageWith: place, style)
  }

  mutating func append(pageWith place: String, _ style: TextStyle) {
    guard !isGrowing else { return append("…", style) }
    facts.showsPages = true
    var inner = colored(asLink: style)
    inner.link = "#" + place
    attach(.field(.page(of: place), inner), inner)
  }

  private mutating func reportBroken(_ label: String, at span: SourceSpan, _ style: TextStyle, shown: String = "??") {
    guard !isGrowing else { return append("…", style) }
    reportUnknown(label, isRole: !CrossReferenceLabel.kinds.contains(String(label.prefix { $0 != "-" && $0 != ":" })), at: span)
    append(shown, style.applying(theme[.error], families: theme.families))
  }

  mutating func reportUnknown(_ label: String, isRole: Bool, at span: SourceSpan) {
    let near = diagnostics.count >= 20 ? nil : numbering.nearestLabel(to: label)
    diagnostics.append(.unknownLabel(label, near: near, isRole: isRole, at: span))
  }

  /// `[-@fig-x]`: the number alone.
  private mutating func append(bareReferenceTo label: String, at span: SourceSpan, _ style: TextStyle) {
    if let found = numbering.labels[label] {
      append(link: found.number ?? found.title, to: label, style)
    } else if label.hasPrefix("eq"), numbering.elsewhere[label] == nil {
      attachFormula("\\eqref{\(label)}", span, colored(asLink: style))
    } else if label.hasPrefix("fig:fig-") || label.hasPrefix("tab:tbl-"), case let cell = String(label.dropFirst(4)),
      let found = numbering.labels[cell]
    {
      // bookdown's `\@ref(fig:fig-x)`: the cell is called `fig-x`, as Quarto's labels are.
      append(link: found.number ?? found.title, to: cell, style)
    } else {
      append(referenceTo: label, at: span, style, isBare: true)
    }
  }

  /// A label and the text after it that does not belong to it: all from its first character that is not ASCII, unless a longer label is
  /// known.
  private func divided(_ label: String) -> (label: String, rest: String) {
    guard label.utf8.contains(where: { $0 >= 0x80 }) else { return (label, "") }
    var known = label
    var rest = ""
    while let last = known.last, !last.isASCII, numbering.labels[known] == nil {
      rest = String(last) + rest
      known.removeLast()
    }
    if numbering.labels[known] != nil { return (known, rest) }
    let plain = String(label.prefix { $0.isASCII })
    return (plain, String(label.dropFirst(plain.count)))
  }

  /// `\ref{…}` to something other than an equation: its number alone.
  ///
  /// - Returns: False if it is a formula after all.
  mutating func append(latexReference span: MathSpan, _ style: TextStyle) -> Bool {
    guard span.tex.hasSuffix("}") else { return false }
    if !numbering.elsewhere.isEmpty, let found = numbering.elsewhere(ofLaTeX: span.tex, words) {
      append(found, style)
      return true
    }
    guard span.tex.hasPrefix("\\ref{") else { return false }
    let label = String(span.tex.dropFirst(5).dropLast())
    guard let found = numbering.labels[label] else { return false }
    append(link: found.number ?? found.title, to: label, style)
    return true
  }

  /// True if a link to an address is permitted; others are reported.
  mutating func mayLead(to address: String, at span: SourceSpan) -> Bool {
    guard !links.allows(address), !numbering.hasPlace(at: address, from: span) else { return true }
    diagnostics.append(.refusedLink(to: address, at: span))
    return false
  }

  /// Where a link leads: within the document where it names one of its places or files. One that leads nowhere is reported.
  mutating func destination(ofLink address: String, at span: SourceSpan) -> String {
    guard let hash = address.utf8.firstIndex(of: UInt8(ascii: "#")) else {
      return destination(ofFile: address, named: nil, at: span) ?? address
    }
    let name = String(address[address.utf8.index(after: hash)...])
    guard hash > address.startIndex else { return name.isEmpty ? address : destination(named: name, at: span) ?? address }
    return destination(ofFile: String(address[..<hash]), named: name, at: span) ?? address
  }

  /// A link to a file that is part of this document.
  private mutating func destination(ofFile path: String, named name: String?, at span: SourceSpan) -> String? {
    let name = name.flatMap { $0.isEmpty ? nil : percentDecoded($0) }
    switch numbering.place(inFile: path, named: name, from: span) {
    case .found(let found)?: return "#" + found
    case .missing?:
      if let name { reportDead(name, at: span) }
      return nil
    case nil: return nil
    }
  }

  private mutating func destination(named name: String, at span: SourceSpan) -> String? {
    if let found = numbering.place(named: name, from: span) { return "#" + found }
    // In another file of the work, which is not here.
    if numbering.elsewhere[name] == nil { reportDead(name, at: span) }
    return nil
  }

  /// True if a link to a name leads to a place in this document.
  func leadsSomewhere(_ address: String, at span: SourceSpan) -> Bool {
    let name = String(address.dropFirst())
    var anchors = HeadingAnchors()
    return numbering.destination(of: name, from: span) != nil || numbering.destination(of: anchors.anchor(for: name), from: span) != nil
  }

  private mutating func reportDead(_ name: String, at span: SourceSpan) {
    let hint = diagnostics.count >= 20 ? nil : numbering.nearestDestination(to: name).map { "did you mean #\($0)?" }
    let gathered = Diagnostic.Gathered(opening: "unknown link targets: ", items: ["#\(name)"], hasOwnHint: true)
    diagnostics.append(Diagnostic(.warning, "link.dead-anchor", at: span, "unknown link target #\(name)", hint: hint, gathered: gathered))
  }

  /// The looks of a link for a formula that is a reference: `\eqref{…}`.
  func colored(asLink style: TextStyle) -> TextStyle {
    let link = style.applying(theme[.link], families: theme.families)
    var style = style
    style.color = link.color
    style.underline = link.underline
    return style
  }

  mutating func append(link text: String, to label: String, _ style: TextStyle) {
    var inner = style.applying(theme[.link], families: theme.families)
    inner.link = "#" + (numbering.labels[label]?.place ?? label)
    inner.isHyphenated = false
    // A heading of kilobytes would stand at each reference.
    append(text.utf8.count > 2_048 ? text.prefix(512) + "…" : text, inner)
  }

  mutating func attachFormula(_ tex: String, _ span: SourceSpan, _ style: TextStyle) {
    let math = MathSpan(tex: tex, isDisplay: false, span: span, origins: [MathSpan.Origin(body: 0, source: Int(span.start))])
    attach(.math(math, style), style)
  }
}

extension Words {
  /// `Figure 3`, in the language's order; the number alone where the author has written the word.
  package func reference(to label: Numbering.Label, after written: Substring = "") -> String {
    guard let number = label.number else { return label.title }
    let (name, usual) = word(for: label.kind)
    let isTheorem = if case .theorem = label.kind { true } else { false }
    let word = (isTheorem ? label.word : nil) ?? own[name + Self.prefix] ?? usual
    if word.isEmpty { return number }
    if isSaid(word, by: written) { return number }
    // Chinese and Japanese put the ordinal around chapters and sections.
    if word == "章" || word == "节" || word == "節" { return "第\u{2009}\(number)\u{2009}\(word)" }
    return word + (own[name + Self.joint] ?? "\u{A0}") + number
  }

  /// The name and the word of a kind.
  func word(for kind: Numbering.Kind) -> (name: String, word: String) {
    switch kind {
    case .figure: ("figure", figure)
    case .table: ("table", table)
    case .section: ("section", section)
    case .chapter: ("chapter", chapter)
    case .appendix: ("appendix", appendix)
    case .listing: ("listing", listing)
    case .equation: ("equation", equation)
    case .line: ("line", ReferenceWords(language: language).line)
    case .theorem(let kind): (kind, own[kind] ?? TheoremWords.word(for: kind, language: language))
    }
  }

  /// True if the word before a reference is its own: "Figure", "figures", "Fig.", "Eqs.".
  func isSaid(_ word: String, by written: Substring) -> Bool {
    // "(Figure @fig:x)": the bracket before a word is none of it.
    let (word, said) = (word.lowercased(), String(written.drop { "([{“„«\"'".contains($0) }).lowercased())
    if said == word || said == word + "s" { return true }
    guard said.last == ".", case let short = said.dropLast(said.hasSuffix("s.") ? 2 : 1), short.count >= 2 else { return false }
    return word.hasPrefix(short)
  }

  /// A name and a number without the name where it has been said: "see Figure \@ref(fig:x)".
  func unsaid(_ found: String, after written: Substring) -> String {
    // `(1, Title)`: an equation has its word here as where it is.
    if found.hasPrefix("("), !equation.isEmpty { return isSaid(equation, by: written) ? found : equation + "\u{A0}" + found }
    return isSaid(String(found.prefix { $0 != "\u{A0}" }), by: written) ? withoutWord(found) : found
  }

  /// `Figure 1 (Title)` without its first word; a title alone as it is.
  func withoutWord(_ found: String) -> String {
    let word = found.prefix { $0 != "\u{A0}" }
    return word.count < found.count ? String(found.dropFirst(word.count + 1)) : found
  }

  /// The beginning of a caption: `Figure 3. `.
  func caption(_ kind: Numbering.Kind, _ number: String) -> String {
    let (name, word) = kind == .table ? ("table", table) : kind == .listing ? ("listing", listing) : ("figure", figure)
    guard let form = own[name + Self.template] else { return word + "\u{A0}" + number + "." }
    return form.replacing(Self.titleMark, with: word).replacing(Self.numberMark, with: number)
  }
}

extension Diagnostic {
  /// Reports a link that is removed while its text is kept.
  public static func refusedLink(to address: String, at span: SourceSpan?) -> Diagnostic {
    let short = address.utf8.count <= 60 ? address : address.prefix(60) + "…"
    let (message, hint) = LinkPolicy.refusal(of: address)
    return Diagnostic(
      .warning, "policy.link", at: span, message, hint: hint, gathered: Gathered(opening: "links are left out: ", items: [short]))
  }

  /// Reports links that were removed from pages and are not told at their places: those of pictures.
  ///
  /// - Parameter told: What is said of the document already.
  public static func refusedLinks(to addresses: [String], besides told: [Diagnostic]) -> [Diagnostic] {
    guard !addresses.isEmpty else { return [] }
    let known = Set(told.lazy.filter { $0.code == "policy.link" }.map(\.message))
    return addresses.map { refusedLink(to: $0, at: nil) }.filter { !known.contains($0.message) }
  }
}

extension Diagnostic {
  fileprivate static func unknownLabel(_ label: String, near: String?, isRole: Bool, at span: SourceSpan) -> Diagnostic {
    let thing = CrossReferenceLabel.named(by: label) ?? "a figure"
    let hint = isRole ? "labels in other files are known only if the files are typeset together" : "label \(thing) with {#\(label)}"
    let gathered = Gathered(opening: "unknown labels: ", items: ["\"\(label)\""], hasOwnHint: near != nil || !isRole)
    return Diagnostic(
      .warning, "reference.unknown", at: span, "unknown label \"\(label)\"", hint: near.map { "did you mean @\($0)?" } ?? hint,
      gathered: gathered)
  }
}
