internal import TypesetDiagnostics

/// How a theme styles some cells of tables: `table-cell[col=2]`, `table-cell[row=even][value<0]`.
public struct CellRule: Hashable, Sendable {
  /// What a cell must be.
  public enum Condition: Hashable, Sendable {
    /// From 1.
    case column(Int)
    case lastColumn
    /// Below the head, from 1.
    case row(Int)
    case lastRow
    case evenRow, oddRow
    /// The number that the cell's text is.
    case value(Comparison, Double)
  }

  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    // The longer ones first: `<=` is not `<`.
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
    case equal = "="

    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .atMost: a <= b
      case .atLeast: a >= b
      case .below: a < b
      case .above: a > b
      case .equal: a == b
      }
    }
  }

  public var conditions: [Condition]
  public var rule: StyleRule

  /// The element whose name conditions follow in a theme.
  static let prefix = "table-cell["
  /// What a key looks like.
  static let form = "table-cell[col=2], table-cell[row=even], table-cell[col=last][value>=90]"

  public init(_ conditions: [Condition], _ rule: StyleRule) { (self.conditions, self.rule) = (conditions, rule) }

  /// The conditions of a key; nil if it is not such a key.
  static func conditions(of key: String) -> [Condition]? {
    guard key.hasPrefix(prefix), key.hasSuffix("]") else { return nil }
    let inside = key.dropFirst(prefix.count).dropLast()
    let parts = inside.parts(between: "][")
    let conditions = parts.compactMap { condition(String($0).filter { $0 != " " }) }
    return conditions.count == parts.count ? conditions : nil
  }

  private static func condition(_ text: String) -> Condition? {
    for comparison in Comparison.allCases {
      guard let range = text.firstRange(of: comparison.rawValue) else { continue }
      let (name, value) = (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
      if name == "value" { return DocumentNumber.real(value).flatMap { $0.isFinite ? .value(comparison, $0) : nil } }
      guard comparison == .equal else { return nil }
      switch (name, value) {
      case ("col", "last"): return .lastColumn
      case ("row", "last"): return .lastRow
      case ("row", "even"): return .evenRow
      case ("row", "odd"): return .oddRow
      case ("col", _): return DocumentNumber.whole(value).flatMap { $0 > 0 ? .column($0) : nil }
      case ("row", _): return DocumentNumber.whole(value).flatMap { $0 > 0 ? .row($0) : nil }
      default: return nil
      }
    }
    return nil
  }

  /// True if it holds for a cell.
  ///
  /// - Parameters:
  ///   - row: Below the head, from 0; `column` likewise.
  ///   - text: Of the cell; asked for only where a condition needs it.
  public func holds(row: Int, of rows: Int, column: Int, of columns: Int, text: () -> String) -> Bool {
    conditions.allSatisfy { condition in
      switch condition {
      case .column(let number): column + 1 == number
      case .lastColumn: column + 1 == columns
      case .row(let number): row + 1 == number
      case .lastRow: row + 1 == rows
      case .evenRow: row % 2 == 1
      case .oddRow: row % 2 == 0
      case .value(let comparison, let number): Self.number(of: text()).map { comparison.holds($0, number) } ?? false
      }
    }
  }

  /// The number that a text is: `1,234.5`, `−3`, `42 %`, `€ 12`.
  static func number(of text: String) -> Double? {
    var digits = ""
    for character in text {
      switch character {
      case "0"..."9", ".", "+", "e", "E": digits.append(character)
      case "-", "\u{2212}", "\u{2013}": digits.append("-")
      case ",", "'", "’", "%", "‰", "°", "$", "€", "£", "¥", " ", "\u{A0}", "\u{202F}", "\u{2009}": continue
      default: return nil
      }
    }
    return DocumentNumber.real(digits)
  }
}
