/// Goes from command to command through a text, past code, and knows which of them are in formulas.
struct PaperWalk {
  private let bytes: [UInt8]
  private let end: Int
  var index: Int
  private(set) var isInMath = false
  /// True if `next` stops at the ends of lines and at fences, too.
  var hasFences = false
  private var isFirst = true
  /// What `\begin{equation}` or its end says of the text after it.
  private var isInMathNext: Bool?
  /// The fence at the beginning of the line.
  private var fence: Int?

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, end, index) = (bytes, range.upperBound, range.lowerBound)
  }

  /// The next backslash that begins a command's name.
  mutating func nextCommand() -> Int? { next() }

  /// The next command, end of a line or fence.
  mutating func next() -> Int? {
    if let next = isInMathNext { (isInMath, isInMathNext) = (next, nil) }
    if isFirst {
      isFirst = false
      fence = passLineStart()
    }
    if let place = fence {
      fence = nil
      if place >= index { return place }
    }
    while index < end {
      switch bytes[index] {
      case ASCII.newline:
        let place = index
        index += 1
        fence = passLineStart()
        if hasFences { return place }
      case ASCII.backtick: passCode()
      case ASCII.dollar:
        if index + 1 < end, bytes[index + 1] == ASCII.dollar { index += 1 }
        isInMath.toggle()
        index += 1
      case ASCII.backslash:
        guard index + 1 < end else { return nil }
        let (place, next) = (index, bytes[index + 1])
        index += 2
        if next == ASCII.openParenthesis || next == ASCII.openBracket { isInMath = true }
        if next == ASCII.closeParenthesis || next == ASCII.closeBracket { isInMath = false }
        if ASCII.isLetter(next) {
          index -= 1
          if next == UInt8(ascii: "b") || next == UInt8(ascii: "e") { readEnvironment(place) }
          return place
        }
      default: index += 1
      }
    }
    return nil
  }

  /// Environments of amsmath are formulas.
  private mutating func readEnvironment(_ slash: Int) {
    let name = LaTeXReading.name(bytes, after: slash, to: end)
    let isBegin = bytes[name].elementsEqual("begin".utf8)
    guard isBegin || bytes[name].elementsEqual("end".utf8),
      let group = LaTeXReading.group(bytes, at: name.upperBound, to: min(end, name.upperBound + 16))
    else { return }
    let environment = bytes[group].last == UInt8(ascii: "*") ? group.dropLast() : group
    if Self.formulas.contains(String(decoding: bytes[environment], as: UTF8.self)) { isInMathNext = isBegin }
  }

  private static let formulas: Set = [
    "equation", "align", "alignat", "flalign", "gather", "multline", "eqnarray", "displaymath", "numcases", "subnumcases",
  ]

  /// A blank line ends formulas; code between fences is passed.
  ///
  /// - Returns: A fence, if there is one and it is asked for.
  private mutating func passLineStart() -> Int? {
    var first = index
    while first < end, bytes[first] == ASCII.space || bytes[first] == ASCII.tab || bytes[first] == ASCII.greater { first += 1 }
    guard first < end else { return nil }
    if bytes[first] == ASCII.newline { isInMath = false }
    guard bytes[first] == ASCII.backtick || bytes[first] == ASCII.tilde, let length = PaperWalk.fenceLength(bytes, first, end) else {
      return nil
    }
    if hasFences { return first }
    index = PaperWalk.fenceEnd(bytes, byte: bytes[first], length: length, from: first, to: end)
    return nil
  }

  static func fenceLength(_ bytes: [UInt8], _ first: Int, _ end: Int) -> Int? {
    var index = first
    while index < end, bytes[index] == bytes[first] { index += 1 }
    guard index - first >= 3 else { return nil }
    // Code within a line that has three of them.
    if bytes[first] == ASCII.backtick, let next = bytes[index..<end].first(where: { $0 == ASCII.backtick || $0 == ASCII.newline }),
      next == ASCII.backtick
    {
      return nil
    }
    return index - first
  }

  /// Where the line ends that closes a fence, or the text.
  static func fenceEnd(_ bytes: [UInt8], byte: UInt8, length: Int, from start: Int, to end: Int) -> Int {
    var line = start
    while let lineEnd = bytes[line..<end].firstIndex(of: ASCII.newline) {
      var first = lineEnd + 1
      while first < end, bytes[first] == ASCII.space || bytes[first] == ASCII.tab || bytes[first] == ASCII.greater { first += 1 }
      if first < end, bytes[first] == byte, let own = fenceLength(bytes, first, end), own >= length,
        bytes[(first + own)..<end].prefix(while: { $0 != ASCII.newline }).allSatisfy(ASCII.isBlank)
      {
        return first + own
      }
      line = lineEnd + 1
    }
    return end
  }

  /// Code within a line.
  private mutating func passCode() {
    let start = index
    while index < end, bytes[index] == ASCII.backtick { index += 1 }
    let length = index - start
    var search = index
    while search < end, bytes[search] != ASCII.newline || search + 1 < end && !ASCII.isBlank(bytes[search + 1]) {
      guard bytes[search] == ASCII.backtick else {
        search += 1
        continue
      }
      let run = search
      while search < end, bytes[search] == ASCII.backtick { search += 1 }
      if search - run == length {
        index = search
        return
      }
    }
  }
}
