internal import TypesetDiagnostics

/// Names of HTML's elements, by their meaning.
enum HTMLNames {
  /// Inline elements, and the node for each.
  static let inlines: [String: Tree.Kind] = [
    "b": .strong, "strong": .strong, "i": .emphasis, "em": .emphasis, "cite": .emphasis, "dfn": .emphasis, "var": .emphasis,
    "s": .strikethrough, "del": .strikethrough, "strike": .strikethrough, "u": .inserted, "ins": .inserted, "mark": .highlighted,
    "sub": .subscripted, "sup": .superscripted, "small": .small, "kbd": .keyboard, "span": .span, "font": .span, "bdo": .span,
    "bdi": .span, "label": .span, "time": .span, "data": .span, "big": .span, "nolink": .span, "nobr": .span, "ruby": .span, "rb": .span,
    "button": .span, "tt": .span, "code": .span, "samp": .span, "picture": .span, "noscript": .span, "output": .span,
    "abbr": .abbreviation(meaning: ""), "acronym": .abbreviation(meaning: ""),
  ]

  /// Classes that the styles of pages make as high as the letters beside them.
  fileprivate static let letterPictures: Set<String> = [
    "emoji", "emojione", "twemoji", "inline-image", "inline-img", "inline-icon", "inline-picture", "inline-svg", "icon-inline",
    "img-inline",
  ]

  /// Elements with rules of their own.
  static let others: Set<String> = ["a", "img", "br", "wbr", "q", "rt", "rp", "input"]

  /// Elements without content and without an end tag (HTML Living Standard, 13.1.2, void elements).
  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    // Removed from the standard.
    "basefont", "bgsound", "frame", "keygen",
  ]

  /// A box around blocks and nothing more.
  static let divisions: Set<String> = [
    "div", "section", "article", "header", "footer", "main", "aside", "nav", "fieldset", "form", "address", "center", "body", "html",
    "hgroup", "dialog", "search", "legend", "li", "dd", "dt", "summary", "figcaption", "caption", "tbody", "thead", "tfoot", "tr",
    "td", "th", "optgroup", "option", "select", "textarea",
    // Slidev's steps.
    "v-click", "v-clicks", "v-after", "v-switch", HTMLTree.shownTemplate,
  ]

  /// Components that only arrange what is in them.
  static let holders: Set<String> = [
    "tabs", "tablist", "tabpanels", "tabpanel", "codetabs", "codegroup", "steps", "cardgroup", "cardgrid", "cards", "columns", "column",
    "row",
    "col", "grid", "frames", "fragment", "accordiongroup", "filetree", "files", "layout",
  ]

  /// Blocks with rules of their own.
  static let blocks: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "menu", "dir", "dl", "table", "hr", "details", "figure",
  ]

  /// Never shown.
  static let silent: Set<String> = [
    "script", "style", "head", "title", "meta", "link", "base", "template", "source", "track", "param", "col", "colgroup", "area", "map",
    "rp", "datalist", "noframes",
  ]

  /// Never shown, with a diagnostic.
  static let refused: Set<String> = [
    "iframe", "object", "embed", "video", "audio", "canvas", "svg", "math", "frame", "frameset", "applet", "portal",
  ]

  static func isHidden(_ name: String) -> Bool { silent.contains(name) || refused.contains(name) }

  static func isBlock(_ name: String) -> Bool { divisions.contains(name) || blocks.contains(name) }

  /// True if a tag that ends itself is a component's: `<Counter count="2" />`, `<carbon:edit />`, `<F/>`; the program that knows it makes
  /// something else of it. Without small letters, a hyphen, a colon or attributes it may be a word in angle brackets.
  static func isComponent(_ tag: String) -> Bool {
    guard tag.utf8.first == ASCII.less, tag.hasSuffix("/>") else { return false }
    let name = name(ofTag: tag)
    guard let first = name.first, first.isLetter else { return false }
    if first.isUppercase, name.utf8.count == 1 || name.contains(where: \.isLowercase) { return true }
    return name.contains("-") || name.contains(":") || tag.contains("=")
  }

  /// True for an opening tag with a component's name, `<TabItem label="npm">`, which has a capital and others.
  static func beginsAsComponent(_ tag: String) -> Bool {
    let name = name(ofTag: tag)
    return name.first?.isUppercase == true && name.contains(where: \.isLowercase)
  }

  /// True for a tag whose name has capitals alone: a component's, or a word in angle brackets.
  static func isInCapitals(_ tag: String) -> Bool {
    let name = name(ofTag: tag)
    return name.utf8.count > 1 && name.first?.isUppercase == true && !name.contains(where: \.isLowercase)
      && !isKnown(name.lowercased())
  }

  /// True for an element of a site's own, `<is-land on:idle>`; `<my-name>` and `<your-key or name>` are words for something.
  static func isCustom(_ name: String, _ pairs: [Attributes.Pair]) -> Bool {
    name.contains("-") && pairs.contains { !$0.value.isEmpty || $0.key.contains(":") || $0.key.contains("@") }
  }

  /// True for components whose names HTML's elements have, too.
  static func isComponent(named name: String) -> Bool { name == "Aside" || name == "Frame" }

  /// The name in a tag as it is written.
  static func name(ofTag tag: String) -> Substring { tag.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" } }

  static func isKnown(_ name: String) -> Bool {
    inlines[name] != nil || others.contains(name) || isBlock(name) || silent.contains(name) || refused.contains(name)
  }

  /// All elements that are known.
  static var known: Set<String> { others.union(inlines.keys).union(divisions).union(blocks).union(silent).union(refused) }
}

extension Attributes {
  /// A picture whose class says that it is one in a line has a height that fits it.
  mutating func fitLetters() {
    guard self["width"] == nil, self["height"] == nil, classes.contains(where: HTMLNames.letterPictures.contains) else { return }
    pairs.append(Pair("height", "1.1em"))
  }
}
