internal import TypesetDiagnostics

/// The marker of a list item as only pandoc has it: `(@good)`, `#.`, `a)`, `(ii)`, `A.`
struct FancyMarker {
  enum Kind: Equatable {
    /// `(@label)`, counted through the document; the label may be empty.
    case example(String)
    /// A number, `#`, or letters; its form as `ListMarkers` has it: `1)`, `(a)`, `i.`
    case form(String)
  }

  var kind: Kind
  /// The number that letters stand for; nil for `#` and examples.
  var value: Int?
  /// In bytes, without the blank after it.
  var width: Int

  /// - Parameters:
  ///   - start: The first character of a line.
  ///   - isFancy: True if letters and parentheses are markers.
  ///   - before: The form of the item before, which decides what `i)` after `h)` is.
  init?(_ bytes: [UInt8], at start: Int, to end: Int, isFancy: Bool, after before: String?) {
    let isOpen = bytes[start] == ASCII.openParenthesis
    var index = start + (isOpen ? 1 : 0)
    let first = index
    if isOpen, index < end, bytes[index] == UInt8(ascii: "@") {
      index += 1
      while index < end, index - start < 60,
        ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "-")
          || bytes[index] == UInt8(ascii: "_")
      { index += 1 }
      guard index < end, bytes[index] == ASCII.closeParenthesis, index + 1 < end, ASCII.isBlank(bytes[index + 1]) else {
        return nil
      }
      (kind, width) = (.example(String(decoding: bytes[(first + 1)..<index], as: UTF8.self)), index + 1 - start)
      return
    }
    while index < end, index - first < 8, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == ASCII.hash {
      index += 1
    }
    guard index > first, index < end, bytes[index] == ASCII.closeParenthesis || bytes[index] == UInt8(ascii: ".") && !isOpen,
      index + 1 < end, ASCII.isBlank(bytes[index + 1])
    else { return nil }
    let sign = String(decoding: [bytes[index]], as: UTF8.self)
    let word = String(decoding: bytes[first..<index], as: UTF8.self)
    width = index + 1 - start
    func form(_ sample: String) -> String { (isOpen ? "(" : "") + sample + sign }
    if word == "#" {
      kind = .form(form("1"))
      return
    }
    guard isFancy else { return nil }
    if isOpen, let number = DocumentNumber.whole(word, in: 0...999_999_999), ASCII.isDigit(bytes[first]) {
      (kind, value) = (.form(form("1")), number)
      return
    }
    let isCapital = bytes[first] < 0x61
    // "B. Russell": pandoc asks for two blanks after a capital with a full stop.
    if isCapital, sign == ".", word.utf8.count == 1, index + 2 >= end || !ASCII.isBlank(bytes[index + 2]) { return nil }
    let letters = word.utf8.count == 1 && ASCII.isLetter(bytes[first]) ? Int((bytes[first] | 0x20) - 0x60) : nil
    let alpha = form(isCapital ? "A" : "a")
    // `i)` is a Roman number, but after `h)` a letter.
    if let roman = Self.roman(word), letters == nil || before != alpha && [1, 5, 10].contains(roman) {
      (kind, value) = (.form(form(isCapital ? "I" : "i")), roman)
    } else if let letters {
      (kind, value) = (.form(alpha), letters)
    } else {
      return nil
    }
  }

  /// The value of a Roman number in letters of one case; nil for all else.
  private static func roman(_ word: String) -> Int? {
    let values: [UInt8: Int] = [0x69: 1, 0x76: 5, 0x78: 10, 0x6C: 50, 0x63: 100, 0x64: 500, 0x6D: 1000]
    let bytes = Array(word.utf8)
    guard bytes.allSatisfy({ $0 >= 0x61 }) || bytes.allSatisfy({ $0 < 0x61 }) else { return nil }
    var sum = 0
    var last = 0
    for byte in bytes.reversed() {
      guard let value = values[byte | 0x20] else { return nil }
      sum += value < last ? -value : value
      last = max(last, value)
    }
    return sum
  }

  /// By which items belong together.
  var form: String {
    switch kind {
    case .example: "@"
    case .form(let form): form
    }
  }

  /// What the parser reads: a number of the same width.
  func written(number: Int) -> [UInt8] {
    let digits = Array(String(number).utf8)
    let sign: UInt8 = if case .form(let form) = kind, form.last == "." { UInt8(ascii: ".") } else { ASCII.closeParenthesis }
    let places = min(max(width - 1, digits.count), 9)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, places - digits.count))
    return zeros + digits + [sign] + [UInt8](repeating: ASCII.space, count: min(max(0, width - 1 - places), 3))
  }
}
