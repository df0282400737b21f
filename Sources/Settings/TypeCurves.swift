package import TypesetBoxes

extension Element {
  /// The style whose curve its size follows.
  fileprivate var typeStyle: TypeStyle {
    switch self {
    case .title: .largeTitle
    // What stands in the margins must stay there.
    case .header, .footer, .pageNumber: .largeTitle
    case .h1: .title
    case .h2, .subtitle: .title2
    case .h3: .title3
    case .h4, .h5, .h6: .headline
    case .code: .callout
    case .author, .date, .affiliation: .subheadline
    case .footnote, .small, .keywords: .footnote
    case .caption: .caption
    default: .body
    }
  }

  /// Elements in others have sizes in parts of those.
  fileprivate var isPart: Bool {
    switch self {
    case .emphasis, .strong, .strikethrough, .link, .inlineCode, .keyboard, .highlight, .inserted, .footnoteMark, .error, .tableHead,
      .tableCell, .codeLine, .codeInserted, .codeDeleted, .codeTitle, .codeNumber, .calloutTitle, .definitionTerm:
      true
    default: false
    }
  }
}

extension Theme {
  /// The type size that the reader wants, brought within the range of the theme.
  package var shownTypeSize: TypeSize { min(max(typeSize, typeSizes.lowerBound), typeSizes.upperBound) }

  /// Makes all type as large as the reader wants it, within the theme's range. Sizes that are relative to others follow their style's curve; absolute ones stay.
  package mutating func applyTypeSize() {
    defer { settleSizes() }
    let size = shownTypeSize
    guard size != .l else { return }
    let body = bodyRatio
    self.size = self.size.scaled(by: body)
    for (element, rule) in rules where !element.isPart {
      guard case .em(let factor)? = rule.size ?? rule.typeSizes.map({ _ in .em(1) }) else { continue }
      rules[element]?.size = .em(factor * element.typeStyle.ratio(at: rule.followed(size)) / body)
    }
    // What is in others, and classes, follow their size; with a range of their own, no further than that.
    for element in Array(rules.keys) where element.isPart { rules[element]?.bringWithinRange(size, body: body, element.typeStyle) }
    classRules = classRules.mapValues { rule in
      var rule = rule
      rule.bringWithinRange(size, body: body, .body)
      return rule
    }
    // Running heads without a size of their own have that of the text.
    for element in [Element.header, .footer, .pageNumber] where rules[element]?.size == nil {
      rules[element, default: StyleRule()].size = .em(element.typeStyle.ratio(at: size) / body)
    }
  }
  /// How many times larger running text is than at the type size `l`.
  fileprivate var bodyRatio: Double { sizeStyle?.ratio(at: shownTypeSize) ?? 1 }

  /// Type sizes that follow a style of text become absolute.
  private mutating func settleSizes() {
    rules = rules.mapValues { $0.settled(in: self) }
    classRules = classRules.mapValues { $0.settled(in: self) }
    for (number, schema) in attributes.enumerated() {
      for (place, value) in schema.values.enumerated() { attributes[number].values[place].looks.rule = value.looks.rule.settled(in: self) }
    }
  }
}

extension StyleRule {
  /// The type size that it follows where the reader wants this one.
  fileprivate func followed(_ size: TypeSize) -> TypeSize {
    typeSizes.map { min(max(size, $0.lowerBound), $0.upperBound) } ?? size
  }

  /// Type that grows with what is around it, kept to the rule's own range.
  fileprivate mutating func bringWithinRange(_ size: TypeSize, body: Double, _ style: TypeStyle) {
    guard followed(size) != size, case .em(let factor) = self.size ?? .em(1) else { return }
    self.size = .em(factor * style.ratio(at: followed(size)) / body)
  }

  /// The same with lengths that are absolute or relative to the surrounding type.
  ///
  /// - Parameter theme: One whose type has the size that the reader wants.
  package func settled(in theme: Theme) -> StyleRule {
    var rule = self
    let size = followed(theme.shownTypeSize)
    func settle(_ length: inout Dimension?) {
      if case .following? = length { length = length?.settled(in: theme, at: size) }
    }
    func settle(_ glue: inout GlueRule?) {
      guard var set = glue else { return }
      set.natural = set.natural.settled(in: theme, at: size)
      set.stretch = set.stretch.settled(in: theme, at: size)
      set.shrink = set.shrink.settled(in: theme, at: size)
      glue = set
    }
    settle(&rule.size)
    settle(&rule.letterSpacing)
    settle(&rule.baseline)
    settle(&rule.leading)
    settle(&rule.lines.leftSkip)
    settle(&rule.lines.rightSkip)
    settle(&rule.before)
    settle(&rule.after)
    settle(&rule.inset)
    settle(&rule.insetRight)
    settle(&rule.firstIndent)
    settle(&rule.padding)
    settle(&rule.paddingTop)
    settle(&rule.paddingBottom)
    settle(&rule.borderWidth)
    settle(&rule.barWidth)
    settle(&rule.radius)
    settle(&rule.fromTop)
    return rule
  }
}

extension Dimension {
  /// What follows a style of text, at the reader's type size; anything else as it is.
  ///
  /// - Parameter size: Nil is the one that the theme shows.
  package func settled(in theme: Theme, at size: TypeSize? = nil) -> Dimension {
    guard case .following(let style, let value, let isEm) = self else { return self }
    let unit = isEm ? theme.size.points / theme.bodyRatio * style.points[TypeSize.l.step] / TypeStyle.body.points[TypeSize.l.step] : 1
    return .absolute((value * unit * style.ratio(at: size ?? theme.shownTypeSize)).pt)
  }

  /// A length that may follow a style of text: `17pt(body)` and `1.2em(caption)`, and `17pt(fixed)`, which is `17pt`.
  package init?(following text: some StringProtocol) {
    guard text.utf8.contains(UInt8(ascii: "(")) else {
      self.init(text)
      return
    }
    let text = text.trimmed()
    guard text.utf8.last == UInt8(ascii: ")"), let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    guard let length = Dimension(text[..<open]) else { return nil }
    let name = text[text.index(after: open)...].dropLast()
    switch (length, TypeStyle(rawValue: String(name))) {
    case (.absolute, nil) where name == "fixed": self = length
    case (.absolute(let points), let style?): self = .following(style, points.points, isEm: false)
    case (.em(let factor), let style?): self = .following(style, factor, isEm: true)
    default: return nil
    }
  }
}
