// What MathML and speech both ask about noads.

extension Noad {
  /// The character of an atom that is nothing else.
  var character: UInt32? {
    guard case .atom = kind, case .char(let scalar) = nucleus else { return nil }
    return scalar
  }

  /// True for a digit of a number.
  func isDigit(in list: MathList) -> Bool {
    guard atomClass == .ord, let character else { return false }
    return (0x30...0x39).contains(character)
  }

  /// True for an operator with a name of its own, such as `\sin`.
  func isFunctionName(in list: MathList) -> Bool {
    guard case .atom = kind, atomClass == .op else { return false }
    return list.name(of: self) != nil
  }

  /// True for `{}`, and for the empty atoms that TeX sets after a tie and before what a brace is over.
  var isEmptyGroup: Bool {
    guard case .atom = kind else { return false }
    return nucleus.isEmpty && !hasScripts
  }

  /// True for what a function may be applied to.
  var isArgument: Bool {
    guard isAtom else { return false }
    return switch atomClass {
    case .ord, .open, .inner, .op: true
    case .bin, .rel, .close, .punct: false
    }
  }
}

extension MathList {
  /// True if there is a `mod`: what is equal up to that is congruent.
  var hasModulus: Bool { noads.contains { name(of: $0) == [0x6D, 0x6F, 0x64] } }

  /// The letters of a nucleus that is a word: upright letters of `\sin`, `\mathrm` and the like; nil for another one.
  func name(of noad: Noad) -> [UInt32]? {
    guard case .list(let start, let count) = noad.nucleus, count > 0 else { return nil }
    // Upright letters in a group are a word, whatever command made them upright.
    let isGroup =
      count > 1 && [.ord, .bin, .rel].contains(noad.atomClass)
      && noads[Int(start)].character.map { $0 < 0x80 && PlainLetter($0).isLetter } ?? false
    guard noad.atomClass == .op && !noad.isLargeOperator || noad.isWord || isGroup else { return nil }
    var out: [UInt32] = []
    for inner in noads[Int(start)..<Int(start + count)] {
      switch inner.kind {
      case .space, .kern: out.append(0x20)
      // A strut, as mathtools' `\adjustlimits` has it.
      case .phantom(_, _, isVisible: false): continue
      case .atom where noad.atomClass == .op && inner.atomClass == .op && !inner.hasScripts:
        guard let name = name(of: inner) else { return nil }
        out += name
      case .atom:
        guard case .char(let scalar) = inner.nucleus, !inner.hasScripts, inner.atomClass == .ord else { return nil }
        let plain = PlainLetter(scalar)
        guard plain.isLetter || plain.isDigit || scalar == 0x2D, plain.alphabet != .italic || noad.isWord else { return nil }
        // Greek letters are signs, and `\boldsymbol` makes no words.
        guard noad.atomClass == .op || plain.scalar < 0x250 && plain.alphabet != .boldItalic else { return nil }
        out.append(scalar)
      default: return nil
      }
    }
    return out
  }

  /// Where the number ends that begins with a digit: digits without scripts, and a point or comma between digits.
  func endOfNumber(from first: Int, in range: Range<Int>) -> Int {
    var index = first
    while index < range.upperBound, noads[index].isDigit(in: self) {
      if noads[index].hasScripts { return index + 1 }
      index += 1
      if index + 1 < range.upperBound, isDecimalSign(noads[index]), noads[index + 1].isDigit(in: self) {
        index += 1
      }
    }
    return index
  }

  /// The character of an atom, in braces too.
  func sign(of noad: Noad) -> UInt32? {
    guard case .atom = noad.kind else { return nil }
    return noad.character ?? onlyNoad(of: noad.nucleus).flatMap { $0.hasScripts ? nil : $0.character }
  }

  /// True for what may be within a number: a point, and the comma of `3{,}14`.
  private func isDecimalSign(_ noad: Noad) -> Bool {
    guard !noad.hasScripts, let sign = sign(of: noad) else { return false }
    return sign == 0x2E || sign == 0x2C && noad.atomClass == .ord
  }

  /// The letters of a field that is a word, such as `\mathrm{eff}` in a script; nil for another one.
  func word(of field: Field) -> [UInt32]? {
    guard case .list(let start, let count) = field, count > 1 else { return nil }
    let letters = noads[Int(start)..<Int(start + count)]
    let isWord = letters.allSatisfy { noad in
      guard noad.atomClass == .ord, !noad.hasScripts, let scalar = noad.character else { return false }
      return scalar < 0x80 && PlainLetter(scalar).isLetter
    }
    return isWord ? letters.compactMap(\.character) : nil
  }

  /// What a brace or an accent is over, without the empty atom before it.
  func content(ofAccent noad: Noad) -> Field {
    guard case .list(let start, let count) = noad.nucleus, count > 1, noads[Int(start)].isEmptyGroup else { return noad.nucleus }
    return .list(start + 1, count - 1)
  }

  /// One inference of a proof, without the inferences of its premises.
  struct Inference {
    /// The conclusions of the premises.
    var premises: [Field]
    var conclusion: Field
    var labels: [Field]
  }

  /// The inferences of a proof, each after the inferences of its premises.
  func inferences(of proof: Alignment) -> [Inference] {
    var out: [Inference] = []
    _ = addInferences(of: proof, to: &out)
    return out
  }

  /// - Returns: The proof's conclusion.
  private func addInferences(of proof: Alignment, to out: inout [Inference]) -> Field {
    guard proof.rows.count == 2, proof.rows[1].cells.count == 3 else { return .empty }
    let premises = proof.rows[0].cells.map { index in
      let content = cells[index].content
      guard let noad = onlyNoad(of: content), case .alignment(let inner) = noad.kind, alignments[Int(inner)].manner == .proof else {
        return content
      }
      return addInferences(of: alignments[Int(inner)], to: &out)
    }
    let lower = proof.rows[1].cells.map { cells[$0].content }
    out.append(Inference(premises: premises, conclusion: lower[0], labels: [lower[1], lower[2]].filter { !isBlank($0) }))
    return lower[0]
  }

  /// True for a field with nothing in it.
  func isBlank(_ field: Field) -> Bool {
    switch field {
    case .empty: true
    case .char: false
    case .list(_, let count): count == 0
    }
  }
}
