import TypesetBoxes
import TypesetStyling

// Reports on lines, for measuring typography.

extension LinePacker {
  /// Marks the line that was packed last with a report of how it was set.
  ///
  /// - Parameter node: The one at which the line ends; nil at the paragraph's end.
  mutating func addReport(of setting: GlueSetting, before node: Node?) {
    guard let line = out.lines.last else { return }
    let place = shape.place(ofLine: out.lines.count - 1)
    var report = LineReport()
    report.text = String(decoding: text.text[Int(line.text.lowerBound)..<Int(line.text.upperBound)], as: UTF8.self)
    report.alignment =
      switch shape.alignment {
      case .justified: .justified
      case .left: .left
      case .center: .center
      case .right: .right
      }
    report.measure = place.width
    report.end = node.map { $0.penalty <= Penalty.force ? .forced : line.endsWithHyphen ? .hyphen : .chosen } ?? .paragraph
    if setting.order == 0 { report.ratio = setting.sign == 2 ? -setting.ratio : setting.ratio }
    var isAfterFullWidth = false
    for (index, piece) in pieces.enumerated() {
      report.natural.rawValue += piece.kind == .penalty ? 0 : piece.width
      report.width.rawValue += piece.width(setting)
      guard piece.kind == .glue else {
        if piece.kind == .box { isAfterFullWidth = isFullWidth(piece) }
        continue
      }
      guard setting.order == 0, !piece.isInfinite else { continue }
      let size = Double(max(1, text.styles[Int(piece.style)].size.rawValue))
      let width = piece.width(setting)
      let next = pieces[(index + 1)...].first { $0.kind == .box }
      guard next != nil else { continue }
      if isAfterFullWidth || next.map({ isFullWidth($0) }) ?? false {
        report.tracking = max(report.tracking, Double(width - piece.width) / size)
      } else if !piece.text.isEmpty {
        report.space = max(report.space, Double(width) / size)
        if setting.sign == 1, piece.stretch > 0 { report.stretch = max(report.stretch, setting.ratio) }
      }
    }
    if alternatives.indices.contains(out.lines.count - 1) {
      report.alternatives = list.described(alternatives[out.lines.count - 1], in: text.text)
    }
    out.ink.marks.append(.line(report))
    let rect = Rect(x: .zero, y: -line.depth, width: line.width, height: line.height + line.depth)
    out.ink.items.append(.mark(Int32(out.ink.marks.count - 1), rect))
    out.lines[out.lines.count - 1].items = line.items.lowerBound..<Int32(out.ink.items.count)
  }

  private func isFullWidth(_ piece: Piece) -> Bool {
    piece.word >= 0 && !piece.text.isEmpty && CJKClass(decode(text.text, Int(piece.text.lowerBound)).value).isFullWidth
  }
}
