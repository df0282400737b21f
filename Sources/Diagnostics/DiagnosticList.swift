// Summaries for people: each fault once, with the places where it recurs.

extension [Diagnostic] {
  /// In document order, diagnostics without a place first, and each once at one place.
  public func inDocumentOrder() -> [Diagnostic] {
    var seen: Set<Fault> = []
    return enumerated()
      .sorted { ($0.element.span?.start ?? -1, $0.offset) < ($1.element.span?.start ?? -1, $1.offset) }
      .map(\.element)
      .filter { seen.insert(Fault(span: $0.span, elsewhere: $0.elsewhere, code: $0.code, message: $0.message)).inserted }
  }

  /// How many there are of each severity, on one line: `3 errors, 2 warnings`; nil if there are less than two.
  public var tally: String? {
    guard count > 1 else { return nil }
    let parts = [Diagnostic.Severity.error, .warning, .note].compactMap { severity -> String? in
      let number = self.count { $0.severity == severity }
      return number == 0 ? nil : "\(number) \(severity.rawValue)\(number == 1 ? "" : "s")"
    }
    return parts.joined(separator: ", ")
  }

  /// As a terminal shows them: a recurring fault is shown at its first place, with the lines of the others.
  ///
  /// - Parameter limit: More faults than this are only counted.
  /// - Returns: A text for each fault, with its line ends.
  public func summarized(in source: Source, limit: Int = 200) -> [String] {
    let groups = groups
    var out = groups.prefix(limit).map { $0.rendered(in: source) }
    if groups.count > limit { out.append("mdtypeset: \(groups.count - limit) more kinds of warnings\n") }
    return out
  }

  /// One entry for each fault, where a recurring one is at its first place.
  ///
  /// - Parameter limit: More faults than this are left out.
  package func faults(in source: Source, limit: Int = 200) -> [RecurringFault] {
    groups.prefix(limit).map { RecurringFault($0, in: source) }
  }

  private var groups: [DiagnosticGroup] {
    var groups: [DiagnosticGroup] = []
    var numbers: [DiagnosticGroup.Key: Int] = [:]
    for diagnostic in self {
      let key = DiagnosticGroup.Key(diagnostic)
      if let number = numbers[key] {
        groups[number].others.append(diagnostic)
      } else {
        numbers[key] = groups.count
        groups.append(DiagnosticGroup(first: diagnostic))
      }
    }
    return groups
  }
}

/// What is wrong at one or several places of a document.
package struct RecurringFault: Sendable {
  package var severity: Diagnostic.Severity
  package var code: String
  package var message: String
  package var hint: String?
  /// The first place.
  package var position: Source.Position?
  /// The number of places.
  package var count: Int
  /// As a terminal shows it, with its line ends.
  package var text: String

  fileprivate init(_ group: DiagnosticGroup, in source: Source) {
    let shown = group.shown
    (severity, code, message, hint) = (shown.severity, shown.code, shown.message, shown.hint)
    position = group.first.position(in: source)
    count = group.others.count + 1
    text = group.rendered(in: source)
  }
}

extension Diagnostic {
  /// What is listed if several are reported together.
  fileprivate var items: [String] {
    guard let gathered else { return [] }
    guard gathered.hasOwnHint, let hint else { return gathered.items }
    return gathered.items.map { "\($0) (\(hint))" }
  }
}

/// What makes two diagnostics the same; hints may differ.
private struct Fault: Hashable {
  var span: SourceSpan?
  var elsewhere: Diagnostic.Elsewhere?
  var code: String
  var message: String
}

/// Diagnostics that say the same of several places.
private struct DiagnosticGroup {
  struct Key: Hashable {
    var severity: Diagnostic.Severity
    var code: String
    var words: String

    init(_ diagnostic: Diagnostic) {
      (severity, code) = (diagnostic.severity, diagnostic.code)
      words = diagnostic.gathered.map { $0.opening + ($0.hasOwnHint ? "" : diagnostic.hint ?? "") } ?? diagnostic.message
    }
  }

  var first: Diagnostic
  var others: [Diagnostic] = []

  /// This many characters of items and lines are named.
  private static let itemWidth = 90
  private static let lineCount = 5

  /// The first with all that the others are about.
  var shown: Diagnostic {
    var shown = first
    // One thing in many places needs no list.
    if let gathered = first.gathered, others.contains(where: { $0.gathered?.items != gathered.items }) {
      shown.message = gathered.opening + items
      if gathered.hasOwnHint { shown.hint = nil }
    }
    return shown
  }

  func rendered(in source: Source) -> String {
    guard !others.isEmpty else { return first.rendered(in: source) }
    return shown.rendered(in: source) + "   and \(others.count) more" + lines(in: source) + "\n"
  }

  /// What all of them are about, each once: `a.png, b.png and 3 others`.
  private var items: String {
    var seen: Set<String> = []
    let all = ([first] + others).flatMap(\.items).filter { seen.insert($0).inserted }
    var width = 0
    let named = all.prefix { item in
      width += item.count + 2
      return width <= Self.itemWidth + 2
    }
    let count = Swift.max(named.count, 1)
    let rest = all.count - count
    return all.prefix(count).joined(separator: ", ") + (rest > 0 ? " and \(rest) other\(rest == 1 ? "" : "s")" : "")
  }

  /// `: lines 5, 9, b.md:3, …`
  private func lines(in source: Source) -> String {
    let places = others.lazy.compactMap { $0.position(in: source) }.prefix(Self.lineCount * 4)
    guard let last = first.position(in: source), !places.isEmpty else { return "" }
    var names: [String] = []
    var seen: Set<String> = ["\(last.file):\(last.line)"]
    for place in places where seen.insert("\(place.file):\(place.line)").inserted {
      names.append(place.file == last.file ? "\(place.line)" : "\(place.file):\(place.line)")
    }
    guard !names.isEmpty else { return others.count == 1 ? " on this line" : " on these lines" }
    let hasMore = names.count > Self.lineCount || others.count > places.count
    return (names.count == 1 && !hasMore ? ": line " : ": lines ") + names.prefix(Self.lineCount).joined(separator: ", ")
      + (hasMore ? ", …" : "")
  }
}
