/// Named operators: the command, the letters (`,` is a thin space), where limits are.
let operatorNames: [String: (letters: String, limits: Limits)] = [
  "Pr": ("Pr", .display), "arccos": ("arccos", .noLimits), "arcctg": ("arcctg", .noLimits),
  "arcsin": ("arcsin", .noLimits), "arctan": ("arctan", .noLimits), "arctg": ("arctg", .noLimits),
  "arg": ("arg", .noLimits), "argmax": ("arg,max", .display), "argmin": ("arg,min", .display),
  "ch": ("ch", .noLimits), "cos": ("cos", .noLimits), "cosec": ("cosec", .noLimits),
  "cosh": ("cosh", .noLimits), "cot": ("cot", .noLimits), "cotg": ("cotg", .noLimits),
  "coth": ("coth", .noLimits), "csc": ("csc", .noLimits), "ctg": ("ctg", .noLimits), "cth": ("cth", .noLimits),
  "deg": ("deg", .noLimits), "det": ("det", .display), "dim": ("dim", .noLimits), "exp": ("exp", .noLimits),
  "gcd": ("gcd", .display), "hom": ("hom", .noLimits), "inf": ("inf", .display),
  "injlim": ("inj,lim", .display), "ker": ("ker", .noLimits), "lg": ("lg", .noLimits),
  "lim": ("lim", .display), "liminf": ("lim,inf", .display), "limsup": ("lim,sup", .display),
  "ln": ("ln", .noLimits), "log": ("log", .noLimits), "max": ("max", .display), "min": ("min", .display),
  "plim": ("plim", .display), "projlim": ("proj,lim", .display), "sec": ("sec", .noLimits),
  "sgn": ("sgn", .noLimits), "sh": ("sh", .noLimits), "sin": ("sin", .noLimits), "sinh": ("sinh", .noLimits),
  "sup": ("sup", .display), "tan": ("tan", .noLimits), "tanh": ("tanh", .noLimits), "tg": ("tg", .noLimits),
  "th": ("th", .noLimits),
]

/// Space between atoms by command, in mu; 18 to the quad. The stretch of medium and thick ones is in `Spacing`.
let spaceCommands: [String: Int32] = [
  "!": -3, ",": 3, ":": 4, ";": 5, ">": 4, "medspace": 4, "negmedspace": -4, "negthickspace": -5,
  "negthinspace": -3, "thickspace": 5, "thinspace": 3,
]
