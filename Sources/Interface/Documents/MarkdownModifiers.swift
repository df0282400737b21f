public import TypesetBoxes

// The second naming rule: the prefix `markdown`. Each modifier documents the keys that it sets.

extension Document {
  /// Any key of themes (`styles.h1.before`) or front matter (`toc-depth`), with its value as in YAML.
  ///
  /// A value that cannot be read is reported and changes nothing.
  public func markdownSetting(_ key: String, _ value: String) -> Document { setting(key, value, by: ".markdownSetting") }

  /// The theme of the document: `theme`.
  public func markdownTheme(_ theme: MarkdownTheme) -> Document {
    var document = setting("theme", quoted(theme.name), by: ".markdownTheme")
    document.theme = theme
    return document
  }

  /// The paper: `paper`.
  public func markdownPaper(_ paper: MarkdownPaper) -> Document { setting("paper", quoted(paper.text), by: ".markdownPaper") }

  /// All four margins: `margin`.
  ///
  /// - Parameter length: Points, or an absolute length; margins that leave no room for text are reduced and reported.
  public func markdownMargins(_ length: some StyleLength) -> Document { setting("margin", length.styleText, by: ".markdownMargins") }

  /// The margins of the given edges: `margin-top`, `margin-right`, `margin-bottom`, `margin-left`.
  public func markdownMargins(
    top: (any StyleLength)? = nil, right: (any StyleLength)? = nil, bottom: (any StyleLength)? = nil, left: (any StyleLength)? = nil
  ) -> Document {
    var document = self
    for case (let edge, let length?) in [("top", top), ("right", right), ("bottom", bottom), ("left", left)] {
      document = document.setting("margin-\(edge)", length.styleText, by: ".markdownMargins")
    }
    return document
  }

  /// How large type is, each style by its own curve: `type-size`.
  ///
  /// - Parameter size: `l` is the theme's own size; `ax1` to `ax5` are for people who see little.
  public func typeSize(_ size: TypeSize) -> Document { setting("type-size", size.rawValue, by: ".typeSize") }

  /// The type sizes that the document allows; others are brought within them: `type-size-range`.
  public func typeSize(within range: ClosedRange<TypeSize>) -> Document {
    setting("type-size-range", "[\(range.lowerBound.rawValue), \(range.upperBound.rawValue)]", by: ".typeSize")
  }

  /// Colours for dark or light screens, whatever the theme: `appearance`.
  public func markdownAppearance(_ look: MarkdownAppearance) -> Document { setting("appearance", look.rawValue, by: ".markdownAppearance") }

  /// Where tabs in elements go: `styles.ELEMENT.tabs`.
  ///
  /// - Parameters:
  ///   - stops: In any order; text after the last one is at multiples of four times its size.
  ///   - elements: One or more; `.paragraph` is all running text.
  public func markdownTabStops(_ stops: [TabPosition], for elements: MarkdownElement...) -> Document {
    let text = stops.map(\.text).joined(separator: ", ")
    return elements.reduce(self) { $0.setting("styles.\($1.name).tabs", quoted(text), by: ".markdownTabStops") }
  }

  /// Columns on each page: `columns`.
  ///
  /// - Parameter count: From 1 to 6.
  public func markdownColumns(_ count: Int) -> Document { setting("columns", "\(count)", by: ".markdownColumns") }

  /// The header of each page, with `{page}`, `{pages}`, `{title}`, `{chapter}`, `{section}`, `{date}`, `{author}`: `header`.
  public func markdownHeader(_ text: String) -> Document { setting("header", quoted(text), by: ".markdownHeader") }

  /// The footer of each page, with the same fields as ``markdownHeader(_:)``: `footer`.
  public func markdownFooter(_ text: String) -> Document { setting("footer", quoted(text), by: ".markdownFooter") }

  /// Page numbers: `page-numbers`.
  public func markdownPageNumbers(_ areShown: Bool) -> Document { setting("page-numbers", "\(areShown)", by: ".markdownPageNumbers") }

  /// The title of the document: `title`.
  public func markdownTitle(_ title: String) -> Document { setting("title", quoted(title), by: ".markdownTitle") }

  /// The authors of the document: `author`.
  public func markdownAuthors(_ names: String...) -> Document { setting("author", quoted(names), by: ".markdownAuthors") }

  /// The language of the text (BCP 47: `de`, `zh-Hant`): `lang`.
  public func markdownLanguage(_ language: String) -> Document { setting("lang", quoted(language), by: ".markdownLanguage") }

  /// The current time, used for `date: today`, `{date}` in headers and footers, and the file's own date. Without it, the environment's
  /// `SOURCE_DATE_EPOCH` is used; if that is not set either, files have no date.
  ///
  /// - Parameter seconds: Since 1 January 1970, UTC.
  public func markdownDate(secondsSince1970 seconds: Int) -> Document {
    with { $0.time = seconds }
  }

  /// A table of contents at the beginning: `toc`, `toc-depth`.
  ///
  /// - Parameters:
  ///   - isShown: False for a document without a table of contents.
  ///   - depth: Levels of headings, from 1 to 6.
  public func markdownContents(_ isShown: Bool = true, depth: Int = 3) -> Document {
    setting("toc", "\(isShown)", by: ".markdownContents").setting("toc-depth", "\(depth)", by: ".markdownContents")
  }

  /// Numbers before headings: `number-sections`.
  public func markdownNumberedSections(_ areNumbered: Bool = true) -> Document {
    setting("number-sections", "\(areNumbered)", by: ".markdownNumberedSections")
  }

  /// How far lists are indented: `styles.item.inset`.
  ///
  /// - Parameter length: Points, or a length.
  public func markdownListIndent(_ length: some StyleLength) -> Document {
    setting("styles.item.inset", length.styleText, by: ".markdownListIndent")
  }

  /// The bullets of lists, level by level: `lists.bullets`.
  ///
  /// - Parameter bullets: From 1 to 12, of 4 characters at most.
  public func markdownListBullets(_ bullets: String...) -> Document {
    setting("lists.bullets", quoted(bullets), by: ".markdownListBullets")
  }

  /// The forms of the numbers before items, level by level: `lists.numbers`.
  ///
  /// - Parameter forms: `1`, `a`, `A`, `i` or `I` with characters around it: `"1."`, `"a)"`, `"(i)"`.
  public func markdownListNumbers(_ forms: String...) -> Document { setting("lists.numbers", quoted(forms), by: ".markdownListNumbers") }

  /// The space around the text of cells: `styles.table-cell.padding` and `styles.table-head.padding`.
  public func markdownTableCellPadding(_ length: some StyleLength) -> Document {
    setting("styles.table-cell.padding", length.styleText, by: ".markdownTableCellPadding")
      .setting("styles.table-head.padding", length.styleText, by: ".markdownTableCellPadding")
  }

  /// Whether formulas are typeset, or their source is shown as text: `math`.
  public func markdownMathRendering(_ rendering: MarkdownMathRendering) -> Document {
    setting("math", rendering == .enabled ? "true" : "false", by: ".markdownMathRendering")
  }

  /// Definitions for all formulas: LaTeX's `\newcommand` lines, or `\name: expansion` lines. The front matter's definitions override them.
  public func markdownMathMacros(_ definitions: String) -> Document {
    with { $0.macros += $0.macros.isEmpty ? definitions : "\n" + definitions }
  }

  /// Hyphenation: `body.hyphenate`.
  public func markdownHyphenation(_ isOn: Bool) -> Document { setting("body.hyphenate", "\(isOn)", by: ".markdownHyphenation") }

  /// Typographic quotes, dashes and ellipses: `body.smart`.
  public func markdownSmartPunctuation(_ isOn: Bool) -> Document { setting("body.smart", "\(isOn)", by: ".markdownSmartPunctuation") }

  /// Where pictures and included files come from. Without a provider, no files are loaded.
  ///
  /// - Parameter provider: Called once for each reference; see ``ResourceProvider``.
  public func markdownResources(_ provider: some ResourceProvider) -> Document {
    with { ($0.resources, $0.asyncResources) = (provider, nil) }
  }

  /// Where pictures come from, for `await typesetter.typeset(_:)`: all pictures of the document are loaded before its layout.
  public func markdownResources(_ provider: some AsyncResourceProvider) -> Document {
    with { ($0.resources, $0.asyncResources) = (nil, provider) }
  }
}

/// The overall look of a document.
public struct MarkdownTheme: Hashable, Sendable {
  /// The name of a built-in theme, or of the YAML below.
  public let name: String
  /// A theme in YAML; nil for a built-in one.
  package let text: String?

  private init(_ name: String, text: String? = nil) { (self.name, self.text) = (name, text) }

  /// Papers, essays, everything: the default.
  public static let article = MarkdownTheme("article")
  /// For long texts: two-sided, indented paragraphs, running heads.
  public static let book = MarkdownTheme("book")
  /// Reports: sans-serif headings, page x of y.
  public static let report = MarkdownTheme("report")
  /// Notes: sans serif, ragged right.
  public static let note = MarkdownTheme("note")
  /// READMEs as rendered on the web.
  public static let github = MarkdownTheme("github")
  /// For screens: light on dark.
  public static let dark = MarkdownTheme("dark")

  /// Papers: two columns.
  public static let paper = MarkdownTheme("paper")
  /// Letters for window envelopes.
  public static let letter = MarkdownTheme("letter")
  /// Exams: parts with letters, marks at the right.
  public static let exam = MarkdownTheme("exam")
  /// Talks: a slide on each page.
  public static let slides = MarkdownTheme("slides")

  /// A built-in theme by its name; an unknown name is reported as `theme.unknown`.
  public static func named(_ name: String) -> MarkdownTheme { MarkdownTheme(name) }

  /// A theme in YAML, as in a theme file.
  ///
  /// - Parameters:
  ///   - yaml: The theme; what it does not set is taken from its `base`.
  ///   - name: What diagnostics call it.
  public static func yaml(_ yaml: String, name: String = "theme.yaml") -> MarkdownTheme { MarkdownTheme(name, text: yaml) }
}

/// The size of pages.
public struct MarkdownPaper: Hashable, Sendable {
  /// As in front matter.
  let text: String

  private init(_ text: String) { self.text = text }

  /// 297 × 420 mm.
  public static let a3 = MarkdownPaper("a3")
  /// 210 × 297 mm.
  public static let a4 = MarkdownPaper("a4")
  /// 148 × 210 mm.
  public static let a5 = MarkdownPaper("a5")
  /// 105 × 148 mm.
  public static let a6 = MarkdownPaper("a6")
  /// 176 × 250 mm.
  public static let b5 = MarkdownPaper("b5")
  /// 8.5 × 11 inches.
  public static let letter = MarkdownPaper("letter")
  /// 8.5 × 14 inches.
  public static let legal = MarkdownPaper("legal")

  /// Paper of any size.
  ///
  /// - Parameters:
  ///   - width: Above zero, at most 14,400 points.
  ///   - height: Likewise.
  public static func size(_ width: Length, _ height: Length) -> MarkdownPaper { MarkdownPaper("\(width.styleText) \(height.styleText)") }
}

/// How formulas are treated.
public enum MarkdownMathRendering: Hashable, Sendable {
  /// `$…$` and the like are typeset as formulas.
  case enabled
  /// They are shown as text.
  case disabled
}

/// Where text after a tab is, from where lines begin.
public struct TabPosition: Hashable, Sendable {
  let text: String

  /// Text that begins there.
  ///
  /// - Parameter place: Points, or a length.
  public static func left(_ place: some StyleLength) -> TabPosition { TabPosition(text: place.styleText) }
  /// Text whose middle is there.
  ///
  /// - Parameter place: Points, or a length.
  public static func center(_ place: some StyleLength) -> TabPosition { TabPosition(text: place.styleText + " center") }
  /// Text that ends there.
  ///
  /// - Parameter place: Points, or a length.
  public static func right(_ place: some StyleLength) -> TabPosition { TabPosition(text: place.styleText + " right") }
  /// Text that ends where the lines end.
  public static let end = TabPosition(text: "100% right")
}
