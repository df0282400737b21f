internal import TypesetDiagnostics

/// Where a figure or a table may be: LaTeX's `[htbp]`.
public struct FloatPlacement: Hashable, Sendable {
  public struct Areas: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// In the text, where it is written, if the page has room for it.
    public static let here = Areas(rawValue: 1)
    public static let top = Areas(rawValue: 2)
    public static let bottom = Areas(rawValue: 4)
    /// On a page of floats.
    public static let page = Areas(rawValue: 8)
    /// LaTeX's `!`: however many are there already.
    public static let insistent = Areas(rawValue: 16)
  }

  /// Empty where it stays in the text.
  public var areas: Areas
  /// True if it is above all columns.
  public var isWide = false
  /// How far it reaches into the margins of a page with one column.
  public var reach = MarginReach()

  public init(_ areas: Areas, isWide: Bool = false) { (self.areas, self.isWide) = (areas, isWide) }

  /// - Parameter words: `htbp`, `[t!]`, `H`, `top`, `here, bottom`, `none`; nil for others.
  public init?(_ words: String) {
    var areas: Areas = []
    guard words.contains(where: \.isLetter), !words.contains(where: \.isNumber) else { return nil }
    for word in words.lowercased().split(whereSeparator: { !$0.isLetter && $0 != "!" }) {
      switch word {
      case "here": areas.insert(.here)
      case "top": areas.insert(.top)
      case "bottom": areas.insert(.bottom)
      case "page": areas.insert(.page)
      case "auto": areas.formUnion([.top, .bottom])
      case "none", "false", "stay": break
      default:
        guard word.allSatisfy({ "htbp!".contains($0) }) else { return nil }
        for (letter, area) in [("h", Areas.here), ("t", .top), ("b", .bottom), ("p", .page), ("!", .insistent)] where word.contains(letter)
        {
          areas.insert(area)
        }
      }
    }
    // The float package's H: here, and nowhere else.
    if words.contains("H") { areas = [] }
    // LaTeX: where there is no room here, it is at the top of the next page.
    if areas.subtracting(.insistent) == .here { areas.insert(.top) }
    if areas == .insistent { areas = [] }
    self.areas = areas
  }
}

/// How far a block reaches into the margins at its sides, as parts of them.
public struct MarginReach: Hashable, Sendable {
  public var left = 0.0
  public var right = 0.0

  public init() {}

  /// What a class says: `wide`, Quarto's `column-page`, `column-screen-right` …; nil for others.
  package init?(class name: String) {
    guard let wide = Self.classes.first(where: { name == $0.name || name == $0.name + "-left" || name == $0.name + "-right" }) else {
      return nil
    }
    if !name.hasSuffix("-right") { left = wide.part }
    if !name.hasSuffix("-left") { right = wide.part }
  }

  private static let classes: [(name: String, part: Double)] = [
    ("wide", 0.6), ("full-width", 0.6), ("column-span", 0.6), ("column-page", 0.6), ("column-page-inset", 0.45),
    ("column-body-outset", 0.3),
    ("column-screen", 1), ("column-screen-inset", 0.8),
  ]
}
