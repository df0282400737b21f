/// A command that stands for one character.
struct Symbol {
  enum Kind: String {
    case ord, op, bin, rel, open, close, punct, inner, fence, accent, accentwide, over, under, botaccent, botaccentwide
  }

  var scalar: Unicode.Scalar
  var kind: Kind
}

/// The rows of `symbolTable`, read once.
let symbols: [String: Symbol] = {
  var out: [String: Symbol] = [:]
  out.reserveCapacity(2048)
  for row in symbolTable.utf8.split(separator: UInt8(ascii: "\n")) {
    let fields = row.split(separator: UInt8(ascii: " "))
    guard fields.count == 3, let code = UInt32(Substring(fields[1]), radix: 16), let scalar = Unicode.Scalar(code),
      let kind = Symbol.Kind(rawValue: String(Substring(fields[2])))
    else { continue }
    out[String(Substring(fields[0]))] = Symbol(scalar: scalar, kind: kind)
  }
  return out
}()

/// Classes of characters that are typed as they are.
let characterClasses: [Unicode.Scalar: AtomClass] = {
  var out: [Unicode.Scalar: AtomClass] = [:]
  for symbol in symbols.values {
    let atom: AtomClass? =
      switch symbol.kind {
      case .op: .op
      case .bin: .bin
      case .rel: .rel
      case .open: .open
      case .close: .close
      case .punct: .punct
      case .inner: .inner
      default: nil
      }
    if let atom, out[symbol.scalar] == nil { out[symbol.scalar] = atom }
  }
  // The keyboard's characters, as TeX has them (TeXbook chapter 17, plain TeX's \mathcode).
  for (characters, atom) in [
    ("+-*", AtomClass.bin), ("=<>:", .rel), ("([", .open), (")]!?", .close), (",;", .punct), ("/|.@\"'`\\", .ord),
    ("，；、：。", .punct), ("（［｛", .open), ("）］｝", .close),
  ] {
    for scalar in characters.unicodeScalars { out[scalar] = atom }
  }
  return out
}()

/// What TeX and unicode-math make of characters of the keyboard.
let characterForms: [Unicode.Scalar: Unicode.Scalar] = [
  "-": "\u{2212}", "*": "\u{2217}", ":": "\u{2236}", "`": "\u{2018}", "·": "\u{22C5}", "∕": "/",
]

/// Spaces that commands stand for, in mu (TeXbook chapter 18; amsmath). 18 mu are a quad.
let spaces: [String: Double] = [
  ",": 3, "thinspace": 3, ":": 4, ">": 4, "medspace": 4, ";": 5, "thickspace": 5, "!": -3, "negthinspace": -3,
  "negmedspace": -4, "negthickspace": -5, "quad": 18, "qquad": 36, "enspace": 9, "enskip": 9, " ": 6, "space": 6,
  "nobreakspace": 6,
]

/// Operators of upright letters (TeXbook chapter 18); true where limits stand above and below in display style.
let operatorNames: [String: (name: String, hasLimits: Bool)] = {
  var out: [String: (String, Bool)] = [:]
  for name in [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "dim", "exp", "hom", "ker", "lg", "ln",
    "log", "sec", "sin", "sinh", "tan", "tanh", "arcctg", "arctg", "ch", "cosec", "cotg", "ctg", "cth", "sh", "tg", "th",
  ] { out[name] = (name, false) }
  for name in ["det", "gcd", "inf", "lim", "max", "min", "Pr", "sup", "plim"] { out[name] = (name, true) }
  out["liminf"] = ("lim\u{2009}inf", true)
  out["limsup"] = ("lim\u{2009}sup", true)
  out["injlim"] = ("inj\u{2009}lim", true)
  out["projlim"] = ("proj\u{2009}lim", true)
  return out
}()

/// Alphabets that take an argument.
let alphabets: [String: MathAlphabet] = [
  "mathrm": .upright, "mathup": .upright, "mathnormal": .normal, "mathit": .italic, "mathbf": .bold, "mathbfup": .bold,
  "boldsymbol": .boldItalic, "bm": .boldItalic, "bold": .bold, "pmb": .boldItalic, "mathbfit": .boldItalic,
  "mathcal": .script, "mathscr": .script, "mathbfcal": .boldScript, "mathfrak": .fraktur, "frak": .fraktur, "mathbb": .blackboard,
  "Bbb": .blackboard, "mathsf": .sans, "mathsfup": .sans, "mathsfit": .sansItalic, "mathtt": .mono, "mathds": .blackboard,
]

/// Alphabets that hold to the end of the group, in LaTeX's old way.
let oldAlphabets: [String: MathAlphabet] = [
  "rm": .upright, "it": .italic, "bf": .bold, "sf": .sans, "tt": .mono, "cal": .script, "frak": .fraktur,
]

let textFonts: [String: Noad.TextFont] = [
  "text": .roman, "textrm": .roman, "textnormal": .roman, "textup": .roman, "textmd": .roman, "mbox": .roman, "hbox": .roman,
  "textit": .italic, "emph": .italic, "textbf": .bold, "textsf": .sans, "texttt": .mono,
]

/// Accents: the mark, whether it grows, whether it stands below.
let accents: [String: (mark: Unicode.Scalar, isWide: Bool, isBelow: Bool)] = [
  "hat": ("\u{302}", false, false), "widehat": ("\u{302}", true, false), "tilde": ("\u{303}", false, false),
  "widetilde": ("\u{303}", true, false), "bar": ("\u{304}", false, false), "breve": ("\u{306}", false, false),
  "dot": ("\u{307}", false, false), "ddot": ("\u{308}", false, false), "dddot": ("\u{20DB}", false, false),
  "ddddot": ("\u{20DC}", false, false), "mathring": ("\u{30A}", false, false), "check": ("\u{30C}", false, false),
  "widecheck": ("\u{30C}", true, false), "grave": ("\u{300}", false, false), "acute": ("\u{301}", false, false),
  "vec": ("\u{20D7}", false, false), "overrightarrow": ("\u{20D7}", true, false), "overleftarrow": ("\u{20D6}", true, false),
  "overleftrightarrow": ("\u{20E1}", true, false), "Overrightarrow": ("\u{20D7}", true, false),
  "overbrace": ("\u{23DE}", true, false), "underbrace": ("\u{23DF}", true, true), "overparen": ("\u{23DC}", true, false),
  "underparen": ("\u{23DD}", true, true), "overbracket": ("\u{23B4}", true, false), "underbracket": ("\u{23B5}", true, true),
  "underrightarrow": ("\u{20EF}", true, true), "underleftarrow": ("\u{20EE}", true, true),
  "underleftrightarrow": ("\u{34D}", true, true), "overrightharpoon": ("\u{20D1}", true, false),
  "overleftharpoon": ("\u{20D0}", true, false), "wideoverbar": ("\u{305}", true, false), "utilde": ("\u{330}", true, true),
  "overgroup": ("\u{23E0}", true, false), "undergroup": ("\u{23E1}", true, true),
]

let extensibleArrows: [String: Unicode.Scalar] = [
  "xrightarrow": "→", "xleftarrow": "←", "xleftrightarrow": "↔", "xRightarrow": "⇒", "xLeftarrow": "⇐",
  "xLeftrightarrow": "⇔", "xmapsto": "↦", "xhookrightarrow": "↪", "xhookleftarrow": "↩", "xrightharpoonup": "⇀",
  "xrightharpoondown": "⇁", "xleftharpoonup": "↼", "xleftharpoondown": "↽", "xrightleftharpoons": "⇌",
  "xleftrightharpoons": "⇋", "xtwoheadrightarrow": "↠", "xtwoheadleftarrow": "↞", "xlongequal": "=",
  "xtofrom": "⇄",
]

/// Delimiters by command, beyond the symbols of class open, close and fence.
let delimiterNames: [String: Unicode.Scalar] = [
  "{": "{", "}": "}", "|": "\u{2016}", "Vert": "\u{2016}", "vert": "|", "lvert": "|", "rvert": "|", "lVert": "\u{2016}",
  "rVert": "\u{2016}", "backslash": "\\", "langle": "\u{27E8}", "rangle": "\u{27E9}", "lt": "\u{27E8}", "gt": "\u{27E9}",
  "uparrow": "↑", "downarrow": "↓", "updownarrow": "↕", "Uparrow": "⇑", "Downarrow": "⇓", "Updownarrow": "⇕",
  "lgroup": "\u{27EE}", "rgroup": "\u{27EF}",
]

/// Negated relations that have characters of their own; what is not here gets a slash through it.
let negations: [Unicode.Scalar: Unicode.Scalar] = [
  "=": "≠", "<": "≮", ">": "≯", "∈": "∉", "∋": "∌", "≡": "≢", "≤": "≰", "≥": "≱", "∼": "≁", "≃": "≄", "≅": "≇", "≈": "≉",
  "≲": "≴", "≳": "≵", "≶": "≸", "≷": "≹", "≺": "⊀", "≻": "⊁", "⊂": "⊄", "⊃": "⊅", "⊆": "⊈", "⊇": "⊉", "⊢": "⊬", "⊨": "⊭",
  "⊩": "⊮", "⊫": "⊯", "∣": "∤", "∥": "∦", "∃": "∄", "←": "↚", "→": "↛", "↔": "↮", "⇐": "⇍", "⇒": "⇏", "⇔": "⇎", "⊑": "⋢",
  "⊒": "⋣", "⊲": "⋪", "⊳": "⋫", "⊴": "⋬", "⊵": "⋭", "≼": "⋠", "≽": "⋡",
]
