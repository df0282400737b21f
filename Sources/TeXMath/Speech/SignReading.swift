// What signs are among their neighbours, for those who read formulas aloud.

extension Noad {
  /// True for a letter without scripts.
  var isLetter: Bool { !hasScripts && character.map { PlainLetter($0).isLetter } ?? false }

  var isQuantifier: Bool { character.map { (0x2200...0x2204).contains($0) && $0 != 0x2201 && $0 != 0x2202 } ?? false }

  /// True for plus and minus.
  var isSign: Bool { character == 0x2B || character == 0x2212 }

  /// True for a letter in bold type, and one below an arrow.
  var isVector: Bool {
    if case .accent(0x20D7, _, _) = kind { return true }
    guard case .atom = kind, let character else { return false }
    return [.bold, .boldItalic].contains(PlainLetter(character).alphabet) || character == 0x2207
  }

  /// True for what names a distribution: `\mathcal N`, a word.
  func isDistribution(in list: MathList) -> Bool {
    if let character, PlainLetter(character).alphabet == .script { return true }
    return (list.name(of: self)?.count ?? 0) > 1
  }

  /// True for the atom that only holds scripts.
  var isEmptyAtom: Bool {
    guard case .atom = kind else { return false }
    switch nucleus {
    case .empty: return true
    case .char: return false
    case .list(_, let count): return count == 0
    }
  }
}

extension MathList {
  /// The nearest atom before an index.
  func atom(before index: Int, in range: Range<Int>) -> Int? {
    (range.lowerBound..<index).last { noads[$0].isAtom && (noads[$0].hasScripts || !noads[$0].isEmptyAtom) }
  }

  /// The nearest atom after an index.
  func atom(after index: Int, in range: Range<Int>) -> Int? { (index + 1..<range.upperBound).first { noads[$0].isAtom } }

  /// True for a sign that `idiom` knows.
  private static func isIdiomatic(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3A, 0x2236, 0x2203, 0x21, 0x22C5, 0xD7, 0x223C, 0x211C, 0x2111: true
    default: false
    }
  }

  /// Signs whose meaning is in what is beside them: `:=`, `f: X → Y`, `∃!`, ∇·, `!` that is no factorial, ℜ; with the index after them.
  func idiom(at index: Int, in range: Range<Int>) -> (phrase: SpeechLanguage.Phrase, end: Int)? {
    let noad = noads[index]
    // The colon of `\colon` is in braces.
    guard noad.isAtom, !noad.hasScripts, let scalar = noad.character ?? onlyNoad(of: noad.nucleus)?.character, Self.isIdiomatic(scalar)
    else { return nil }
    let before = atom(before: index, in: range).map { noads[$0] }
    let next = atom(after: index, in: range)
    let after = next.map { noads[$0] }
    switch scalar {
    case 0x3A, 0x2236:
      if let next, after?.character == 0x3D, after?.hasScripts == false { return (.definedAs, next + 1) }
      return before?.endsOperand == true && leadsToArrow(after: index, in: range) ? (.mapsFrom, index + 1) : nil
    case 0x2203: return next.flatMap { after?.character == 0x21 ? (.existsUnique, $0 + 1) : nil }
    case 0x21: return before?.endsOperand == true ? nil : (.exclamation, index + 1)
    case 0x22C5, 0xD7:
      guard let before, before.character == 0x2207 || before.isVector && after?.isVector == true else { return nil }
      return (scalar == 0xD7 ? .cross : .dotOperator, index + 1)
    case 0x223C: return after?.isDistribution(in: self) == true ? (.distributed, index + 1) : nil
    default:
      guard let after, after.atomClass == .open || after.isLetter else { return nil }
      return (scalar == 0x211C ? .realPart : .imaginaryPart, index + 1)
    }
  }

  /// True if the next relation is an arrow to the right, with operands before it.
  func leadsToArrow(after index: Int, in range: Range<Int>) -> Bool {
    for next in index + 1..<range.upperBound where noads[next].isAtom {
      if noads[next].atomClass == .rel { return noads[next].character == 0x2192 || noads[next].character == 0x27F6 }
      if noads[next].atomClass == .punct || noads[next].atomClass == .close { return false }
    }
    return false
  }
}

extension MathList {
  /// True for what a probability may be of, and no product: `A \mid B`, `X \le x`, `A \cap B`.
  func isEvent(from first: Int, in range: Range<Int>) -> Bool {
    var depth = 0
    for noad in noads[first..<range.upperBound] {
      if noad.atomClass == .open { depth += 1 }
      if noad.atomClass == .close {
        depth -= 1
        if depth < 0 { return false }
      }
      if noad.isBar || noad.isSeparator || noad.atomClass == .rel || noad.atomClass == .punct { return true }
      if [0x2229, 0x222A].contains(noad.character) { return true }
    }
    return false
  }
}
