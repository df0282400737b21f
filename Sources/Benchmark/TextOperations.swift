import Foundation
import MDTypeset

/// What a long text with many runs takes.
enum TextOperations {
  private struct Marked: TextAttributeKey {
    typealias Value = Int
    static let name = "marked"
  }

  /// Prints how long each operation takes on a text of 1 MB with 50,000 runs, and on one twice as long.
  ///
  /// - Returns: True if one of them takes more than half a second, or grows faster than the text.
  static func areSlow() -> Bool {
    let (one, two) = (times(runs: 50_000), times(runs: 100_000))
    var isSlow = false
    for ((name, seconds), (_, longer)) in zip(one, two) {
      // Short times vary.
      let grows = longer / max(seconds, 0.02)
      let isAbove = seconds > 0.5 || grows > 2.8
      print(
        "a text of 1 MB with 50,000 runs, \(name): \(Benchmark.number(seconds * 1_000, 0)) ms, with 100,000 \(Benchmark.number(longer * 1_000, 0)) ms"
          + (isAbove ? "  SLOWER THAN 500 ms OR LINEAR GROWTH" : ""))
      isSlow = isSlow || isAbove
    }
    return isSlow
  }

  /// The least seconds of each operation.
  private static func times(runs: Int) -> [(name: String, seconds: Double)] {
    var markdown = ""
    for number in 0..<runs / 2 {
      markdown += "some words of text \(number) **and bold ones** " + (number % 8 == 7 ? "\n\n" : "")
    }
    var times: [(name: String, seconds: Double)] = []
    func measure(_ name: String, _ run: () throws -> Void) {
      // All of these run in one thread; its own time does not depend on what else the machine does.
      let seconds =
        (0..<3).map { _ in
          let start = clock()
          try? run()
          return Double(clock() - start) / 1e6
        }.min() ?? 0
      times.append((name, seconds))
    }
    var text = AttributedText()
    measure("read from Markdown") { text = AttributedText(markdown: markdown) }
    var strong = TextAttributes()
    strong.inlineIntent = .strong
    measure("built of pieces") {
      var built = AttributedText()
      for number in 0..<runs {
        built.append(AttributedText("some words of \(number) ", attributes: number.isMultiple(of: 2) ? strong : TextAttributes()))
      }
    }
    var theme = TextTheme("bench")
    theme.attributes.foregroundColor = .indigo
    theme.blocks[.paragraph] = theme.attributes
    measure("merged") { text.merge(theme.attributes) }
    measure("themed") { _ = text.themed(by: theme) }
    var different = text
    var number = 0
    measure("each run changed in one pass") {
      different.transform { piece in
        number += 1
        piece.attributes[Marked.self] = number
      }
    }
    measure("every other word replaced") { _ = text.replacing("words", with: "letters") }
    var saved: [UInt8] = []
    measure("saved") { saved = try text.saved() }
    measure("restored") { _ = try AttributedText(saved: saved) }
    var data = Data()
    measure("encoded by JSONEncoder") { data = try JSONEncoder().encode(text) }
    measure("decoded by JSONDecoder") { _ = try JSONDecoder().decode(AttributedText.self, from: data) }
    measure("encoded with 50,000 sets of attributes") { data = try JSONEncoder().encode(different) }
    measure("decoded with 50,000 sets of attributes") { _ = try JSONDecoder().decode(AttributedText.self, from: data) }
    measure("contentID") { _ = text.contentID }
    measure("made into a tree") { _ = Document(text) }
    measure("all runs gone through") { for run in text.runs { if run.attributes.foregroundColor == nil { return } } }
    return times
  }
}
