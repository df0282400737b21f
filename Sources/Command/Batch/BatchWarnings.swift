internal import TypesetDiagnostics
internal import TypesetJSON

/// What is wrong in a document of a batch, as its process tells it.
struct BatchWarning {
  var severity: String
  var code: String
  var message: String
  /// `a.md:3`, or the document where there is no place.
  var place: String
  /// As a terminal shows it, with its line ends.
  var text: String

  /// - Parameter document: What it is called.
  init?(_ json: JSON, in document: String) {
    guard let severity = json["severity"]?.text, let code = json["code"]?.text, let message = json["message"]?.text,
      let text = json["text"]?.text
    else { return nil }
    (self.severity, self.code, self.message, self.text) = (severity, code, message, text)
    place = (json["file"]?.text ?? document) + (json["line"]?.integer.map { ":\($0)" } ?? "")
  }

  static func json(_ fault: RecurringFault) -> JSON {
    JSON(members: [
      "severity": .string(fault.severity.rawValue), "code": .string(fault.code), "message": .string(fault.message),
      "hint": fault.hint.map { .string($0) }, "file": fault.position.map { .string($0.file) },
      "line": fault.position.map { JSON($0.line) }, "column": fault.position.map { JSON($0.column) }, "count": JSON(fault.count),
      "text": .string(fault.text),
    ])
  }
}

/// Warnings that several documents share: they are shown once, and counted.
struct SharedWarnings {
  private struct Kind: Hashable {
    var severity: String
    var code: String
    var message: String
  }

  private var kinds: [Kind: Int] = [:]
  private var shared: [(kind: Kind, place: String, documents: Int)] = []
  /// More kinds than this are shown each time.
  private static let mostKinds = 10_000

  /// Counts the warnings of one more document.
  ///
  /// - Returns: Those that no document before had.
  mutating func add(_ warnings: [BatchWarning]) -> [BatchWarning] {
    var seen: Set<Kind> = []
    return warnings.filter { warning in
      let kind = Kind(severity: warning.severity, code: warning.code, message: warning.message)
      if let known = kinds[kind] {
        if seen.insert(kind).inserted { shared[known].documents += 1 }
        return false
      }
      guard shared.count < Self.mostKinds else { return true }
      seen.insert(kind)
      kinds[kind] = shared.count
      shared.append((kind, warning.place, 1))
      return true
    }
  }

  private var repeated: [(kind: Kind, place: String, documents: Int)] { shared.filter { $0.documents > 1 } }

  /// `warning: unknown command \foo: 928 documents, first a.md:3`, the most frequent first.
  var lines: [String] {
    repeated.sorted { $0.documents > $1.documents }.prefix(20).map {
      "\($0.kind.severity): \($0.kind.message.inOneLine) [\($0.kind.code)]: \($0.documents) documents, first \($0.place.inOneLine)\n"
    }
  }

  var json: JSON {
    .array(
      repeated.map {
        JSON(members: [
          "severity": .string($0.kind.severity), "code": .string($0.kind.code), "message": .string($0.kind.message),
          "documents": JSON($0.documents), "first": .string($0.place),
        ])
      })
  }
}
