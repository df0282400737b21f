public import TypesetBoxes
import TypesetInterface
import TypesetSettings

/// How many lines paragraphs may have.
public struct LineLimit: Hashable, Sendable {
  /// From 1.
  public var count: Int
  /// What is left out.
  public var place = Truncation.end
  /// After the ellipsis.
  public var more = InlineContent()

  public init(count: Int, place: Truncation = .end, more: InlineContent = InlineContent()) {
    (self.count, self.place, self.more) = (count, place, more)
  }

  /// What a client asks for, in text of a style.
  init(_ limit: BodyLineLimit, style: TextStyle, theme: Theme) {
    self.init(count: min(max(limit.count, 1), 1_000), place: limit.place)
    guard !limit.more.isEmpty else { return }
    var look = style
    if let destination = limit.destination {
      look = style.applying(theme[.link], families: theme.families)
      look.link = destination
    }
    more.text.append(limit.more.utf8, style: look)
  }
}

extension InlineContent {
  /// A part of the text, with what is in it.
  package func part(_ bytes: Range<Int>) -> InlineContent {
    var out = InlineContent()
    for run in text.runs {
      let (start, end) = (max(Int(run.range.lowerBound), bytes.lowerBound), min(Int(run.range.upperBound), bytes.upperBound))
      if start < end { out.text.append(text.text[start..<end], style: text.styles[Int(run.style)]) }
    }
    guard !attachments.isEmpty else { return out }
    let before = Self.objects(in: text.text[..<bytes.lowerBound])
    out.attachments = Array(attachments.dropFirst(before).prefix(Self.objects(in: text.text[bytes])))
    return out
  }

  /// Both, one after the other.
  package static func + (a: InlineContent, b: InlineContent) -> InlineContent {
    var out = a
    for run in b.text.runs {
      out.text.append(b.text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], style: b.text.styles[Int(run.style)])
    }
    out.attachments += b.attachments
    return out
  }

  /// How often U+FFFC is in UTF-8.
  private static func objects(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for index in bytes.indices where bytes[index] == 0xEF && bytes[index...].starts(with: [0xEF, 0xBF, 0xBC]) { count += 1 }
    return count
  }
}
