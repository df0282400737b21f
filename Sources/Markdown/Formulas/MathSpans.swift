import TypesetBytes
import TypesetDiagnostics

/// A Markdown text from which the formulas are taken out: characters that mean nothing to Markdown represent them.
///
/// A formula becomes U+FDD0, its number in digits U+FDE0…U+FDEF, U+FDD1. These noncharacters are for a program's inner use
/// (The Unicode Standard, 23.7) and letters to Markdown, so emphasis right beside a formula works; those that the author's own text
/// has become U+FFFD.
struct MathSpans {
  /// What the Markdown parser reads.
  private(set) var bytes: [UInt8] = []
  private(set) var formulas: [MathSpan] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The blocks that quotes with a `SpecialBlock.marker` represent.
  private(set) var specials: [SpecialBlock] = []

  /// How the document writes formulas; nil without text.
  private(set) var forms: FormulaForms?
  /// What it shows of that; nil where other blocks decide how a block is read.
  private(set) var evidence: DocumentForms?

  /// Labels of the footnotes that are defined, in brackets, as ranges of the author's text.
  private(set) var notes: [Range<Int>] = []

  /// Sizes after the addresses of images, by where these begin in the author's text.
  private(set) var imageSizes: [Int: Attributes] = [:]

  /// The lists of attributes among the formulas, by their numbers.
  private(set) var attributes: [Int: Attributes] = [:]

  /// The numbers of pandoc's examples by their labels, and the markers of its lists by where their items begin.
  private(set) var examples: [String: Int] = [:]
  private(set) var markers: [Int: String] = [:]

  /// kramdown's definitions of attributes, by their names.
  private(set) var attributeLists: [String: Attributes] = [:]

  /// Where `\cite{key}` is first shown by its key.
  private(set) var firstCitation: SourceSpan?

  /// True if there are letters that represent nothing.
  private var hasLetters = false

  /// True if the text is the author's own.
  var areEmpty: Bool { formulas.isEmpty && !hasLetters }

  /// Pieces of `bytes` and where they come from, in order.
  private var pieces: [Piece] = []

  private struct Piece {
    var start: Int
    var source: Int
    /// Represents a formula: every offset in it maps to the formula's beginning.
    var isFormula: Bool
  }

  /// Spans of no text.
  init() {}

  /// - Parameters:
  ///   - start: Where Markdown begins, after the front matter.
  ///   - findsMath: False leaves the text as it is.
  ///   - readsExtensions: False leaves all blocks as they are.
  ///   - directives: The names that make `@Name` a directive.
  ///   - forms: How the document writes formulas, if that was decided before; nil to decide by the whole text.
  ///   - cites: True if `\cite` cites a work of the document's bibliography.
  init(
    _ source: [UInt8], from start: Int, findsMath: Bool, readsExtensions: Bool, directives: Set<String> = [], forms: FormulaForms? = nil,
    dialect: Dialect = .general, cites: Bool = false, budget: Budget = Budget()
  ) {
    var scanner = BlockScanner(
      source, from: start, readsExtensions: readsExtensions, directives: directives, forms: forms,
      dialect: readsExtensions ? dialect : dialect.without(.pandocBlocks))
    scanner.findings.cites = cites
    scanner.findings.budget = budget
    scanner.scan()
    let findings = scanner.findings
    diagnostics.reserveCapacity(findings.diagnostics.count)
    bytes.reserveCapacity(source.count - start)
    formulas.reserveCapacity(findings.formulas.count)
    specials = findings.specials
    self.forms = findings.forms
    evidence = findings.hasDocumenterBlock || specials.contains(where: \.isOfMyST) ? nil : findings.evidence
    (examples, markers) = (findings.examples, findings.markers)
    attributeLists = findings.attributeLists
    firstCitation = findings.firstCommandCitation(in: source)
    if !examples.isEmpty || !attributeLists.isEmpty { evidence = nil }
    if !findings.headings.isEmpty, case let labels = HeadingReferences.labels(in: source, from: start), !labels.used.isEmpty {
      // pandoc: a heading's words in brackets lead to it, however far it is.
      evidence = nil
      pieces.append(Piece(start: 0, source: start, isFormula: true))
      bytes += HeadingReferences.definitions(of: findings.headings, in: source, labels)
    }
    if !budget.isStopped { write(findings, of: source, from: start, findsMath: findsMath) }
    if let foreign {
      diagnostics.append(
        Diagnostic(
          .warning, "source.encoding", at: SourceSpan(foreign.first, foreign.first + 1),
          foreign.count == 1 ? "a byte is not valid UTF-8" : "\(foreign.count) bytes are not valid UTF-8",
          hint: "save the file as UTF-8; each such byte is shown as \u{FFFD}"))
    }
    if let controls {
      diagnostics.append(
        Diagnostic(
          .note, "source.control", at: SourceSpan(controls.first, controls.first + 1),
          controls.count == 1 ? "a control character is left out" : "\(controls.count) control characters are left out",
          hint: "a terminal's colours are not shown; save its output as plain text"))
    }
  }

  /// The texts around the one that is written, and what the parser reads before their lines; the outermost first.
  private var texts: [BlockText] = []
  private var linePrefix: [UInt8] = []

  /// The author's position of one in the text that is written.
  private func outer(_ position: Int) -> Int { texts.reversed().reduce(position) { $1.source($0) } }

  private func outer(_ range: Range<Int>) -> Range<Int> {
    texts.reversed().reduce(range) { range, text in
      range.isEmpty ? text.source(range.lowerBound)..<text.source(range.lowerBound) : text.source(range)
    }
  }

  private func outer(_ formula: MathSpan) -> MathSpan {
    guard !texts.isEmpty else { return formula }
    var formula = formula
    let range = outer(Int(formula.span.start)..<Int(formula.span.end))
    formula.span = SourceSpan(range.lowerBound, range.upperBound)
    formula.origins = formula.origins.map { MathSpan.Origin(body: Int($0.body), source: outer(Int($0.source))) }
    return formula
  }

  /// Writes what the parser reads for a text.
  private mutating func write(_ findings: Findings, of source: [UInt8], from start: Int, findsMath: Bool) {
    let found = findsMath ? findings.formulas : findings.formulas.filter(\.isAttributes)
    for diagnostic in findings.diagnostics where findsMath || !diagnostic.code.hasPrefix("math.") {
      var diagnostic = diagnostic
      if !texts.isEmpty, let span = diagnostic.span {
        let range = outer(Int(span.start)..<Int(span.end))
        diagnostic.span = SourceSpan(range.lowerBound, range.upperBound)
      }
      diagnostics.append(diagnostic)
    }
    notes += texts.isEmpty ? findings.notes : findings.notes.map { outer($0) }
    for size in findings.imageSizes { imageSizes[outer(size.start)] = size.attributes }
    var position = start
    var all = findings.edits
    if !findings.letters.isEmpty {
      hasLetters = true
      all += findings.letters.map { Edit(range: $0, text: EastAsianEmphasis.letter) }
    }
    if zip(all, all.dropFirst()).contains(where: { $0.range.lowerBound > $1.range.lowerBound }) {
      all = all.enumerated().sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }.map(\.element)
    }
    var edits = all[...]
    /// Where the last inner text ends; what is written after it is there, too.
    var innerEnd: Int?
    /// Applies the edits up to a position; those within a formula are dropped with it.
    func rewrite(upTo end: Int) {
      while let edit = edits.first, edit.range.lowerBound <= end {
        edits = edits.dropFirst()
        guard edit.range.lowerBound >= position else { continue }
        append(source[position..<edit.range.lowerBound], at: position)
        pieces.append(Piece(start: bytes.count, source: outer(innerEnd ?? edit.range.lowerBound), isFormula: true))
        appendWritten(edit.text)
        innerEnd = nil
        if let number = edit.inner {
          write(findings.inner[number], findsMath: findsMath)
          innerEnd = findings.inner[number].text.lines.last?.source.upperBound
        }
        position = edit.range.upperBound
      }
    }
    for item in found where item.range.lowerBound >= position {
      rewrite(upTo: item.range.lowerBound)
      guard item.range.lowerBound >= position else { continue }
      append(source[position..<item.range.lowerBound], at: position)
      pieces.append(Piece(start: bytes.count, source: outer(item.range.lowerBound), isFormula: true))
      bytes += Self.placeholder(formulas.count)
      if case .attributes(let list) = item.form { attributes[formulas.count] = list }
      formulas.append(outer(item.math))
      position = item.range.upperBound
    }
    rewrite(upTo: source.count)
    append(source[min(position, source.count)...], at: position)
  }

  /// Writes what the parser reads for the text of a cell.
  private mutating func write(_ inner: InnerText, findsMath: Bool) {
    let outerPrefix = linePrefix
    texts.append(inner.text)
    linePrefix += inner.prefix
    write(inner.findings, of: inner.text.bytes, from: 0, findsMath: findsMath)
    linePrefix = outerPrefix
    texts.removeLast()
  }

  /// Adds bytes that the author did not write.
  private mutating func appendWritten(_ text: [UInt8]) {
    guard !linePrefix.isEmpty else { return bytes += text }
    for byte in text {
      bytes.append(byte)
      if byte == ASCII.newline { bytes += linePrefix }
    }
  }

  /// Bytes that are not text: the first, and their number.
  private var foreign: (first: Int, count: Int)?
  /// Control characters that no text has: the first, and how many.
  private var controls: (first: Int, count: Int)?

  /// Adds text, U+FFFD for each byte that is not UTF-8 and for each NUL, and nothing for other control characters.
  private mutating func append(_ text: ArraySlice<UInt8>, at source: Int) {
    var clean = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let length = Self.scalarLength(in: text, at: index)
      if length == 0 {
        appendClean(text[clean..<index], at: source + clean - text.startIndex)
        let place = outer(source + index - text.startIndex)
        let skipped = TerminalControls.length(in: text, at: index)
        if skipped > 0 {
          controls = (controls?.first ?? place, (controls?.count ?? 0) + 1)
        } else {
          pieces.append(Piece(start: bytes.count, source: place, isFormula: true))
          bytes += [0xEF, 0xBF, 0xBD]
          foreign = (foreign?.first ?? place, (foreign?.count ?? 0) + 1)
        }
        index = min(index + max(skipped, 1), text.endIndex)
        clean = index
        continue
      }
      index += length
    }
    appendClean(text[clean...], at: source + clean - text.startIndex)
  }

  /// The number of bytes of the character at an index; 0 for an invalid one (The Unicode Standard, table 3-7), or a control character.
  private static func scalarLength(in text: ArraySlice<UInt8>, at index: Int) -> Int {
    let lead = text[index]
    if lead < 0x80 { return lead < 0x20 && TerminalControls.isControl(lead) || lead == 0x7F ? 0 : 1 }
    guard lead >= 0xC2, lead <= 0xF4 else { return 0 }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= text.endIndex else { return 0 }
    for later in index + 1..<index + length where text[later] & 0xC0 != 0x80 { return 0 }
    let second = text[index + 1]
    switch lead {
    case 0xE0: return second >= 0xA0 ? length : 0
    case 0xED: return second < 0xA0 ? length : 0
    case 0xF0: return second >= 0x90 ? length : 0
    case 0xF4: return second < 0x90 ? length : 0
    default: return length
    }
  }

  private mutating func appendClean(_ text: ArraySlice<UInt8>, at source: Int) {
    guard !text.isEmpty else { return }
    let start = bytes.count
    if texts.isEmpty {
      pieces.append(Piece(start: start, source: source, isFormula: false))
      bytes += text
    } else {
      appendLines(text, at: source)
    }
    // U+FDD0…U+FDEF is EF B7 90…AF.
    var index = start
    while index + 2 < bytes.count {
      if bytes[index] == 0xEF, bytes[index + 1] == 0xB7, bytes[index + 2] >= 0x90, bytes[index + 2] <= 0xAF {
        (bytes[index], bytes[index + 1], bytes[index + 2]) = (0xEF, 0xBF, 0xBD)
      }
      index += 1
    }
  }

  /// Adds text of a cell, with the prefix of each further line.
  private mutating func appendLines(_ text: ArraySlice<UInt8>, at source: Int) {
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: ASCII.newline).map { $0 + 1 } ?? text.endIndex
      pieces.append(Piece(start: bytes.count, source: outer(source + start - text.startIndex), isFormula: false))
      bytes += text[start..<end]
      if text[end - 1] == ASCII.newline {
        pieces.append(Piece(start: bytes.count, source: outer(source + end - text.startIndex), isFormula: true))
        bytes += linePrefix
      }
      start = end
    }
  }

  static func placeholder(_ number: Int) -> [UInt8] {
    var out: [UInt8] = [0xEF, 0xB7, 0x90]
    for digit in String(number, radix: 16).utf8 {
      let value = ASCII.isDigit(digit) ? digit - 0x30 : digit - 0x61 + 10
      out += [0xEF, 0xB7, 0xA0 + value]
    }
    return out + [0xEF, 0xB7, 0x91]
  }

  /// The position in the author's text of an offset in `bytes`.
  func source(of offset: Int) -> Int {
    guard !pieces.isEmpty else { return offset }
    let piece = piece(at: offset)
    return piece.isFormula ? piece.source : piece.source + max(0, offset - piece.start)
  }

  /// The last piece that begins at or before an offset; there must be pieces.
  private func piece(at offset: Int) -> Piece { pieces[max(0, pieces.partitioningIndex { $0.start > offset } - 1)] }

  /// The end in the author's text of what ends at an offset in `bytes`: a formula right after is not part of it.
  func source(ofEnd offset: Int) -> Int {
    guard offset > 0, !pieces.isEmpty else { return source(of: offset) }
    let piece = piece(at: offset - 1)
    return piece.isFormula ? source(of: offset) : piece.source + offset - piece.start
  }

  /// One piece of a text that the parser gave back.
  enum Part {
    case text(ArraySlice<UInt8>)
    case formula(Int)
  }

  /// Text and formulas, in order.
  func parts(of text: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var start = 0
    var index = 0
    func addText(_ end: Int) {
      if end > start { parts.append(.text(text[start..<end])) }
    }
    while index < text.count {
      if hasLetters, text[index] == 0xEF, text[index...].starts(with: EastAsianEmphasis.letter) {
        addText(index)
        index += 3
        start = index
        continue
      }
      guard text[index] == 0xEF, index + 5 < text.count, text[index + 1] == 0xB7 && text[index + 2] == 0x90 else {
        index += 1
        continue
      }
      var number = 0
      var end = index + 3
      while end + 2 < text.count && text[end] == 0xEF && text[end + 1] == 0xB7 && text[end + 2] >= 0xA0 {
        number = number << 4 | Int(text[end + 2] - 0xA0)
        end += 3
      }
      addText(index)
      if number < formulas.count { parts.append(.formula(number)) }
      end = min(end + 3, text.count)
      start = end
      index = end
    }
    addText(text.count)
    return parts
  }

  /// The author's own text where formulas can't be shown: in code, HTML, addresses.
  func restored(_ text: [UInt8], from source: [UInt8]) -> String {
    if areEmpty { return String(decoding: text, as: UTF8.self) }
    return parts(of: text).reduce(into: "") { out, part in
      switch part {
      case .text(let text): out += String(decoding: text, as: UTF8.self)
      case .formula(let number):
        out += String(decoding: source[formulas[number].span.range(within: source.count)], as: UTF8.self)
      }
    }
  }
}
