public import TypesetBoxes
import TypesetFonts
public import TypesetSettings

/// The style of one block, with all dimensions resolved.
public struct BlockStyle: Hashable, Sendable {
  public var text: TextStyle
  public var leading: Length
  public var align: Alignment
  public var lines: LineStyle {
    get { lineStyle.first ?? LineStyle() }
    set { lineStyle = newValue == LineStyle() ? [] : [newValue] }
  }
  /// Empty unless set: few blocks have a shape, but all have a style.
  private var lineStyle: [LineStyle] = []
  /// The alignment that an author's container sets, also for headings and figures, whatever the theme sets for them.
  public var authorAlign: Alignment?
  public var before = Glue.zero
  public var after = Glue.zero
  public var inset = Length.zero
  public var insetRight = Length.zero
  public var firstIndent = Length.zero
  public var padding = Length.zero
  public var background: Color?
  public var border: Color?
  public var borderWidth = Length.zero
  public var bar: Color?
  public var barWidth = Length.zero
  public var radius = Length.zero
  public var edges = FrameEdges()
  public var paddingTop = Length.zero
  public var paddingBottom = Length.zero
  /// Of a rule, as a part of the measure.
  public var width = 0.3
  /// Characters that replace a rule.
  public var ornament: String?
  /// Behind pictures, with the padding around them.
  public var matte: Color?
  public var keep = Keep.never
  /// Space above that is kept at the top of a page, as for chapters.
  public var opensWithSpace: Bool { paddingTop > padding }
  /// Of a table's cell: kept free above and below its lines.
  public var roomAbove: Length { before.natural + paddingTop }
  public var roomBelow: Length { before.natural + paddingBottom }
  public var keepWithNext = false
  public var pageBreak = false
  /// What is on the page that this begins is in the middle of its height, as all pages are with `vertical: center`.
  public var centersPage = false
  /// The same for what is at the page's foot.
  public var endsAtFoot = false
  /// Where a figure or a table may be; nil where its author says nothing.
  public var float: FloatPlacement?
  /// On the first page, the least distance from the top of the paper.
  public var fromTop: Length?
  /// How many lines paragraphs may have; nil is any number.
  public var lineLimit: LineLimit? {
    get { rare.first?.lineLimit }
    set { setRare { $0.lineLimit = newValue } }
  }
  /// How the first words of a paragraph are set; nil is as others.
  public var opening: ParagraphOpening? {
    get { rare.first?.opening }
    set { setRare { $0.opening = newValue } }
  }
  /// Empty unless one of them is set: few blocks have any.
  private var rare: [Rare] = []

  private struct Rare: Hashable {
    var lineLimit: LineLimit?
    var opening: ParagraphOpening?
  }

  private mutating func setRare(_ change: (inout Rare) -> Void) {
    var new = rare.first ?? Rare()
    change(&new)
    rare = new == Rare() ? [] : [new]
  }

  public init(text: TextStyle, leading: Length, align: Alignment) {
    self.text = text
    self.leading = leading
    self.align = align
  }

  /// The style of an element inside this one.
  public func applying(_ rule: StyleRule, families: FamilyTable) -> BlockStyle {
    let text = self.text.applying(rule, families: families)
    var style = BlockStyle(text: text, leading: leading, align: rule.align ?? align)
    style.authorAlign = authorAlign
    style.text.background = nil
    if let leading = rule.leading {
      style.leading = leading.resolved(em: text.size)
    } else if text.size != self.text.size {
      style.leading = leading.scaled(by: text.size.points / max(self.text.size.points, 0.01))
    }
    let em = text.size
    style.lineStyle = lineStyle
    style.lineLimit = lineLimit
    if let count = rule.lineLimit { style.lineLimit = count > 0 ? LineLimit(count: count, place: lineLimit?.place ?? .end) : nil }
    if let place = rule.truncation { style.lineLimit?.place = place }
    if !rule.lines.isEmpty { style.lines = lines.applying(rule.lines, em: em) }
    style.before = rule.before?.resolved(em: em) ?? .zero
    style.after = rule.after?.resolved(em: em) ?? .zero
    style.inset = rule.inset?.resolved(em: em) ?? .zero
    style.insetRight = rule.insetRight?.resolved(em: em) ?? .zero
    style.firstIndent = rule.firstIndent?.resolved(em: em) ?? .zero
    style.padding = rule.padding?.resolved(em: em) ?? .zero
    style.background = rule.background
    if let ground = rule.background, rule.color == nil { style.text.makeReadable(on: ground) }
    style.border = rule.border
    style.borderWidth = rule.borderWidth?.resolved(em: em) ?? (rule.border == nil ? .zero : 0.4.pt)
    style.bar = rule.bar
    style.barWidth = rule.barWidth?.resolved(em: em) ?? (rule.bar == nil ? .zero : 2.pt)
    style.radius = rule.radius?.resolved(em: em) ?? .zero
    style.edges.top = rule.borderTop?.resolved(em: em)
    style.edges.right = rule.borderRight?.resolved(em: em)
    style.edges.bottom = rule.borderBottom?.resolved(em: em)
    style.edges.left = rule.borderLeft?.resolved(em: em)
    style.paddingTop = rule.paddingTop?.resolved(em: em) ?? style.padding
    style.paddingBottom = rule.paddingBottom?.resolved(em: em) ?? style.padding
    style.width = rule.width ?? 0.3
    style.ornament = rule.ornament
    style.matte = rule.matte
    style.keep = rule.keep ?? .never
    style.keepWithNext = rule.keepWithNext ?? false
    style.pageBreak = rule.pageBreak ?? false
    style.fromTop = rule.fromTop?.resolved(em: em)
    return style
  }
}

extension BlockStyle {
  /// Letters that cannot be read on a ground are black or white.
  public func readable(on ground: Color?) -> BlockStyle {
    guard let ground else { return self }
    var style = self
    style.text.makeReadable(on: ground)
    return style
  }
}

extension TextStyle {
  /// The style of an inline element inside this one.
  public func applying(_ rule: StyleRule, families: FamilyTable) -> TextStyle {
    var style = self
    if let role = rule.family {
      style.families = families[role]
      // Old-style figures and small capitals are not for code.
      if role == .code { style.features = [] }
    }
    if let fonts = rule.fonts { style.families = fonts + style.families }
    if let size = rule.size { style.size = size.resolved(em: self.size) }
    if let weight = rule.weight { style.weight = weight }
    if let stretch = rule.stretch { style.families = style.families.map { FontVariation.stretched($0, percent: stretch) } }
    if let slant = rule.slant { style.slant = slant }
    if let color = rule.color { style.color = color }
    if let features = rule.features {
      // Figures with ascenders look bad among Chinese characters.
      let isCJK = ["zh", "ja", "ko"].contains { language.hasPrefix($0) }
      style.features = style.features.overlaid(by: isCJK ? features.filter { $0.tag != "onum" } : features)
    }
    if let spacing = rule.letterSpacing { style.letterSpacing = spacing.resolved(em: style.size) }
    if let hyphenate = rule.hyphenate { style.isHyphenated = hyphenate }
    if let background = rule.background { style.background = background }
    if let emphasis = rule.eastAsian { style.emphasis = EastAsianEmphasis(emphasis, families: families) }
    if let renderer = rule.renderer { style.renderer = renderer }
    if let underline = rule.underline { style.underline(underline) }
    if let strike = rule.strike { style.strike(strike) }
    if let baseline = rule.baseline { style.rise += baseline.resolved(em: style.size) }
    if let letterCase = rule.letterCase, letterCase != style.looks.letterCase { style.looks.letterCase = letterCase }
    if let ramp = rule.ramp { style.looks.ramp = TextLooks.Ramp(ramp, number: 0) }
    return style
  }
}

extension Theme {
  /// The style of running text, which all elements begin with.
  public func body(language: String) -> BlockStyle {
    var text = TextStyle(families: families.text, size: size)
    text.color = color
    text.isHyphenated = hyphenate
    text.language = language
    text.features = features
    text.renderer = textRenderer
    return BlockStyle(text: text, leading: size.scaled(by: lineSpacing), align: align)
  }
}
