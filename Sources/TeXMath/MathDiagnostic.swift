public import TypesetDiagnostics

/// What is wrong in a formula; the range is of bytes of its LaTeX.
public struct MathDiagnostic: Hashable, Sendable {
  public var code: String
  public var range: Range<Int>
  public var message: String
  public var hint: String?
  public var severity: Diagnostic.Severity = .error

  init(_ code: String, _ range: Range<Int>, _ message: String, hint: String? = nil) {
    self.code = "math." + code
    self.range = range
    self.message = message
    self.hint = hint
  }
}
