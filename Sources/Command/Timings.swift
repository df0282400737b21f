/// What each stage took, for `--timings`.
struct Timings {
  private let isOn: Bool
  private var stages: [(name: String, time: Duration)] = []

  init(isOn: Bool) { self.isOn = isOn }

  mutating func add(_ name: String, _ time: Duration) { stages.append((name, time)) }

  mutating func measure<T>(_ name: String, _ body: () throws -> T) rethrows -> T {
    let start = ContinuousClock.now
    let result = try body()
    add(name, ContinuousClock.now - start)
    return result
  }

  /// One line a stage: name, a tab, milliseconds.
  func report() {
    guard isOn else { return }
    for stage in stages {
      let (seconds, attoseconds) = stage.time.components
      let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
      let fraction = String(microseconds % 1000)
      complain(
        "\(stage.name)\t\(microseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction + "\n")
    }
  }
}
