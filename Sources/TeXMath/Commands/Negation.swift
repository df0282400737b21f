internal import TypesetDiagnostics

/// `\not`.
enum Negation {
  /// Appends the negated character if there is one, else the character with a slash over it.
  static func negate(_ parser: inout Parser, from mark: Int) {
    let before = parser.mark
    var next = parser.input.next()
    while next.kind == .space { next = parser.input.next() }
    // A negation of a negation, and so on.
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    guard next.kind == .character || next.kind == .command, parser.nesting <= parser.budget.formulaNesting else {
      parser.input.putBack(next)
      if next.kind == .end, let command = parser.inHand {
        parser.report("math.missing-argument", command, "nothing follows \\not", hint: "write the sign that it negates: \\not=")
      }
      return parser.append(Noad(.atom, .rel, nucleus: .char(0x338)))
    }
    parser.parseItem(next, from: mark)
    guard parser.mark > before, case .char(let scalar) = parser[before].nucleus else { return }
    if let ready = negations[scalar] {
      parser[before].nucleus = .char(ready)
    } else {
      let slash = NoadKind.accent(0x338, isWide: false, isBelow: false)
      parser[before] = Noad(slash, parser[before].atomClass, nucleus: .char(scalar))
    }
  }

  /// Negated characters by the plain ones.
  private static let negations: [UInt32: UInt32] = [
    0x3C: 0x226E, 0x3D: 0x2260, 0x3E: 0x226F, 0x2190: 0x219A, 0x2192: 0x219B, 0x2194: 0x21AE, 0x21D0: 0x21CD,
    0x21D2: 0x21CF, 0x21D4: 0x21CE, 0x2203: 0x2204, 0x2208: 0x2209, 0x220B: 0x220C, 0x2223: 0x2224, 0x2225: 0x2226,
    0x223C: 0x2241, 0x2243: 0x2244, 0x2245: 0x2247, 0x2248: 0x2249, 0x2261: 0x2262, 0x2264: 0x2270, 0x2265: 0x2271,
    0x2272: 0x2274, 0x2273: 0x2275, 0x2276: 0x2278, 0x2277: 0x2279, 0x227A: 0x2280, 0x227B: 0x2281, 0x227C: 0x22E0,
    0x227D: 0x22E1, 0x2282: 0x2284, 0x2283: 0x2285, 0x2286: 0x2288, 0x2287: 0x2289, 0x2291: 0x22E2, 0x2292: 0x22E3,
    0x22A2: 0x22AC, 0x22A8: 0x22AD, 0x22A9: 0x22AE, 0x22B2: 0x22EA, 0x22B3: 0x22EB, 0x22B4: 0x22EC, 0x22B5: 0x22ED,
  ]
}
