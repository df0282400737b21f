internal import TypesetDiagnostics

/// What a terminal shows of what a program has written to it.
package struct TerminalText {
  /// Without moves of the cursor; of a line that was written over, the last form.
  package private(set) var text = ""
  /// What the program has coloured.
  package private(set) var looks = TerminalLooks()

  /// A terminal's stops are that far apart.
  private static let tab = 8

  /// Of a fence of `ansi`, in which authors also write the escape character by its names, `\x1b[31m`, `\u001b[31m`, `\e[31m`, `\033[31m`, `␛[31m`, or lose
  /// it when they copy: `[31m`.
  init(fence written: String) {
    let bytes = Array(written.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let name = Self.escapes.first(where: { bytes[index...].starts(with: $0) }),
        bytes[(index + name.count)...].first == ASCII.openBracket
      {
        out.append(0x1B)
        index += name.count
        continue
      }
      if bytes[index] == ASCII.openBracket, out.last != 0x1B, Self.isColor(bytes[(index + 1)...]) { out.append(0x1B) }
      out.append(bytes[index])
      index += 1
    }
    self.init(String(decoding: out, as: UTF8.self))
  }

  /// What stands for the escape character on a line that is still to be read as Markdown, in which control characters are left out.
  static let escapeSign = Array("\u{241B}".utf8)
  private static let escapes =
    [escapeSign] + ["\\x1b", "\\x1B", "\\u001b", "\\u001B", "\\u{1b}", "\\e", "\\033", "^["].map { Array($0.utf8) }

  /// True for the numbers of a colour, and the letter after them.
  private static func isColor(_ bytes: ArraySlice<UInt8>) -> Bool {
    let numbers = bytes.prefix(20).prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ";") }
    return numbers.first.map(ASCII.isDigit) == true && bytes[numbers.endIndex...].first == UInt8(ascii: "m")
  }

  package init(_ written: String) {
    let bytes = Array(written.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var pen = TerminalPen()
    var (lineStart, column, inkStart) = (0, 0, 0)
    func endStretch() {
      if let ink = pen.ink { looks.append(ink, inkStart..<out.count) }
      inkStart = out.count
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0D {
        let rest = index + 1 < bytes.count ? bytes[index + 1] : 0x0A
        // A progress bar begins its line anew.
        if rest != 0x0A, rest != 0x0D {
          out.removeSubrange(lineStart...)
          (column, inkStart) = (0, min(inkStart, lineStart))
          looks.cut(at: lineStart)
        }
        index += 1
        continue
      }
      let skipped = byte == 0 ? 1 : TerminalControls.length(in: bytes[...], at: index)
      if skipped > 2, bytes[index + skipped - 1] == UInt8(ascii: "m"), bytes[index + 1] == UInt8(ascii: "[") {
        endStretch()
        pen.read(bytes[index + 2..<index + skipped - 1])
      } else if byte == 0x09 {
        let spaces = Self.tab - column % Self.tab
        out += repeatElement(0x20, count: spaces)
        column += spaces
      } else if skipped == 0 {
        out.append(byte)
        if byte & 0xC0 != 0x80 { column += 1 }
      }
      index += max(skipped, 1)
      if byte == 0x0A { (lineStart, column) = (out.count, 0) }
    }
    endStretch()
    while let last = out.last, last == 0x0A || last == 0x20 { out.removeLast() }
    text = String(decoding: out, as: UTF8.self)
  }
}

/// Which colour a terminal writes in (ECMA-48, 8.3.117: SGR).
private struct TerminalPen {
  private var color: TerminalInk?
  private var isBold = false

  /// In bytes; terminals keep some sixteen numbers.
  private static let mostParameters = 64

  var ink: TerminalInk? { color ?? (isBold ? .bold : nil) }

  /// - Parameter parameters: Numbers between semicolons, or colons.
  mutating func read(_ parameters: ArraySlice<UInt8>) {
    let numbers = parameters.prefix(Self.mostParameters)
      .split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
      .map { DocumentNumber.whole(String(decoding: $0, as: UTF8.self)) ?? 0 }
    var index = 0
    while index < numbers.count {
      switch numbers[index] {
      case 0: self = TerminalPen()
      case 1: isBold = true
      case 22: isBold = false
      case 30...37: color = Self.basic[numbers[index] - 30]
      case 90...97: color = Self.basic[numbers[index] - 90] ?? .gray
      case 39: color = nil
      case 38, 48:
        let isGround = numbers[index] == 48
        let rest = numbers[(index + 1)...]
        if rest.first == 5, rest.count > 1 {
          if !isGround { color = Self.indexed(rest[index + 2]) }
          index += 2
        } else if rest.first == 2, rest.count > 3 {
          if !isGround { color = Self.nearest(rest[index + 2], rest[index + 3], rest[index + 4]) }
          index += 4
        } else {
          return
        }
      default: break
      }
      index += 1
    }
  }

  /// Black and white are the colour of the text.
  private static let basic: [TerminalInk?] = [nil, .red, .green, .yellow, .blue, .magenta, .cyan, nil]

  /// Of xterm's 256 colours: 16 with names, a cube of 6 × 6 × 6, and 24 grays.
  private static func indexed(_ number: Int) -> TerminalInk? {
    switch number {
    case 0...7: return basic[number]
    case 8...15: return basic[number - 8] ?? .gray
    case 16...231:
      let cell = number - 16
      return nearest(cell / 36 * 51, cell / 6 % 6 * 51, cell % 6 * 51)
    case 232...255: return number < 248 ? .gray : nil
    default: return nil
    }
  }

  /// The ink of a colour's hue; components from 0 to 255.
  private static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> TerminalInk? {
    let (red, green, blue) = (min(max(red, 0), 255), min(max(green, 0), 255), min(max(blue, 0), 255))
    let (low, high) = (min(red, green, blue), max(red, green, blue))
    guard high - low > 40 else { return high < 60 || high > 230 ? nil : .gray }
    let middle = (low + high) / 2
    switch (red > middle, green > middle, blue > middle) {
    case (true, false, false): return .red
    case (false, true, false): return .green
    case (false, false, true): return .blue
    case (true, true, _): return .yellow
    case (true, false, true): return .magenta
    case (false, true, true): return .cyan
    case (false, false, false): return .gray
    }
  }
}
