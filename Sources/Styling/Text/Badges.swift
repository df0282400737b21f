public import TypesetBoxes
internal import TypesetDiagnostics
import TypesetFonts
import TypesetMarkdown

/// Text with a ground of its own in a line: `:badge[new]`, `[new]{.badge}`.
public struct Badge: Hashable, Sendable {
  public var content: InlineContent
  public var fill: Color?
  public var border: Color?
  public var borderWidth: Length
  public var radius: Length
  /// Between the text and the left and right edges.
  public var padding: Length

  /// The same in another size.
  public func scaled(by factor: Double) -> Badge {
    var badge = self
    badge.content = content.scaled(by: factor)
    badge.borderWidth = borderWidth.scaled(by: factor)
    badge.radius = radius.scaled(by: factor)
    badge.padding = padding.scaled(by: factor)
    return badge
  }
}

extension StyledText {
  /// Makes all of it larger or smaller.
  public mutating func scale(by factor: Double) {
    for index in styles.indices { styles[index].size = styles[index].size.scaled(by: factor) }
  }
}

extension InlineContent {
  /// The same in another size.
  public func scaled(by factor: Double) -> InlineContent {
    var content = self
    content.text.scale(by: factor)
    for index in content.attachments.indices {
      content.attachments[index].style.size = content.attachments[index].style.size.scaled(by: factor)
    }
    return content
  }
}

extension Badge {
  /// How the text of a badge looks, and the ground that its author wants.
  ///
  /// - Parameter style: That of the span, with what its classes say.
  static func inside(_ style: TextStyle, _ attributes: Attributes) -> (style: TextStyle, fill: Color?) {
    var inside = style
    (inside.background, inside.underline, inside.isHyphenated) = (nil, nil, false)
    // A link around it covers all of it.
    (inside.link, inside.anchor) = (nil, nil)
    guard let fill = attributes["color"].flatMap({ Color($0) }) else { return (inside, style.background) }
    inside.color = fill.isDark ? Color(rgba: 0xFFFF_FFFF) : Color(rgba: 0x1A1A_1AFF)
    return (inside, fill)
  }

  /// A badge in the looks of its class.
  init(_ content: InlineContent, fill: Color?, color: Color, rule: StyleRule, size: Length) {
    self.init(
      content: content, fill: fill, border: rule.border ?? (fill == nil ? color : nil),
      borderWidth: rule.borderWidth?.resolved(em: size) ?? 0.5.pt, radius: rule.radius?.resolved(em: size) ?? size.scaled(by: 0.35),
      padding: rule.padding?.resolved(em: size) ?? size.scaled(by: 0.42))
  }
}

extension Badge {
  /// The badge that a span is; nil for others, and within a badge.
  init?(_ node: Tree.Index, _ style: TextStyle, in styling: inout InlineStyling) {
    guard !styling.isInBadge, let attributes = styling.tree.attributes(of: node), attributes.classes.contains("badge") else { return nil }
    let (inside, fill) = Badge.inside(style, attributes)
    var inner = styling
    inner.isInBadge = true
    let content = inner.content(of: node, style: inside)
    styling.diagnostics = inner.diagnostics
    guard !content.isEmpty else { return nil }
    self.init(content, fill: fill, color: inside.color, rule: styling.theme.rule(of: attributes), size: style.size)
  }
}

extension Color {
  /// True if white letters are read better on it than black ones (WCAG 2, relative luminance).
  fileprivate var isDark: Bool {
    func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055) }
    // x^2.4 between its neighbours x² and x³, near enough for a choice of two.
    func power(_ x: Double) -> Double { x * x * (0.6 + 0.4 * x) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) < 0.25
  }
}
