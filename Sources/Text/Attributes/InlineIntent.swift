/// What marks around text mean, as a set of bits: emphasised 1, strong 2, both 3.
public struct InlineIntent: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// - Parameter rawValue: The bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `*text*`: 1.
  public static let emphasized = InlineIntent(rawValue: 1 << 0)
  /// `**text**`: 2.
  public static let strong = InlineIntent(rawValue: 1 << 1)
  /// Text between backticks: 4.
  public static let code = InlineIntent(rawValue: 1 << 2)
  /// `~~text~~`: 32.
  public static let strikethrough = InlineIntent(rawValue: 1 << 5)
  /// A line end within a paragraph, which is a space in the text: 64.
  public static let softBreak = InlineIntent(rawValue: 1 << 6)
  /// A line break: 128.
  public static let lineBreak = InlineIntent(rawValue: 1 << 7)
  /// `++text++`: 1024.
  public static let inserted = InlineIntent(rawValue: 1 << 10)
  /// `==text==`: 2048.
  public static let highlighted = InlineIntent(rawValue: 1 << 11)
  /// `~text~`: 4096.
  public static let subscripted = InlineIntent(rawValue: 1 << 12)
  /// `^text^`: 8192.
  public static let superscripted = InlineIntent(rawValue: 1 << 13)
  /// `<small>`: 16384.
  public static let small = InlineIntent(rawValue: 1 << 14)
  /// `<kbd>`: 32768.
  public static let keyboard = InlineIntent(rawValue: 1 << 15)

  /// Of characters that are not text.
  static let breaks: InlineIntent = [.softBreak, .lineBreak]

  private static let names: [(InlineIntent, String)] = [
    (.emphasized, "emphasized"), (.strong, "strong"), (.code, "code"), (.strikethrough, "strikethrough"), (.softBreak, "softBreak"),
    (.lineBreak, "lineBreak"), (.inserted, "inserted"), (.highlighted, "highlighted"), (.subscripted, "subscripted"),
    (.superscripted, "superscripted"), (.small, "small"), (.keyboard, "keyboard"),
  ]
}

extension InlineIntent: CustomStringConvertible {
  /// The names of the bits, with their sum.
  public var description: String {
    Self.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ") + " (\(rawValue))"
  }
}
