public import TypesetBoxes

/// How lines are to be made.
public struct ParagraphShape: Hashable, Sendable {
  public enum Alignment: Hashable, Sendable { case justified, left, center, right }

  /// The width of the lines.
  public var measure: Length
  /// `\parindent`: of the first line; below zero hangs out.
  public var indent: Length
  public var alignment: Alignment
  /// `\baselineskip`: from baseline to baseline.
  public var leading: Length

  public init(measure: Length, indent: Length = .zero, alignment: Alignment = .justified, leading: Length) {
    self.measure = measure
    self.indent = indent
    self.alignment = alignment
    self.leading = leading
  }
}

/// One line of a set paragraph; its ink's reference point is the left end of the measure, on the baseline.
public struct Line: Hashable, Sendable {
  /// In `Lines.ink.items`.
  public var items: Range<Int32>
  public var width: Length
  public var height: Length
  public var depth: Length

  public init(items: Range<Int32>, width: Length, height: Length, depth: Length) {
    self.items = items
    self.width = width
    self.height = height
    self.depth = depth
  }
}

/// A set paragraph.
public struct Lines: Hashable, Sendable {
  public var ink = Ink()
  public var lines: [Line] = []

  public init() {}
}
