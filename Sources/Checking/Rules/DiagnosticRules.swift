import TypesetDiagnostics

extension Checker {
  /// The typesetter's own diagnostics, each under the rule that has its code.
  mutating func checkDiagnostics() {
    for diagnostic in document.diagnostics {
      let rule = CheckRule.rule(ofCode: diagnostic.code)
      let isOther = rule == .other
      // A choice of the person who runs the program.
      let isPolicy = diagnostic.code == "picture.remote"
      report(
        rule, at: diagnostic.span, isOther ? "\(diagnostic.message) [\(diagnostic.code)]" : diagnostic.message,
        hint: diagnostic.hint ?? rule.hint, severity: isOther || isPolicy ? diagnostic.severity : rule.severity)
    }
  }
}
