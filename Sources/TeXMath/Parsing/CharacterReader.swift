internal import TypesetBoxes
internal import TypesetFonts

/// Characters that are typed directly.
enum CharacterReader {
  static func read(_ parser: inout Parser, _ token: Token, from mark: Int) {
    var scalar = token.value
    switch scalar {
    case 0x27 where parser.scope.isOperatorName: break
    case 0x27, 0x2032, 0x2033, 0x2034, 0x2019: return ScriptReader.readPrimes(&parser, token, from: mark)
    case 0x2A: scalar = 0x2217
    case 0x2D: scalar = 0x2212
    case 0x3A: scalar = 0x2236
    case 0x60 where !parser.scope.isOperatorName: return ScriptReader.readReversedPrime(&parser, from: mark)
    case 0x25: reportPercent(&parser, token)
    case 0xFE0F: return
    case 0x23 where token.end == token.start + 1:
      parser.report("math.parameter", token, "# stands for the argument of a definition", hint: "write \\# for the sign")
    case 0xB2, 0xB3, 0xB9, 0x2070...0x208E:
      if ScriptReader.readsTyped(&parser, scalar, from: mark) { return }
    default: if isMark(scalar), accents(&parser, with: scalar, from: mark) { return }
    }
    if isText(scalar) {
      Refusals.textLetter(&parser, token)
      return parser.append(Noad(parser.list.add(words(&parser, from: Unicode.Scalar(scalar) ?? "\u{FFFD}"), .roman)))
    }
    let typed: UInt32 = scalar == 0x2236 ? 0x3A : scalar == 0x2212 ? 0x2D : scalar == 0x2217 ? 0x2A : scalar
    let atomClass = parser.input.vocabulary.atomClass(of: typed)
    if atomClass == .op {
      var noad = Noad(.atom, .op, nucleus: .char(scalar))
      noad.isLargeOperator = true
      noad.limits = Meaning.isIntegral(scalar) ? .noLimits : .display
      return parser.append(noad)
    }
    parser.append(Noad(.atom, atomClass, nucleus: .char(parser.scope.alphabet.apply(scalar))))
  }

  /// A mark that combines with the sign before it, as keyboards and other programs write it: `λ̄` is `\bar{λ}`.
  private static func isMark(_ scalar: UInt32) -> Bool { (0x300...0x315).contains(scalar) || (0x20D0...0x20DC).contains(scalar) }

  /// Puts an accent over the last sign; false without one.
  private static func accents(_ parser: inout Parser, with scalar: UInt32, from mark: Int) -> Bool {
    guard parser.mark > mark, case let last = parser[parser.mark - 1], !last.hasScripts, !last.isLargeOperator else { return false }
    switch last.kind {
    case .accent: break
    case .atom where !last.nucleus.isEmpty: break
    default: return false
    }
    let isAccent = if case .accent = last.kind { true } else { false }
    let nucleus = isAccent ? parser.list.add(last) : last.nucleus
    parser[parser.mark - 1] = Noad(.accent(scalar, isWide: false, isBelow: false), nucleus: nucleus)
    return true
  }

  /// A letter of the faces of text; from right to left with those that follow it: alone they would stand in the wrong order and unjoined.
  private static func words(_ parser: inout Parser, from first: Unicode.Scalar) -> String {
    var words = String.UnicodeScalarView([first])
    guard runsLeft(first) else { return String(words) }
    var isApart = false
    while true {
      let token = parser.input.nextRaw()
      if token.kind == .space {
        isApart = true
      } else if token.kind == .character, let next = Unicode.Scalar(token.value), runsLeft(next) {
        if isApart { words.append(" ") }
        words.append(next)
        isApart = false
      } else {
        parser.input.putBack(token)
        return String(words)
      }
    }
  }

  /// True for letters and marks of Hebrew, Arabic and the like.
  private static func runsLeft(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x590 && (scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered)
      && BidiLevels.mayRunRightToLeft(Array(scalar.utf8))
  }

  /// True for a character that is neither ASCII nor one of mathematics: it comes from the faces of text.
  private static func isText(_ scalar: UInt32) -> Bool {
    scalar >= 0x80 && (scalar < 0x2000 || scalar > 0x2BFF) && !(0x1D400...0x1D7FF).contains(scalar) && !(0x370...0x3FF).contains(scalar)
      && ![0xAC, 0xB0, 0xB1, 0xB7, 0xD7, 0xF7, 0xA7, 0xB6, 0xA3, 0xA5, 0xA9, 0xAE, 0x131, 0x237].contains(scalar)
  }

  /// TeX would take the rest of the line for a comment.
  static func reportPercent(_ parser: inout Parser, _ token: Token) {
    parser.report("math.percent", token, "an unescaped % begins a comment in TeX; it is typeset as a percent sign", hint: "write \\%")
  }
}
