internal import TypesetDiagnostics

/// A line of a course without its formulas, which LiaScript reads before anything else: each is a sign and a number, until the line is put
/// together again.
struct CourseFormulas {
  private var formulas: [ArraySlice<UInt8>] = []
  /// The line with signs in the place of its formulas.
  private(set) var line: ArraySlice<UInt8>
  /// A byte that no text has (substitute).
  private static let sign: UInt8 = 0x1A

  /// - Parameter isInDisplay: True within `$$`; after it, true where the line leaves one open.
  init(_ whole: ArraySlice<UInt8>, isInDisplay: inout Bool) {
    line = whole
    guard isInDisplay || whole.contains(ASCII.dollar) || whole.contains(ASCII.backslash), !whole.contains(Self.sign) else { return }
    if whole.allSatisfy(ASCII.isBlank) { isInDisplay = false }
    var out: [UInt8] = []
    var index = whole.startIndex
    func take(to end: Int) {
      out += [Self.sign] + Array("\(formulas.count)".utf8) + [Self.sign]
      formulas.append(whole[index..<end])
      index = end
    }
    let dollars = Array("$$".utf8)
    if isInDisplay {
      let close = whole.firstRange(of: dollars)
      isInDisplay = close == nil
      take(to: close?.upperBound ?? whole.endIndex)
    }
    var isCode = false
    while index < whole.endIndex {
      let byte = whole[index]
      if byte == ASCII.backtick { isCode.toggle() }
      if !isCode, byte == ASCII.dollar {
        if whole[index...].starts(with: dollars) {
          let close = whole[(index + 2)...].firstRange(of: dollars)
          isInDisplay = close == nil
          take(to: close?.upperBound ?? whole.endIndex)
          continue
        }
        let inner = whole[(index + 1)...].prefix { $0 != ASCII.dollar }
        // `5$ and 6$` are no formula.
        if inner.endIndex < whole.endIndex, let first = inner.first, let last = inner.last, !ASCII.isBlank(first) || ASCII.isBlank(last) {
          take(to: inner.endIndex + 1)
          continue
        }
      } else if !isCode, byte == ASCII.backslash, index + 1 < whole.endIndex {
        let closer = whole[index + 1] == ASCII.openParenthesis ? "\\)" : whole[index + 1] == ASCII.openBracket ? "\\]" : nil
        if let closer, let close = whole[(index + 2)...].prefix(2_000).firstRange(of: closer.utf8) {
          take(to: close.upperBound)
          continue
        }
        out.append(byte)
        index += 1
      }
      out.append(whole[index])
      index += 1
    }
    if !formulas.isEmpty { line = out[...] }
  }

  /// A line that was made of this one, with its formulas.
  func restored(_ changed: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard !formulas.isEmpty else { return changed }
    var out: [UInt8] = []
    var index = changed.startIndex
    while index < changed.endIndex {
      let digits = changed[(index + 1)...].prefix(8).prefix(while: ASCII.isDigit)
      if changed[index] == Self.sign, digits.endIndex < changed.endIndex, changed[digits.endIndex] == Self.sign,
        let number = DocumentNumber.whole(String(decoding: digits, as: UTF8.self)), formulas.indices.contains(number)
      {
        out += formulas[number]
        index = digits.endIndex + 1
      } else {
        out.append(changed[index])
        index += 1
      }
    }
    return out[...]
  }
}
