internal import TypesetBoxes

extension ControlWord {
  /// True for `\text` and its relatives.
  var isTextCommand: Bool {
    switch self {
    case .text, .textrm, .textbf, .textit, .textsf, .texttt, .textnormal, .textup, .textmd, .mbox, .hbox, .emph, .textsl: true
    default: false
    }
  }

  /// True for commands that put colours or links around words.
  var isColorOrLink: Bool {
    switch self {
    case .color, .textcolor, .colorbox, .fcolorbox, .href: true
    default: false
    }
  }
}

/// The names of commands that have a meaning in text mode.
let textNames: Set<String> = [
  " ", "\\", "space", "quad", "qquad", "enspace", "enskip", "%", "$", "&", "#", "_", "{", "}", "textbackslash", "ldots", "dots",
  "textellipsis", "relax", "/", "upshape", "normalfont", "slshape", "em", "sl", "textsuperscript", "textsubscript", "textcircled", "bf",
  "it", "rm", "sf", "tt", "bfseries", "itshape", "sffamily", "ttfamily", "rmfamily", "(", ")", "TeX", "LaTeX", "KaTeX", "kern", "hskip",
  "hspace", "uppercase", "MakeUppercase", "lowercase",
  "MakeLowercase",
]

/// Accents of text mode: the combining character that follows the letter.
let combining: [String: UInt32] = [
  "\"": 0x308, "'": 0x301, ".": 0x307, "=": 0x304, "H": 0x30B, "^": 0x302, "`": 0x300, "c": 0x327, "d": 0x323,
  "k": 0x328, "r": 0x30A, "u": 0x306, "v": 0x30C, "~": 0x303, "b": 0x332,
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
  "AA": "Å", "AE": "Æ", "O": "Ø", "OE": "Œ", "P": "¶", "S": "§", "aa": "å", "ae": "æ",
  "lq": "‘", "rq": "’", "copyright": "©", "degree": "°", "i": "ı", "j": "ȷ", "o": "ø", "oe": "œ", "pounds": "£", "ss": "ß",
  "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">", "textbar": "|",
  "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textdegree": "°",
  "textunderscore": "_", "textdollar": "$", "textbraceleft": "{", "textbraceright": "}", "textregistered": "®",
]
