internal import TypesetDiagnostics

/// Which findings stop a run before it writes anything: warnings with `--strict`, and those that `--fail-on` names.
struct StopRule {
  private let isStrict: Bool
  /// Codes of diagnostics, `picture.missing`, or what they begin with, `picture`.
  private let codes: [String]

  init(_ arguments: Arguments) {
    isStrict = arguments.has("strict")
    codes = arguments.all("fail-on").flatMap { $0.split(separator: ",").map { $0.filter { $0 != " " } } }
  }

  var isSet: Bool { isStrict || !codes.isEmpty }

  /// As a report says it.
  var reason: String { isStrict ? "it has warnings, and --strict is set" : "it has what --fail-on names" }

  func stops(_ found: [Diagnostic]) -> Bool { found.contains { isStrict && $0.severity > .note || isNamed($0.code) } }

  private func isNamed(_ code: String) -> Bool { codes.contains { code == $0 || code.hasPrefix($0 + ".") } }
}
