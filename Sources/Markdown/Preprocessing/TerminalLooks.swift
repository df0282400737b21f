internal import TypesetDiagnostics

/// The inks in which programs write to terminals; the raw value is the letter that stands for one in `TerminalLooks.attribute`.
package enum TerminalInk: String, Sendable {
  case red = "r"
  case green = "g"
  case yellow = "y"
  case blue = "b"
  case magenta = "m"
  case cyan = "c"
  case gray = "k"
  /// Heavier, in the colour of the text.
  case bold = "s"
}

/// The coloured stretches of what a program has written, in order and without overlap.
package struct TerminalLooks: Hashable, Sendable {
  package struct Stretch: Hashable, Sendable {
    /// Bytes of the text.
    package var range: Range<Int>
    package var ink: TerminalInk
  }

  package private(set) var stretches: [Stretch] = []

  /// The most bytes of an attribute.
  package static let longest = 24_000

  package init() {}

  package mutating func append(_ ink: TerminalInk, _ range: Range<Int>) {
    if !range.isEmpty { stretches.append(Stretch(range: range, ink: ink)) }
  }

  /// Takes away what is behind a place.
  package mutating func cut(at end: Int) {
    while let last = stretches.last, last.range.upperBound > end {
      stretches.removeLast()
      if last.range.lowerBound < end { append(last.ink, last.range.lowerBound..<end) }
    }
  }

  /// Gaps, lengths and inks, as the attribute `looks` of a fence has them: `3.5r 0.2g`. What would make it too long is left plain.
  package var attribute: String {
    var out = ""
    var position = 0
    for stretch in stretches {
      let item = "\(stretch.range.lowerBound - position).\(stretch.range.count)\(stretch.ink.rawValue)"
      guard out.utf8.count + item.utf8.count < Self.longest else { break }
      out += (out.isEmpty ? "" : " ") + item
      position = stretch.range.upperBound
    }
    return out
  }

  /// - Parameter attribute: As `attribute` writes it; from the first mistake on it counts for nothing.
  package init(_ attribute: String) {
    var position = 0
    for item in attribute.prefix(Self.longest).split(separator: " ") {
      let numbers = item.dropLast().split(separator: ".")
      guard numbers.count == 2, let ink = item.last.flatMap({ TerminalInk(rawValue: String($0)) }),
        let gap = DocumentNumber.whole(numbers[0], in: 0...(1 << 24)), let length = DocumentNumber.whole(numbers[1], in: 0...(1 << 24)),
        position < 1 << 30
      else { return }
      append(ink, position + gap..<position + gap + length)
      position += gap + length
    }
  }
}
