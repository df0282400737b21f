package import TypesetBoxes

/// Styles of text, each with its own curve: large type grows less than small type, so that headings still fit.
package enum TypeStyle: String, Sendable, CaseIterable {
  case largeTitle = "large-title"
  case title
  case title2
  case title3
  case headline
  case body
  case callout
  case subheadline
  case footnote
  case caption
  case caption2

  /// Points at each size, from `xs` to `ax5`: the curves of Apple's Dynamic Type (Human Interface Guidelines, Typography).
  package var points: [Double] {
    switch self {
    case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
    case .title: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
    case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
    case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
    case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
    case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
    case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
    case .caption: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
    case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
    }
  }

  /// How many times larger than at `l`.
  package func ratio(at size: TypeSize) -> Double { points[size.step] / points[TypeSize.l.step] }
}

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
    let size = shownTypeSize
    guard size != .l else { return }
    let body = TypeStyle.body.ratio(at: size)
    self.size = self.size.scaled(by: body)
    for (element, rule) in rules where !element.isPart {
      guard case .em(let factor)? = rule.size else { continue }
      rules[element]?.size = .em(factor * element.typeStyle.ratio(at: size) / body)
    }
    // Running heads without a size of their own have that of the text.
    for element in [Element.header, .footer, .pageNumber] where rules[element]?.size == nil {
      rules[element, default: StyleRule()].size = .em(element.typeStyle.ratio(at: size) / body)
    }
  }
}
