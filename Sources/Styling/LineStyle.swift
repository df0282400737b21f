public import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
public import TypesetSettings

/// The style of a paragraph's lines.
public struct LineStyle: Hashable, Sendable {
  public var looseness = 0
  public var hangAfter = 1
  public var leftSkip = Glue.zero
  public var rightSkip = Glue.zero
  private var hang: ShapeLength?
  private var shape: [LineRule.ShapeLine] = []
  private var tabs: [LineRule.Tab] = []
  private var em = Length.zero

  public init() {}

  /// The style of an element inside this one, whose type is of size `em`.
  public func applying(_ rule: LineRule, em: Length) -> LineStyle {
    guard !rule.isEmpty else { return self }
    var style = self
    style.looseness = rule.looseness ?? looseness
    style.hangAfter = rule.hangAfter ?? hangAfter
    style.hang = rule.hang ?? hang
    style.shape = rule.shape ?? shape
    style.tabs = rule.tabs ?? tabs
    style.leftSkip = rule.leftSkip?.resolved(em: em) ?? leftSkip
    style.rightSkip = rule.rightSkip?.resolved(em: em) ?? rightSkip
    style.em = em
    return style
  }

  /// True if the lines after the first have a hanging indent.
  public var hangsBelow: Bool { hangAfter > 0 && hang != nil && shape.isEmpty }

  /// The size of the hanging indent.
  public func hang(measure: Length) -> Length {
    let length = hang?.resolved(em: em, measure: measure) ?? .zero
    return min(max(length, -measure), measure)
  }

  /// Indent and width of each line, the last one for all further ones; empty if all are as wide as the measure.
  public func lines(measure: Length) -> [(indent: Length, width: Length)] {
    shape.map { line in
      let indent = min(max(line.indent.resolved(em: em, measure: measure), .zero), measure)
      // Nothing is beyond the measure.
      return (indent, min(max(line.width.resolved(em: em, measure: measure), .zero), measure - indent))
    }
  }
}

/// Where the text after a tab is.
public struct TabStop: Hashable, Sendable {
  /// From where lines begin.
  public var place: Length
  public var alignment: LineRule.TabAlignment

  /// A tab of its own, `[]{.tab}`, which no author's text holds; tabs in text count only where there are stops.
  package static let sign: UInt8 = 0x0B
  /// LaTeX's `\hfill`: what follows ends where the line does.
  package static let fill: UInt8 = 0x0E
  /// U+2028 in UTF-8.
  package static let lineBreak: [UInt8] = [0xE2, 0x80, 0xA8]

  package static func signs(isTextTab: Bool) -> [UInt8] { isTextTab ? [sign, UInt8(ascii: "\t")] : [sign] }
}

extension LineStyle {
  /// The tab stops, in order.
  public func tabs(measure: Length) -> [TabStop] {
    guard !tabs.isEmpty else { return [] }
    return tabs.map { TabStop(place: min(max($0.place.resolved(em: em, measure: measure), .zero), measure), alignment: $0.alignment) }
      .sorted { $0.place < $1.place }
  }
}

extension Attributes {
  /// Invalid values of `looseness`, `hang` and the like.
  func lineFaults(at span: SourceSpan) -> [Diagnostic] {
    var (rule, opening) = (LineRule(), OpeningRule())
    return pairs.compactMap { pair in
      if let key = OpeningRule.keys.first(where: { $0.name == pair.key }) {
        return opening.read(pair.key, pair.value) ? nil : fault(pair, hint: "write it as \(key.form)", at: span)
      }
      guard let key = LineRule.keys.first(where: { $0.name == pair.key }), !rule.read(pair.key, pair.value) else { return nil }
      let isNumber = pair.yaml.hasMeasure
      return fault(
        pair, hint: isNumber ? pair.yaml.hint(expecting: key.form, within: LineRule.range(of: key.name)) : "write it as \(key.form)",
        at: span)
    }
  }

  private func fault(_ pair: Pair, hint: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .warning, "attribute.value", at: span, "cannot read this value of \(pair.key): \(pair.value.prefix(60))", hint: hint)
  }
}
