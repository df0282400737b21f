internal import TypesetChecking
internal import TypesetComparing
internal import TypesetFiles
internal import TypesetPictures

/// The results of comparisons as one HTML file: no network, no script but its own.
package enum ReportPage {
  /// - Parameters:
  ///   - title: What was compared.
  ///   - outcomes: One document each.
  package static func html(title: String, _ outcomes: [TestOutcome]) -> String {
    let sorted = outcomes.enumerated().sorted { a, b in
      let (x, y) = (severity(a.element), severity(b.element))
      return x == y ? a.offset < b.offset : x < y
    }.map(\.element)
    let shown = sorted.filter { !$0.isGood }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      <title>\(escapedXML(title))</title>
      <style>\(ReportStyle.css)</style>
      </head>
      <body>
      <header>
      <h1>\(escapedXML(title))</h1>
      <p>\(summary(outcomes))</p>
      \(shown.isEmpty ? "" : toolbar)
      </header>
      <nav aria-label="Documents"><ol>
      \(sorted.map(entry).joined(separator: "\n"))
      </ol></nav>
      <main>
      \(common(sorted))
      \(shown.isEmpty ? "<p class=\"empty\">All documents look like their references.</p>" : shown.map(section).joined(separator: "\n"))
      </main>
      <p id="said" role="status" aria-live="polite"></p>
      <script>\(ReportScript.source)</script>
      </body>
      </html>

      """
  }

  /// What to look at first: documents that could not be compared, then those that differ.
  private static func severity(_ outcome: TestOutcome) -> Int {
    switch outcome.status {
    case .failed: 0
    case .different: 1
    case .missing: 2
    case .recorded: 3
    case .same: 4
    }
  }

  private static func summary(_ outcomes: [TestOutcome]) -> String {
    let words: [(TestOutcome.Status, String)] = [
      (.failed, "could not be compared"), (.different, "different"), (.missing, "without a reference"), (.recorded, "recorded"),
      (.same, "the same"),
    ]
    let counts = words.compactMap { status, word in
      let count = outcomes.count { $0.status == status }
      return count > 0 ? "<span class=\"\(status.rawValue)\">\(count) \(word)</span>" : nil
    }
    return "\(outcomes.count) \(outcomes.count == 1 ? "document" : "documents"): \(counts.joined(separator: ", "))"
  }

  /// Causes that several documents share.
  private static func common(_ outcomes: [TestOutcome]) -> String {
    let causes = CommonCauses(outcomes).causes
    guard !causes.isEmpty else { return "" }
    let items = causes.map { topic, names in
      let links = names.prefix(6).map { "<a href=\"#\(anchor($0))\">\(escapedXML($0))</a>" }.joined(separator: ", ")
      let more = names.count > 6 ? " and \(names.count - 6) more" : ""
      return "<li>\(escapedXML(topic)) <small>in \(names.count) documents: \(links)\(more)</small></li>"
    }
    return "<section class=\"common\"><h2>In several documents</h2>\n<ul>\(items.joined(separator: "\n"))</ul></section>"
  }

  private static let modes = ["Side by side", "Before", "After", "Overlay", "Blink", "Slider"]

  private static var toolbar: String {
    let buttons = modes.enumerated().map { index, name in
      let word = name.split(separator: " ").first.map { $0.lowercased() } ?? ""
      return
        "<button type=\"button\" data-mode=\"\(word)\" aria-pressed=\"\(index == 0)\" title=\"Key \(index + 1)\">\(name)</button>"
    }
    return """
      <div class="tools" role="toolbar" aria-label="How pages are compared">
      \(buttons.joined(separator: "\n"))
      <label><input type="checkbox" id="outlines" checked> Outlines</label>
      <span class="keys"><kbd>j</kbd> <kbd>k</kbd> pages · <kbd>n</kbd> <kbd>p</kbd> documents · <kbd>1</kbd>–<kbd>6</kbd> views · <kbd>o</kbd> outlines</span>
      </div>
      """
  }

  private static func anchor(_ outcome: TestOutcome) -> String { anchor(outcome.name) }

  private static func anchor(_ name: String) -> String { "d-" + FindingReport.uri(name).replacing("%", with: "_") }

  private static func entry(_ outcome: TestOutcome) -> String {
    let count = outcome.differences.count
    let note: String =
      switch outcome.status {
      case .different: "\(count) \(count == 1 ? "cause" : "causes")"
      case .failed: "not compared"
      case .missing: "no reference"
      case .recorded: "recorded"
      case .same: "the same"
      }
    let name = escapedXML(outcome.name)
    let link = outcome.isGood ? "<span>\(name)</span>" : "<a href=\"#\(anchor(outcome))\">\(name)</a>"
    return "<li class=\"\(outcome.status.rawValue)\">\(link) <small>\(note)</small></li>"
  }

  // MARK: One document

  private static func section(_ outcome: TestOutcome) -> String {
    var out = "<section class=\"document \(outcome.status.rawValue)\" id=\"\(anchor(outcome))\" tabindex=\"-1\">\n"
    out += "<h2>\(escapedXML(outcome.name))</h2>\n"
    if let problem = outcome.problem { out += "<p class=\"problem\">\(escapedXML(problem))</p>\n" }
    if !outcome.differences.isEmpty {
      out += "<ol class=\"causes\">\n"
      for (index, difference) in outcome.differences.enumerated() { out += cause(difference, "\(index)", outcome) }
      out += "</ol>\n"
      if let closing = outcome.closing { out += "<p class=\"closing\">\(closing.prefix(1).uppercased() + closing.dropFirst()).</p>\n" }
    }
    if let note = outcome.note { out += "<p class=\"pages\">\(escapedXML(note)).</p>\n" }
    if let comparison = outcome.comparison, !comparison.changedPages.isEmpty { out += pageNote(comparison, outcome) }
    if !outcome.acceptCommand.isEmpty {
      out += "<p class=\"accept\"><button type=\"button\" class=\"accept-button\">Accept</button> "
      out += "<code hidden>\(escapedXML(outcome.acceptCommand))</code></p>\n"
    }
    for view in outcome.views { out += page(view, outcome) }
    return out + "</section>"
  }

  private static func cause(_ difference: Difference, _ id: String, _ outcome: TestOutcome) -> String {
    let place = difference.line > 0 ? "<span class=\"place\">\(escapedXML("\(difference.file):\(difference.line)"))</span> " : ""
    let target = (difference.regions.map(\.page) + [difference.page].compactMap { $0 }).first { page in
      outcome.views.contains { $0.number == page }
    }
    var out = "<li data-cause=\"\(id)\"><span class=\"kind\">\(difference.cause.rawValue)</span> \(place)\(escapedXML(difference.message))"
    if let target { out += " <a class=\"goto\" href=\"#\(anchor(outcome))-\(target + 1)\">page \(target + 1)</a>" }
    if !difference.details.isEmpty {
      out += "<ul class=\"details\">\n"
      for (index, detail) in difference.details.enumerated() { out += cause(detail, "\(id)-\(index)", outcome) }
      out += "</ul>"
    }
    if !difference.consequences.isEmpty {
      out += "<ul>" + difference.consequences.map { "<li>\(escapedXML($0))</li>" }.joined() + "</ul>"
    }
    return out + "</li>\n"
  }

  /// Which pages differ, and which of them are shown.
  private static func pageNote(_ comparison: Comparison, _ outcome: TestOutcome) -> String {
    let numbers = comparison.changedPages
    let shown = Set(outcome.views.map(\.number))
    let list = numbers.prefix(60).map { number in
      shown.contains(number) ? "<a href=\"#\(anchor(outcome))-\(number + 1)\">\(number + 1)</a>" : "\(number + 1)"
    }.joined(separator: ", ")
    let more = numbers.count > 60 ? " and \(numbers.count - 60) more" : ""
    let count = max(comparison.pageCounts.old, comparison.pageCounts.new)
    return "<p class=\"pages\">Changed pages: \(list)\(more) of \(count).</p>\n"
  }

  private static func page(_ view: PageView, _ outcome: TestOutcome) -> String {
    var out = "<figure class=\"page\" id=\"\(anchor(outcome))-\(view.number + 1)\" tabindex=\"-1\">\n"
    out += "<figcaption>\(escapedXML(outcome.name)), page \(view.number + 1)</figcaption>\n<div class=\"stage\">\n"
    out += pane("before", view.before, view.sizeBefore, regions(of: outcome, view, isOld: true))
    out += pane("after", view.after, view.sizeAfter, regions(of: outcome, view, isOld: false))
    return out
      + "</div>\n<input class=\"cut\" type=\"range\" min=\"0\" max=\"100\" value=\"50\" aria-label=\"Slider between before and after\">\n</figure>\n"
  }

  private static func regions(of outcome: TestOutcome, _ view: PageView, isOld: Bool) -> [(cause: String, region: Difference.Region)] {
    func own(_ difference: Difference, _ id: String) -> [(String, Difference.Region)] {
      difference.regions.filter { $0.page == view.number && $0.isOld == isOld }.map { (id, $0) }
    }
    return outcome.differences.enumerated().flatMap { index, difference in
      own(difference, "\(index)") + difference.details.enumerated().flatMap { own($0.element, "\(index)-\($0.offset)") }
    }
  }

  private static func pane(
    _ side: String, _ picture: PageView.Picture?, _ size: (width: Double, height: Double),
    _ regions: [(cause: String, region: Difference.Region)]
  ) -> String {
    var out =
      "<div class=\"pane \(side)\"><span class=\"side\">\(side)\(isRebuilt(picture) ? " (redrawn from the reference; what changed is approximate)" : "")</span>"
    guard let picture else { return out + "<p class=\"none\">no such page</p></div>\n" }
    out += "<div class=\"sheet\"><img alt=\"the page \(side)\" src=\"\(source(of: picture))\">"
    for (cause, region) in regions.prefix(400) {
      func share(_ hundredths: Int, _ whole: Double) -> String {
        let thousandths = Int(clamping: (Double(hundredths) / 100 / max(whole, 1) * 100_000).rounded())
        return "\(thousandths / 1000).\(String(String(1000 + abs(thousandths) % 1000).dropFirst()))%"
      }
      out += "<i data-cause=\"\(cause)\" style=\"left:\(share(region.x, size.width));top:\(share(region.y, size.height));"
      out += "width:\(share(region.width, size.width));height:\(share(region.height, size.height))\"></i>"
    }
    return out + "</div></div>\n"
  }

  private static func isRebuilt(_ picture: PageView.Picture?) -> Bool { if case .rebuilt = picture { true } else { false } }

  private static func source(of picture: PageView.Picture) -> String {
    switch picture {
    case .png(let bytes), .rebuilt(let bytes): "data:image/png;base64," + base64(bytes)
    }
  }
}
