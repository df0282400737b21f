/// A problem in the author's text, in the author's terms.
public struct Diagnostic: Hashable, Codable, Sendable {
  /// How severe it is.
  public enum Severity: String, Codable, Sendable, Comparable {
    /// Worth knowing; `--strict` does not count it.
    case note
    case warning, error

    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }

    /// True if the first is less severe.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
  }

  /// How severe it is.
  public var severity: Severity
  /// Stable, lower case, subject first: `math.unknown-command`.
  public var code: String
  /// The place in the source; nil for problems without a place, such as problems with options and fonts.
  public var span: SourceSpan?
  /// The place in the text as its author wrote it (`Source.written`), if that part is no longer in the source.
  package var writtenSpan: SourceSpan?
  /// One sentence, without a full stop, that begins in lower case.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// How it is combined with others of its kind.
  public var gathered: Gathered?
  /// The place in a file that is not part of the document, such as a theme; `span` is then nil.
  public var elsewhere: Elsewhere?

  /// A place in a file other than the document, with the line as it is shown.
  public struct Elsewhere: Hashable, Codable, Sendable {
    /// Where it is.
    public var position: Source.Position
    var text: String
    var mark: String
  }

  /// The same with its place in a file that is not part of the document.
  ///
  /// - Parameter source: The file in which the diagnostic's span is.
  public func outsideDocument(in source: Source) -> Diagnostic {
    guard let span else { return self }
    let excerpt = Excerpt(of: source, line: source.line(at: Int(span.start)), span: span.range(within: source.bytes.count))
    var other = self
    other.elsewhere = Elsewhere(position: source.position(of: Int(span.start)), text: excerpt.text, mark: excerpt.mark)
    other.span = nil
    return other
  }

  /// Faults of many things in one sentence: *no font has* `中 (U+4E2D), 文 (U+6587)`.
  public struct Gathered: Hashable, Codable, Sendable {
    /// The beginning of the sentence; diagnostics with the same code and opening are combined.
    public var opening: String
    /// The items that are listed after the opening.
    public var items: [String]
    /// True if each item has its own hint: *#abuot (did you mean #about?)*.
    public var hasOwnHint = false

    /// - Parameters:
    ///   - opening: What all items have in common: `unknown commands: `.
    ///   - items: The things that are listed, in order.
    ///   - hasOwnHint: True if each diagnostic keeps its own hint.
    public init(opening: String, items: [String], hasOwnHint: Bool = false) {
      self.opening = opening
      self.items = items
      self.hasOwnHint = hasOwnHint
    }
  }

  /// - Parameters:
  ///   - severity: How grave it is.
  ///   - code: Stable: `math.unknown-command`.
  ///   - span: Where it is in the source; nil for no particular place.
  ///   - message: One sentence, without a full stop.
  ///   - hint: What to do about it.
  ///   - gathered: How several of its kind are reported in one diagnostic; nil reports each.
  public init(
    _ severity: Severity, _ code: String, at span: SourceSpan?, _ message: String, hint: String? = nil, gathered: Gathered? = nil
  ) {
    self.severity = severity
    self.code = code
    self.span = span
    self.message = message
    self.hint = hint
    self.gathered = gathered
  }

  /// The message as a terminal shows it: `file:line:column: severity: message [code]`, the line, a mark below the
  /// offending text, the hint.
  public func rendered(in source: Source) -> String {
    let shown = elsewhere == nil ? placed(in: source) : self
    guard let excerpt = shown.elsewhere else {
      return "mdtypeset: \(severity.rawValue): \(message.inOneLine) [\(code)]\n" + hintLine
    }
    let place = excerpt.position
    var out = "\(place.file.inOneLine):\(place.line):\(place.column): \(severity.rawValue): \(message.inOneLine) [\(code)]\n"
    let number = String(place.line)
    let margin = String(repeating: " ", count: max(6, number.count + 1))
    out += String(repeating: " ", count: max(0, 5 - number.count)) + number + " | " + excerpt.text + "\n"
    out += margin + "| " + excerpt.mark + "\n"
    return out + hintLine
  }

  /// The same, with the place and the line that are shown.
  private func placed(in source: Source) -> Diagnostic {
    guard let written = source.written, let place = writtenSpan ?? changedSpan(in: source, from: written) else {
      return outsideDocument(in: source)
    }
    var copy = self
    copy.span = place
    return copy.outsideDocument(in: written)
  }

  /// The place in the author's text where its line is another one than in the source; nil where both are alike.
  private func changedSpan(in source: Source, from written: Source) -> SourceSpan? {
    guard let span, let start = written.offset(of: source.position(of: Int(span.start))) else { return nil }
    let (own, line) = (source.line(at: Int(span.start)), written.line(at: start))
    guard !source.bytes[own].elementsEqual(written.bytes[line]) else { return nil }
    // The words that are meant may be in both.
    let words = source.bytes[span.range(within: source.bytes.count)]
    if !words.isEmpty, start + words.count <= line.upperBound, words.elementsEqual(written.bytes[start..<start + words.count]) {
      return SourceSpan(start, start + words.count)
    }
    return SourceSpan(start, max(start, line.upperBound))
  }

  /// Its file, line and column; nil for a diagnostic without a place.
  public func position(in source: Source) -> Source.Position? {
    if let writtenSpan, let written = source.written { return written.position(of: Int(writtenSpan.start)) }
    return span.map { source.position(of: Int($0.start)) }
  }

  private var hintLine: String { hint.map { "   hint: \($0.inOneLine)\n" } ?? "" }
}

extension Unicode.Scalar {
  /// False for what moves a terminal's cursor or changes its state (ECMA-48: C0, DEL and C1), and for what reorders other text or breaks
  /// lines (UAX #9: the bidi controls; U+2028, U+2029).
  package var isShown: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}

extension String {
  /// The same with U+FFFD for each control character: names and words of a stranger say nothing to a terminal.
  package var inOneLine: String {
    guard unicodeScalars.contains(where: { !$0.isShown }) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0.isShown ? $0 : "\u{FFFD}" }))
  }

  /// The same for text of several lines: every text that goes to a terminal passes through here. Line feeds and tabs remain; a carriage return
  /// before a line feed is left out.
  package var forTerminal: String {
    guard unicodeScalars.contains(where: { !$0.isShown && $0 != "\n" }) else { return self }
    var out = UnicodeScalarView()
    var hasReturn = false
    for scalar in unicodeScalars {
      if hasReturn, scalar != "\n" { out.append("\u{FFFD}") }
      hasReturn = scalar == "\r"
      if !hasReturn { out.append(scalar.isShown || scalar == "\n" || scalar == "\t" ? scalar : "\u{FFFD}") }
    }
    if hasReturn { out.append("\u{FFFD}") }
    return String(out)
  }
}

/// The part of a source line that fits a message, and the marks below it.
private struct Excerpt {
  var text = ""
  var mark = ""

  /// Longer lines are clipped around the place, since a line can be megabytes long.
  static let width = 100

  init(of source: Source, line: Range<Int>, span: Range<Int>) {
    var start = max(line.lowerBound, min(span.lowerBound - Self.width / 2, line.upperBound - Self.width))
    while start > line.lowerBound, source.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    var end = min(line.upperBound, start + Self.width)
    while end < line.upperBound, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    if start > line.lowerBound { (text, mark) = ("…", " ") }
    var offset = start
    for scalar in String(decoding: source.bytes[start..<end], as: UTF8.self).unicodeScalars {
      let columns = Self.columns(of: scalar)
      text.unicodeScalars.append(scalar.isShown ? scalar : " ")
      let isMarked = span.contains(offset) || (span.isEmpty && offset == span.lowerBound)
      mark += String(repeating: !isMarked ? " " : offset == span.lowerBound ? "^" : "~", count: columns)
      offset += UTF8.width(scalar)
    }
    if span.lowerBound >= offset { mark += "^" }
    if end < line.upperBound { text += "…" }
    while mark.last == " " { mark.removeLast() }
  }

  /// How many columns of a terminal a scalar takes: two for East Asian wide ones and emoji, none for combining marks.
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: 1
      }
    }
  }
}

extension Diagnostic {
  /// Reports a number that is beyond its range.
  ///
  /// - Parameters:
  ///   - name: How the number is written, with what it is for: `colspan=99999`.
  ///   - taken: The number that is used instead.
  package static func outOfRange<Number: CustomStringConvertible>(
    _ name: String, taken: some CustomStringConvertible, of range: ClosedRange<Number>, at span: SourceSpan?
  ) -> Diagnostic {
    let (message, hint) = DocumentNumber.outOfRange(name, taken: taken, from: range.lowerBound, to: range.upperBound)
    return Diagnostic(.warning, "attribute.range", at: span, message, hint: hint)
  }
}
