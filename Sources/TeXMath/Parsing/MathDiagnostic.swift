package import TypesetDiagnostics

/// What is wrong with a formula.
public struct MathDiagnostic: Hashable, Sendable {
  /// Stable, lower case, subject first: `math.unknown-command`.
  public var code: String
  /// Bytes of the formula.
  public var range: Range<Int>
  /// One sentence, without a full stop, that begins in lower case.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// True for what is set as its author means it, where TeX or KaTeX would stop.
  public var isNote = false
}

extension Diagnostic {
  /// A formula's diagnostic where the formula is all of the source.
  package init(_ fault: MathDiagnostic) {
    self.init(
      fault.isNote ? .note : .warning, fault.code, at: SourceSpan(fault.range.lowerBound, fault.range.upperBound), fault.message,
      hint: fault.hint)
  }
}
