public import TypesetBoxes

/// A block of code with its looks resolved.
public struct StyledCode: Hashable, Sendable {
  /// What a line's ground says of it.
  public enum LineMark: Hashable, Sendable { case none, highlighted, inserted, deleted }

  /// Tabs expanded, without line ends.
  public var lines: [StyledText]
  /// As many as lines, or none at all.
  public var marks: [LineMark] = []
  /// Set above the code: a file's name.
  public var title: StyledText?
  /// The number of the first line; nil is no numbers.
  public var firstNumber: Int?
  public var numberStyle: TextStyle
  /// Is something left out of a line that was too long?
  public var isCut = false
  /// The ground of marked lines.
  public var grounds: [LineMark: Color] = [:]
  /// What can be drawn in its place.
  public var diagram: StyledDiagram?
  /// The language of diagrams that it is in, in small letters, where it is shown as code though its author may mean a drawing.
  public var undrawnLanguage: String?
  /// The name of the language, for readers of the file; empty where it is unknown.
  public var language = ""

  public init(lines: [StyledText], numberStyle: TextStyle) {
    self.lines = lines
    self.numberStyle = numberStyle
  }
}
