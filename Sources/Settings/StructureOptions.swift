import TypesetYAML

/// What is numbered in a document, and how.
public struct NumberingOptions: Hashable, Sendable {
  public var sections = false
  /// Headings down to this many levels below the first are numbered.
  public var depth = 6
  /// Figures and tables with captions; nil numbers them if the document refers to one of them.
  public var figures: Bool?
  /// Figures and tables are numbered within each chapter: `2.3`.
  public var byChapter = false
  /// Theorems of all kinds are counted together.
  public var sharesTheorems = false
  /// `section`, `chapter` or `subsection`, in each of which the numbers of theorems begin anew.
  public var theoremsWithin: String?
  /// The same for equations.
  public var equationsWithin: String?
  /// The level that is counted first; nil decides by all headings.
  public var topLevel: Int?

  public init() {}
}

/// The lists that a document's front matter asks for.
public struct ContentsOptions: Hashable, Sendable {
  public var isOn = false
  /// Headings down to this many levels.
  public var depth = 3
  /// True if the document says how many.
  public var isDepthGiven = false
  public var title: String?
  public var listsFigures = false
  public var listsTables = false
  /// Where they are.
  public var placement = Placement.front

  public enum Placement: Hashable, Sendable {
    /// Before the text, or at the author's mark.
    case front
    /// On pages of their own after it, wherever the mark is.
    case end
    /// The text has not come to its end.
    case later
  }

  public init() {}
}

extension DocumentSettings {
  /// MyST's `numbering: {headings: true, equation: false}`.
  mutating func takeNumbering(_ value: YAMLValue) -> [SettingFault] {
    func isOn(_ names: String...) -> Bool? {
      names.lazy.compactMap { name in value[name].flatMap { $0.flag ?? $0["enabled"]?.flag } }.first
    }
    if let headings = value.flag ?? isOn("headings", "heading_1", "heading_2", "sections") { numbering.sections = headings }
    if let figures = isOn("figure", "figures") { numbering.figures = figures }
    if let equations = isOn("equation", "equations") { numbersEquations = equations }
    return []
  }

  /// Where figures and tables with captions may be.
  mutating func takePlacement(_ value: YAMLValue) -> [SettingFault] {
    guard let text = value.text, let float = FloatPlacement(text) else { return [SettingFault(value)] }
    theme.page.floats = float.areas.isEmpty ? nil : float
    return []
  }
}
