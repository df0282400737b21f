internal import TypesetDiagnostics

/// A chemical equation in mhchem's notation (mhchem manual, versions 3 and 4) → TeX.
struct ChemicalReader {
  private let text: [Character]
  private var index = 0
  private var out = ""
  /// True at the beginning and after a space or an operator, where an amount or an isotope's numbers may be.
  private var isAtStart = true
  /// True right after something that may have a charge or a count.
  private var hasBase = false
  private var depth: Int
  /// A sign that begins what nothing ends: `[`, `$` or `"`.
  private(set) var open: Character?

  init(_ source: String, depth: Int = 0) {
    text = Array(source)
    self.depth = depth
  }

  private func at(_ offset: Int = 0) -> Character { index + offset < text.count ? text[index + offset] : "\0" }

  private func starts(with word: String) -> Bool {
    text[index...].starts(with: word)
  }

  private mutating func append(_ tex: String) {
    out += tex
    isAtStart = false
  }

  /// Longest first, so that `<=>>` is not `<=>`.
  private static let arrows: [(sign: String, scalar: String)] = [
    ("<=>>", "21CC"), ("<<=>", "21CB"), ("<-->", "21C4"), ("<=>", "21CC"),
    ("<->", "2194"), ("->", "2192"), ("<-", "2190"), ("\u{27F6}", "2192"),
    ("\u{2192}", "2192"), ("\u{21CC}", "21CC"), ("\u{2194}", "2194"),
  ]

  mutating func tex() -> String {
    while index < text.count { step() }
    return out
  }

  private mutating func step() {
    let character = at()
    if character.isWhitespace { return space() }
    if let arrow = Self.arrows.first(where: { starts(with: $0.sign) }) { return self.arrow(arrow.sign, arrow.scalar) }
    switch character {
    case "$":
      let inner = upTo("$")
      append(inner)
      hasBase = true
    case "{":
      let inner = group()
      if inner.isEmpty { return append("{}") }
      append("\\text{\(inner)}")
      hasBase = true
    case "\"":
      append("\\text{\(upTo("\""))}")
      hasBase = true
    case "^": superscript()
    case "_":
      index += 1
      append("{\\vphantom{\\mathrm{H}}}_{\(script())}")
    case "+": plus()
    case "-", "\u{2212}", "\u{2013}": minus()
    case "=":
      index += 1
      append(hasBase && !at().isWhitespace ? "{=}" : "=")
      hasBase = false
    case "#":
      index += 1
      append("{\\equiv}")
    case "*", "\u{00B7}", "\u{2022}":
      index += 1
      additionCompound()
    case ".":
      index += 1
      if hasBase, at().isNumber || at().isUppercase || at() == "(" || at().isWhitespace { additionCompound() } else { append(".") }
    case ",":
      index += 1
      append(at().isWhitespace ? ",\\ " : "{,}")
      hasBase = false
    case "(", "[": opening()
    case ")", "]":
      index += 1
      append(String(character))
      hasBase = true
    case "\\": command()
    case "<", ">", "/", ":", ";", "!", "|", "~", "'", "&", "%":
      index += 1
      append(character == "~" ? "\\ " : character == "%" ? "\\%" : character == "&" ? "&" : character == "'" ? "'" : String(character))
      hasBase = false
    default:
      if character.isNumber { return number() }
      if character.isLetter { return letters() }
      index += 1
      append(String(character))
    }
  }

  /// Spaces separate species; around `+`, `v` and `^` they determine their meaning.
  private mutating func space() {
    while at().isWhitespace { index += 1 }
    let isAlone = index + 1 >= text.count || at(1).isWhitespace
    if isAlone, at() == "v" {
      index += 1
      append("\\,{\\downarrow}\\,")
    } else if isAlone, at() == "^" {
      index += 1
      append("\\,{\\uparrow}\\,")
    } else if isAlone, at() == "+" {
      index += 1
      append("{}+{}")
    } else if isAlone, at() == "-" || at() == "\u{2212}" {
      index += 1
      append("{}-{}")
    } else if isAlone, at() == "=" {
      index += 1
      append("{}={}")
    } else if hasBase, index < text.count, !Self.arrows.contains(where: { starts(with: $0.sign) }), at() != ".", at() != "*" {
      out += "~"
    }
    isAtStart = true
    hasBase = false
  }

  // MARK: Pieces

  /// An amount before a formula, a count after an element, or a number by itself.
  private mutating func number() {
    var digits = ""
    while at().isNumber || (at() == "." || at() == ",") && at(1).isNumber { digits.append(take()) }
    if hasBase {
      append("{\\vphantom{\\mathrm{H}}}_{\\smash[t]{\(digits)}}")
      return
    }
    if at() == "/", at(1).isNumber {
      index += 1
      var below = ""
      while at().isNumber { below.append(take()) }
      append("\\tfrac{\(digits)}{\(below)}")
    } else {
      append(digits)
    }
    while at() == " " { index += 1 }
    if at().isLetter || at() == "(" || at() == "[" || at() == "^" || at() == "_" || at() == "\\" { out += "\\," }
    isAtStart = true
  }

  /// Elements and other words: upright; a single small letter is a variable.
  private mutating func letters() {
    var word = ""
    if at().isUppercase {
      word.append(take())
      while at().isLowercase { word.append(take()) }
      append("\\mathrm{\(word)}")
    } else {
      while at().isLetter, !at().isUppercase { word.append(take()) }
      if word.count == 1, isAtStart, at() == " " || at().isUppercase {
        append("\(word)\\,")
        while at() == " " { index += 1 }
        isAtStart = true
        return
      }
      append("\\mathrm{\(word)}")
    }
    hasBase = true
  }

  /// `(aq)` and the like are states of aggregation: a little space before them, and nothing in them is counted.
  private mutating func opening() {
    let isRound = at() == "("
    if isRound, let end = text[index...].firstIndex(of: ")") {
      let inner = String(text[index + 1..<end])
      if !inner.isEmpty, inner.count <= 6, inner.allSatisfy({ $0.isLowercase }), hasBase || !isAtStart {
        index = end + 1
        if inner == "v" { return append("\\,{\\downarrow}\\,") }
        append("\\mskip2mu(\\mathrm{\(inner)})")
        hasBase = true
        return
      }
      if inner == "^" {
        index = end + 1
        return append("\\,{\\uparrow}\\,")
      }
      let parts = inner.split(separator: "/", omittingEmptySubsequences: false)
      if isAtStart, parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) {
        index = end + 1
        append("(\\tfrac{\(parts[0])}{\(parts[1])})\\,")
        isAtStart = true
        return
      }
    }
    append(String(take()))
    hasBase = false
    isAtStart = true
  }

  private mutating func superscript() {
    index += 1
    if index >= text.count || at().isWhitespace { return append("\\,{\\uparrow}\\,") }
    let above = script()
    if isAtStart, !hasBase {
      // An isotope: mass above, charge of the nucleus below, right-aligned before the element.
      var below = ""
      if at() == "_" {
        index += 1
        below = script()
      }
      let longer = below.count > above.count ? below : above
      append("\\hphantom{{}^{\(longer)}}\\mathrlap{{\\vphantom{\\mathrm{H}}}^{\\mathllap{\(above)}}_{\\mathllap{\(below)}}}")
      return
    }
    append("{\\vphantom{\\mathrm{H}}}^{\(above)}")
  }

  /// What is after `^` or `_`: a group, a command, or all up to the next space, sign or bracket.
  private mutating func script() -> String {
    switch at() {
    case "{":
      return inScript(group())
    case "$":
      return upTo("$")
    case "\\":
      var command = String(take())
      while at().isLetter { command.append(take()) }
      if command.count == 1, index < text.count { command.append(take()) }
      return command + " "
    default:
      var word = ""
      while at().isNumber || at() == "." && at(1).isNumber { word.append(take()) }
      if word.isEmpty, at().isLetter { word.append(take()) }
      while ["+", "-", "\u{2212}", "'", "*", "."].contains(at()), word.count < 20 {
        let sign = take()
        word.append(sign == "." || sign == "*" ? "\u{2022}" : sign)
      }
      if word.isEmpty, index < text.count, !at().isWhitespace { word.append(take()) }
      return inScript(word)
    }
  }

  /// In scripts letters that are alone are variables, elements and words are upright.
  private func inScript(_ word: String) -> String {
    // A formula, as it is, perhaps within braces.
    let core = word.drop { $0 == " " || $0 == "{" }
    if core.first == "$", let end = core.dropFirst().firstIndex(of: "$") { return String(core[core.index(after: core.startIndex)..<end]) }
    var out = ""
    var letters = ""
    func flush() {
      if letters.isEmpty { return }
      out += letters.count == 1 && (letters.first?.isLowercase ?? false) ? letters : "\\mathrm{\(letters)}"
      letters = ""
    }
    var isCommand = false
    for character in word {
      if character == "\\" {
        flush()
        isCommand = true
        out.append(character)
      } else if isCommand {
        isCommand = character.isLetter
        out.append(character)
      } else if character.isLetter {
        letters.append(character)
      } else {
        flush()
        out += character == "\u{2022}" ? "\\bullet " : character == " " ? "\\ " : String(character)
      }
    }
    flush()
    return out
  }

  /// A charge after a formula, or a sum.
  private mutating func plus() {
    index += 1
    if hasBase, index >= text.count || !at().isLetter && !at().isNumber && at() != "(" && at() != "\\" {
      append("{\\vphantom{\\mathrm{H}}}^{+}")
    } else {
      append(hasBase ? "{+}" : "{}+{}")
      hasBase = false
      isAtStart = true
    }
  }

  /// A charge at the end of a formula, a single bond within it.
  private mutating func minus() {
    index += 1
    let ends = index >= text.count || at().isWhitespace || at() == ")" || at() == "]" || at() == ","
    if hasBase, ends { return append("{\\vphantom{\\mathrm{H}}}^{-}") }
    append(hasBase || isAtStart && at().isLetter ? "{-}" : "{}-{}")
    hasBase = false
  }

  private mutating func additionCompound() {
    while at() == " " { index += 1 }
    append("\\,{\\cdot}\\,")
    hasBase = false
    isAtStart = true
  }

  private mutating func arrow(_ sign: String, _ scalar: String) {
    index += sign.count
    var labels: [String] = []
    while at() == "[", labels.count < 2 {
      var depth = 0
      var inner = ""
      index += 1
      while index < text.count {
        if at() == "[" || at() == "{" { depth += 1 }
        if at() == "]" || at() == "}" {
          if depth == 0, at() == "]" { break }
          depth -= 1
        }
        inner.append(take())
      }
      if index >= text.count { open = "[" }
      index += 1
      labels.append(inner)
    }
    let set = labels.map { label -> String in
      guard depth < 8 else { return "" }
      var reader = ChemicalReader(label, depth: depth + 1)
      defer { open = open ?? reader.open }
      return reader.tex()
    }
    while out.hasSuffix("~") { out.removeLast() }
    let below = set.count > 1 ? "[\(set[1])]" : ""
    append("{}\\chemarrow{\(scalar)}\(below){\(set.first ?? "")}{}")
    isAtStart = true
    hasBase = false
    while at().isWhitespace { index += 1 }
  }

  /// `\bond{…}`, or any command with its braces as it is.
  private mutating func command() {
    var name = String(take())
    while at().isLetter { name.append(take()) }
    if name.count == 1, index < text.count { name.append(take()) }
    if name == "\\bond" {
      while at() == " " { index += 1 }
      let kind = at() == "{" ? group() : ""
      append(Self.bonds[kind] ?? "{-}")
      hasBase = false
      return
    }
    var arguments = ""
    while at() == "{" || at() == "[" && ["\\sqrt"].contains(name) {
      let inner = group()
      if name == "\\ce" {
        var reader = ChemicalReader(inner, depth: depth + 1)
        arguments = depth < 8 ? reader.tex() : ""
        open = open ?? reader.open
        append(arguments)
        hasBase = true
        return
      }
      arguments += "{\(inner)}"
    }
    append(name + (arguments.isEmpty ? " " : arguments))
    hasBase = name != "\\," && name != "\\;" && name != "\\quad"
  }

  // mhchem: lines 0.4 ex apart.
  private static let double = "{\\mathrlap{\\raisebox{.2ex}{$-$}}\\raisebox{-.2ex}{$-$}}"
  private static let triple = "{\\mathrlap{\\raisebox{.4ex}{$-$}}\\mathrlap{-}\\raisebox{-.4ex}{$-$}}"

  private static let bonds: [String: String] = [
    "-": "{-}", "1": "{-}", "=": double, "2": double, "#": triple, "3": triple, "~": "{\\tripledash}",
    "~-": "{\\mathrlap{\\raisebox{-.1em}{$-$}}\\raisebox{.1em}{$\\tripledash$}}",
    "~=": "{\\mathrlap{\\raisebox{-.2em}{$-$}}\\mathrlap{\\raisebox{.2em}{$\\tripledash$}}-}",
    "~--": "{\\mathrlap{\\raisebox{-.2em}{$-$}}\\mathrlap{\\raisebox{.2em}{$\\tripledash$}}-}",
    "-~-": "{\\mathrlap{\\raisebox{-.2em}{$-$}}\\mathrlap{\\raisebox{.2em}{$-$}}\\tripledash}",
    "...": "{\\cdot}{\\cdot}{\\cdot}", "....": "{\\cdot}{\\cdot}{\\cdot}{\\cdot}", "->": "{\\rightarrow}", "<-": "{\\leftarrow}",
    ">": "{>}", "<": "{<}",
  ]

  // MARK: Reading

  private mutating func take() -> Character {
    defer { index += 1 }
    return at()
  }

  /// The content of a group that begins here, its braces left out.
  private mutating func group() -> String {
    var depth = 0
    var inner = ""
    while index < text.count {
      let character = take()
      if character == "{" {
        depth += 1
        if depth == 1 { continue }
      }
      if character == "}" {
        depth -= 1
        if depth == 0 { break }
      }
      inner.append(character)
    }
    return inner
  }

  private mutating func upTo(_ end: Character) -> String {
    index += 1
    var inner = ""
    while index < text.count, at() != end { inner.append(take()) }
    if index >= text.count { open = end }
    index += 1
    return inner
  }
}
