public import TypesetBoxes

/// A block of code with its looks resolved.
public struct StyledCode: Hashable, Sendable {
  /// What the background of a line means.
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
  /// True if part of a line was left out because it was too long.
  public var isCut = false
  /// The background of marked lines.
  public var grounds: [LineMark: Color] = [:]
  /// The diagram that can be drawn instead.
  public var diagram: StyledDiagram?
  /// Its diagram language in lower case, if it is shown as code although its author may want a drawing.
  public var undrawnLanguage: String?
  /// The name of the language, for readers of the file; empty where it is unknown.
  public var language = ""
  /// True if the author's name for the language says that it is drawn with characters: `ascii`, `goat`.
  public var isNamedDrawing = false

  public init(lines: [StyledText], numberStyle: TextStyle) {
    self.lines = lines
    self.numberStyle = numberStyle
  }
}
