import TypesetBoxes
internal import TypesetDiagnostics
import TypesetFonts
import TypesetYAML

/// A key of an element in a theme, `styles.h1.size`: a row of the table that theme files, `style:` in front matter and `-V` read.
public struct ElementSetting: Sendable {
  public var name: String
  public var form: String
  /// Of its lengths; nil where the form tells it, or has none.
  var range: String?
  public var help: String
  /// False where the value can't be read.
  let read: @Sendable (inout StyleRule, YAMLValue) -> Bool

  init<Value>(
    _ name: String, _ set: @escaping @Sendable (inout StyleRule, Value) -> Void, as form: String, within range: String? = nil,
    _ help: String, _ convert: @escaping @Sendable (YAMLValue) -> Value?
  ) {
    (self.name, self.form, self.range, self.help) = (name, form, range, help)
    read = { rule, value in
      guard let converted = convert(value) else { return false }
      set(&rule, converted)
      return true
    }
  }

  /// What is said of a value that can't be read.
  func hint(for value: YAMLValue) -> String { value.hint(expecting: form, within: range) }

  /// All of them.
  public static let all: [ElementSetting] = {
    let (dimension, lengths) = (Self.dimension(-1_000...1_000), "from -1000pt to 1000pt")
    let (extent, extents) = (Self.dimension(0...1_000), "from 0pt to 1000pt")
    let glue: @Sendable (YAMLValue) -> GlueRule? = { $0.text.flatMap { GlueRule($0) } }
    let color: @Sendable (YAMLValue) -> Color? = { $0.text.flatMap { Color($0) } }
    let line: @Sendable (YAMLValue) -> TextLine? = { $0.text.flatMap { TextLine($0) } }
    let lines = "solid, dash, dot, dashdot, wave, double or none, with a colour after it"
    let edge: @Sendable (YAMLValue) -> EdgeRule? = { $0.text.flatMap { EdgeRule($0) } }
    return [
      ElementSetting("family", { $0.family = $1 }, as: "text, sans or code", "which of the theme's fonts") {
        $0.text.flatMap { FamilyRole(rawValue: $0) }
      },
      ElementSetting(
        "font", { $0.fonts = $1 }, as: "Libertinus Sans, or a list of families", "families before those of `family`"
      ) { value in
        let names = value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
        return names.isEmpty ? nil : names
      },
      ElementSetting(
        "size", { $0.size = $1 }, as: "10pt, 1.2em or 17pt(body), from 1pt to 1000pt",
        "type size; em is the surrounding size, a style in parentheses is whose growth it follows at other type sizes",
        Self.dimension(1...1_000)),
      ElementSetting("weight", { $0.weight = $1 }, as: "400 or 700, bold, from 1 to 1000", "weight of type") {
        $0.text.flatMap { fontWeight($0) }
      },
      ElementSetting(
        "stretch", { $0.stretch = $1 }, as: "condensed, normal, expanded or 75%, from 50% to 200%",
        "width of type, where a font has several"
      ) { $0.text.flatMap { fontStretch($0) } },
      ElementSetting("slant", { $0.slant = $1 }, as: "upright or italic", "slant of type") {
        $0.text == "italic" ? .italic : $0.text == "upright" ? .upright : nil
      },
      ElementSetting("color", { $0.color = $1 }, as: "\"#1a2b3c\"", "colour of type", color),
      ElementSetting(
        "features", { $0.features = $1 }, as: "[onum, smcp, ss01=2]",
        "OpenType features beyond those of the surrounding element; none takes those away"
      ) { $0.features },
      ElementSetting("letter-spacing", { $0.letterSpacing = $1 }, as: "0.05em", within: lengths, "space between letters", dimension),
      ElementSetting("hyphenate", { $0.hyphenate = $1 }, as: "true or false", "hyphenate words") { $0.flag },
      ElementSetting("underline", { $0.underline = $1 }, as: lines, "a line below text, with a colour of its own", line),
      ElementSetting("strike", { $0.strike = $1 }, as: lines, "a line through text", line),
      ElementSetting("baseline", { $0.baseline = $1 }, as: "0.2em or -1pt", within: lengths, "raises text, or lowers it", dimension),
      ElementSetting("case", { $0.letterCase = $1 }, as: "upper, lower, title or none", "how letters are drawn; text that is copied stays")
      {
        $0.text.flatMap { LetterCase($0) }
      },
      ElementSetting("ramp", { $0.ramp = $1 }, as: "hue, or [red, blue]", "colours that run over the characters") { value in
        value.items.map { ColorRamp(names: $0.compactMap(\.text)) } ?? value.text.flatMap { ColorRamp($0) }
      },
      ElementSetting("background", { $0.background = $1 }, as: "\"#f5f6f8\"", "colour behind it", color),
      ElementSetting("tint", { $0.background = $1 }, as: "purple, or purple/30%", "a translucent colour behind it, of 20% unless told") {
        $0.text.flatMap { Color(tint: $0) }
      },
      ElementSetting("cjk", { $0.eastAsian = $1 }, as: "dots, face or none", "how Chinese, Japanese and Korean characters are emphasised") {
        $0.text.flatMap { EastAsianEmphasisRule(rawValue: $0) }
      },
      ElementSetting("align", { $0.align = $1 }, as: "justified, left, center or right", "how lines end") {
        $0.text.flatMap { Alignment(rawValue: $0) }
      },
      ElementSetting("leading", { $0.leading = $1 }, as: "1.3em or 14pt", within: extents, "from baseline to baseline", extent),
      ElementSetting(
        "before", { $0.before = $1 }, as: "6pt plus 2pt minus 1pt", within: Dimension.numbers,
        "space above; the larger of two adjacent spaces is used", glue),
      ElementSetting("after", { $0.after = $1 }, as: "6pt plus 2pt minus 1pt", within: Dimension.numbers, "space below", glue),
      ElementSetting("inset", { $0.inset = $1 }, as: "2em", within: lengths, "indent of the left edge", dimension),
      ElementSetting("inset-right", { $0.insetRight = $1 }, as: "2em", within: lengths, "indent of the right edge", dimension),
      ElementSetting(
        "first-indent", { $0.firstIndent = $1 }, as: "1.5em", within: lengths, "indent of a paragraph that follows another", dimension),
      ElementSetting("padding", { $0.padding = $1 }, as: "8pt", within: extents, "space between border and content", extent),
      ElementSetting("border", { $0.border = $1 }, as: "\"#e3e6ea\"", "colour of a frame, or of the lines of a table or rule", color),
      ElementSetting("border-width", { $0.borderWidth = $1 }, as: "0.4pt", within: extents, "thickness of the frame", extent),
      ElementSetting("bar", { $0.bar = $1 }, as: "\"#c9ccd1\"", "colour of a bar at the left edge", color),
      ElementSetting("bar-width", { $0.barWidth = $1 }, as: "2pt", within: extents, "thickness of the bar", extent),
      ElementSetting("radius", { $0.radius = $1 }, as: "3pt", within: extents, "round corners of the frame", extent),
      ElementSetting("border-top", { $0.borderTop = $1 }, as: "0.5pt #cccccc", within: Dimension.numbers, "a line above", edge),
      ElementSetting("border-right", { $0.borderRight = $1 }, as: "0.5pt #cccccc", within: Dimension.numbers, "a line at the right", edge),
      ElementSetting("border-bottom", { $0.borderBottom = $1 }, as: "0.5pt #cccccc", within: Dimension.numbers, "a line below", edge),
      ElementSetting("border-left", { $0.borderLeft = $1 }, as: "0.5pt #cccccc", within: Dimension.numbers, "a line at the left", edge),
      ElementSetting("padding-top", { $0.paddingTop = $1 }, as: "4pt", within: extents, "space below the upper border", extent),
      ElementSetting("padding-bottom", { $0.paddingBottom = $1 }, as: "4pt", within: extents, "space above the lower border", extent),
      ElementSetting("width", { $0.width = $1 }, as: "30%, from 1% to 100%", "of a rule: part of the measure") { $0.part },
      ElementSetting("ornament", { $0.ornament = $1 }, as: "\"* * *\"", "of a rule: characters instead of a line") {
        $0.text.map { String($0.prefix(40)) }
      },
      ElementSetting("matte", { $0.matte = $1 }, as: "\"#ffffff\"", "of a figure: colour behind the picture", color),
      ElementSetting(
        "keep", { $0.keep = $1 }, as: "true, false or short",
        "no page break within; short: only if it is no higher than a sixth of the page"
      ) { $0.text.flatMap { Keep(rawValue: $0) } },
      ElementSetting("keep-with-next", { $0.keepWithNext = $1 }, as: "true or false", "no page break after it") { $0.flag },
      ElementSetting("page-break", { $0.pageBreak = $1 }, as: "true or false", "it begins a page") { $0.flag },
      ElementSetting(
        "from-top", { $0.fromTop = $1 }, as: "62.7mm", within: extents,
        "on the first page: the least distance from the top of the paper, as in letters", extent),
      ElementSetting(
        "line-limit", { $0.lineLimit = $1 }, as: "3, or none, from 1 to 1000",
        "the most lines of each paragraph in it; the rest is an ellipsis"
      ) { value -> Int? in
        value.text == "none" ? 0 : value.text.flatMap { DocumentNumber.whole($0) }.flatMap { 1...1_000 ~= $0 ? $0 : nil }
      },
      ElementSetting(
        "truncation", { $0.truncation = $1 }, as: "end, head or middle", "what is left out of a paragraph with more lines"
      ) { $0.text.flatMap { Truncation(rawValue: $0) } },
      ElementSetting(
        "type-size-range", { $0.typeSizes = $1 }, as: "[s, xxl]",
        "the smallest and the largest of the reader's type sizes that it follows; others are brought within them"
      ) { value -> ClosedRange<TypeSize>? in
        let words = value.items?.compactMap(\.text) ?? value.text?.split { $0 == "," || $0 == " " }.map(String.init) ?? []
        let sizes = words.compactMap { TypeSize(rawValue: $0) }
        guard sizes.count == words.count, let least = sizes.min(), let most = sizes.max() else { return nil }
        return least...most
      },
    ]
      + OpeningRule.keys.map { key in
        ElementSetting(key.name, { $0.opening = $0.opening.overlaid(by: $1) }, as: key.form, key.help) { OpeningRule(key.name, $0) }
      }
      + LineRule.keys.map { key in
        let text = key.name == "tabs" ? "where tabs in its lines go" : "shape of paragraphs, under TeX's name"
        return ElementSetting(key.name, { $0.lines = $0.lines.overlaid(by: $1) }, as: key.form, within: LineRule.range(of: key.name), text)
        {
          value -> LineRule? in
          var rule = LineRule()
          let text = value.items?.compactMap(\.text).joined(separator: ",") ?? value.text
          return text.map { rule.read(key.name, $0) } == true ? rule : nil
        }
      }
  }()

  /// A length within a range of points; em are as many tenths.
  private static func dimension(_ points: ClosedRange<Double>) -> @Sendable (YAMLValue) -> Dimension? {
    { value in
      guard let dimension = value.text.flatMap({ Dimension(following: $0) }) else { return nil }
      return points.contains(dimension.resolved(em: 10.pt).points) ? dimension : nil
    }
  }

  static let names = all.map(\.name)

  static let named: [String: ElementSetting] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// In percent, by the words of CSS or as a number.
private func fontStretch(_ text: String) -> Double? {
  switch text.trimmed().lowercased() {
  case "ultra-condensed": 50
  case "extra-condensed": 62.5
  case "condensed": 75
  case "semi-condensed": 87.5
  case "normal": 100
  case "semi-expanded": 112.5
  case "expanded": 125
  case "extra-expanded": 150
  case "ultra-expanded": 200
  case let number where number.hasSuffix("%"): DocumentNumber.real(number.dropLast()).flatMap { (50...200).contains($0) ? $0 : nil }
  default: nil
  }
}

/// `700`, `bold`; CSS' names.
private func fontWeight(_ text: String) -> Int? {
  switch text.trimmed().lowercased() {
  case "thin": 100
  case "light": 300
  case "normal", "regular": 400
  case "medium": 500
  case "semibold": 600
  case "bold": 700
  case "black": 900
  case let digits: DocumentNumber.whole(digits).flatMap { (1...1000).contains($0) ? $0 : nil }
  }
}

extension YAMLValue {
  /// `30%`, up to the whole.
  fileprivate var part: Double? {
    guard case .em(let factor)? = text.flatMap({ Dimension($0) }), text?.hasSuffix("%") == true, (0.01...1).contains(factor) else {
      return nil
    }
    return factor
  }

  fileprivate var features: [ShapingKey.Feature]? { SettingForm<[ShapingKey.Feature]>.features.read(self) }
}
