/// What a command means.
enum Meaning {
  case undefined
  /// A character with its class; `alphabetic` ones follow `\mathbf` and the like.
  case symbol(UInt32, AtomClass, isAlphabetic: Bool)
  case largeOperator(UInt32, Limits)
  case accent(UInt32, isWide: Bool, isBelow: Bool)
  /// `\overbrace` and the like: an operator with limits.
  case brace(UInt32, isBelow: Bool)
  /// `\sin`: a name in upright letters; `,` represents a thin space.
  case operatorName(String, Limits)
  case space(mu: Int32)
  case alphabet(Alphabet)
  case oldAlphabet(Alphabet)
  /// A row of `Commands.all`, and its name if the parser looks for it.
  case command(Int32, ControlWord?)
  case macro(Int32)
}

extension Meaning {
  /// The meaning of a row of the tables of symbols: code point and class.
  ///
  /// - Parameter isTop: The name ends with `top`: an integral whose limits are above and below.
  init?(row: [UInt8], isTop: Bool) {
    guard let space = row.firstIndex(of: 0x20), let scalar = UInt32(String(decoding: row[..<space], as: UTF8.self), radix: 16)
    else { return nil }
    let kind = String(decoding: row[(space + 1)...], as: UTF8.self)
    switch kind {
    case "alpha": self = .symbol(scalar, .ord, isAlphabetic: true)
    case "up": self = .symbol(scalar, .ord, isAlphabetic: false)
    case "smallop": self = .symbol(scalar, .op, isAlphabetic: false)
    case "op": self = .largeOperator(scalar, Self.isIntegral(scalar) && !isTop ? .noLimits : .display)
    case "accent": self = .accent(scalar, isWide: false, isBelow: false)
    case "wide": self = .accent(scalar, isWide: true, isBelow: false)
    case "below": self = .accent(scalar, isWide: false, isBelow: true)
    case "belowwide": self = .accent(scalar, isWide: true, isBelow: true)
    case "over": self = .brace(scalar, isBelow: false)
    case "under": self = .brace(scalar, isBelow: true)
    default:
      guard let atomClass = AtomClass(named: kind) else { return nil }
      self = .symbol(scalar, atomClass, isAlphabetic: false)
    }
  }

  static func isIntegral(_ scalar: UInt32) -> Bool {
    (0x222B...0x2233).contains(scalar) || (0x2A0B...0x2A1C).contains(scalar)
  }
}

extension AtomClass {
  /// The class by its name in the tables of symbols.
  init?(named name: String) {
    switch name {
    case "ord": self = .ord
    case "op": self = .op
    case "bin": self = .bin
    case "rel": self = .rel
    case "open": self = .open
    case "close": self = .close
    case "punct": self = .punct
    case "inner": self = .inner
    default: return nil
    }
  }
}
