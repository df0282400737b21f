import TypesetBoxes

extension Checker {
  /// Rules that look at one line: overfull, short, loose and tight ones.
  mutating func checkLines() {
    for line in lines where line.kind != .artifact && line.kind != .contents {
      let report = line.report
      guard report.measure > .zero else { continue }
      // Punctuation may hang in the margin.
      if report.width - report.measure > max(line.size.scaled(by: 0.5), 4.pt) {
        self.report(
          .overfull, at: line, "this line is \(points(report.width - report.measure)) wider than its measure: “\(line.excerpt)”")
        continue
      }
      guard report.alignment == .justified, report.end == .chosen || report.end == .hyphen else { continue }
      let lack = report.measure - report.width
      if lack > report.measure / 10 {
        self.report(.underfull, at: line, "this line ends \(points(lack)) before its measure: “\(line.excerpt)”")
      } else if report.stretch >= 2.9 || report.tracking > 0.15 {
        let space =
          report.tracking > 0.15
          ? "its characters are \(decimals(report.tracking)) em apart" : "its spaces are \(decimals(report.space)) em wide"
        self.report(.loose, at: line, "this line is loose, \(space): “\(line.excerpt)”")
      } else if report.ratio <= -0.97 {
        self.report(.tight, at: line, "this line is tight, its spaces are at most \(decimals(report.space)) em wide: “\(line.excerpt)”")
      }
    }
  }

  func points(_ length: Length) -> String { "\(decimals(length.points)) pt" }

  /// With two decimals at most.
  func decimals(_ value: Double) -> String {
    let hundredths = Int(clamping: (value * 100).rounded())
    let (whole, rest) = (hundredths / 100, abs(hundredths % 100))
    if rest == 0 { return "\(whole)" }
    return "\(hundredths < 0 && whole == 0 ? "-" : "")\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
