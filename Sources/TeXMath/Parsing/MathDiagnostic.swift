package import TypesetDiagnostics

/// What is wrong with a formula.
public struct MathDiagnostic: Hashable, Sendable {
  public var code: String
  /// Bytes of the formula.
  public var range: Range<Int>
  public var message: String
  public var hint: String?
}

extension Diagnostic {
  /// A formula's diagnostic where the formula is all of the source.
  package init(_ fault: MathDiagnostic) {
    self.init(
      .warning, fault.code, at: SourceSpan(fault.range.lowerBound, fault.range.upperBound), fault.message, hint: fault.hint)
  }
}
