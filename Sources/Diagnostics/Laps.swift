/// Tells a caller what each stage took.
package struct Laps {
  private let timing: (String, Duration) -> Void
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant

  /// - Parameter timing: Is called at the end of each stage with its name.
  package init(_ timing: @escaping (String, Duration) -> Void = { _, _ in }) { (self.timing, last) = (timing, clock.now) }

  /// Reports the time since the last call as the duration of this stage.
  package mutating func end(_ stage: String) {
    let now = clock.now
    timing(stage, now - last)
    last = now
  }
}
