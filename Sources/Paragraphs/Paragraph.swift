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
  public var setting: GlueSetting
  /// The bytes of the paragraph's text from the first to the last on the line.
  public var text: Range<Int32>
  /// A hyphen that is not in the text ends the line.
  public var endsWithHyphen = false

  public init(
    items: Range<Int32>, width: Length, height: Length, depth: Length, setting: GlueSetting = GlueSetting(),
    text: Range<Int32> = 0..<0
  ) {
    self.items = items
    self.width = width
    self.height = height
    self.depth = depth
    self.setting = setting
    self.text = text
  }
}

/// How far the glue of a line yields, as TeX's `glue_set`, `glue_sign` and `glue_order`.
public struct GlueSetting: Hashable, Sendable {
  /// Of the stretch or shrink; never below zero.
  public var ratio = 0.0
  /// 0 natural, 1 stretching, 2 shrinking.
  public var sign = 0
  /// 0 finite, 1 infinite.
  public var order = 0

  public init(ratio: Double = 0, sign: Int = 0, order: Int = 0) {
    self.ratio = ratio
    self.sign = sign
    self.order = order
  }
}

/// A set paragraph.
public struct Lines: Hashable, Sendable {
  public var ink = Ink()
  public var lines: [Line] = []

  public init() {}
}
