package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetYAML

/// A fault that a rule found, with its place in the source and on the pages.
package struct Finding: Sendable {
  package var rule: CheckRule
  /// The rule's severity, or the one that settings give the rule.
  package var severity: Diagnostic.Severity
  /// One sentence, without a full stop, that begins in lower case.
  package var message: String
  /// What to do about it.
  package var hint: String
  /// In the document's source; nil for a finding without a place.
  package var span: SourceSpan?
  /// Its file, line and column.
  package var position: Source.Position?
  /// The index of the page, from 0; nil if it is on no page.
  package var page: Int?
  /// The number that the page shows.
  package var label = ""
  /// Its area on the page, in the coordinates of the page's ink.
  package var rect: Rect?

  /// The rectangle in points from the page's upper left corner.
  package var corner: (x: Double, y: Double, width: Double, height: Double)? {
    rect.map { ($0.x.points, -($0.y + $0.height).points, $0.width.points, $0.height.points) }
  }
}

/// What was found in a document.
package struct CheckResult: Sendable {
  /// In the order of the source; findings without a place last.
  package var findings: [Finding]
  package var source: Source
  package var pageCount: Int

  package init(findings: [Finding], source: Source, pageCount: Int) {
    (self.findings, self.source, self.pageCount) = (findings, source, pageCount)
  }
}

/// Which rules are applied.
package struct RuleChoice: Sendable {
  /// Nil is all.
  package var only: Set<String>?
  /// The names of rules that are not applied, even if `only` names them.
  package var skipped: Set<String> = []

  package init(only: Set<String>? = nil, skipped: Set<String> = []) { (self.only, self.skipped) = (only, skipped) }

  /// True if the rule is to be applied.
  package func includes(_ rule: CheckRule) -> Bool { (only?.contains(rule.name) ?? true) && !skipped.contains(rule.name) }

  /// Adds what front matter says: `check: {skip: [a, b]}`, `check: {only: [c]}`.
  ///
  /// - Returns: What is wrong with that.
  package mutating func add(_ value: YAMLValue?) -> [Diagnostic] {
    guard let value, value.text != nil || value.entries != nil || value.items != nil else { return [] }
    var faults: [Diagnostic] = []
    func names(_ key: String) -> [String] {
      guard let list = value[key] else { return [] }
      return (list.items ?? [list]).flatMap { item -> [String] in
        (item.text ?? "").split { ", ".contains($0) }.map(String.init).filter { name in
          if CheckRule.rule(named: name) == nil { faults.append(Self.unknown(name, at: item.span)) }
          return CheckRule.rule(named: name) != nil
        }
      }
    }
    skipped.formUnion(names("skip"))
    let only = names("only")
    if !only.isEmpty { self.only = self.only?.intersection(only) ?? Set(only) }
    for entry in value.entries ?? [] where entry.key != "skip" && entry.key != "only" {
      faults.append(
        Diagnostic(
          .warning, "settings.unknown-key", at: entry.keySpan, "unknown key \"\(entry.key)\" of check",
          hint: "it has the keys skip and only"))
    }
    if value.entries == nil {
      faults.append(
        Diagnostic(.warning, "settings.value", at: value.span, "cannot read the value of check", hint: "write check: {skip: [runt, river]}")
      )
    }
    return faults
  }

  private static func unknown(_ name: String, at span: SourceSpan) -> Diagnostic {
    let near = nearest(to: name, among: CheckRule.all.map(\.name)).map { "did you mean \($0)?" }
    return Diagnostic(
      .warning, "settings.value", at: span, "there is no rule \"\(name)\"", hint: near ?? "mdtypeset check --rules lists the rules")
  }
}
