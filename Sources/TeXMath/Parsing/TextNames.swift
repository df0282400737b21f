internal import TypesetBoxes

/// Commands that put something around words of text without changing their look.
let wrappers: Set<ControlWord> = [
  .color, .textcolor, .colorbox, .fcolorbox, .href, .underline, .overline, .phantom, .hphantom, .vphantom, .smash, .cancel, .bcancel,
  .xcancel, .sout, .fbox, .boxed, .llap, .rlap, .clap, .mathllap, .mathrlap, .mathclap,
]

extension ControlWord {
  /// True for `\text` and its relatives.
  var isTextCommand: Bool {
    switch self {
    case .text, .textrm, .textbf, .textit, .textsf, .texttt, .textnormal, .textup, .textmd, .mbox, .hbox, .emph, .textsl: true
    default: false
    }
  }

  /// The noad that a command without further arguments puts around words.
  var wrapper: NoadKind {
    switch self {
    case .underline: .underline
    case .overline: .overline
    case .phantom: .phantom(horizontal: true, vertical: true, isVisible: false)
    case .hphantom: .phantom(horizontal: true, vertical: false, isVisible: false)
    case .vphantom: .phantom(horizontal: false, vertical: true, isVisible: false)
    case .smash: .smash(top: true, bottom: true)
    case .cancel: .strike(up: true, down: false, across: false)
    case .bcancel: .strike(up: false, down: true, across: false)
    case .xcancel: .strike(up: true, down: true, across: false)
    case .sout: .strike(up: false, down: false, across: true)
    case .fbox, .boxed: .boxed(border: .black, fill: nil, isMath: false)
    case .llap, .mathllap: .lap(-1)
    case .rlap, .mathrlap: .lap(1)
    default: .lap(0)
    }
  }

  /// LaTeX's sizes, in thousandths of the formula's; nil for another command.
  var textSize: Int32? {
    switch self {
    case .tiny, .Tiny: 500
    case .sixptsize: 600
    case .scriptsize: 700
    case .footnotesize, .SMALL: 800
    case .small: 900
    case .normalsize: 1000
    case .large: 1200
    case .Large: 1440
    case .LARGE: 1728
    case .huge: 2074
    case .Huge: 2488
    default: nil
    }
  }
}

/// The names of commands that have a meaning in text mode.
let textNames: Set<String> = [
  " ", "\\", "space", "quad", "qquad", "enspace", "enskip", "%", "$", "&", "#", "_", "{", "}", "textbackslash", "ldots", "dots",
  "textellipsis", "relax", "/", "upshape", "normalfont", "slshape", "em", "sl", "textsuperscript", "textsubscript", "textcircled", "bf",
  "it", "rm", "sf", "tt", "bfseries", "itshape", "sffamily", "ttfamily", "rmfamily", "(", ")",
]

/// Accents of text mode: the combining character that follows the letter.
let combining: [String: UInt32] = [
  "\"": 0x308, "'": 0x301, ".": 0x307, "=": 0x304, "H": 0x30B, "^": 0x302, "`": 0x300, "c": 0x327, "d": 0x323,
  "k": 0x328, "r": 0x30A, "u": 0x306, "v": 0x30C, "~": 0x303, "b": 0x331,
]

/// Letters and signs of text mode by name.
let textLetters: [String: String] = [
  "DH": "Ð", "DJ": "Đ", "L": "Ł", "NG": "Ŋ", "TH": "Þ", "dh": "ð", "dj": "đ", "l": "ł", "ng": "ŋ", "th": "þ", "dag": "†", "ddag": "‡",
  "textasteriskcentered": "∗", "textbardbl": "‖", "textbullet": "•", "textcelsius": "℃", "textcent": "¢", "textcopyright": "©",
  "textcurrency": "¤", "textdagger": "†", "textdaggerdbl": "‡", "textdiv": "÷", "texteuro": "€", "textexclamdown": "¡",
  "textlangle": "⟨", "textleftarrow": "←", "textminus": "−", "textmu": "µ", "textnumero": "№", "textohm": "Ω", "textonehalf": "½",
  "textonequarter": "¼", "textordfeminine": "ª", "textordmasculine": "º", "textparagraph": "¶", "textperthousand": "‰", "textpm": "±",
  "textquestiondown": "¿", "textquotedbl": "\"", "textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'",
  "textrangle": "⟩", "textrightarrow": "→", "textsection": "§", "textsterling": "£", "textthreequarters": "¾", "texttimes": "×",
  "texttrademark": "™", "textvisiblespace": "␣", "textyen": "¥", "euro": "€", "celsius": "℃", "perthousand": "‰",
  "AA": "Å", "AE": "Æ", "LaTeX": "LaTeX", "O": "Ø", "OE": "Œ", "P": "¶", "S": "§", "TeX": "TeX", "aa": "å", "ae": "æ",
  "copyright": "©", "degree": "°", "i": "ı", "j": "ȷ", "o": "ø", "oe": "œ", "pounds": "£", "ss": "ß",
  "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">", "textbar": "|",
  "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textdegree": "°",
  "textunderscore": "_", "textdollar": "$", "textbraceleft": "{", "textbraceright": "}", "textregistered": "®",
]
