internal import TypesetBoxes
package import TypesetChecking
internal import TypesetDiagnostics
internal import TypesetFonts
internal import TypesetPictures

/// Answers about places on the pages of a document, in words.
package struct PageExplanation {
  private let document: CheckedDocument
  private let lines: [SetLine]

  /// - Parameter document: Typeset with `explainsBreaks`.
  package init(_ document: CheckedDocument) {
    self.document = document
    lines = document.placedLines
  }

  private static func points(_ length: Length) -> String { decimal(length.points) }

  static func decimal(_ value: Double) -> String {
    let hundredths = Int(clamping: (value * 100).rounded())
    let rest = abs(hundredths) % 100
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100)" + digits
  }

  // MARK: At a point

  /// What is at a point.
  ///
  /// - Parameters:
  ///   - page: From 0.
  ///   - x: Points from the page's left edge.
  ///   - y: Points from its upper edge.
  package func text(page: Int, x: Double, y: Double) -> String {
    guard document.pages.indices.contains(page) else { return "there is no page \(page + 1)\n" }
    let here = (x: x.pt, y: (-y).pt)
    if let line = lines.first(where: { $0.page == page && Self.contains($0.rect, here) }) {
      return describe(line, at: here)
    }
    var out = describeItems(at: here, page)
    if out.isEmpty {
      let near = lines.filter { $0.page == page }.min { Self.distance($0.rect, here) < Self.distance($1.rect, here) }
      out = "page \(page + 1), \(Self.decimal(x)),\(Self.decimal(y)): nothing is set here\n"
      if let near { out += "nearest line: \(place(of: near.offset))“\(excerpt(near.report.text))” at \(Self.place(near.rect))\n" }
    }
    return out
  }

  private static func contains(_ rect: Rect, _ point: (x: Length, y: Length)) -> Bool {
    point.x >= rect.x && point.x <= rect.x + rect.width && point.y >= rect.y && point.y <= rect.y + rect.height
  }

  private static func distance(_ rect: Rect, _ point: (x: Length, y: Length)) -> Double {
    let dx = max((rect.x - point.x).points, (point.x - rect.x - rect.width).points, 0)
    let dy = max((rect.y - point.y).points, (point.y - rect.y - rect.height).points, 0)
    return dx * dx + dy * dy
  }

  /// `x,y width × height pt`, from the page's upper left corner.
  private static func place(_ rect: Rect) -> String {
    "\(points(rect.x)),\(points(.zero - rect.y - rect.height)) (\(points(rect.width)) × \(points(rect.height)) pt)"
  }

  private func place(of offset: Int?) -> String {
    guard let offset else { return "" }
    let position = document.source.position(of: offset)
    return "\(position.file):\(position.line):\(position.column): "
  }

  private func excerpt(_ text: String) -> String {
    let text = text.replacing("\u{FFFC}", with: "…").replacing("\n", with: " ")
    return text.count > 70 ? text.prefix(68) + "…" : text
  }

  private func describe(_ line: SetLine, at point: (x: Length, y: Length)) -> String {
    let report = line.report
    var out = "\(place(of: line.offset))line of \(Self.noun(line.kind)): “\(excerpt(report.text))”\n"
    out += "  box: \(Self.place(line.rect)), measure \(Self.points(report.measure)) pt, \(report.alignment.rawValue)\n"
    if let run = run(at: point, line) { out += "  style: \(run)\n" }
    out +=
      "  width: \(Self.points(report.natural)) pt before glue, \(Self.points(report.width)) pt set; glue set ratio \(Self.decimal(report.ratio))\n"
    let end =
      switch report.end {
      case .chosen: "at a space or another place that was chosen"
      case .hyphen: "within a word, with a hyphen that is not in the source"
      case .forced: "since the author breaks the line here"
      case .paragraph: "since the paragraph ends"
      }
    out += "  it ends \(end)\n"
    return out + alternatives(of: report)
  }

  /// Fonts, sizes and colours at a point, or of the whole line.
  private func run(at point: (x: Length, y: Length), _ line: SetLine) -> String? {
    var found: GlyphRun?
    for case .run(let run) in document.pages[line.page].ink.items where run.y >= line.rect.y && run.y <= line.rect.y + line.rect.height {
      if point.x >= run.x, point.x <= run.x + run.width { found = run }
    }
    return found.map { "\(document.fonts.face($0.face).fileName) \(Self.points($0.size)) pt, \($0.color)" }
  }

  private func alternatives(of report: LineReport) -> String {
    guard report.alternatives.count > 1 else { return "" }
    var out = "  where it could have ended (demerits of this line alone; a paragraph takes the least sum):\n"
    for place in report.alternatives {
      let verdict =
        switch place.verdict {
        case .chosen: "chosen"
        case .possible: "possible"
        case .tooLoose: "too loose"
        case .tooTight: "too tight"
        }
      let penalty = place.penalty <= Penalty.force ? "forced" : "penalty \(place.penalty)"
      out += "    \(place.verdict == .chosen ? "→" : " ") … \(place.text)  \(Self.points(place.natural)) pt, "
      out +=
        "badness \(place.badness >= 10_000 ? "10000 or more" : "\(place.badness)"), \(penalty), demerits \(place.demerits): \(verdict)\n"
    }
    return out
  }

  private static func noun(_ kind: SetLine.Kind) -> String {
    switch kind {
    case .paragraph: "a paragraph"
    case .heading: "a heading"
    case .item: "a list item"
    case .quote: "a quote"
    case .cell: "a table cell"
    case .caption: "a caption"
    case .note: "a footnote"
    case .contents: "the contents"
    case .artifact: "a header, a footer or another decoration"
    }
  }

  /// Pictures, rules, areas and text that is no line of a paragraph.
  private func describeItems(at point: (x: Length, y: Length), _ number: Int) -> String {
    var out = ""
    var element = ElementID.artifact
    let page = document.pages[number]
    for item in page.ink.items {
      if case .content(let next) = item { element = next }
      guard let area = item.area, Self.contains(area, point) else { continue }
      let source = place(of: start(of: element.block))
      switch item {
      case .run(let run):
        let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
        let role = document.structure.index(of: element).map { "\(document.structure.elements[$0].role)" } ?? "text"
        out += "\(source)\(role): “\(excerpt(text))”\n  box: \(Self.place(area))\n"
        out += "  style: \(document.fonts.face(run.face).fileName) \(Self.points(run.size)) pt, \(run.color)\n"
      case .picture(let id, _):
        let path = document.pictures.paths[id].map { " \($0)" } ?? ""
        out += "\(source)picture\(path)\n  box: \(Self.place(area))\n"
      case .rule(_, let color): out += "\(source)rule, \(color)\n  box: \(Self.place(area))\n"
      case .panel(let panel):
        out += "\(source)area, fill \(panel.fill.map { "\($0)" } ?? "none"), border \(panel.border.map { "\($0)" } ?? "none")\n"
        out += "  box: \(Self.place(area))\n"
      case .stroke, .path: out += "\(source)drawing\n  box: \(Self.place(area))\n"
      case .mark, .clip, .content, .part: continue
      }
    }
    return out
  }

  private func start(of block: Int32) -> Int? {
    guard block >= 0, Int(block) < document.blockSpans.count, !document.blockSpans[Int(block)].isEmpty else { return nil }
    return Int(document.blockSpans[Int(block)].start)
  }

  // MARK: The end of a page

  /// Why a page ends where it does.
  ///
  /// - Parameter page: From 0.
  package func end(ofPage page: Int) -> String {
    guard document.pages.indices.contains(page) else { return "there is no page \(page + 1)\n" }
    let onPage = lines.filter { $0.page == page && $0.kind != .artifact }
    var out = "page \(page + 1) ends"
    if let last = onPage.last { out += " after \(place(of: last.offset))“\(excerpt(last.report.text))”" }
    if let next = lines.first(where: { $0.page > page && $0.kind != .artifact }) {
      out += ", before \(place(of: next.offset))“\(excerpt(next.report.text))”"
    } else {
      out += ", with the document"
    }
    out += "\n"
    let ends = document.pages[page].ends
    guard let chosen = ends.first(where: \.isChosen) else { return out }
    out += "  \(reason(chosen, among: ends))\n"
    let isTogether = ends.contains { $0.total != nil }
    out += "  where it could have ended (cost is badness and penalty; "
    out +=
      isTogether
      ? "sum, for the ends that were followed, is the least of (10 + badness)² + penalty² of this and the pages around it):\n"
      : "the least that fits is taken, of equals the last):\n"
    for place in ends {
      let cost =
        place.cost.map { $0 > Penalty.force ? "cost \($0)" : place.natural < place.height / 6 ? "forced, a few lines alone" : "forced" }
        ?? "does not fit by \(Self.points(place.natural - place.height)) pt"
      let penalty =
        place.penalty <= Penalty.force ? "" : place.penalty >= Penalty.prohibit ? ", no break allowed" : ", penalty \(place.penalty)"
      out += "    \(place.isChosen ? "→" : " ") \(Self.points(place.natural)) of \(Self.points(place.height)) pt\(penalty): \(cost)"
      out += place.total.map { ", sum \($0)\n" } ?? "\n"
    }
    return out
  }

  private func reason(_ chosen: PageEnd, among ends: [PageEnd]) -> String {
    if chosen.penalty <= Penalty.force { return "a page break is asked for here, or the document ends" }
    if chosen.total != nil, let cost = chosen.cost, ends.contains(where: { ($0.cost ?? .max) < cost }) {
      return "this page alone would end elsewhere, but it and the pages around it cost less in sum so"
    }
    let later = ends.drop { !$0.isChosen }.dropFirst()
    if later.isEmpty { return "it is the last place that was weighed" }
    if later.allSatisfy({ $0.cost == nil }) { return "what follows does not fit" }
    if later.contains(where: { $0.penalty >= Penalty.prohibit }) {
      return "the places after it do not allow a break (a heading, a single line) or cost more"
    }
    return "the places after it cost more"
  }
}
