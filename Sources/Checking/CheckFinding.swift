internal import TypesetBoxes
public import TypesetDiagnostics

/// What a rule of `check` found, as a client reads it.
public struct CheckFinding: Hashable, Codable, Sendable {
  /// The rule's name: `overfull-line`.
  public var rule: String
  /// How severe it is.
  public var severity: Diagnostic.Severity
  /// One sentence, without a full stop, that begins in lower case.
  public var message: String
  /// What to do about it.
  public var hint: String
  /// The place in the document's source; nil for a finding without a place.
  public var span: SourceSpan?
  /// Its file, line and column.
  public var position: Source.Position?
  /// The page, from 0; nil if it is on no page.
  public var page: Int?
  /// The area on that page.
  public var area: Area?

  /// A rectangle in points from the page's upper left corner.
  public struct Area: Hashable, Codable, Sendable {
    /// The left edge, in points.
    public var x: Double
    /// The upper edge, in points.
    public var y: Double
    /// Points.
    public var width: Double
    /// Points.
    public var height: Double
  }

  package init(_ finding: Finding) {
    (rule, severity, message, hint) = (finding.rule.name, finding.severity, finding.message, finding.hint)
    (span, position, page) = (finding.span, finding.position, finding.page)
    area = finding.corner.map { Area(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
  }
}
