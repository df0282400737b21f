internal import Glibc

/// An axis of numbers: round ones that divide it.
struct ChartScale {
  var low: Double
  var high: Double
  /// Between two of its numbers.
  var step: Double

  /// - Parameters:
  ///   - values: What must be within it.
  ///   - range: What the author wants instead.
  ///   - includesZero: For bars.
  ///   - count: About how many numbers it has.
  init(of values: [Double], range: ClosedRange<Double>?, includesZero: Bool, count: Int) {
    var (low, high) = (values.min() ?? 0, values.max() ?? 1)
    if includesZero { (low, high) = (min(low, 0), max(high, 0)) }
    // From zero where it is near.
    if low > 0, low < 0.4 * high { low = 0 }
    if high < 0, high > 0.4 * low { high = 0 }
    if let range { (low, high) = (range.lowerBound, range.upperBound) }
    if !(high > low) { (low, high) = (low - max(abs(low) * 0.5, 0.5), high + max(abs(high) * 0.5, 0.5)) }
    step = Self.step((high - low) / Double(max(2, count)))
    if range == nil {
      low = (low / step + 1e-9).rounded(.down) * step
      high = (high / step - 1e-9).rounded(.up) * step
    }
    (self.low, self.high) = (low, high)
  }

  /// 1, 2 or 5 times a power of ten.
  private static func step(_ rough: Double) -> Double {
    let power = pow(10, log10(max(rough, 1e-300)).rounded(.down))
    let part = rough / power
    return (part <= 1.0001 ? 1 : part <= 2.0001 ? 2 : part <= 5.0001 ? 5 : 10) * power
  }

  var ticks: [Double] {
    let first = (low / step - 1e-9).rounded(.up)
    var ticks: [Double] = []
    while ticks.count < 60 {
      let value = (first + Double(ticks.count)) * step
      if value > high + step * 1e-6 { break }
      ticks.append(abs(value) < step * 1e-6 ? 0 : value)
    }
    return ticks
  }

  /// From 0 at its low end to 1 at its high end.
  func part(_ value: Double) -> Double { (value - low) / (high - low) }
}
