internal import TypesetDiagnostics

/// Draws a chart, as quiet as a journal's: an axis on two sides, few numbers, a legend above where nothing else is.
struct ChartDrawing {
  let chart: Chart
  let type: DiagramType
  private var canvas: DiagramCanvas
  private let values: ChartScale
  /// Of the first axis, where it has numbers.
  private let numbers: ChartScale
  /// The area of the chart: its left, its top, its size.
  private var (left, top): (Double, Double) = (0, 0)
  private var wide: Double { 30 * type.size }
  private var high: Double { 18 * type.size }

  init(_ chart: Chart, in type: DiagramType) {
    (self.chart, self.type, canvas) = (chart, type, DiagramCanvas(type))
    let hasBars = chart.series.contains { $0.kind == .bar }
    values = ChartScale(
      of: chart.series.flatMap { $0.values.compactMap { $0 } }, range: chart.yRange, includesZero: hasBars,
      count: chart.isHorizontal ? 6 : 5)
    var numbers = ChartScale(of: chart.places, range: chart.xRange, includesZero: false, count: 6)
    if chart.isNumeric, chart.xRange == nil, let low = chart.places.min(), let high = chart.places.max(), low < high,
      !chart.series.contains(where: { $0.kind == .scatter })
    {
      // Lines go from edge to edge.
      (numbers.low, numbers.high) = (low, high)
    }
    self.numbers = numbers
  }

  private static let colors = ["#3b6ea5", "#c1663f", "#4f8a5b", "#8a6aa3", "#a88a2f", "#5b8f9c", "#9c4f6b", "#6b6f7b"]
  private func color(_ index: Int) -> String { Self.colors[index % Self.colors.count] }
  private var comma: Bool { type.hasDecimalComma }

  /// A number as an axis shows it, with as many decimals as its step has.
  static func number(_ value: Double, step: Double, comma: Bool) -> String {
    if abs(value) >= 1e7 || step < 1e-6 { return "\(value)".replacing("-", with: "−") }
    var decimals = 0
    var scaled = step
    while decimals < 6, abs(scaled - scaled.rounded()) > 1e-6 {
      scaled *= 10
      decimals += 1
    }
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    let whole = Int(clamping: (abs(value) * unit).rounded())
    var digits = "\(whole)"
    while digits.count <= decimals { digits = "0" + digits }
    if decimals > 0 { digits.insert(comma ? "," : ".", at: digits.index(digits.endIndex, offsetBy: -decimals)) }
    return (value < 0 && whole > 0 ? "−" : "") + digits
  }

  mutating func draw() -> DiagramPicture {
    let em = type.size
    let names = chart.isHorizontal ? chart.categories : values.ticks.map { Self.number($0, step: values.step, comma: comma) }
    left = (names.map { type.width(of: $0) }.max() ?? 0) + 0.8 * em + (chart.yTitle.isEmpty && !chart.isHorizontal ? 0 : 1.6 * em)
    top = drawLegend()
    drawGrid()
    drawFirstAxis()
    drawBars()
    for (index, series) in chart.series.enumerated() where series.kind != .bar { draw(series, index) }
    drawTitles()
    return canvas.picture(title: chart.title)
  }

  // MARK: Places

  /// Where a value is along the second axis.
  private func along(_ value: Double) -> Double {
    let part = min(max(values.part(value), 0), 1)
    return chart.isHorizontal ? left + part * wide : top + (1 - part) * high
  }

  /// Where the middle of a category is along the first axis.
  private func across(_ index: Int) -> Double {
    if chart.isNumeric { return left + min(max(numbers.part(chart.places[index]), 0), 1) * wide }
    let part = (Double(index) + 0.5) / Double(max(1, chart.categories.count))
    return chart.isHorizontal ? top + part * high : left + part * wide
  }

  private func point(_ index: Int, _ value: Double) -> DiagramPoint {
    chart.isHorizontal ? DiagramPoint(along(value), across(index)) : DiagramPoint(across(index), along(value))
  }

  // MARK: Axes

  private mutating func drawGrid() {
    let em = type.size
    let pale = DiagramCanvas.Pen(stroke: "#d9dce1", width: 0.5)
    for tick in values.ticks {
      let place = along(tick)
      let label = DiagramLabel(Self.number(tick, step: values.step, comma: comma), in: type, measure: nil)
      if chart.isHorizontal {
        canvas.line(place, top, place, top + high, pale)
        canvas.label(label, place, top + high + 0.9 * em)
      } else {
        canvas.line(left, place, left + wide, place, pale)
        canvas.label(label, left - 0.5 * em, place, anchor: .end)
      }
    }
    canvas.reach(left + wide, top + high)
  }

  private mutating func drawFirstAxis() {
    let em = type.size
    if chart.isHorizontal {
      canvas.line(along(max(values.low, min(0, values.high))), top, along(max(values.low, min(0, values.high))), top + high)
      for (index, name) in chart.categories.enumerated() {
        canvas.label(DiagramLabel(name, in: type, measure: nil), left - 0.5 * em, across(index), anchor: .end)
      }
      return
    }
    canvas.line(left, top + high, left + wide, top + high)
    if values.low < 0, values.high > 0 { canvas.line(left, along(0), left + wide, along(0)) }
    if chart.isNumeric {
      for tick in numbers.ticks where tick >= numbers.low - 1e-9 * numbers.step {
        let place = left + numbers.part(tick) * wide
        canvas.line(place, top + high, place, top + high + 0.3 * em)
        canvas.label(
          DiagramLabel(Self.number(tick, step: numbers.step, comma: comma), in: type, measure: nil), place, top + high + 1.1 * em)
      }
      return
    }
    // Each name where all have room, else every second, every third …
    let room = wide / Double(max(1, chart.categories.count))
    let names = chart.categories.map { DiagramLabel($0, in: type, measure: max(room - 0.4 * em, 2 * em)) }
    let widest = (names.map(\.width).max() ?? 0) + 0.5 * em
    let every = max(1, Int(clamping: (widest / room).rounded(.up)))
    for (index, name) in names.enumerated() where index % every == 0 {
      canvas.label(name, across(index), top + high + 0.5 * em + name.height / 2)
    }
  }

  private var depthOfNames: Double {
    if chart.isHorizontal || chart.isNumeric { return 1.8 * type.size }
    let room = max(wide / Double(max(1, chart.categories.count)) - 0.4 * type.size, 2 * type.size)
    return 0.6 * type.size + (chart.categories.map { DiagramLabel($0, in: type, measure: room).height }.max() ?? 0)
  }

  private mutating func drawTitles() {
    let em = type.size
    let (below, beside) = chart.isHorizontal ? (chart.yTitle, chart.xTitle) : (chart.xTitle, chart.yTitle)
    if !below.isEmpty {
      canvas.label(DiagramLabel(below, in: type, measure: wide), left + wide / 2, top + high + depthOfNames + 0.8 * em)
    }
    if !beside.isEmpty { canvas.turnedLabel(DiagramLabel(beside, in: type, measure: high), 0.6 * em, top + high / 2) }
  }

  // MARK: Series

  private mutating func drawBars() {
    let bars = chart.series.enumerated().filter { $0.element.kind == .bar }
    guard !bars.isEmpty else { return }
    let room = (chart.isHorizontal ? high : wide) / Double(max(1, chart.categories.count))
    let width = room * 0.7 / Double(bars.count)
    let zero = along(max(values.low, min(0, values.high)))
    for (number, bar) in bars.enumerated() {
      for (index, value) in bar.element.values.enumerated() {
        guard let value else { continue }
        let start = across(index) - room * 0.35 + Double(number) * width
        let end = along(value)
        let pen = DiagramCanvas.Pen(fill: color(bar.offset), stroke: "none")
        if chart.isHorizontal {
          canvas.rectangle(min(zero, end), start, abs(end - zero), width * 0.94, pen)
        } else {
          canvas.rectangle(start, min(zero, end), width * 0.94, abs(end - zero), pen)
        }
      }
    }
  }

  private mutating func draw(_ series: Chart.Series, _ index: Int) {
    let pen = DiagramCanvas.Pen(fill: "none", stroke: color(index), width: 1.4)
    let points = series.values.enumerated().map { place, value in value.map { point(place, $0) } }
    if series.kind == .line {
      // A missing value divides the line.
      for part in points.split(separator: nil) { canvas.polygon(part.compactMap { $0 }, isClosed: false, pen) }
    }
    guard series.kind == .scatter || points.count <= 24 else { return }
    let radius = (series.kind == .scatter ? 0.2 : 0.15) * type.size
    for case let point? in points {
      canvas.ellipse(point.x, point.y, radius, radius, DiagramCanvas.Pen(fill: color(index), stroke: "#ffffff", width: 0.4))
    }
  }

  /// The names of the series above the chart, in as many rows as they need.
  ///
  /// - Returns: Where the chart begins.
  private mutating func drawLegend() -> Double {
    let em = type.size
    let named = chart.series.enumerated().filter { !$0.element.name.isEmpty }
    guard named.count > 1 || named.count == 1 && chart.yTitle.isEmpty && chart.title.isEmpty else { return 0.6 * em }
    var (x, y) = (left, 0.7 * em)
    for (index, series) in named {
      let label = DiagramLabel(series.name, in: type, measure: nil)
      if x > left, x + 1.6 * em + label.width > left + wide { (x, y) = (left, y + 1.3 * em) }
      let pen = DiagramCanvas.Pen(fill: color(index), stroke: series.kind == .line ? color(index) : "none", width: 1.4)
      switch series.kind {
      case .line: canvas.line(x, y, x + 1.1 * em, y, pen)
      case .bar: canvas.rectangle(x + 0.2 * em, y - 0.35 * em, 0.8 * em, 0.7 * em, pen)
      case .scatter: canvas.ellipse(x + 0.6 * em, y, 0.22 * em, 0.22 * em, pen)
      }
      canvas.label(label, x + 1.5 * em, y, anchor: .start)
      x += 2.6 * em + label.width
    }
    return y + 1.4 * em
  }
}
