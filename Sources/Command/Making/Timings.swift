internal import TypesetFiles
internal import TypesetJSON

/// What each stage took, for `--timings`.
struct Timings {
  private struct Stage {
    var name: String
    /// Since the run began.
    var start: Duration
    var time: Duration
  }

  private let isOn: Bool
  /// The file that takes the stages; nil is standard error.
  private let path: String?
  private let start = ContinuousClock.now
  private var stages: [Stage] = []
  /// On a terminal.
  var progress: StageProgress

  init(_ arguments: Arguments) {
    progress = StageProgress(isQuiet: arguments.has("quiet") || arguments.has("timings"))
    isOn = arguments.has("timings")
    path = arguments.value("timings").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The folder of the file that takes the stages.
  static func folder(_ arguments: Arguments) -> String? {
    arguments.value("timings").flatMap { $0.isEmpty ? nil : Roots.folder(of: $0) }
  }

  /// A stage that ends now.
  mutating func add(_ name: String, _ time: Duration) {
    // Stages follow each other; the clock is read a few microseconds later.
    let end = stages.last.map { $0.start + $0.time } ?? .zero
    stages.append(Stage(name: name, start: max(ContinuousClock.now - start - time, end), time: time))
    progress.ended(name)
  }

  mutating func measure<T>(_ name: String, _ body: () throws -> T) rethrows -> T {
    let start = ContinuousClock.now
    progress.show(name)
    defer { progress.clear() }
    let result = try body()
    add(name, ContinuousClock.now - start)
    return result
  }

  /// One line a stage on standard error (name, a tab, milliseconds), or a file for trace viewers.
  func report() throws {
    guard isOn else { return }
    if let path {
      let text = trace.description + "\n"
      return try writing(path) { try writeWhole(Array(text.utf8), to: path) }
    }
    for stage in stages {
      let microseconds = Self.microseconds(stage.time)
      let fraction = String(microseconds % 1000)
      tellTerminal("\(stage.name)\t\(microseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction + "\n")
    }
  }

  /// The format of Chrome's about:tracing, which Perfetto and speedscope read: complete events, times in microseconds.
  private var trace: JSON {
    let name = JSON(members: [
      "name": .string("process_name"), "ph": .string("M"), "pid": JSON(1), "args": JSON(members: ["name": .string("mdtypeset")]),
    ])
    let events = stages.map { stage in
      JSON(members: [
        "name": .string(stage.name), "cat": .string("stage"), "ph": .string("X"), "ts": JSON(Self.microseconds(stage.start)),
        "dur": JSON(Self.microseconds(stage.time)), "pid": JSON(1), "tid": JSON(1),
      ])
    }
    return JSON(members: ["traceEvents": .array([name] + events), "displayTimeUnit": .string("ms")])
  }

  private static func microseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}
