public import TypesetBoxes
public import TypesetFonts

/// A length in a theme: absolute, or a factor of something known only where the element stands.
public enum Dimension: Hashable, Sendable {
  case absolute(Length)
  /// Times the size of the element's type; for a type size itself, times the surrounding one.
  case em(Double)

  public func resolved(em: Length) -> Length {
    switch self {
    case .absolute(let length): length
    case .em(let factor): em.scaled(by: factor)
    }
  }
}

/// Glue in a theme: `6pt plus 2pt minus 1pt`.
public struct GlueRule: Hashable, Sendable {
  public var natural: Dimension
  public var stretch: Dimension
  public var shrink: Dimension
  /// Of the space beside lines: it stretches without end, and its stretch counts `fil`.
  var isInfinite = false

  public init(_ natural: Dimension, stretch: Dimension = .absolute(.zero), shrink: Dimension = .absolute(.zero)) {
    self.natural = natural
    self.stretch = stretch
    self.shrink = shrink
  }

  public func resolved(em: Length) -> Glue {
    Glue(natural.resolved(em: em), stretch: stretch.resolved(em: em), isInfinite ? .fil : .finite, shrink: shrink.resolved(em: em))
  }
}

/// A line along one side of an element in a theme: `0.5pt #cccccc`.
public struct EdgeRule: Hashable, Sendable {
  public var width: Dimension
  public var color: Color

  public init(width: Dimension, color: Color) {
    self.width = width
    self.color = color
  }

  func resolved(em: Length) -> FrameEdge? {
    let width = width.resolved(em: em)
    return width > .zero ? FrameEdge(color: color, width: width) : nil
  }
}

/// Which of a theme's families an element is set in.
public enum FamilyRole: String, Hashable, Sendable { case text, sans, code }

/// May a page end within an element?
public enum Keep: String, Hashable, Sendable {
  /// It may.
  case never = "false"
  /// Not where it is no higher than a sixth of the page.
  case short
  /// Not if it fits a page.
  case always = "true"
}

/// How the lines of an element end.
public enum Alignment: String, Hashable, Sendable { case justified, left, center, right }

/// What a theme says of one element; nil is *as the surrounding element*.
public struct StyleRule: Hashable, Sendable {
  public var family: FamilyRole?
  public var size: Dimension?
  public var weight: Int?
  public var slant: Slant?
  public var color: Color?
  public var features: [TextStyle.Feature]?
  public var letterSpacing: Dimension?
  public var hyphenate: Bool?
  public var underline: Bool?
  public var background: Color?
  /// How East Asian characters are emphasised.
  public var eastAsian: EastAsianEmphasis.Rule?
  public var align: Alignment?
  /// From baseline to baseline.
  public var leading: Dimension?
  /// The shape of paragraphs.
  public var lines = LineRule()

  // Not inherited.
  public var before: GlueRule?
  public var after: GlueRule?
  /// Left edge, from the surrounding one.
  public var inset: Dimension?
  /// Right edge, from the surrounding one.
  public var insetRight: Dimension?
  public var firstIndent: Dimension?
  public var padding: Dimension?
  public var border: Color?
  public var borderWidth: Dimension?
  public var bar: Color?
  public var barWidth: Dimension?
  public var radius: Dimension?
  public var borderTop: EdgeRule?
  public var borderRight: EdgeRule?
  public var borderBottom: EdgeRule?
  public var borderLeft: EdgeRule?
  public var paddingTop: Dimension?
  public var paddingBottom: Dimension?
  /// Of a rule, as a part of the measure.
  public var width: Double?
  /// Signs that stand for a rule.
  public var ornament: String?
  /// Behind pictures, which may be drawn for white paper.
  public var matte: Color?
  public var keep: Keep?
  public var keepWithNext: Bool?
  public var pageBreak: Bool?

  public init() {}

  /// This rule with everything that `other` says over it.
  public func overlaid(by other: StyleRule) -> StyleRule {
    var rule = self
    // As in CSS: padding on all sides goes over what was said of single ones.
    if other.padding != nil { (rule.paddingTop, rule.paddingBottom) = (nil, nil) }
    func take<T>(_ path: WritableKeyPath<StyleRule, T?>) {
      if let value = other[keyPath: path] { rule[keyPath: path] = value }
    }
    take(\.family)
    take(\.size)
    take(\.weight)
    take(\.slant)
    take(\.color)
    take(\.features)
    take(\.letterSpacing)
    take(\.hyphenate)
    take(\.underline)
    take(\.background)
    take(\.eastAsian)
    take(\.align)
    take(\.leading)
    if !other.lines.isEmpty { rule.lines = lines.overlaid(by: other.lines) }
    take(\.before)
    take(\.after)
    take(\.inset)
    take(\.insetRight)
    take(\.firstIndent)
    take(\.padding)
    take(\.border)
    take(\.borderWidth)
    take(\.bar)
    take(\.barWidth)
    take(\.radius)
    take(\.borderTop)
    take(\.borderRight)
    take(\.borderBottom)
    take(\.borderLeft)
    take(\.paddingTop)
    take(\.paddingBottom)
    take(\.width)
    take(\.ornament)
    take(\.matte)
    take(\.keep)
    take(\.keepWithNext)
    take(\.pageBreak)
    return rule
  }
}

/// What holds for one block, all dimensions resolved.
public struct BlockStyle: Hashable, Sendable {
  public var text: TextStyle
  public var leading: Length
  public var align: Alignment
  public var lines: LineStyle {
    get { lineStyle.first ?? LineStyle() }
    set { lineStyle = newValue == LineStyle() ? [] : [newValue] }
  }
  /// None but where something is said of it: few blocks have a shape, and all have a style.
  private var lineStyle: [LineStyle] = []
  /// What an author's container says for headings and figures too, whatever the theme says of them.
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
  /// Signs that stand for a rule.
  public var ornament: String?
  /// Behind pictures, with the padding around them.
  public var matte: Color?
  public var keep = Keep.never
  /// Room above that stays at the top of a page, as chapters have it.
  public var opensWithSpace: Bool { paddingTop > padding }
  /// Of a table's cell: kept free above and below its lines.
  public var roomAbove: Length { before.natural + paddingTop }
  public var roomBelow: Length { before.natural + paddingBottom }
  public var keepWithNext = false
  public var pageBreak = false

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
    if !rule.lines.isEmpty { style.lines = lines.applying(rule.lines, em: em) }
    style.before = rule.before?.resolved(em: em) ?? .zero
    style.after = rule.after?.resolved(em: em) ?? .zero
    style.inset = rule.inset?.resolved(em: em) ?? .zero
    style.insetRight = rule.insetRight?.resolved(em: em) ?? .zero
    style.firstIndent = rule.firstIndent?.resolved(em: em) ?? .zero
    style.padding = rule.padding?.resolved(em: em) ?? .zero
    style.background = rule.background
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
    if let size = rule.size { style.size = size.resolved(em: self.size) }
    if let weight = rule.weight { style.weight = weight }
    if let slant = rule.slant { style.slant = slant }
    if let color = rule.color { style.color = color }
    if let features = rule.features {
      // Figures with ascenders stand badly among Chinese characters.
      let isCJK = ["zh", "ja", "ko"].contains { language.hasPrefix($0) }
      style.features = style.features.overlaid(by: isCJK ? features.filter { $0.tag != "onum" } : features)
    }
    if let spacing = rule.letterSpacing { style.letterSpacing = spacing.resolved(em: style.size) }
    if let hyphenate = rule.hyphenate { style.isHyphenated = hyphenate }
    if let background = rule.background { style.background = background }
    if let emphasis = rule.eastAsian { style.emphasis = EastAsianEmphasis(emphasis, families: families) }
    if let underline = rule.underline { style.underline = underline ? style.color : nil }
    return style
  }
}

/// The families of a theme, each in order of preference.
public struct FamilyTable: Hashable, Sendable {
  public var text: [String] = ["Libertinus Serif"]
  public var sans: [String] = ["Libertinus Sans"]
  public var code: [String] = ["Source Code Pro"]
  public var math: [String] = ["Libertinus Math"]
  /// Of emphasised East Asian characters, where a theme wants a face for them: Kai.
  public var emphasis = ["LXGW WenKai", "Kaiti SC", "KaiTi", "STKaiti", "AR PL UKai CN", "AR PL KaitiM GB", "TW-MOE-Std-Kai", "BiauKai"]

  public init() {}

  public subscript(role: FamilyRole) -> [String] {
    switch role {
    case .text: text
    case .sans: sans
    case .code: code
    }
  }
}
