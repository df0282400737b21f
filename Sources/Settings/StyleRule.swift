public import TypesetBoxes
public import TypesetFonts

/// A length in a theme: absolute, or a factor of something known only where the element is.
public enum Dimension: Hashable, Sendable {
  case absolute(Length)
  /// Times the size of the element's type; for a type size itself, times the surrounding one.
  case em(Double)
  /// Follows a style of text at other type sizes, whatever is around it: points at the size `l`, or times the style's own size.
  case following(TypeStyle, Double, isEm: Bool)

  /// - Parameter em: The size of the element's type. What follows a style has its size at `l`, unless it was settled before.
  public func resolved(em: Length) -> Length {
    switch self {
    case .absolute(let length): length
    case .em(let factor): em.scaled(by: factor)
    case .following(_, let value, let isEm): isEm ? em.scaled(by: value) : value.pt
    }
  }
}

/// Glue in a theme: `6pt plus 2pt minus 1pt`.
public struct GlueRule: Hashable, Sendable {
  public var natural: Dimension
  public var stretch: Dimension
  public var shrink: Dimension
  /// Of the space beside lines: it stretches without end, and its stretch counts `fil`.
  package var isInfinite = false

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

  package func resolved(em: Length) -> FrameEdge? {
    let width = width.resolved(em: em)
    return width > .zero ? FrameEdge(color: color, width: width) : nil
  }
}

/// Which of a theme's families an element is set in.
public enum FamilyRole: String, Hashable, Sendable { case text, sans, code }

/// True if a page may end within an element.
public enum Keep: String, Hashable, Sendable {
  /// Yes.
  case never = "false"
  /// Only if it is higher than a sixth of the page.
  case short
  /// Only if it does not fit on a page.
  case always = "true"
}

/// How a theme emphasises Chinese, Japanese and Korean, which have no italics.
public enum EastAsianEmphasisRule: String, Hashable, Sendable { case dots, face, none }

/// How the lines of an element end.
public enum Alignment: String, Hashable, Sendable { case justified, left, center, right }

/// How a theme styles one element; nil inherits from the surrounding element.
public struct StyleRule: Hashable, Sendable {
  public var family: FamilyRole?
  /// Families before those of `family`, in order of preference.
  public var fonts: [String]?
  public var size: Dimension?
  public var weight: Int?
  /// How wide the letters are, in percent of the usual width: 75 is condensed.
  public var stretch: Double?
  public var slant: Slant?
  public var color: Color?
  public var features: [ShapingKey.Feature]?
  public var letterSpacing: Dimension?
  public var hyphenate: Bool?
  public var underline: TextLine?
  public var strike: TextLine?
  /// How far text is raised; negative values lower it.
  public var baseline: Dimension?
  public var letterCase: LetterCase?
  public var ramp: ColorRamp?
  public var background: Color?
  /// How East Asian characters are emphasised.
  public var eastAsian: EastAsianEmphasisRule?
  public var align: Alignment?
  /// From baseline to baseline.
  public var leading: Dimension?
  /// Of a client's renderer of text; 0 is none.
  package var renderer: Int32?
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
  /// Characters that replace the line of a rule.
  public var ornament: String?
  /// Behind pictures, which may be drawn for white paper.
  public var matte: Color?
  public var keep: Keep?
  public var keepWithNext: Bool?
  public var pageBreak: Bool?
  /// On the first page, the least distance from the top of the paper.
  public var fromTop: Dimension?
  /// The most lines of each paragraph in it; 0 is any number.
  public var lineLimit: Int?
  /// What is left out of a paragraph with more lines.
  public var truncation: Truncation?
  /// How its first words are set.
  public var opening = OpeningRule()
  /// The reader's type sizes that its type follows; others are brought within them.
  public var typeSizes: ClosedRange<TypeSize>?

  public init() {}

  /// This rule, overridden by everything that `other` sets.
  public func overlaid(by other: StyleRule) -> StyleRule {
    var rule = self
    // As in CSS, padding on all sides overrides that of single sides.
    if other.padding != nil { (rule.paddingTop, rule.paddingBottom) = (nil, nil) }
    func take<T>(_ own: inout T?, _ value: T?) { if let value { own = value } }
    take(&rule.family, other.family)
    take(&rule.fonts, other.fonts)
    take(&rule.size, other.size)
    take(&rule.weight, other.weight)
    take(&rule.stretch, other.stretch)
    take(&rule.slant, other.slant)
    take(&rule.color, other.color)
    take(&rule.features, other.features)
    take(&rule.letterSpacing, other.letterSpacing)
    take(&rule.hyphenate, other.hyphenate)
    take(&rule.underline, other.underline)
    take(&rule.strike, other.strike)
    take(&rule.baseline, other.baseline)
    take(&rule.letterCase, other.letterCase)
    take(&rule.ramp, other.ramp)
    take(&rule.background, other.background)
    take(&rule.eastAsian, other.eastAsian)
    take(&rule.align, other.align)
    take(&rule.leading, other.leading)
    take(&rule.renderer, other.renderer)
    if !other.lines.isEmpty { rule.lines = lines.overlaid(by: other.lines) }
    take(&rule.before, other.before)
    take(&rule.after, other.after)
    take(&rule.inset, other.inset)
    take(&rule.insetRight, other.insetRight)
    take(&rule.firstIndent, other.firstIndent)
    take(&rule.padding, other.padding)
    take(&rule.border, other.border)
    take(&rule.borderWidth, other.borderWidth)
    take(&rule.bar, other.bar)
    take(&rule.barWidth, other.barWidth)
    take(&rule.radius, other.radius)
    take(&rule.borderTop, other.borderTop)
    take(&rule.borderRight, other.borderRight)
    take(&rule.borderBottom, other.borderBottom)
    take(&rule.borderLeft, other.borderLeft)
    take(&rule.paddingTop, other.paddingTop)
    take(&rule.paddingBottom, other.paddingBottom)
    take(&rule.width, other.width)
    take(&rule.ornament, other.ornament)
    take(&rule.matte, other.matte)
    take(&rule.keep, other.keep)
    take(&rule.keepWithNext, other.keepWithNext)
    take(&rule.pageBreak, other.pageBreak)
    take(&rule.fromTop, other.fromTop)
    take(&rule.typeSizes, other.typeSizes)
    take(&rule.lineLimit, other.lineLimit)
    take(&rule.truncation, other.truncation)
    if !other.opening.isEmpty { rule.opening = opening.overlaid(by: other.opening) }
    return rule
  }
}

/// The families of a theme, each in order of preference.
public struct FamilyTable: Hashable, Sendable {
  public var text: [String] = ["Libertinus Serif"]
  public var sans: [String] = ["Libertinus Sans"]
  public var code: [String] = ["Source Code Pro"]
  public var math: [String] = ["Libertinus Math"]
  /// Of Chinese, Japanese and Korean, and of emoji, after those of an element; the system's where there are none.
  public var cjk: [String] = []
  public var emoji: [String] = []
  /// Of emphasised East Asian characters, where a theme wants a face for them: Kai.
  public var emphasis = ["LXGW WenKai", "Kaiti SC", "KaiTi", "STKaiti", "AR PL UKai CN", "AR PL KaitiM GB", "TW-MOE-Std-Kai", "BiauKai"]

  public init() {}

  /// Lets all text fall back to the families of East Asian characters and emoji.
  package mutating func addFallbacks() {
    for path in [\FamilyTable.text, \.sans, \.code] {
      let known = self[keyPath: path]
      self[keyPath: path] += (cjk + emoji).filter { !known.contains($0) }
    }
  }

  public subscript(role: FamilyRole) -> [String] {
    switch role {
    case .text: text
    case .sans: sans
    case .code: code
    }
  }
}
