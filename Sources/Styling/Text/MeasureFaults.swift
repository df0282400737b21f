internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetMarkdown
internal import TypesetSettings

/// A number that attributes or HTML styles may have, and its range.
private struct MeasureRule: Sendable {
  var key: String
  /// What is used in place of one that is beyond it.
  var instead: String
  var range: String
  /// Whether a value is meant to be one; others are left to other tools.
  var judges: @Sendable (String) -> Bool = { Dimension.isWritten($0) }
  var holds: @Sendable (String) -> Bool

  /// The fault of a value that is a number, and none that is used.
  func fault(of value: String, joint: String, _ severity: Diagnostic.Severity, at span: SourceSpan) -> Diagnostic? {
    guard judges(value), !holds(value) else { return nil }
    let fault = Dimension.isWritten(value) ? "is out of range" : "cannot be read"
    return Diagnostic(
      severity, "attribute.range", at: span, "\(key)\(joint)\(value.prefix(60)) \(fault): \(instead)", hint: "write \(range)")
  }

  static let ofPictures = [
    MeasureRule(
      key: "baseline", instead: "the picture stands on the line's", range: "a length from -1000pt to 1000pt",
      holds: { PictureBaseline($0, em: 10.pt) != nil }),
    MeasureRule(
      key: "shift", instead: "the picture is not shifted", range: "a length \(Dimension.numbers)", holds: { Dimension($0) != nil }),
  ]

  static let ofDivisions =
    [("layout-ncol", 1...12), ("ncol", 1...12), ("layout-nrow", 1...100)].map { key, numbers in
      MeasureRule(
        key: key, instead: "the blocks are set one below the other", range: "a number from 1 to \(numbers.upperBound)",
        judges: { key != "ncol" || Dimension.isWritten($0) }, holds: { DocumentNumber.whole($0).map(numbers.contains) ?? false })
    } + [
      MeasureRule(
        key: "layout", instead: "the blocks are set one below the other", range: "the widths in each row, as in layout=\"[[1,1],[2]]\"",
        judges: { $0.hasPrefix("[") }, holds: { PartRows.shares(layout: $0) != nil })
    ]

  static let ofTables = [
    MeasureRule(
      key: "width", instead: "the width of its content is used", range: "a length up to 75000pt or a share up to 1000%, above zero",
      holds: { PictureSize($0, em: 10.pt) != nil })
  ]

  /// HTML styles come from other programs.
  static let ofStyles = [
    MeasureRule(
      key: "font-size", instead: "the size of the text around it is used", range: "a size from 3pt to 200pt, or from 0.3em to 10em",
      holds: { Dimension($0).map(StyleRule.isReadable) ?? false }),
    MeasureRule(
      key: "letter-spacing", instead: "it is not changed", range: "a length \(Dimension.numbers)", holds: { Dimension($0) != nil }),
    MeasureRule(
      key: "vertical-align", instead: "it is not changed", range: "a length \(Dimension.numbers)", holds: { Dimension($0) != nil }),
    MeasureRule(
      key: "font-weight", instead: "the nearest weight is used", range: "a number from 1 to 1000",
      holds: { (1...1_000).contains(DocumentNumber.whole($0) ?? 400) }),
  ]
}

extension Tree {
  /// Numbers beyond their range in attributes of pictures, tables and cells, and in HTML styles.
  func measureFaults() -> [Diagnostic] {
    var faults: [Diagnostic] = []
    for node in nodes where node.attributes >= 0 && node.parent >= 0 {
      let own = attributes[Int(node.attributes)]
      let rules =
        switch node.kind {
        case .image: MeasureRule.ofPictures
        case .table, .tableCell: MeasureRule.ofTables
        case .division, .figure: MeasureRule.ofDivisions
        default: [] as [MeasureRule]
        }
      faults += rules.compactMap { rule in own[rule.key].flatMap { rule.fault(of: $0, joint: "=", .warning, at: node.span) } }
      guard let style = own["style"] else { continue }
      for declaration in StyleRule.declarations(of: style) {
        let rule = MeasureRule.ofStyles.first { $0.key == declaration.name }
        if let fault = rule?.fault(of: declaration.value, joint: ": ", .note, at: node.span) { faults.append(fault) }
      }
    }
    return faults
  }
}
