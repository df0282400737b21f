package import TypesetDiagnostics

extension Diagnostic {
  /// The diagnostic with its place, as jobs and browsers get it.
  package func json(in source: Source) -> JSON {
    let place = span.map { source.position(of: Int($0.start)) }
    return JSON(members: [
      "severity": .string(severity.rawValue), "code": .string(code), "message": .string(message), "hint": hint.map { .string($0) },
      "file": place.map { .string($0.file) }, "line": place.map { JSON($0.line) }, "column": place.map { JSON($0.column) },
    ])
  }
}
