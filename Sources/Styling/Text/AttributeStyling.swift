import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetJSON
import TypesetMarkdown
import TypesetYAML

extension Theme {
  /// The rules for the classes of an element, later ones over earlier ones.
  func rule(of attributes: Attributes?) -> StyleRule {
    guard let attributes else { return StyleRule() }
    var rule = StyleRule()
    for name in attributes.classes {
      if name == "dedication" { rule = rule.overlaid(by: MatterParts.dedication(attributes)) }
      if let further = classRules[name] { rule = rule.overlaid(by: further) }
    }
    if let style = attributes["style"] { rule = rule.overlaid(by: StyleRule(css: style)) }
    if let align = (attributes["align"] ?? attributes["text-align"]).flatMap({ Alignment(css: $0) }) { rule.align = align }
    for pair in attributes.pairs {
      if pair.name == "tint" {
        rule.background = Color(tint: pair.value) ?? rule.background
      } else {
        _ = rule.lines.read(pair.name, pair.value) || rule.opening.read(pair.name, pair.value)
      }
    }
    return rule
  }

  /// The rule of an element and over it those of its classes.
  func rule(of element: Element, _ attributes: Attributes?) -> StyleRule {
    attributes == nil ? self[element] : self[element].overlaid(by: rule(of: attributes))
  }

  /// The rule of the attributes of a div: what text in brackets may have, for all of the div's text.
  func rule(ofDivision attributes: Attributes) -> StyleRule {
    let (lowered, own) = looks(of: attributes)
    var rule = lowered.rule(in: self).overlaid(by: rule(of: attributes)).overlaid(by: own.rule(in: self))
    // A ground does not touch its text, nor what is below it.
    if rule.background != nil {
      rule.padding = rule.padding ?? self[.division].padding ?? .em(0.4)
      rule.after = rule.after ?? self[.division].after ?? self[.paragraph].after
    }
    // Nor does a bar: it is a callout's.
    if rule.bar != nil, rule.padding == nil, self[.division].padding == nil {
      let callout = self[.callout]
      rule.padding = callout.padding
      (rule.before, rule.after) = (rule.before ?? callout.before, rule.after ?? callout.after)
      rule.barWidth = rule.barWidth ?? callout.barWidth
    }
    return rule
  }

  /// What the keys that a theme declares come to, and the keys that are drawn as they are.
  fileprivate func looks(of attributes: Attributes) -> (lowered: AttributeLooks, own: AttributeLooks) {
    var (lowered, own) = (AttributeLooks(), AttributeLooks())
    for pair in attributes.pairs {
      if let looks = schema(of: pair.key)?[pair.value] {
        lowered.overlay(looks)
      } else {
        _ = own.take(pair.name, pair.yaml)
      }
    }
    return (lowered, own)
  }
}

extension TextStyle {
  /// The style of an inline with attributes inside this one.
  func applying(_ attributes: Attributes, theme: Theme) -> TextStyle {
    var style = applying(theme.rule(of: attributes), families: theme.families)
    if let language = attributes.language, !language.isEmpty { style.language = language }
    if let direction = attributes.direction { style.direction = direction }
    if let id = attributes.id { style.anchor = id }
    return style
  }

  /// The style of an inline node inside this one.
  func applying(_ attributes: Attributes, of node: Tree.Index, in tree: Tree, theme: Theme) -> TextStyle {
    tree[node].kind == .span ? applying(attributes, ofSpan: node, theme: theme) : applying(attributes, theme: theme)
  }

  /// The style of text in brackets inside this one.
  ///
  /// The keys that a theme declares come first, so that whatever is written in their company overrides them.
  ///
  /// - Parameter number: Tells the element from others.
  private func applying(_ attributes: Attributes, ofSpan number: Int32, theme: Theme) -> TextStyle {
    // The colour of a badge is that of its ground.
    guard !attributes.pairs.isEmpty, !attributes.classes.contains("badge") else { return applying(attributes, theme: theme) }
    let (lowered, own) = theme.looks(of: attributes)
    var style = applying(lowered.rule(in: theme), families: theme.families).applying(attributes, theme: theme)
      .applying(own.rule(in: theme), families: theme.families)
    if lowered.rule.ramp != nil || own.rule.ramp != nil { style.looks.ramp?.number = number }
    if let ground = style.background, ground != background, lowered.rule.color == nil, own.rule.color == nil,
      theme.rule(of: attributes).color == nil
    {
      style.makeReadable(on: ground)
    }
    return style
  }

  /// Text that cannot be read on a ground that it was given is black or white: light text of a dark page on yellow.
  mutating func makeReadable(on ground: Color) {
    guard ground.alpha > 0.8, color.contrast(ground) < 3 else { return }
    let white = Color(rgba: 0xFFFF_FFFF)
    color = ground.contrast(.black) > ground.contrast(white) ? .black : white
  }
}

extension AttributeLooks {
  /// Takes over what others say.
  fileprivate mutating func overlay(_ other: AttributeLooks) {
    rule = rule.overlaid(by: other.rule)
    isStrong = isStrong || other.isStrong
    isEmphasised = isEmphasised || other.isEmphasised
  }

  /// The rule, over those of the emphasis that belongs to it.
  fileprivate func rule(in theme: Theme) -> StyleRule {
    let rule = rule.settled(in: theme)
    guard isStrong || isEmphasised else { return rule }
    return StyleRule.overlaying([isStrong ? theme[.strong] : nil, isEmphasised ? theme[.emphasis] : nil, rule])
  }
}

extension Attributes.Pair {
  /// The value as themes have it.
  var yaml: YAMLValue {
    func yaml(_ json: JSON) -> YAMLValue {
      switch json {
      case .array(let items): YAMLValue(.sequence(items.map(yaml)), span: SourceSpan(0, 0))
      case .object(let members):
        YAMLValue(
          .mapping(members.map { YAMLEntry(key: $0.name, keySpan: SourceSpan(0, 0), value: yaml($0.value)) }), span: SourceSpan(0, 0))
      case .string(let text), .number(let text): YAMLValue(.scalar(text, isPlain: false), span: SourceSpan(0, 0))
      case .bool(let flag): YAMLValue(.scalar(flag ? "true" : "false", isPlain: true), span: SourceSpan(0, 0))
      case .null: YAMLValue(.scalar("", isPlain: true), span: SourceSpan(0, 0))
      }
    }
    return isTyped ? yaml(json) : YAMLValue(.scalar(value, isPlain: true), span: SourceSpan(0, 0))
  }
}

extension Theme {
  /// Keys and values of spans and divs that a theme does not know, or that cannot be read.
  ///
  /// - Parameter hasFont: True for the name of a font that there is.
  func attributeFaults(in tree: Tree, hasFont: (String) -> Bool) -> [Diagnostic] {
    guard !tree.attributes.isEmpty else { return [] }
    let declared = attributes.filter(\.isDeclared).map(\.key)
    var faults = tree.measureFaults()
    var named: Set<String> = []
    for index in tree.nodes.indices where tree.nodes[index].attributes >= 0 {
      let node = tree.nodes[index]
      let own = tree.attributes[Int(node.attributes)]
      guard node.kind.hasLooks, node.parent >= 0, !own.classes.contains("badge") else { continue }
      // The values of a string, and the keys of divs, have names of their own.
      let mayHaveAnyKey = node.kind != .span || own.pairs.contains { $0.name == "string" }
      for pair in own.pairs {
        guard let fault = fault(of: pair, declared: declared, hasFont: hasFont) else { continue }
        // A key that nobody knows is named once.
        guard fault.code != "attribute.key" || !mayHaveAnyKey && named.insert(pair.name).inserted else { continue }
        faults.append(fault.at(node.span))
      }
    }
    return faults
  }

  private struct AttributeFault {
    var code: String
    var message: String
    var hint: String

    func at(_ span: SourceSpan) -> Diagnostic { Diagnostic(.warning, code, at: span, message, hint: hint) }
  }

  private func fault(of pair: Attributes.Pair, declared: [String], hasFont: (String) -> Bool) -> AttributeFault? {
    if let schema = schema(of: pair.key) {
      guard schema[pair.value] == nil, let names = schema.names else { return nil }
      return unknownValue(of: pair, among: names, hint: "expected \(names.joined(separator: ", "))")
    }
    var looks = AttributeLooks()
    switch looks.take(pair.name, pair.yaml) {
    case true?:
      guard let font = looks.rule.fonts?.first(where: { !hasFont($0) }) else { return nil }
      return AttributeFault(
        code: "font.unknown", message: "unknown font \"\(font)\"",
        hint: "mdtypeset fonts lists the bundled ones; the text's own font is used")
    case false?:
      return unknownValue(of: pair, among: AttributeLooks.words(of: pair.name), hint: AttributeLooks.hint(of: pair.name, for: pair.yaml))
    case nil:
      // Without a schema of its own a document may have any keys.
      guard !declared.isEmpty, !pair.isConventional else { return nil }
      let near = nearest(to: pair.key, among: declared).map { "did you mean \"\($0)\"? The" } ?? "the"
      return AttributeFault(
        code: "attribute.key", message: "unknown attribute \"\(pair.key)\"",
        hint: near + " theme declares \(declared.joined(separator: ", "))")
    }
  }

  private func unknownValue(of pair: Attributes.Pair, among words: [String], hint: String) -> AttributeFault {
    let near = words.isEmpty ? nil : pair.value.split(separator: " ").first.flatMap { nearest(to: String($0), among: words) }
    return AttributeFault(
      code: "attribute.value", message: "invalid value \"\(pair.value.prefix(60))\" for \"\(pair.key)\"",
      hint: (near.map { "did you mean \"\($0)\"? " } ?? "") + hint)
  }
}

extension TextStyle {
  /// Sub- and superscripts: smaller, and moved by a part of the surrounding size.
  func shifted(by factor: Double) -> TextStyle {
    var style = self
    style.rise += size.scaled(by: factor)
    style.size = size.scaled(by: 0.7)
    // Old-style figures are too small there.
    style.features.removeAll { $0.tag == "onum" }
    return style
  }
}

extension Tree.Kind {
  /// True for what may have the attributes of text in brackets.
  fileprivate var hasLooks: Bool {
    switch self {
    case .span, .division: true
    default: false
    }
  }
}

extension Attributes {
  /// `dir="rtl"`, or `direction` in an HTML style.
  var direction: TextDirection? {
    let declared = self["dir"] ?? self["style"].flatMap { StyleRule.declarations(of: $0).last { $0.name == "direction" }?.value }
    return declared.flatMap { TextDirection(rawValue: $0) }
  }
}

extension BlockStyle {
  /// Language, direction and placement of a block that has attributes.
  mutating func take(_ attributes: Attributes) {
    if let language = attributes.language, !language.isEmpty { text.language = language }
    if let direction = attributes.direction { text.direction = direction }
    if let placement = attributes.placement { float = placement }
  }
}

extension Attributes {
  /// What is said of where a figure or a table may be: `placement=top`, Quarto's `fig-pos`, a class for what goes over all columns.
  var placement: FloatPlacement? {
    let reach = classes.lazy.compactMap { MarginReach(class: $0) }.first
    let isWide = reach != nil || self["fig-env"].map { $0.hasSuffix("*") } ?? false
    guard var float = writtenPlacement.flatMap({ FloatPlacement($0) }) ?? (isWide ? FloatPlacement([]) : nil) else { return nil }
    float.isWide = isWide
    if let reach { float.reach = reach }
    return float
  }

  /// A placement that is none.
  func placementFault(at span: SourceSpan) -> Diagnostic? {
    guard let written = writtenPlacement, FloatPlacement(written) == nil else { return nil }
    return Diagnostic(
      .warning, "attribute.value", at: span, "\"\(written.prefix(60))\" is no place for a figure or a table",
      hint: "write here, top, bottom, page or none, or letters such as htbp")
  }

  private var writtenPlacement: String? { self["placement"] ?? self["fig-pos"] ?? self["tbl-pos"] ?? self["float-placement"] }
}

extension Image {
  /// Takes width and height from attributes: `50%`, `300`, `300px`, `4cm`, `8em`, `1cap`, `2line`; or from an HTML style.
  ///
  /// - Parameter em: The size of the text around it.
  mutating func takeSize(_ attributes: Attributes, em: Length, theme: Theme, _ diagnostics: inout [Diagnostic]) {
    let line = em.scaled(by: theme.lineSpacing)
    var declared = attributes
    if let style = attributes["style"] {
      declared.pairs = StyleRule.declarations(of: style).map { Attributes.Pair($0.name, $0.value) } + attributes.pairs
    }
    func size(_ name: String) -> PictureSize? {
      guard let text = declared[name] else { return nil }
      if text.hasSuffix(")"), case .absolute(let length)? = Dimension(following: text)?.settled(in: theme), length > .zero {
        return .absolute(length)
      }
      guard let size = PictureSize(text, em: em, line: line) else {
        if let hint = PictureSize.refusal(of: text) {
          let message = "\(name)=\(text.prefix(60)) is out of range: the size of the picture is used"
          diagnostics.append(Diagnostic(.warning, "attribute.range", at: span, message, hint: hint))
        }
        return nil
      }
      return size
    }
    (width, height) = (size("width"), size("height"))
    if width == nil, height == nil, theme.page.areSlides { (width, height) = UtilitySizes.of(attributes) }
    // Beside a width, a share of the height of nothing in particular is none, as in CSS.
    if width != nil, case .fraction = height { height = nil }
    baseline = (attributes["baseline"] ?? declared["vertical-align"]).flatMap { PictureBaseline($0, em: em) }
    if let text = attributes["shift"] {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Dimension($0)?.resolved(em: em) }
      switch (parts.count, parts[0], parts.last ?? nil) {
      case (1, let up?, _): shift = up
      case (2, let right?, let up?): (shiftRight, shift) = (right, up)
      default:
        diagnostics.append(
          Diagnostic(
            .warning, "attribute.value", at: span, "shift=\(text.prefix(60)) is not read",
            hint: "write how far it is raised, `2pt`, or how far it is moved to the right and raised, `1pt,-2pt`"))
      }
    }
    scale = attributes["scale"].flatMap { name in
      name == "text" ? em.points / 12 : TypeStyle(rawValue: name)?.ratio(at: theme.shownTypeSize)
    }
    copy = attributes["copy"]
    setsFormulas = !["off", "false", "no"].contains(attributes["math"] ?? "")
    let labels = attributes["labels"]?.split { " ,".contains($0) } ?? []
    (hasDocumentFace, hasDocumentSize) = (labels.contains("document"), labels.contains("size"))
    isRecolored = attributes.classes.contains("recolor") || attributes["recolor"].map { !["off", "false", "no"].contains($0) } ?? false
    if let page = attributes["page"].flatMap({ DocumentNumber.whole($0) }), diagram == nil, !source.contains("#") {
      source += "#page=\(page)"
    }
  }
}

extension PictureSize {
  /// A bare number is CSS pixels, as in HTML.
  init?(_ text: String, em: Length, line: Length? = nil) {
    let text = text.trimmed()
    if text.hasSuffix("cap"), let value = DocumentNumber.real(text.dropLast(3)), value > 0, value <= 100 {
      self = .capitals(value)
      return
    }
    if let line, text.hasSuffix("line"), let value = DocumentNumber.real(text.dropLast(4)), value > 0, value <= 100 {
      self = .absolute(line.scaled(by: value))
      return
    }
    if text.hasSuffix("%") {
      guard let value = DocumentNumber.real(text.dropLast()), value > 0, value <= 1_000 else { return nil }
      self = .fraction(value / 100)
      return
    }
    // A browser's window is the page here.
    for unit in ["vw", "vh", "vmin", "vmax"] where text.hasSuffix(unit) {
      guard let value = DocumentNumber.real(text.dropLast(unit.count)), value > 0, value <= 1_000 else { return nil }
      self = .fraction(value / 100)
      return
    }
    if let pixels = DocumentNumber.real(text) {
      guard pixels > 0, pixels <= 100_000 else { return nil }
      self = .absolute((pixels * 0.75).pt)
      return
    }
    // LaTeX's `0.5\linewidth` and the like.
    for name in ["\\textwidth", "\\linewidth", "\\columnwidth"] where text.hasSuffix(name) {
      guard let value = DocumentNumber.real(text.dropLast(name.count).isEmpty ? "1" : text.dropLast(name.count)), value > 0, value <= 10
      else {
        return nil
      }
      self = .fraction(value)
      return
    }
    guard let length = Dimension(text)?.resolved(em: em), length > .zero, length <= Self.most else { return nil }
    self = .absolute(length)
  }

  /// As 100,000 CSS pixels.
  private static let most = 75_000.pt

  /// The hint for a size beyond the range of its unit; nil for a text that is no size at all.
  static func refusal(of text: String) -> String? {
    let text = text.trimmed()
    let units: [(String, String)] = [
      ("cap", "write up to 100cap"), ("line", "write up to 100line"), ("%", "write a share up to 1000%"),
      ("\\textwidth", "write up to 10\\textwidth"),
      ("\\linewidth", "write up to 10\\linewidth"), ("\\columnwidth", "write up to 10\\columnwidth"),
    ]
    for (unit, hint) in units where text.hasSuffix(unit) {
      return DocumentNumber(text.dropLast(unit.count)).map { _ in hint + ", above zero" }
    }
    if DocumentNumber(text) != nil { return "write a number of pixels up to 100000, above zero" }
    let unit = text.utf8.reversed().prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }.count
    return unit > 0 && DocumentNumber(text.dropLast(unit)) != nil ? "write a length up to 75000pt, above zero" : nil
  }
}

extension PictureBaseline {
  /// `middle`, `text-bottom`, `baseline`, or a length.
  init?(_ text: String, em: Length) {
    switch text.trimmed().lowercased() {
    case "middle": self = .middle
    case "text-bottom", "bottom": self = .textBottom
    case "baseline": self = .offset(.zero)
    default:
      guard let length = Dimension(text.trimmed())?.resolved(em: em), abs(length.points) <= 1_000 else { return nil }
      self = .offset(length)
    }
  }
}

extension Alignment {
  init?(css: String) {
    switch css.trimmed().lowercased() {
    case "left", "start": self = .left
    case "right", "end": self = .right
    case "center", "middle": self = .center
    case "justify": self = .justified
    default: return nil
    }
  }
}

extension StyleRule {
  /// The declarations of an HTML `style` that mean something on paper: colours, alignment, weight, slant, size.
  init(css: String) {
    self.init()
    var isInLetters = false
    for (name, value) in Self.declarations(of: css) {
      switch name {
      case "color": color = Color(value) ?? color
      case "background", "background-color", "background-image": background = Color(ground: value) ?? background
      case "background-clip", "-webkit-background-clip": isInLetters = value == "text"
      case "text-align": align = Alignment(css: value) ?? align
      case "font-weight":
        weight =
          value == "bold" || value == "bolder"
          ? 700 : value == "normal" ? 400 : DocumentNumber.whole(value).map { min(max($0, 100), 900) } ?? weight
      case "font-style": slant = value == "italic" || value == "oblique" ? .italic : value == "normal" ? .upright : slant
      case "font-size":
        if let size = Dimension(value), Self.isReadable(size) { self.size = size }
      case "font-family": if value.contains("mono") { family = .code }
      case "font-variant":
        if value.contains("small-caps") || value == "normal" {
          features = [TextStyle.Feature(tag: "smcp", value: value == "normal" ? 0 : 1)]
        }
      case "letter-spacing": letterSpacing = value == "normal" ? .absolute(.zero) : Dimension(value) ?? letterSpacing
      case "text-transform": letterCase = LetterCase(value) ?? letterCase
      case "vertical-align": baseline = Self.baseline(css: value) ?? baseline
      case _ where name.hasPrefix("text-decoration"): takeDecoration(name, value)
      default: break
      }
    }
    // A gradient within the letters: these have its colour.
    if isInLetters { (color, background) = (background ?? color, nil) }
  }

  /// `text-decoration` and its parts, in CSS' words: `underline dotted red`.
  private mutating func takeDecoration(_ name: String, _ value: String) {
    let words = value.lowercased().split(separator: " ").map(String.init)
    if name == "text-decoration" || name == "text-decoration-line" {
      if words.contains("none") { (underline, strike) = (TextLine(nil), TextLine(nil)) }
      if words.contains("underline") { underline = TextLine(.solid) }
      if words.contains("line-through") { strike = TextLine(.solid) }
    }
    let look = words.filter {
      !["underline", "line-through", "none", "overline", "from-font", "auto"].contains($0) && Dimension($0) == nil
    }
    guard name != "text-decoration-line", let line = TextLine(look.joined(separator: " ")) else { return }
    func merge(_ own: inout TextLine?) {
      guard let known = own, known.form != nil else { return }
      own = TextLine(name == "text-decoration-color" ? known.form : line.form, line.color ?? known.color)
    }
    merge(&underline)
    merge(&strike)
  }

  /// `super`, `sub` or a length; a percentage is one of the line's height.
  private static func baseline(css value: String) -> Dimension? {
    switch value {
    case "baseline": .absolute(.zero)
    case "super": .em(0.36)
    case "sub": .em(-0.2)
    default: Dimension(value)
    }
  }

  /// Absurd sizes are ignored.
  static func isReadable(_ size: Dimension) -> Bool {
    switch size {
    case .absolute(let length): length >= 3.pt && length <= 200.pt
    case .em(let factor): factor >= 0.3 && factor <= 10
    // CSS has no such lengths.
    case .following: false
    }
  }

  static func declarations(of css: String) -> [(name: String, value: String)] {
    css.split(separator: ";").compactMap { declaration in
      guard let colon = declaration.firstIndex(of: ":") else { return nil }
      let value = declaration[declaration.index(after: colon)...].trimmed()
      return (declaration[..<colon].trimmed().lowercased(), value.replacing("!important", with: "").trimmed())
    }
  }
}

extension TextStyle {
  /// Names the place of a span that comes onto its slide with a step.
  mutating func takeStep(of attributes: Attributes, on page: PageStyle) {
    guard anchor == nil, page.areSlides, page.handout.dividesSteps,
      let step = attributes[SlideSteps.key].flatMap({ DocumentNumber.whole($0) })
    else { return }
    anchor = SlideSteps.name(ofSpan: step)
  }
}
