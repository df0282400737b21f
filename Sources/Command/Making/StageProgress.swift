internal import Glibc

/// What a run is doing, on one line of a terminal, once it has taken two seconds.
struct StageProgress {
  /// The stages of a run in their order, what each does, and its share of the time in long documents.
  private static let stages: [(name: String, words: String, share: Double)] = [
    ("read", "reading", 1), ("parse", "reading", 14), ("style", "styling", 8), ("pictures", "drawing the pictures of", 32),
    ("blocks", "setting", 20), ("pages", "making the pages of", 10), ("write", "writing", 15),
  ]

  private let isOn: Bool
  private let start = ContinuousClock.now
  private var isShown = false
  /// How many chapters the work has; 0 for a document.
  var chapters = 0

  /// - Parameter isQuiet: True if nothing is to be shown.
  init(isQuiet: Bool) { isOn = !isQuiet && isatty(STDERR_FILENO) != 0 }

  /// A stage has ended.
  mutating func ended(_ stage: String) {
    guard isOn else { return }
    let next = (Self.stages.firstIndex { $0.name == stage } ?? Self.stages.count) + 1
    // Before pages are written, messages are.
    if next < Self.stages.count - 1 { show(Self.stages[next].name) } else { clear() }
  }

  /// Shows what is being done.
  mutating func show(_ stage: String) {
    let elapsed = ContinuousClock.now - start
    guard isOn, elapsed > .seconds(2), let line = Self.line(of: stage, after: elapsed, chapters: chapters) else { return }
    tellTerminal("\r" + line + "\u{1B}[K")
    isShown = true
  }

  mutating func clear() {
    if isShown { tellTerminal("\r\u{1B}[K") }
    isShown = false
  }

  /// The line for a stage that begins; nil for one that is not known.
  static func line(of stage: String, after elapsed: Duration, chapters: Int) -> String? {
    guard let index = stages.firstIndex(where: { $0.name == stage }) else { return nil }
    let done = stages[..<index].reduce(0) { $0 + $1.share }
    let left = stages[index...].reduce(0) { $0 + $1.share }
    let doing = stages[index].words + (chapters > 1 ? " \(chapters) chapters" : " the document")
    // Reading alone tells nothing of the rest.
    guard done > 5 else { return doing }
    let seconds = Int(clamping: (Double(elapsed.components.seconds) * left / done).rounded(.up))
    return "\(doing), about \(max(1, seconds)) s left"
  }
}
