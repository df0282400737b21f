package import TypesetBoxes
internal import TypesetDiagnostics

/// A length along a line in a theme: a dimension, or a part of the width that there is.
public enum ShapeLength: Hashable, Sendable {
  case dimension(Dimension)
  case fraction(Double)

  /// `20pt`, `1.5em`, `80%`.
  public init?(_ text: some StringProtocol) {
    guard let dimension = Dimension(text) else { return nil }
    if case .em(let factor) = dimension, text.hasSuffix("%") { self = .fraction(factor) } else { self = .dimension(dimension) }
  }

  package func resolved(em: Length, measure: Length) -> Length {
    switch self {
    case .dimension(let dimension): dimension.resolved(em: em)
    case .fraction(let part): measure.scaled(by: part)
    }
  }
}

/// How a theme or an author shapes a paragraph's lines, under TeX's names; nil inherits from the surrounding element.
public struct LineRule: Hashable, Sendable {
  /// `\looseness`: the number of lines beyond the optimum.
  public var looseness: Int?
  /// `\hangindent`: the indent of lines; negative values indent their ends.
  public var hang: ShapeLength?
  /// `\hangafter`: after this many lines; below zero, the first lines.
  public var hangAfter: Int?
  /// `\leftskip`
  public var leftSkip: GlueRule?
  /// `\rightskip`
  public var rightSkip: GlueRule?
  /// `\parshape`: indent and width of each line; the last one holds for all further lines.
  public var shape: [ShapeLine]?
  /// Where tabs go.
  public var tabs: [Tab]?

  public struct Tab: Hashable, Sendable {
    public var place: ShapeLength
    public var alignment: TabAlignment
  }

  /// Which part of the text is at a tab stop.
  public enum TabAlignment: String, Hashable, Sendable { case left, center, right }

  public struct ShapeLine: Hashable, Sendable {
    public var indent: ShapeLength
    public var width: ShapeLength
  }

  public init() {}

  package var isEmpty: Bool { self == LineRule() }

  /// This rule with everything that `other` says over it.
  package func overlaid(by other: LineRule) -> LineRule {
    var rule = self
    rule.looseness = other.looseness ?? looseness
    rule.hang = other.hang ?? hang
    rule.hangAfter = other.hangAfter ?? hangAfter
    rule.leftSkip = other.leftSkip ?? leftSkip
    rule.rightSkip = other.rightSkip ?? rightSkip
    rule.shape = other.shape ?? shape
    rule.tabs = other.tabs ?? tabs
    return rule
  }

  /// The keys in themes, attributes and options, and the form of their values.
  public static let keys: [(name: String, form: String)] = [
    ("looseness", "1 or -1, from -100 to 100"), ("hang", "2em"), ("hang-after", "1, or -3 for the first three lines, from -1000 to 1000"),
    ("left-skip", "2em plus 1em"), ("right-skip", "0pt plus 2em"), ("parshape", "0pt 100%, 2em 80%"),
    ("tabs", "3cm, 8cm center, 100% right"),
  ]

  /// The range of the lengths of a key; nil where its form tells it.
  package static func range(of key: String) -> String? {
    switch key {
    case "looseness", "hang-after": nil
    case "parshape": Dimension.numbers + ", for at most 1000 lines"
    case "tabs": Dimension.numbers + ", at most 1000 of them"
    default: Dimension.numbers
    }
  }

  /// Takes the value of a key.
  ///
  /// - Returns: False where it can't be read; then nothing changes.
  public mutating func read(_ key: String, _ text: String) -> Bool {
    switch key {
    case "looseness":
      guard let lines = DocumentNumber.whole(text), abs(lines) <= 100 else { return false }
      looseness = lines
    case "hang":
      guard let length = ShapeLength(text) else { return false }
      hang = length
    case "hang-after":
      guard let lines = DocumentNumber.whole(text), abs(lines) <= 1000 else { return false }
      hangAfter = lines
    case "left-skip":
      guard let skip = GlueRule(skip: text) else { return false }
      leftSkip = skip
    case "right-skip":
      guard let skip = GlueRule(skip: text) else { return false }
      rightSkip = skip
    case "parshape":
      let lines = text.split(separator: ",").map { line -> ShapeLine? in
        let parts = line.split(separator: " ")
        guard parts.count == 2, let indent = ShapeLength(parts[0]), let width = ShapeLength(parts[1]) else { return nil }
        return ShapeLine(indent: indent, width: width)
      }
      guard !lines.isEmpty, lines.count <= 1000, !lines.contains(where: { $0 == nil }) else { return false }
      shape = lines.compactMap { $0 }
    case "tabs":
      let stops = text.split(separator: ",").map { stop -> Tab? in
        let parts = stop.split(separator: " ")
        guard (1...2).contains(parts.count), let place = ShapeLength(parts[0]) else { return nil }
        return (parts.count == 1 ? .left : TabAlignment(rawValue: String(parts[1]))).map { Tab(place: place, alignment: $0) }
      }
      guard !stops.isEmpty, stops.count <= 1000, !stops.contains(where: { $0 == nil }) else { return false }
      tabs = stops.compactMap { $0 }
    default: return false
    }
    return true
  }
}

extension GlueRule {
  /// As all glue, and with `plus 1fil` where it may stretch without end.
  init?(skip text: String) {
    if let finite = GlueRule(text) {
      self = finite
      return
    }
    guard text.hasSuffix("fil"), let plus = text.firstRange(of: "plus "), let natural = Dimension(text[..<plus.lowerBound]),
      let fil = DocumentNumber.real(text[plus.upperBound...].dropLast(3)), fil > 0, fil <= 1000
    else { return nil }
    self.init(natural, stretch: .absolute(fil.pt))
    isInfinite = true
  }
}
