public import TypesetBoxes

// The first naming rule: a familiar verb, and the elements that it is `for:`. Each modifier documents the keys that it sets.

extension Document {
  /// Sets elements in a font: `styles.ELEMENT.font`, `.family`, `.size`, `.weight`, `.slant`; of ``MarkdownElement/body`` `mainfont` and
  /// `body.size`.
  ///
  /// - Parameters:
  ///   - font: What it leaves open is unchanged.
  ///   - elements: One or more.
  public func font(_ font: TextFont, for elements: MarkdownElement...) -> Document {
    elements.reduce(self) { document, element in
      font.rules.reduce(document) { document, rule in
        switch (element, rule.key) {
        case (.body, "font"): document.setting("mainfont", rule.value, by: ".font")
        case (.body, "size"): document.setting("body.size", rule.value, by: ".font")
        case (.body, _): document.setting("styles.paragraph.\(rule.key)", rule.value, by: ".font")
        default: document.setting("styles.\(element.name).\(rule.key)", rule.value, by: ".font")
        }
      }
    }
  }

  /// The colour of elements' text: `styles.ELEMENT.color`, of ``MarkdownElement/body`` `body.color`.
  public func foregroundStyle(_ color: Color, for elements: MarkdownElement...) -> Document {
    elements.reduce(self) { $0.colored("color", color, $1, by: ".foregroundStyle") }
  }

  /// The accent colour of elements.
  ///
  /// For quotes, callouts and classes it is the bar at the left (`bar`), for inline code the text (`color`) and, at an eighth of the opacity,
  /// the background (`background`), for tables, rules and figures the lines (`border`), for all others the text (`color`).
  public func tint(_ color: Color, for elements: MarkdownElement...) -> Document {
    elements.reduce(self) { document, element in
      switch element {
      case .quote, .callout: return document.colored("bar", color, element, by: ".tint")
      case .table, .rule, .figure: return document.colored("border", color, element, by: ".tint")
      case .inlineCode:
        let ground = color.opacity(Double(color.rgba & 0xFF) / 255 / 8)
        return document.colored("color", color, element, by: ".tint").colored("background", ground, element, by: ".tint")
      case _ where element.name.hasPrefix("."): return document.colored("bar", color, element, by: ".tint")
      default: return document.colored("color", color, element, by: ".tint")
      }
    }
  }

  /// The background of elements: `styles.ELEMENT.background`, for ``MarkdownElement/body`` the background of the pages.
  public func background(_ color: Color, for elements: MarkdownElement...) -> Document {
    elements.reduce(self) { document, element in
      element == .body
        ? document.setting("page.background", quoted(color.styleText), by: ".background")
        : document.colored("background", color, element, by: ".background")
    }
  }

  /// The space between an element's frame and what is in it: `styles.ELEMENT.padding`.
  ///
  /// - Parameters:
  ///   - length: Points, or a length; not negative.
  ///   - elements: One or more.
  public func padding(_ length: some StyleLength, for elements: MarkdownElement...) -> Document {
    elements.reduce(self) { $0.setting("styles.\($1.name).padding", length.styleText, by: ".padding") }
  }

  /// A frame around elements: `styles.ELEMENT.border`, `border-width` and `radius`.
  ///
  /// - Parameters:
  ///   - color: Of the lines.
  ///   - width: Points, or a length; not negative.
  ///   - radius: Of its corners; not negative.
  ///   - elements: One or more.
  public func border(_ color: Color, width: some StyleLength = 0.5, radius: some StyleLength = 0, for elements: MarkdownElement...)
    -> Document
  {
    elements.reduce(self) { document, element in
      document.colored("border", color, element, by: ".border")
        .setting("styles.\(element.name).border-width", width.styleText, by: ".border")
        .setting("styles.\(element.name).radius", radius.styleText, by: ".border")
    }
  }

  /// How the lines of elements end: `styles.ELEMENT.align`, of ``MarkdownElement/body`` `body.align`.
  public func multilineTextAlignment(_ alignment: MarkdownAlignment, for elements: MarkdownElement...) -> Document {
    elements.reduce(self) { document, element in
      let key = element == .body ? "body.align" : "styles.\(element.name).align"
      return document.setting(key, alignment.rawValue, by: ".multilineTextAlignment")
    }
  }

  /// From baseline to baseline, as a multiple of the size: `styles.ELEMENT.leading`, of ``MarkdownElement/body`` `body.line-spacing`.
  ///
  /// - Parameters:
  ///   - factor: From 0.5 to 4.
  ///   - elements: One or more.
  public func lineSpacing(_ factor: Double, for elements: MarkdownElement...) -> Document {
    elements.reduce(self) { document, element in
      element == .body
        ? document.setting("body.line-spacing", plain(factor), by: ".lineSpacing")
        : document.setting("styles.\(element.name).leading", factor.em.styleText, by: ".lineSpacing")
    }
  }

  /// Whether the text of elements is underlined: `styles.ELEMENT.underline`.
  public func underline(_ isActive: Bool = true, for elements: MarkdownElement...) -> Document {
    elements.reduce(self) { $0.setting("styles.\($1.name).underline", "\(isActive)", by: ".underline") }
  }

  private func colored(_ key: String, _ color: Color, _ element: MarkdownElement, by modifier: String) -> Document {
    let path = element == .body ? "body.\(key)" : "styles.\(element.name).\(key)"
    return setting(path, quoted(color.styleText), by: modifier)
  }
}

/// How the lines of an element end.
public enum MarkdownAlignment: String, Hashable, Sendable {
  case justified, left, center, right
}
