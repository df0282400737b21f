/// Which brace closes which, and which `\end` ends which `\begin`.
///
/// Found in one pass: each search for one that is missing would go to the end of the document.
struct LaTeXPairs {
  /// The closing braces of the opening ones; 0 where nothing closes them.
  private var closers: [Int32]
  /// Where the `\end` is of the `\begin` at a backslash.
  private var ends: [Int: Int] = [:]

  /// - Parameter starts: Where the files begin that are joined; nothing reaches over their ends.
  init(_ bytes: [UInt8], files starts: [Int] = [0]) {
    closers = [Int32](repeating: 0, count: bytes.count)
    for (number, start) in starts.enumerated() {
      pair(bytes, start..<(number + 1 < starts.count ? starts[number + 1] : bytes.count))
    }
  }

  private mutating func pair(_ bytes: [UInt8], _ range: Range<Int>) {
    var braces: [Int] = []
    var open: [ArraySlice<UInt8>: [Int]] = [:]
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case ASCII.backslash:
        if let (name, isEnd) = Self.environment(bytes, index, range.upperBound) {
          if !isEnd {
            open[name, default: []].append(index)
          } else if let begin = open[name]?.popLast() {
            ends[begin] = index
          }
        }
        index += 1
      case ASCII.openBrace: braces.append(index)
      case ASCII.closeBrace: if let brace = braces.popLast() { closers[brace] = Int32(clamping: index) }
      default: break
      }
      index += 1
    }
  }

  /// The name in `\begin{…}` or `\end{…}`.
  private static func environment(_ bytes: [UInt8], _ slash: Int, _ limit: Int) -> (name: ArraySlice<UInt8>, isEnd: Bool)? {
    guard slash + 5 < limit else { return nil }
    let isEnd = bytes[slash + 1] == UInt8(ascii: "e")
    let open = slash + (isEnd ? 4 : 6)
    guard open < limit, bytes[open] == ASCII.openBrace, bytes[(slash + 1)..<open].elementsEqual((isEnd ? "end" : "begin").utf8) else {
      return nil
    }
    var end = open + 1
    while end < min(limit, open + 40), bytes[end] != ASCII.closeBrace { end += 1 }
    return end < limit && bytes[end] == ASCII.closeBrace ? (bytes[(open + 1)..<end], isEnd) : nil
  }

  /// The content of the braces that open at an index; nil if none does, or if they are never closed.
  func group(at open: Int, to limit: Int) -> Range<Int>? {
    guard open < limit, open < closers.count, case let close = Int(closers[open]), close > open, close < limit else { return nil }
    return open + 1..<close
  }

  /// Where the `\end` is of the environment that begins at a backslash.
  func end(ofEnvironmentAt slash: Int, to limit: Int) -> Int? {
    guard let end = ends[slash], end < limit else { return nil }
    return end
  }

  /// After `*` and `[…]`, which commands may have before their arguments.
  func options(_ bytes: [UInt8], at start: Int, to limit: Int) -> Int {
    var index = start
    if index < limit, bytes[index] == UInt8(ascii: "*") { index += 1 }
    for _ in 0..<4 {
      guard let bracket = PaperReading.bracket(bytes, at: index, to: limit) else { break }
      index = bracket.upperBound + 1
    }
    return index
  }
}

/// Which names may be among some: a look at two of their letters.
struct NameFilter {
  private var isPossible = [Bool](repeating: false, count: 1 << 10)

  /// - Parameter names: Of three letters at least.
  init(_ names: some Sequence<String>) {
    for name in names {
      let letters = Array(name.utf8)
      if letters.count > 2 { isPossible[Self.place(letters[0], letters[2])] = true }
    }
  }

  /// True if a name that begins at a place may be one of them.
  func mayMatch(_ bytes: [UInt8], at start: Int) -> Bool {
    start + 2 < bytes.count && isPossible[Self.place(bytes[start], bytes[start + 2])]
  }

  private static func place(_ first: UInt8, _ third: UInt8) -> Int { Int(first & 31) << 5 | Int(third & 31) }
}
