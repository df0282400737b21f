internal import TypesetDiagnostics

/// A formula of AsciiMath, `sum_(i=1)^n i^2 = (n(n+1))/2`, as LaTeX (asciimath.org, "The Grammar").
struct AsciiMath {
  /// Part of an expression.
  private struct Part {
    var tex: String
    /// What is between its parentheses; nil for others.
    var inner: String?
    /// The same between the commas in it.
    var cells: [String]?
    var isComma = false

    /// Without the parentheses that only hold it together.
    var argument: String { inner ?? tex }
  }

  private let text: [Character]
  private var place = 0
  private var depth = 0

  private init(_ text: String) { self.text = Array(text) }

  static func tex(of text: String) -> String {
    var formula = AsciiMath(text)
    var parts: [Part] = []
    while formula.place < formula.text.count {
      parts += formula.expression()
      // A parenthesis that nothing opens.
      if let (name, tex) = formula.symbol(in: rights) {
        formula.place += name.count
        parts.append(Part(tex: tex))
      }
    }
    return joined(parts)
  }

  private static func joined(_ parts: some Sequence<Part>) -> String {
    var (out, hasCommand) = ("", false)
    for part in parts {
      // Letters would go on with a command.
      if hasCommand, out.last?.isLetter == true, part.tex.first?.isLetter == true { out += " " }
      hasCommand = hasCommand || part.tex.contains("\\")
      out += part.tex
    }
    return out
  }

  // MARK: The grammar

  private mutating func skipBlanks() { while place < text.count, text[place].isWhitespace { place += 1 } }

  private func starts(_ word: String) -> Bool { text[place...].starts(with: word) }

  /// The longest of some symbols here.
  private func symbol(in table: [(name: String, tex: String)]) -> (name: String, tex: String)? {
    table.filter { starts($0.name) }.max { $0.name.count < $1.name.count }
  }

  /// Up to a closing parenthesis or the end.
  private mutating func expression() -> [Part] {
    var parts: [Part] = []
    skipBlanks()
    while place < text.count, symbol(in: Self.rights) == nil {
      var part = scripted()
      skipBlanks()
      if starts("/"), !starts("//"), !starts("/_") {
        place += 1
        part = Part(tex: "\\frac{\(part.argument)}{\(scripted().argument)}")
        skipBlanks()
      }
      parts.append(part)
    }
    return parts
  }

  /// A part with what is below and above it.
  private mutating func scripted() -> Part {
    var part = simple()
    for _ in 0..<2 {
      skipBlanks()
      guard place < text.count, let sign = ["_", "^"].first(where: starts), !["_|_", "^^"].contains(where: starts) else { break }
      place += 1
      part = Part(tex: part.tex + sign + "{\(simple().argument)}")
    }
    return part
  }

  private mutating func simple() -> Part {
    skipBlanks()
    guard place < text.count, depth < 40 else {
      place = min(place + 1, text.count)
      return Part(tex: "")
    }
    depth += 1
    defer { depth -= 1 }
    if text[place] == "\"", let end = text[(place + 1)...].firstIndex(of: "\"") {
      let words = String(text[(place + 1)..<end])
      place = end + 1
      return Part(tex: "\\text{\(words)}")
    }
    if let left = symbol(in: Self.lefts) { return group(left) }
    if text[place].isNumber {
      let start = place
      while place < text.count, text[place].isNumber || text[place] == "." && place + 1 < text.count && text[place + 1].isNumber {
        place += 1
      }
      return Part(tex: String(text[start..<place]))
    }
    if let unary = symbol(in: Self.unaries), isLongest(unary.name) {
      place += unary.name.count
      let argument = (unary.tex == "\\text" ? words() : nil) ?? simple().argument
      let parts = unary.tex.split(separator: "#", omittingEmptySubsequences: false)
      return Part(tex: parts.count == 2 ? parts[0] + argument + parts[1] : unary.tex + "{\(argument)}")
    }
    if let binary = symbol(in: Self.binaries), isLongest(binary.name) {
      place += binary.name.count
      let (first, second) = (simple().argument, simple().argument)
      return Part(tex: binary.name == "root" ? "\\sqrt[\(first)]{\(second)}" : binary.tex + "{\(first)}{\(second)}")
    }
    if let (name, tex) = symbol(in: Self.symbols) {
      place += name.count
      return Part(tex: tex.last?.isLetter == true && tex.first == "\\" ? tex + " " : tex)
    }
    let sign = text[place]
    place += 1
    // Some write names as LaTeX has them.
    if sign == "\\", place < text.count, text[place].isLetter { return simple() }
    if sign == "," { return Part(tex: ",", isComma: true) }
    return Part(tex: "#%&$~".contains(sign) ? "\\\(sign)" : sign == "\\" ? "\\ " : String(sign))
  }

  /// What is between the parentheses of `text(any words)`.
  private mutating func words() -> String? {
    guard starts("("), let end = text[place...].firstIndex(of: ")") else { return nil }
    defer { place = end + 1 }
    return String(text[(place + 1)..<end])
  }

  /// False where a longer symbol begins with the name: `text` is none in `texture`, `bar` none of `barwedge`.
  private func isLongest(_ name: String) -> Bool { (symbol(in: Self.symbols)?.name.count ?? 0) <= name.count }

  /// What is between two parentheses; rows of cells are a matrix.
  private mutating func group(_ left: (name: String, tex: String)) -> Part {
    place += left.name.count
    let parts = expression()
    let right = symbol(in: Self.rights)
    if let right { place += right.name.count }
    let close = right?.tex ?? "."
    let rows = parts.enumerated().compactMap { $0.offset.isMultiple(of: 2) ? $0.element.cells : nil }
    let isMatrix =
      parts.count > 2 && parts.count == rows.count * 2 - 1
      && parts.enumerated().allSatisfy { $0.element.isComma != $0.offset.isMultiple(of: 2) }
      && rows.allSatisfy { $0.count == rows[0].count }
    if isMatrix {
      let lines = rows.map { $0.joined(separator: " & ") }.joined(separator: " \\\\ ")
      return Part(tex: "\\left\(left.tex) \\begin{matrix} \(lines) \\end{matrix} \\right\(close)")
    }
    let inner = Self.joined(parts)
    let cells = parts.split(omittingEmptySubsequences: false) { $0.isComma }.map { Self.joined($0) }
    let isPlain = left.tex != "." && close != "." && !["\\frac", "\\sum", "\\prod", "\\int", "matrix"].contains { inner.contains($0) }
    let whole = isPlain ? left.tex + inner + close : "\\left\(left.tex) \(inner) \\right\(close)"
    return Part(tex: whole, inner: inner, cells: cells)
  }

  // MARK: Tables

  private static let lefts: [(name: String, tex: String)] = [
    ("(", "("), ("[", "["), ("{", "\\{"), ("(:", "\\langle "), ("<<", "\\langle "), ("{:", "."),
  ]
  private static let rights: [(name: String, tex: String)] = [
    (")", ")"), ("]", "]"), ("}", "\\}"), (":)", "\\rangle "), (">>", "\\rangle "), (":}", "."),
  ]

  /// With the place of the argument, where that is not in braces behind the command.
  private static let unaries: [(name: String, tex: String)] = [
    ("sqrt", "\\sqrt"), ("text", "\\text"), ("mbox", "\\text"), ("hat", "\\hat"), ("bar", "\\overline"), ("overline", "\\overline"),
    ("vec", "\\vec"), ("dot", "\\dot"), ("ddot", "\\ddot"), ("tilde", "\\tilde"), ("ul", "\\underline"), ("underline", "\\underline"),
    ("ubrace", "\\underbrace"), ("underbrace", "\\underbrace"), ("obrace", "\\overbrace"), ("overbrace", "\\overbrace"),
    ("cancel", "\\cancel"), ("bb", "\\mathbf"), ("bbb", "\\mathbb"), ("cc", "\\mathcal"), ("tt", "\\mathtt"), ("fr", "\\mathfrak"),
    ("sf", "\\mathsf"), ("abs", "\\left|#\\right|"), ("norm", "\\left\\|#\\right\\|"), ("floor", "\\left\\lfloor #\\right\\rfloor "),
    ("ceil", "\\left\\lceil #\\right\\rceil "),
  ]
  private static let binaries: [(name: String, tex: String)] = [
    ("frac", "\\frac"), ("root", "\\sqrt"), ("stackrel", "\\stackrel"), ("overset", "\\overset"), ("underset", "\\underset"),
  ]

  /// LaTeX has the same names.
  private static let named = [
    "alpha", "beta", "gamma", "Gamma", "delta", "Delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "Theta", "vartheta", "iota",
    "kappa", "lambda", "Lambda", "mu", "nu", "xi", "Xi", "pi", "Pi", "rho", "sigma", "Sigma", "tau", "upsilon", "phi", "Phi", "varphi",
    "chi", "psi", "Psi", "omega", "Omega", "ast", "star", "div", "times", "circ", "oplus", "otimes", "odot", "sum", "prod", "wedge",
    "bigwedge", "vee", "bigvee", "cap", "bigcap", "cup", "bigcup", "ne", "lt", "gt", "le", "leq", "ge", "geq", "prec", "succ", "in",
    "notin",
    "subset", "supset", "subseteq", "supseteq", "equiv", "cong", "approx", "propto", "neg", "implies", "iff", "forall", "exists", "bot",
    "top", "vdash", "models", "int", "oint", "partial", "nabla", "pm", "mp", "emptyset", "infty", "aleph", "therefore", "because", "ldots",
    "cdots", "vdots", "ddots", "angle", "triangle", "square", "frown", "quad", "qquad", "diamond", "uparrow", "downarrow", "rightarrow",
    "to", "leftarrow", "leftrightarrow", "Rightarrow", "Leftarrow", "Leftrightarrow", "setminus", "bowtie", "ltimes", "rtimes", "sin",
    "cos", "tan", "sec", "csc", "cot", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "coth", "exp", "log", "ln", "det", "dim",
    "lim",
    "gcd", "min", "max", "inf", "mapsto", "sim", "perp", "mid",
  ]

  private static let symbols: [(name: String, tex: String)] =
    named.map { ($0, "\\" + $0) } + [
      ("*", "\\cdot"), ("**", "\\ast"), ("***", "\\star"), ("//", "/"), ("\\\\", "\\backslash"), ("xx", "\\times"), ("-:", "\\div"),
      ("@", "\\circ"), ("o+", "\\oplus"), ("ox", "\\otimes"), ("o.", "\\odot"), ("^^", "\\wedge"), ("^^^", "\\bigwedge"), ("vv", "\\vee"),
      ("vvv", "\\bigvee"), ("nn", "\\cap"), ("nnn", "\\bigcap"), ("uu", "\\cup"), ("uuu", "\\bigcup"), ("!=", "\\ne"), ("<=", "\\le"),
      (">=", "\\ge"), ("-<", "\\prec"), (">-", "\\succ"), ("!in", "\\notin"), ("sub", "\\subset"), ("sup", "\\supset"),
      ("sube", "\\subseteq"), ("supe", "\\supseteq"), ("-=", "\\equiv"), ("~=", "\\cong"), ("~~", "\\approx"), ("~", "\\sim"),
      ("prop", "\\propto"), ("and", "\\text{ and }"), ("or", "\\text{ or }"), ("not", "\\neg"), ("=>", "\\Rightarrow"),
      ("if", "\\text{ if }"), ("<=>", "\\Leftrightarrow"), ("AA", "\\forall"), ("EE", "\\exists"), ("_|_", "\\bot"), ("TT", "\\top"),
      ("|--", "\\vdash"), ("|==", "\\models"), ("del", "\\partial"), ("grad", "\\nabla"), ("+-", "\\pm"), ("-+", "\\mp"),
      ("O/", "\\emptyset"), ("oo", "\\infty"), (":.", "\\therefore"), (":'", "\\because"), ("...", "\\ldots"), ("/_", "\\angle"),
      ("CC", "\\mathbb{C}"), ("NN", "\\mathbb{N}"), ("QQ", "\\mathbb{Q}"), ("RR", "\\mathbb{R}"), ("ZZ", "\\mathbb{Z}"),
      ("uarr", "\\uparrow"),
      ("darr", "\\downarrow"), ("rarr", "\\rightarrow"), ("->", "\\to"), ("|->", "\\mapsto"), ("larr", "\\leftarrow"),
      ("harr", "\\leftrightarrow"), ("rArr", "\\Rightarrow"), ("lArr", "\\Leftarrow"), ("hArr", "\\Leftrightarrow"), ("mod", "\\bmod"),
      ("lcm", "\\operatorname{lcm}"), ("|__", "\\lfloor"), ("__|", "\\rfloor"), ("|~", "\\lceil"), ("~|", "\\rceil"), (":=", ":="),
      ("dx", "\\,dx"), ("dy", "\\,dy"), ("dt", "\\,dt"), ("setminus", "\\setminus"), ("lg", "\\lg"), ("arg", "\\arg"),
    ]
}
