internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetMarkdown

/// Inlines for a formatted text.
struct RichNodes {
  private let span: SourceSpan
  private let quotes: RichText.Quotes
  /// Parses a formula.
  private let parse: (String) -> Tree
  /// Nodes that are open, with what is in them; nil for what adds no node.
  private var stack: [(node: Tree.Index?, children: [Tree.Index])] = [(nil, [])]
  /// How many nodes each open font has.
  private var fonts: [Int] = []
  /// The looks of the fonts that are open, each with what it takes from the fonts around it.
  private var looks = [FontAttributes()]
  private var quoteLevel = 0

  init(_ span: SourceSpan, _ quotes: RichText.Quotes, _ parse: @escaping (String) -> Tree) {
    (self.span, self.quotes, self.parse) = (span, quotes, parse)
  }

  /// Adds nodes without a parent.
  consuming func add(_ text: RichText, to tree: inout Tree) -> [Tree.Index] {
    var text = text
    text.tieNumbers()
    for (number, token) in text.tokens.enumerated() {
      if case .open(let font) = token {
        open(font, in: &tree, isEmphasis: !text.isEastAsian(within: number))
      } else {
        add(token, isFirst: number == 0, to: &tree)
      }
    }
    while stack.count > 1 { close(&tree) }
    return stack[0].children
  }

  private mutating func add(_ kind: Tree.Kind, to tree: inout Tree) { stack[stack.count - 1].children.append(tree.add(kind, span)) }

  private mutating func add(_ token: RichText.Token, isFirst: Bool, to tree: inout Tree) {
    switch token {
    case .text(let text): add(text, to: &tree)
    case .openQuote:
      add(.text(quoteLevel % 2 == 0 ? quotes.open : quotes.innerOpen), to: &tree)
      quoteLevel += 1
    case .closeQuote:
      quoteLevel -= 1
      add(.text(quoteLevel % 2 == 0 ? quotes.close : quotes.innerClose), to: &tree)
    case .open: break
    case .close:
      for _ in 0..<(fonts.popLast() ?? 0) { close(&tree) }
      if looks.count > 1 { looks.removeLast() }
    case .openLink(let target): stack.append((tree.add(.link(destination: target, title: ""), span), []))
    case .closeLink: close(&tree)
    case .openDisplay(let display):
      if display == "block" || display == "indent", !isFirst { add(.lineBreak, to: &tree) }
      if display == "indent" { add(.text("\u{2003}"), to: &tree) }
    case .closeDisplay, .openProtected, .closeProtected, .openNames, .closeNames: break
    }
  }

  private mutating func close(_ tree: inout Tree) {
    guard stack.count > 1, let (node, children) = stack.popLast() else { return }
    guard let node else {
      stack[stack.count - 1].children += children
      return
    }
    tree.setChildren(of: node, to: children)
    stack[stack.count - 1].children.append(node)
  }

  /// - Parameter isEmphasis: False where italics are no more than a look: titles in East Asian scripts get no dots of emphasis.
  private mutating func open(_ font: FontAttributes, in tree: inout Tree, isEmphasis: Bool) {
    var kinds: [Tree.Kind] = []
    var style = ""
    var look = looks.last ?? FontAttributes()
    switch font.style {
    // Italics in italics are upright.
    case .italic where look.style == .italic, .oblique where look.style == .italic, .normal where look.style == .italic:
      style += "font-style:normal;"
      look.style = .normal
    case .italic, .oblique:
      if isEmphasis { kinds.append(.emphasis) } else { style += "font-style:italic;" }
      look.style = .italic
    default: break
    }
    if font.weight == .bold { kinds.append(.strong) } else if font.weight != nil, look.weight == .bold { style += "font-weight:normal;" }
    look.weight = font.weight ?? look.weight
    if font.shift == .superscript { kinds.append(.superscripted) }
    if font.shift == .subscript { kinds.append(.subscripted) }
    if let caps = font.smallCaps, caps || look.smallCaps == true { style += "font-variant:\(caps ? "small-caps" : "normal");" }
    look.smallCaps = font.smallCaps ?? look.smallCaps
    if let line = font.underline, line || look.underline == true { style += "text-decoration:\(line ? "underline" : "none");" }
    look.underline = font.underline ?? look.underline
    looks.append(look)
    for kind in kinds { stack.append((tree.add(kind, span), [])) }
    if !style.isEmpty {
      let node = tree.add(.span, span)
      tree.add(Attributes(pairs: [Attributes.Pair("style", style)]), to: node)
      stack.append((node, []))
    }
    fonts.append(kinds.count + (style.isEmpty ? 0 : 1))
  }

  /// Text, with the formulas in it.
  private mutating func add(_ text: String, to tree: inout Tree) {
    guard text.utf8.count(where: { $0 == UInt8(ascii: "$") }) > 1 else {
      add(.text(text), to: &tree)
      return
    }
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() where !part.isEmpty {
      guard number % 2 == 1, number + 1 < parts.count else {
        add(.text(number % 2 == 1 ? "$" + part : String(part)), to: &tree)
        continue
      }
      var formula = parse("$\(part)$")
      formula.moveSpans(by: nil, else: span)
      for block in tree.adopt(formula) { stack[stack.count - 1].children += Array(tree.children(of: block)) }
    }
  }
}

extension RichText {
  /// True if the text in a font has characters of East Asian scripts.
  fileprivate func isEastAsian(within opening: Int) -> Bool {
    var depth = 0
    for token in tokens[opening...] {
      switch token {
      case .open: depth += 1
      case .close: depth -= 1
      case .text(let text): if text.unicodeScalars.contains(where: { $0.value >= 0x2E80 && $0.value < 0xFB00 }) { return true }
      default: break
      }
      if depth == 0 { break }
    }
    return false
  }

  /// Takes the full stop at the end away.
  mutating func removeFullStop() {
    guard let last = tokens.lastIndex(where: { if case .text(let text) = $0 { !text.isEmpty } else { false } }),
      case .text(let text) = tokens[last], text.hasSuffix(".")
    else { return }
    tokens[last] = .text(String(text.dropLast()))
  }

  /// Writes the first letter as a capital.
  mutating func beginSentence() {
    guard let first = tokens.firstIndex(where: { if case .text(let text) = $0 { !text.isEmpty } else { false } }),
      case .text(let text) = tokens[first], let letter = text.first, letter.isLowercase,
      text.prefix(while: \.isLetter).allSatisfy(\.isLowercase)
    else { return }
    tokens[first] = .text(letter.uppercased() + text.dropFirst())
  }

  /// Ties short words to the numbers after them: the line does not end within `vol. 3, pp. 3–5`.
  mutating func tieNumbers() {
    joinTexts()
    var following: Unicode.Scalar?
    for index in tokens.indices.reversed() {
      switch tokens[index] {
      case .text(let text):
        if let tied = Self.tied(text, before: following) { tokens[index] = .text(tied) }
        following = text.unicodeScalars.first ?? following
      case .open, .close: continue
      default: following = nil
      }
    }
  }

  /// Makes one token of texts that follow each other.
  private mutating func joinTexts() {
    var joined: [Token] = []
    for token in tokens {
      if case .text(let text) = token, case .text(let before)? = joined.last {
        joined[joined.count - 1] = .text(before + text)
      } else {
        joined.append(token)
      }
    }
    tokens = joined
  }

  /// The text with a no-break space between each word of at most four letters with its full stop and a digit after it; nil if there is no such word.
  private static func tied(_ text: String, before following: Unicode.Scalar?) -> String? {
    var scalars = Array(text.unicodeScalars)
    var isTied = false
    for at in scalars.indices.dropFirst(2) where scalars[at] == " " && scalars[at - 1] == "." {
      let next = at + 1 < scalars.count ? scalars[at + 1] : following
      let letters = scalars[..<(at - 1)].suffix(5).reversed().prefix(while: \.properties.isAlphabetic).count
      guard next?.properties.numericType != nil, (1...4).contains(letters) else { continue }
      scalars[at] = "\u{A0}"
      isTied = true
    }
    return isTied ? String(String.UnicodeScalarView(scalars)) : nil
  }

  /// True if the text begins with a superscript.
  var beginsRaised: Bool {
    for token in tokens {
      switch token {
      case .open(let font): if font.shift == .superscript { return true }
      case .text(let text): if !text.isEmpty { return false }
      default: break
      }
    }
    return false
  }

  /// The text in the margin, and the rest; nil where the style asks for no column of labels.
  var columns: (label: String, rest: RichText)? {
    guard let end = tokens.firstIndex(of: .closeDisplay("left-margin")), let start = tokens.firstIndex(of: .openDisplay("left-margin")),
      start < end
    else { return nil }
    var label = RichText()
    label.tokens = Array(tokens[start..<end])
    var rest = self
    rest.tokens.removeSubrange(start...end)
    return (label.plain.trimmed(), rest)
  }
}
