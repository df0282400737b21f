internal import TypesetDiagnostics

/// A cell of a table.
public struct MarkdownTableCell: Sendable {
  /// The content of the cell.
  package var part: BodyPart
  /// The plain text of the cell.
  public var text: String
  /// The row, from 0; rows of the head and of the body are counted separately.
  public package(set) var row = 0
  /// The column, from 0.
  public package(set) var column = 0
  /// True in the head.
  public package(set) var isHead = false
  /// The number of columns that it spans, from 1.
  public var columns = 1
  /// The number of rows that it spans, from 1.
  public var rows = 1
  /// True if the place is covered by a spanning cell.
  package var isCovered = false
  /// Its looks, which override the theme's.
  public var style = MarkdownCellStyle()
  /// What is drawn over it.
  package var overlay: BodyDrawing?

  /// A custom cell.
  ///
  /// - Parameters:
  ///   - body: What is in the cell.
  ///   - text: The plain text, for code that reads the cell's value.
  ///   - style: Its looks, which override the theme's.
  public init(_ body: MarkdownBody, text: String = "", style: MarkdownCellStyle = MarkdownCellStyle()) {
    (part, self.text, self.style) = (body.part, text, style)
  }

  /// A cell of text.
  public init(_ text: String, style: MarkdownCellStyle = MarkdownCellStyle()) {
    self.init(.text(text), text: text, style: style)
  }

  package init(part: BodyPart, text: String) { (self.part, self.text) = (part, text) }

  /// The value of the cell as a number, ignoring spaces, thousands separators and a percent sign; nil if it is not a number.
  public var number: Double? {
    var digits = text.filter { !$0.isWhitespace && $0 != "," && $0 != "\u{2009}" && $0 != "\u{202F}" }
    if digits.hasSuffix("%") { digits.removeLast() }
    if let first = digits.unicodeScalars.first, first == "\u{2212}" { digits = "-" + digits.dropFirst() }
    guard let value = DocumentNumber.real(digits), value.isFinite else { return nil }
    return value
  }

  /// The cell with further looks over its own.
  public func style(_ style: MarkdownCellStyle) -> MarkdownTableCell {
    var cell = self
    cell.style = self.style.overlaid(by: style)
    return cell
  }

  /// The cell with a drawing over it; if its row is split, it is drawn once for each page.
  public func overlay(_ name: String = "overlay", _ draw: @escaping @Sendable (inout Canvas) -> Void) -> MarkdownTableCell {
    var cell = self
    cell.overlay = BodyDrawing(name: name, isOverlay: true, draw: draw)
    return cell
  }
}

/// The looks of a cell; nil leaves the theme's.
public struct MarkdownCellStyle: Hashable, Sendable {
  /// The background of the cell.
  public var fill: Color?
  /// Of its text.
  public var foreground: Color?
  /// Of its text.
  public var weight: TextFont.Weight?
  /// Of its lines.
  public var alignment: MarkdownColumnAlignment?
  /// A line around the cell.
  public var border: Color?

  /// - Parameters:
  ///   - fill: The background of the cell.
  ///   - foreground: Of its text.
  ///   - weight: Of its text.
  ///   - alignment: Of its lines.
  ///   - border: A line around the cell.
  public init(
    fill: Color? = nil, foreground: Color? = nil, weight: TextFont.Weight? = nil, alignment: MarkdownColumnAlignment? = nil,
    border: Color? = nil
  ) {
    (self.fill, self.foreground, self.weight, self.alignment, self.border) = (fill, foreground, weight, alignment, border)
  }

  func overlaid(by other: MarkdownCellStyle) -> MarkdownCellStyle {
    MarkdownCellStyle(
      fill: other.fill ?? fill, foreground: other.foreground ?? foreground, weight: other.weight ?? weight,
      alignment: other.alignment ?? alignment, border: other.border ?? border)
  }
}
