import TypesetMarkdown

// Columns of numbers, aligned at their decimal signs.

extension StyledTree.Table {
  /// Where a cell is in a column that is aligned at the decimal sign.
  public enum Decimal: Hashable, Sendable {
    /// A number: the bytes of its decimal sign, none behind a whole number. They are of the cell's text, or of the LaTeX of a formula that the
    /// cell begins with.
    case number(Range<Int32>, isInFormula: Bool)
    /// Something else, in the middle of the numbers.
    case other
  }

  /// Finds the columns of numbers: those that the author says (`align=lSS`), and those where all cells are numbers, some with decimals.
  ///
  /// - Parameters:
  ///   - letters: The table's `align`.
  ///   - language: Decides where a sign may be either: `1.234`.
  mutating func alignDecimals(_ letters: ColumnLetters, language: String) {
    for column in columns.indices {
      let letter = letters[column]
      switch letter {
      case .left: columns[column] = .left
      case .center: columns[column] = .center
      case .right: columns[column] = .right
      case .decimal, nil: break
      }
      guard letter == nil || letter == .decimal else { continue }
      let cells = numbers(in: column)
      let isAsked = letter == .decimal && cells.contains { if case .number = $0 { true } else { false } }
      guard isAsked || Self.isOfNumbers(cells) else { continue }
      let sign = CellNumber.sign(of: cells, comma: DecimalSign.isComma(in: language))
      var isConsistent = true
      var hasSigns = false
      let places = cells.map { cell -> Decimal? in
        guard case .number(let number) = cell else { return cell == .covered ? nil : .other }
        guard let place = number.place(of: sign) else {
          isConsistent = false
          return .other
        }
        if !place.isEmpty { hasSigns = true }
        return .number(Int32(place.lowerBound)..<Int32(place.upperBound), isInFormula: number.isInFormula)
      }
      guard isAsked || isConsistent && hasSigns else { continue }
      if isAsked { columns[column] = .center }
      for row in body.indices where places[row] != nil && column < rows[row].count { rows[row][column].decimal = places[row] }
    }
  }

  /// The cells of a column, read as numbers.
  private func numbers(in column: Int) -> [CellNumber.Cell] {
    body.map { row in
      guard column < row.count, !row[column].isCovered else { return .covered }
      let cell = row[column]
      guard cell.columns == 1, cell.rows == 1, cell.blocks < 0 else { return .words }
      return CellNumber.cell(cell.content)
    }
  }

  /// True if there are numbers alone, and dashes or nothing in few cells.
  private static func isOfNumbers(_ cells: [CellNumber.Cell]) -> Bool {
    var (numbers, blanks) = (0, 0)
    for cell in cells {
      switch cell {
      case .number: numbers += 1
      case .blank: blanks += 1
      case .words: return false
      case .covered: break
      }
    }
    return numbers >= 2 && blanks <= numbers
  }
}

/// The letters of LaTeX's columns: `lcrS`, with one for all of them.
struct ColumnLetters: Equatable {
  enum Letter: Equatable { case left, center, right, decimal }

  private var letters: [Letter] = []
  private var decimals: Set<Int> = []

  /// - Parameter decimals: Columns that are aligned at the decimal sign.
  init(_ decimals: Set<Int> = []) { self.decimals = decimals }

  /// Nil if there is another word, as for the place of the whole table.
  init?(_ text: String) {
    var letters: [Letter] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "l"): letters.append(.left)
      case UInt8(ascii: "c"): letters.append(.center)
      case UInt8(ascii: "r"): letters.append(.right)
      case UInt8(ascii: "S"): letters.append(.decimal)
      case 0x20, UInt8(ascii: "|"), UInt8(ascii: ","): break
      default: return nil
      }
    }
    guard !letters.isEmpty, letters.count <= 1_000 else { return nil }
    self.letters = letters
  }

  subscript(column: Int) -> Letter? {
    if decimals.contains(column) { return .decimal }
    return letters.count == 1 ? letters[0] : column < letters.count ? letters[column] : nil
  }
}

/// The sign before the decimals.
package enum DecimalSign {
  /// True for languages whose decimals stand after a comma (CLDR), in most of their countries.
  package static func isComma(in language: String) -> Bool {
    let parts = language.lowercased().split(separator: "-")
    if parts.last == "ch" || parts.last == "mx" { return false }
    return commaLanguages.contains(parts.first.map(String.init) ?? "")
  }

  private static let commaLanguages: Set<String> = [
    "af", "be", "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu", "id", "is", "it", "lt", "lv", "mk",
    "nb",
    "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "vi",
  ]
}
