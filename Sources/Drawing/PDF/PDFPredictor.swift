/// The differences between rows of bytes, which pack better than the rows (ISO 32000-1, 7.4.4.4; the filters of PNG).
struct PDFPredictor {
  /// The bytes of a row; 0 where rows are as they are.
  private let columns: Int

  init(columns: Int) { self.columns = columns }

  /// As a stream's `DecodeParms` say, of its only filter or its first one; nil for predictors of TIFF, and for columns that are no bytes.
  init?(_ parameters: [UInt8]) {
    let dictionary = PDFDictionary(parameters, in: (parameters.firstIndex(of: UInt8(ascii: "<")) ?? 0)..<parameters.count)
    func value(_ key: String, else usual: Int) -> Int {
      dictionary[key].flatMap { PDFReader.integers(parameters[$0]).first } ?? usual
    }
    let predictor = value("Predictor", else: 1)
    let width = value("Columns", else: 1)
    guard predictor == 1 || predictor >= 10, value("Colors", else: 1) == 1, value("BitsPerComponent", else: 8) == 8, width > 0 else {
      return nil
    }
    columns = predictor == 1 ? 0 : width
  }

  /// Each row as its difference from the one above (PNG's filter Up).
  func applied(to rows: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(rows.count + rows.count / columns)
    for start in stride(from: 0, to: rows.count, by: columns) {
      out.append(2)
      for place in start..<min(start + columns, rows.count) {
        out.append(start == 0 ? rows[place] : rows[place] &- rows[place - columns])
      }
    }
    return out
  }

  /// The rows that differences were made of.
  func undone(in bytes: [UInt8]) -> [UInt8] {
    guard columns > 0 else { return bytes }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for start in stride(from: 0, to: bytes.count, by: columns + 1) {
      let first = out.count
      for place in start + 1..<max(start + 1, min(start + 1 + columns, bytes.count)) {
        let left = out.count > first ? out[out.count - 1] : 0
        let above = first >= columns ? out[out.count - columns] : 0
        let corner = out.count > first && first >= columns ? out[out.count - columns - 1] : 0
        out.append(bytes[place] &+ Self.predicted(bytes[start], left, above, corner))
      }
    }
    return out
  }

  /// PNG's filters (PNG specification, 9.2).
  private static func predicted(_ filter: UInt8, _ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    switch filter {
    case 1: return left
    case 2: return above
    case 3: return UInt8((Int(left) + Int(above)) / 2)
    case 4:
      let estimate = Int(left) + Int(above) - Int(corner)
      let (toLeft, toAbove, toCorner) = (abs(estimate - Int(left)), abs(estimate - Int(above)), abs(estimate - Int(corner)))
      if toLeft <= toAbove, toLeft <= toCorner { return left }
      return toAbove <= toCorner ? above : corner
    default: return 0
    }
  }
}
