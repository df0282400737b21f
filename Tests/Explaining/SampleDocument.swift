import MDTypeset
import TypesetChecking
import TypesetDiagnostics

/// Documents whose places are explained.
enum SampleDocument {
  static let words =
    "Many words follow here so that the paragraph has several lines on the page, and nothing at all is said in them. "

  static func checked(_ text: String, explainsBreaks: Bool) -> CheckedDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.threads = 2
    return Typesetter(options: options)
      .typesetWithReports(Source(name: "a.md", text: text), time: 0, explainsBreaks: explainsBreaks).checked
  }
}
