/// What an element has rendered, before punctuation is settled.
indirect enum Output: Sendable, Hashable {
  case text(String)
  case node(OutputNode)

  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .node(let node): node.children.allSatisfy(\.isEmpty)
    }
  }
}

struct OutputNode: Sendable, Hashable {
  enum Role: Sendable, Hashable {
    case plain, year, yearSuffix, names, citationNumber, protected
    /// Text of an author, whose own punctuation is left as it is.
    case field
    case link(String)
  }

  var children: [Output]
  var font = FontAttributes()
  var prefix = ""
  var suffix = ""
  var delimiter = ""
  var quotes = false
  var display = ""
  var role = Role.plain
  /// True where the font covers the affixes too.
  var affixesInside = false
  /// True for what belongs to the group around it, whose delimiter goes between the children.
  var isSpliced = false
  /// True for one name of several.
  var isName = false

  init(_ children: [Output]) { self.children = children }

  init(_ children: [Output], _ look: ElementFormatting) {
    self.children = children
    (font, prefix, suffix, quotes, display) = (look.font, look.prefix, look.suffix, look.quotes, look.display)
  }
}

/// Formatted text: a list of texts and of what opens and closes around them.
package struct RichText: Sendable, Hashable {
  /// A text, or the beginning or end of a range of tokens. Ranges nest.
  package enum Token: Sendable, Hashable {
    case text(String)
    case open(FontAttributes)
    case close(FontAttributes)
    case openQuote, closeQuote
    case openProtected, closeProtected
    case openDisplay(String)
    case closeDisplay(String)
    case openLink(String)
    case closeLink
    /// Where the name of the work's author begins and ends.
    case openNames, closeNames
  }

  package var tokens: [Token] = []

  package init() {}

  package var isEmpty: Bool {
    tokens.allSatisfy { if case .text(let text) = $0 { text.isEmpty } else { true } }
  }

  /// The letters alone.
  package var plain: String {
    var out = ""
    for token in tokens {
      if case .text(let text) = token { out += text }
    }
    return out
  }
}

/// Puts output together: affixes, delimiters, punctuation that meets, quotation marks.
struct Assembler {
  let punctuationInQuote: Bool
  private(set) var result = RichText()

  init(punctuationInQuote: Bool) { self.punctuationInQuote = punctuationInQuote }

  static func assemble(_ outputs: [Output], delimiter: String = "", punctuationInQuote: Bool) -> RichText {
    var assembler = Assembler(punctuationInQuote: punctuationInQuote)
    assembler.add(outputs, delimiter: delimiter)
    return assembler.result
  }

  mutating func add(_ outputs: [Output], delimiter: String) {
    var isFirst = true
    add(outputs, delimiter: delimiter, isFirst: &isFirst)
  }

  private mutating func add(_ outputs: [Output], delimiter: String, isFirst: inout Bool) {
    for output in outputs where !output.isEmpty {
      if case .node(let node) = output, node.isSpliced {
        add(node.children, delimiter: delimiter, isFirst: &isFirst)
        continue
      }
      if !isFirst { append(delimiter) }
      isFirst = false
      add(output)
    }
  }

  private mutating func add(_ output: Output) {
    switch output {
    case .text(let text): append(text)
    case .node(let node):
      if node.role == .field, case .text(let text)? = node.children.first {
        result.tokens.append(.text(text))
        return
      }
      if node.isBare {
        add(node.children, delimiter: node.delimiter)
        return
      }
      if !node.display.isEmpty { result.tokens.append(.openDisplay(node.display)) }
      if !node.affixesInside { append(node.prefix) }
      if node.quotes { result.tokens.append(.openQuote) }
      if !node.font.isEmpty { result.tokens.append(.open(node.font)) }
      if case .link(let target) = node.role { result.tokens.append(.openLink(target)) }
      if node.role == .names { result.tokens.append(.openNames) }
      if node.role == .protected { result.tokens.append(.openProtected) }
      if node.affixesInside { append(node.prefix) }
      add(node.children, delimiter: node.delimiter)
      if node.affixesInside { append(node.suffix) }
      if node.role == .protected { result.tokens.append(.closeProtected) }
      if node.role == .names { result.tokens.append(.closeNames) }
      if case .link = node.role { result.tokens.append(.closeLink) }
      if !node.font.isEmpty { result.tokens.append(.close(node.font)) }
      if node.quotes { result.tokens.append(.closeQuote) }
      if !node.affixesInside { append(node.suffix) }
      if !node.display.isEmpty { result.tokens.append(.closeDisplay(node.display)) }
    }
  }

  /// What becomes of two marks that meet: the first and the second are kept, or one of them.
  private enum Meeting { case both, first, second }

  private static func meeting(_ a: Character, _ b: Character) -> Meeting {
    switch (a, b) {
    case ("!", "."), ("!", ":"), ("?", "."), ("?", ":"), (":", "."), (";", "."), (";", ":"): .first
    case (":", "!"), (":", "?"), (";", "!"), (";", "?"): .second
    case ("!", "!"), ("?", "?"), (".", "."), (":", ":"), (";", ";"), (",", ","), (" ", " "): .first
    case (" ", ","), (" ", "."): .second
    case ("\u{A0}", " "), (" ", "\u{A0}"): .first
    default: .both
    }
  }

  /// The last text, and whether a quotation ends after it.
  private func lastText() -> (index: Int, quoteAt: Int?)? {
    var quote: Int?
    for index in result.tokens.indices.reversed() {
      switch result.tokens[index] {
      case .text(let text) where !text.isEmpty: return (index, quote)
      case .closeQuote: quote = index
      case .openQuote, .openDisplay, .closeDisplay: return nil
      default: break
      }
    }
    return nil
  }

  private mutating func append(_ text: String) {
    guard let first = text.first else { return }
    if first.isWhitespace || ".,:;!?".contains(first), let (index, quoteAt) = lastText(), case .text(var last) = result.tokens[index] {
      if let quoteAt {
        if punctuationInQuote, ".,!?".contains(first) {
          let rest = String(text.dropFirst())
          if let end = last.last, ".,:;!?".contains(end) {
            switch Self.meeting(end, first) {
            case .both: last.append(first)
            case .second:
              last.removeLast()
              last.append(first)
            case .first: break
            }
            result.tokens[index] = .text(last)
          } else if index + 1 < quoteAt {
            // Before the mark, outside of fonts that end with the quoted text.
            result.tokens.insert(.text(String(first)), at: quoteAt)
          } else {
            last.append(first)
            result.tokens[index] = .text(last)
          }
          append(rest)
          return
        }
        if !punctuationInQuote, first == "." || first == ",", let end = last.last, ".,".contains(end), end == first {
          // The mark goes after the quotation.
          last.removeLast()
          result.tokens[index] = .text(last)
        } else if first == "." || first == ":" && punctuationInQuote, let end = last.last, "!?".contains(end) {
          append(String(text.dropFirst()))
          return
        }
        result.tokens.append(.text(text))
        return
      }
      if let end = last.last {
        switch Self.meeting(end, first) {
        case .both: break
        case .first:
          append(String(text.dropFirst()))
          return
        case .second:
          last.removeLast()
          result.tokens[index] = .text(last)
          append(text)
          return
        }
      }
    }
    result.tokens.append(.text(text))
  }
}

extension [Output] {
  /// An author's own punctuation after a quotation stays where it is.
  var keptApart: [Output] {
    enumerated().map { index, output in
      guard case .text = output, index > 0, case .node(let before) = self[index - 1], before.quotes else { return output }
      var node = OutputNode([output])
      node.role = .field
      return .node(node)
    }
  }
}

extension OutputNode {
  fileprivate var isBare: Bool {
    font.isEmpty && prefix.isEmpty && suffix.isEmpty && !quotes && display.isEmpty
      && (role == .plain || role == .year || role == .yearSuffix || role == .field || role == .citationNumber)
  }
}

// MARK: HTML

extension RichText {
  /// The marks of quotations: outer and inner, open and closed.
  package struct Quotes: Sendable, Hashable {
    package var open = "“"
    package var close = "”"
    package var innerOpen = "‘"
    package var innerClose = "’"
  }

  /// As citeproc-js prints it.
  package func html(_ quotes: Quotes) -> String {
    var out = ""
    write(quotes, into: &out) { $0.escapedForHTML }
    return out
  }

  private func write(_ quotes: Quotes, into out: inout String, escape: (String) -> String) {
    var state = Flip()
    for token in tokens {
      switch token {
      case .text(let text): out += escape(text)
      case .open(let font): out += state.open(font)
      case .close: out += state.close()
      case .openQuote:
        out += state.quoteLevel % 2 == 0 ? quotes.open : quotes.innerOpen
        state.quoteLevel += 1
      case .closeQuote:
        state.quoteLevel -= 1
        out += state.quoteLevel % 2 == 0 ? quotes.close : quotes.innerClose
      case .openDisplay(let display):
        switch display {
        case "block": out += "\n\n    <div class=\"csl-block\">"
        case "left-margin": out += "\n    <div class=\"csl-left-margin\">"
        case "indent": out += "\n    <div class=\"csl-indent\">"
        default: out += "<div class=\"csl-right-inline\">"
        }
      case .closeDisplay(let display):
        switch display {
        case "block": out += "</div>\n"
        case "left-margin": out += "</div>"
        default:
          // The space that ends an entry is not part of its column.
          let end = out.hasSuffix(" ") ? " " : ""
          if !end.isEmpty { out.removeLast() }
          out += "</div>\n  " + end
        }
      case .openProtected, .closeProtected, .openLink, .closeLink, .openNames, .closeNames: break
      }
    }
  }

  /// Which fonts are open: italics in italics are upright.
  private struct Flip {
    var quoteLevel = 0
    var italic: [FontAttributes.Style] = []
    var weight: [FontAttributes.Weight] = []
    var caps: [Bool] = []
    var shift: [FontAttributes.Shift] = []
    /// What closes each open font, and what it has pushed.
    var closings: [(text: String, pushed: (Bool, Bool, Bool, Bool))] = []

    mutating func open(_ font: FontAttributes) -> String {
      var out = ""
      var end = ""
      var pushed = (false, false, false, false)
      func tag(_ begin: String, _ close: String) {
        // Attributes that CSL lists first are innermost.
        out = begin + out
        end += close
      }
      if let style = font.style {
        let last = italic.last ?? .normal
        if style == .normal {
          if last != .normal {
            tag("<span style=\"font-style:normal;\">", "</span>")
            italic.append(.normal)
            pushed.0 = true
          }
        } else if last == style {
          tag("<span style=\"font-style:normal;\">", "</span>")
          italic.append(.normal)
          pushed.0 = true
        } else {
          tag(style == .italic ? "<i>" : "<em>", style == .italic ? "</i>" : "</em>")
          italic.append(style)
          pushed.0 = true
        }
      }
      if let caps = font.smallCaps {
        let last = self.caps.last ?? false
        if caps != last || caps {
          let isOn = caps && !last
          tag("<span style=\"font-variant:\(isOn ? "small-caps" : "normal");\">", "</span>")
          self.caps.append(isOn)
          pushed.2 = true
        }
      }
      if let weight = font.weight {
        let last = self.weight.last ?? .normal
        if weight == .normal || last == weight {
          if last != .normal {
            tag("<span style=\"font-weight:normal;\">", "</span>")
            self.weight.append(.normal)
            pushed.1 = true
          }
        } else if weight == .light {
          tag("<span style=\"font-weight:lighter;\">", "</span>")
          self.weight.append(.light)
          pushed.1 = true
        } else {
          tag("<b>", "</b>")
          self.weight.append(.bold)
          pushed.1 = true
        }
      }
      if let underline = font.underline {
        tag(underline ? "<span style=\"text-decoration:underline;\">" : "<span style=\"text-decoration:none;\">", "</span>")
      }
      if let shift = font.shift {
        switch shift {
        case .superscript: tag("<sup>", "</sup>")
        case .subscript: tag("<sub>", "</sub>")
        case .baseline: tag("<span style=\"baseline\">", "</span>")
        }
      }
      closings.append((end, pushed))
      return out
    }

    mutating func close() -> String {
      guard let (text, pushed) = closings.popLast() else { return "" }
      if pushed.0 { italic.removeLast() }
      if pushed.1 { weight.removeLast() }
      if pushed.2 { caps.removeLast() }
      return text
    }
  }
}

extension String {
  private static let raised: [Unicode.Scalar: String] = [
    "ª": "a", "º": "o", "ᵃ": "a", "ᵇ": "b", "ᵈ": "d", "ᵉ": "e", "ʰ": "h", "ᵐ": "m", "ⁿ": "n", "ᵒ": "o", "ʳ": "r", "ˢ": "s", "ᵗ": "t",
  ]

  var escapedForHTML: String {
    var out = ""
    out.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": out += "&#38;"
      case "<": out += "&#60;"
      case ">": out += "&#62;"
      default:
        // Letters that are raised already are the style's to raise.
        if let base = String.raised[scalar] { out += "<sup>\(base)</sup>" } else { out.unicodeScalars.append(scalar) }
      }
    }
    return out
  }
}
