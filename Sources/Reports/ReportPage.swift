internal import TypesetBytes
internal import TypesetChecking
internal import TypesetComparing
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPictures

/// The results of comparisons as one HTML file: no network, no script but its own.
package enum ReportPage {
  /// - Parameters:
  ///   - title: What was compared.
  ///   - outcomes: One document each.
  package static func html(title: String, _ outcomes: [TestOutcome]) -> String {
    let sorted = ordered(outcomes)
    let shown = sorted.filter { !$0.isGood }
    return page(
      title: title, summary: summary(outcomes), hasPages: !shown.isEmpty, entries: sorted.map { entry($0) },
      common(sorted) + "\n"
        + (shown.isEmpty ? "<p class=\"empty\">All documents look like their references.</p>" : shown.map(section).joined(separator: "\n")))
  }

  /// A file of a report.
  package struct File {
    /// Its path within the folder of the report.
    package var name: String
    package var text: String
  }

  /// More bytes of documents are divided: a browser then reads what is looked at.
  private static let mostBytes = 1 << 20

  /// The report in one file, or, where that would be large, a list of documents and further files with their pages.
  ///
  /// - Parameters:
  ///   - name: The name of the first file, which ends with `.html`.
  ///   - limit: The bytes of documents in a file; a document is never divided.
  package static func files(
    title: String, _ outcomes: [TestOutcome], named name: String, limit: Int = mostBytes
  ) -> [File] {
    let sorted = ordered(outcomes)
    var parts: [(outcomes: [TestOutcome], texts: [String], bytes: Int)] = []
    for outcome in sorted where !outcome.isGood {
      let text = section(outcome)
      let bytes = text.utf8.count
      if let last = parts.indices.last, parts[last].bytes + bytes <= limit {
        parts[last].outcomes.append(outcome)
        parts[last].texts.append(text)
        parts[last].bytes += bytes
      } else {
        parts.append(([outcome], [text], bytes))
      }
    }
    guard parts.count > 1 else { return [File(name: name, text: html(title: title, outcomes))] }
    let stem = name.hasSuffix(".html") ? String(name.dropLast(5)) : name
    func file(_ number: Int) -> String { "\(stem)-\(number + 1).html" }
    var places: [String: String] = [:]
    for (number, part) in parts.enumerated() { for outcome in part.outcomes { places[outcome.name] = link(file(number)) } }
    let list = parts.enumerated().map { number, part in
      let names = part.outcomes.prefix(3).map { escapedXML($0.name) }.joined(separator: ", ")
      let more = part.outcomes.count > 3 ? " and \(part.outcomes.count - 3) more" : ""
      return "<li><a href=\"\(link(file(number)))\">Part \(number + 1)</a>: \(names)\(more)</li>"
    }
    var out = [
      File(
        name: name,
        text: page(
          title: title, summary: summary(outcomes), hasPages: false, entries: sorted.map { entry($0, in: places[$0.name] ?? "") },
          common(sorted, places) + "\n<section class=\"common\"><h2>Changed pages</h2>\n<ol>\(list.joined(separator: "\n"))</ol></section>")
      )
    ]
    for (number, part) in parts.enumerated() {
      var links = ["<a href=\"\(link(name))\">All documents</a>"]
      if number > 0 { links.append("<a href=\"\(link(file(number - 1)))\" rel=\"prev\">Part \(number)</a>") }
      if number + 1 < parts.count { links.append("<a href=\"\(link(file(number + 1)))\" rel=\"next\">Part \(number + 2)</a>") }
      out.append(
        File(
          name: file(number),
          text: page(
            title: "\(title), part \(number + 1) of \(parts.count)", summary: links.joined(separator: " · "), hasPages: true,
            entries: part.outcomes.map { entry($0) }, part.texts.joined(separator: "\n"))))
    }
    return out
  }

  private static func link(_ file: String) -> String { escapedXML(FindingReport.uri(file), isAttribute: true) }

  private static func ordered(_ outcomes: [TestOutcome]) -> [TestOutcome] {
    outcomes.enumerated().sorted { a, b in
      let (x, y) = (severity(a.element), severity(b.element))
      return x == y ? a.offset < b.offset : x < y
    }.map(\.element)
  }

  private static func page(title: String, summary: String, hasPages: Bool, entries: [String], _ main: String) -> String {
    """
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
    <p>\(summary)</p>
    \(hasPages ? toolbar : "")
    </header>
    <nav aria-label="Documents"><ol>
    \(entries.joined(separator: "\n"))
    </ol></nav>
    <main>
    \(main)
    </main>
    <p id="said" role="status" aria-live="polite"></p>
    <script>\(ReportScript.source)</script>
    </body>
    </html>

    """
  }

  /// What to look at first: documents that could not be compared, then documents that differ.
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
  ///
  /// - Parameter places: The files that documents are in, where that is another one.
  private static func common(_ outcomes: [TestOutcome], _ places: [String: String] = [:]) -> String {
    let causes = CommonCauses(outcomes).causes
    guard !causes.isEmpty else { return "" }
    let items = causes.map { topic, names in
      let links = names.prefix(6).map { "<a href=\"\(places[$0] ?? "")#\(anchor($0))\">\(escapedXML($0))</a>" }.joined(separator: ", ")
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

  /// - Parameter file: The one that the document is in, if that is another one.
  private static func entry(_ outcome: TestOutcome, in file: String = "") -> String {
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
    let link = outcome.isGood ? "<span>\(name)</span>" : "<a href=\"\(file)#\(anchor(outcome))\">\(name)</a>"
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
    let pair = view.pair.isEmpty ? "" : " style=\"--pair:url(data:image/png;base64,\(base64(view.pair)))\""
    var out = "<figure class=\"page\" id=\"\(anchor(outcome))-\(view.number + 1)\" tabindex=\"-1\"\(pair)>\n"
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
    out += "<div class=\"sheet\">\(drawn(picture, side, size))"
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

  private static func isRebuilt(_ picture: PageView.Picture?) -> Bool {
    switch picture {
    case .rebuilt, .half(isRebuilt: true): true
    default: false
    }
  }

  private static func drawn(_ picture: PageView.Picture, _ side: String, _ size: (width: Double, height: Double)) -> String {
    switch picture {
    case .png(let bytes), .rebuilt(let bytes):
      return "<img alt=\"the page \(side)\" src=\"data:image/png;base64,\(base64(bytes))\">"
    case .half:
      func shown(_ points: Double) -> Int { Int(clamping: (points * 100).rounded()) }
      return
        "<b class=\"half\" role=\"img\" aria-label=\"the page \(side)\" style=\"aspect-ratio:\(shown(size.width))/\(shown(size.height))\"></b>"
    }
  }
}
