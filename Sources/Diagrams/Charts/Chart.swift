import TypesetDiagnostics

/// Series of numbers over categories or over numbers.
struct Chart {
  enum Kind: String { case line, bar, scatter }

  struct Series {
    var name = ""
    var kind: Kind
    /// In the order of the categories, or of `places`; nil for a missing value.
    var values: [Double?] = []
  }

  var title = ""
  var xTitle = ""
  var yTitle = ""
  /// Names along the first axis; where they are all numbers, and nothing is drawn as bars, `places` has them.
  var categories: [String] = []
  var places: [Double] = []
  var series: [Series] = []
  var xRange: ClosedRange<Double>?
  var yRange: ClosedRange<Double>?
  /// True if bars go to the right.
  var isHorizontal = false

  /// True if the first axis has numbers.
  var isNumeric: Bool { !places.isEmpty }

  static let mostValues = 20_000

  /// Takes the numbers of the first axis as such, unless there are bars.
  mutating func settlePlaces() {
    guard !series.contains(where: { $0.kind == .bar }) else { return }
    // Numbers beyond the range stay names.
    let numbers = categories.compactMap { text in
      var isBeyond = false
      let number = DocumentNumber.real(text, in: ChartReader.numbers) { _ in isBeyond = true }
      return isBeyond ? nil : number
    }
    if numbers.count == categories.count, !numbers.isEmpty { places = numbers }
  }
}

/// Reads a block `chart`: options, a line each, then rows of CSV or of a table.
struct ChartReader {
  /// Of axes and series.
  static let numbers = -1e15...1e15

  private var scanner: DiagramScanner
  private var chart = Chart()
  private var kind = Chart.Kind.line
  private var rows: [(cells: [String], place: Int)] = []

  init(_ scanner: DiagramScanner) { self.scanner = scanner }

  mutating func read() throws(DiagramMistake) -> Chart {
    var count = 0
    while !scanner.isAtEnd {
      scanner.skipBlanks()
      let start = scanner.at
      if scanner.isAtLineEnd || scanner.byte == UInt8(ascii: "#") {
        scanner.nextLine()
        continue
      }
      if rows.isEmpty, try takeOption(from: start) { continue }
      let cells = Self.cells(of: scanner.restOfLine())
      // The line below the head of a table.
      if !cells.allSatisfy({ !$0.isEmpty && $0.allSatisfy { "-:".contains($0) } }) { rows.append((cells, start)) }
      count += cells.count
      guard count <= Chart.mostValues else { throw scanner.mistake("the chart has more than \(Chart.mostValues) values", from: start) }
    }
    try takeRows()
    return chart
  }

  private mutating func takeOption(from start: Int) throws(DiagramMistake) -> Bool {
    var ahead = scanner
    let name = ahead.word()
    ahead.skipBlanks()
    guard !name.isEmpty, ahead.take(":") else { return false }
    let value = DiagramScanner.unquoted(ahead.restOfLine())
    switch name {
    case "type":
      guard let kind = Chart.Kind(rawValue: value) else {
        throw scanner.mistake("there is no chart of this type", from: start, hint: "write line, bar or scatter")
      }
      self.kind = kind
    case "title": chart.title = value
    case "x": chart.xTitle = value
    case "y": chart.yTitle = value
    case "horizontal": chart.isHorizontal = value == "true"
    case "xrange": chart.xRange = try Self.range(value, scanner, start)
    case "yrange": chart.yRange = try Self.range(value, scanner, start)
    default:
      throw scanner.mistake("a chart has no such option", from: start, hint: "options are type, title, x, y, xrange, yrange and horizontal")
    }
    scanner = ahead
    return true
  }

  /// `0 to 10`, `0..10`
  private static func range(_ text: String, _ scanner: DiagramScanner, _ start: Int) throws(DiagramMistake) -> ClosedRange<Double> {
    let parts = text.replacing("..", with: " ").replacing("to", with: " ").split(whereSeparator: { $0 == " " || $0 == "," })
    var numbers: [Double] = []
    for part in parts { if let number = try scanner.number(part, in: Self.numbers, from: start) { numbers.append(number) } }
    guard numbers.count == 2, parts.count == 2, numbers[0] < numbers[1] else {
      throw scanner.mistake("this is no range", from: start, hint: "write 0 to 10")
    }
    return numbers[0]...numbers[1]
  }

  /// True for rows as they are where numbers have commas: semicolons between cells.
  private static func isSemicolon(_ line: Substring) -> Bool {
    line.contains(";")
      && line.split(separator: ",", omittingEmptySubsequences: false).dropFirst().allSatisfy { $0.first?.isNumber ?? false }
  }

  /// A row of CSV, with quotes, or of a table with bars.
  private static func cells(of line: String) -> [String] {
    var line = line[...]
    var separator: Character = line.contains("\t") ? "\t" : isSemicolon(line) ? ";" : ","
    if line.first == "|" {
      separator = "|"
      line = line.dropFirst()
      if line.last == "|" { line = line.dropLast() }
    }
    var cells = [""]
    var isQuoted = false
    for letter in line {
      if letter == "\"" {
        isQuoted.toggle()
      } else if letter == separator, !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(letter)
      }
    }
    return cells.map { cell in
      let text = String(cell.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
      return separator == ";" && text.allSatisfy({ $0.isNumber || ",-−".contains($0) }) ? text.replacing(",", with: ".") : text
    }
  }

  private static func number(_ cell: String) -> Double? { DocumentNumber.real(digits(of: cell), in: numbers) }

  private static func digits(of cell: String) -> String {
    cell.replacing("−", with: "-").filter { $0 != "\u{202F}" && $0 != "\u{A0}" && $0 != "_" }
  }

  private mutating func takeRows() throws(DiagramMistake) {
    guard let first = rows.first else {
      throw DiagramMistake(0..<1, "the chart has no numbers", hint: "write rows of CSV: 2020, 3.1")
    }
    // A head has no number beside the first column.
    let hasHead = first.cells.dropFirst().allSatisfy { Self.number($0) == nil } && rows.count > 1
    let width = max(2, rows.map(\.cells.count).max() ?? 2)
    let isSingle = rows.allSatisfy { $0.cells.count == 1 }
    let columns = isSingle ? 1 : width - 1
    guard columns <= 12 else { throw DiagramMistake(first.place..<first.place + 1, "the chart has more than 12 series") }
    chart.series = (0..<columns).map { column in
      let cell = isSingle ? 0 : column + 1
      return Chart.Series(name: hasHead && cell < first.cells.count ? first.cells[cell] : "", kind: kind)
    }
    if hasHead, chart.xTitle.isEmpty, !isSingle { chart.xTitle = first.cells[0] }
    for (index, row) in rows.dropFirst(hasHead ? 1 : 0).enumerated() {
      chart.categories.append(isSingle ? "\(index + 1)" : row.cells[0])
      for column in 0..<columns {
        let cell = isSingle ? 0 : column + 1
        let text = cell < row.cells.count ? row.cells[cell] : ""
        let value = try scanner.number(Self.digits(of: text), in: Self.numbers, from: row.place)
        guard value != nil || text.isEmpty || text == "-" || text == "–" || text == "NA" || text == "NaN" else {
          throw DiagramMistake(
            row.place..<row.place + 1, "this is no number: \(text.prefix(40))", hint: "leave the cell of a missing value empty")
        }
        chart.series[column].values.append(value)
      }
    }
    if columns == 1, chart.yTitle.isEmpty, !isSingle { swap(&chart.yTitle, &chart.series[0].name) }
    chart.settlePlaces()
    guard chart.series.contains(where: { $0.values.contains { $0 != nil } }) else {
      throw DiagramMistake(first.place..<first.place + 1, "the chart has no numbers")
    }
  }
}

/// Reads Mermaid's `xychart`.
struct XYChartReader {
  private var scanner: DiagramScanner
  private var chart = Chart()

  init(_ scanner: DiagramScanner) { self.scanner = scanner }

  mutating func read() throws(DiagramMistake) -> Chart {
    chart.title = scanner.title
    chart.isHorizontal = scanner.restOfLine() == "horizontal"
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      let start = scanner.at
      if scanner.takeWord("title") {
        chart.title = DiagramScanner.unquoted(scanner.restOfLine())
      } else if scanner.take("x-axis") {
        try takeAxis(isFirst: true)
      } else if scanner.take("y-axis") {
        try takeAxis(isFirst: false)
      } else if scanner.takeWord("line") {
        try takeSeries(.line, from: start)
      } else if scanner.takeWord("bar") {
        try takeSeries(.bar, from: start)
      } else if !scanner.skipSilentLine() {
        throw scanner.mistake("this is no line of a chart", from: start, hint: "write bar [1, 2, 3] or line [1, 2, 3]")
      }
    }
    guard let count = chart.series.map(\.values.count).max(), count > 0 else { throw DiagramMistake(0..<1, "the chart has no numbers") }
    while chart.categories.count < count { chart.categories.append("\(chart.categories.count + 1)") }
    if let range = chart.xRange, !chart.series.contains(where: { $0.kind == .bar }) {
      let step = (range.upperBound - range.lowerBound) / Double(max(1, count - 1))
      chart.places = (0..<chart.categories.count).map { range.lowerBound + Double($0) * step }
    } else if let range = chart.xRange {
      let step = (range.upperBound - range.lowerBound) / Double(max(1, count - 1))
      chart.categories = (0..<count).map { ChartDrawing.number(range.lowerBound + Double($0) * step, step: step, comma: false) }
    }
    return chart
  }

  /// `x-axis "title" [a, "b c"]`, `y-axis title 0 --> 10`
  private mutating func takeAxis(isFirst: Bool) throws(DiagramMistake) {
    let start = scanner.at
    let line = scanner.restOfLine()
    var title = line[...]
    if isFirst, let open = line.firstIndex(of: "["), let close = line.lastIndex(of: "]"), open < close {
      title = line[..<open]
      chart.categories = Self.list(line[line.index(after: open)..<close])
    } else if let arrow = line.firstRange(of: "-->") {
      let before = line[..<arrow.lowerBound].split(separator: " ")
      let after = line[arrow.upperBound...].split(separator: " ").first
      guard let low = try scanner.number(before.last ?? "", in: ChartReader.numbers, from: start),
        let high = try scanner.number(after ?? "", in: ChartReader.numbers, from: start), low < high
      else {
        throw scanner.mistake("this is no range", from: start, hint: "write 0 --> 10")
      }
      if isFirst { chart.xRange = low...high } else { chart.yRange = low...high }
      title = before.last.map { line[..<$0.startIndex] } ?? ""
    }
    let words = DiagramScanner.unquoted(String(title.reversed().drop { $0 == " " }.reversed()))
    if isFirst { chart.xTitle = words } else { chart.yTitle = words }
  }

  private static func list(_ text: Substring) -> [String] {
    text.split(separator: ",").map { part in
      DiagramScanner.unquoted(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
  }

  private mutating func takeSeries(_ kind: Chart.Kind, from start: Int) throws(DiagramMistake) {
    let line = scanner.restOfLine()
    guard let open = line.firstIndex(of: "["), let close = line.lastIndex(of: "]"), open < close else {
      throw scanner.mistake("the series has no numbers", from: start, hint: "write bar [1, 2, 3]")
    }
    let words = Self.list(line[line.index(after: open)..<close])
    var values: [Double] = []
    for word in words { if let value = try scanner.number(word, in: ChartReader.numbers, from: start) { values.append(value) } }
    guard values.count == words.count, !values.isEmpty, values.count <= Chart.mostValues, chart.series.count < 24 else {
      throw scanner.mistake("not all of these are numbers", from: start, hint: "write bar [1, 2, 3]")
    }
    let name = DiagramScanner.unquoted(String(line[..<open].reversed().drop { $0 == " " }.reversed()))
    chart.series.append(Chart.Series(name: name, kind: kind, values: values))
  }
}
