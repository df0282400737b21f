import TypesetBoxes
import TypesetDiagnostics
import TypesetJSON

/// Findings as text.
package enum FindingReport: String, CaseIterable, Sendable {
  /// With the line of the source and a hint.
  case human
  /// A line for each.
  case short
  /// A line for each rule: how often, in how many files, and the first place.
  case grouped
  case json
  /// SARIF 2.1.0 (OASIS), which code hosts and editors read.
  case sarif

  /// - Parameter results: Of one document each.
  package func text(of results: [CheckResult]) -> String {
    switch self {
    case .human:
      results.flatMap { result in result.findings.map { Self.human($0, in: result.source) } }.joined()
        + Self.summary(results.flatMap(\.findings))
    case .short: results.flatMap(\.findings).map { Self.short($0) + "\n" }.joined()
    case .grouped: Self.grouped(results.flatMap(\.findings))
    case .json: JSON(members: ["documents": .array(results.map(Self.json))]).description + "\n"
    case .sarif: Self.sarif(results).description + "\n"
    }
  }

  private static func human(_ finding: Finding, in source: Source) -> String {
    let page = finding.page.map { " (page \(finding.label.isEmpty ? "\($0)" : finding.label))" } ?? ""
    return Diagnostic(
      finding.severity, finding.rule.name, at: finding.span, finding.message + page, hint: finding.hint
    ).rendered(in: source)
  }

  private static func short(_ finding: Finding) -> String {
    let place = finding.position.map { "\($0.file):\($0.line):\($0.column): " } ?? "mdtypeset: "
    return "\(place)\(finding.severity.rawValue): \(finding.message) [\(finding.rule.name)]"
  }

  /// The most severe rules first, then the rules with the most findings.
  private static func grouped(_ findings: [Finding]) -> String {
    var places: [String: Int] = [:]
    var groups: [[Finding]] = []
    for finding in findings {
      let key = "\(finding.severity.rawValue) \(finding.rule.name)"
      if let index = places[key] {
        groups[index].append(finding)
      } else {
        places[key] = groups.count
        groups.append([finding])
      }
    }
    let ordered = groups.sorted { a, b in
      a[0].severity != b[0].severity ? a[0].severity > b[0].severity : (b.count, a[0].rule.name) < (a.count, b[0].rule.name)
    }
    let lines = ordered.map { group in
      let files = Set(group.compactMap(\.position?.file)).count
      let place = group[0].position.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
      let count = files > 1 ? "\(group.count) in \(files) files" : "\(group.count)"
      return "\(group[0].severity.rawValue): \(group[0].rule.name): \(count), first \(place)\(group[0].message)\n"
    }
    return lines.joined() + summary(findings)
  }

  private static func summary(_ findings: [Finding]) -> String {
    guard !findings.isEmpty else { return "" }
    let parts = [Diagnostic.Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return parts.joined(separator: ", ") + "\n"
  }

  private static func number(_ value: Double) -> JSON { .number("\((value * 100).rounded() / 100)") }

  private static func rectangle(_ finding: Finding) -> JSON? {
    finding.corner.map {
      JSON(members: ["x": number($0.x), "y": number($0.y), "width": number($0.width), "height": number($0.height)])
    }
  }

  private static func json(_ result: CheckResult) -> JSON {
    let findings = result.findings.map { finding in
      JSON(members: [
        "rule": .string(finding.rule.name), "severity": .string(finding.severity.rawValue),
        "file": finding.position.map { .string($0.file) }, "line": finding.position.map { JSON($0.line) },
        "column": finding.position.map { JSON($0.column) }, "page": finding.page.map { JSON($0) },
        "label": finding.page.map { _ in .string(finding.label) }, "rect": rectangle(finding), "message": .string(finding.message),
        "hint": .string(finding.hint),
      ])
    }
    return JSON(members: [
      "file": result.source.files.first.map { .string($0.name) }, "pages": JSON(result.pageCount), "findings": .array(findings),
    ])
  }

  private static func sarif(_ documents: [CheckResult]) -> JSON {
    let rules = CheckRule.all.map { rule in
      JSON(members: [
        "id": .string(rule.name), "shortDescription": JSON(members: ["text": .string(rule.meaning)]),
        "fullDescription": JSON(members: ["text": .string("\(rule.meaning) \(rule.reason)")]),
        "help": JSON(members: ["text": .string("To fix it, \(rule.hint).")]),
        "defaultConfiguration": JSON(members: ["level": .string(rule.severity.rawValue)]),
      ])
    }
    let driver = JSON(members: ["name": .string("mdtypeset"), "version": .string(engineVersion), "rules": .array(rules)])
    let results = documents.flatMap { document in document.findings.map { sarif($0, in: document.source) } }
    let run = JSON(members: [
      "tool": JSON(members: ["driver": driver]), "columnKind": .string("unicodeCodePoints"), "results": .array(results),
    ])
    return JSON(members: [
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"), "runs": .array([run]),
    ])
  }

  private static func sarif(_ finding: Finding, in source: Source) -> JSON {
    let end = finding.span.map { source.position(of: Int($0.end)) }
    let location = finding.position.map { start in
      let region = JSON(members: [
        "startLine": JSON(start.line), "startColumn": JSON(start.column), "endLine": end.map { JSON(max($0.line, start.line)) },
        "endColumn": end.map { JSON($0.line == start.line ? max($0.column, start.column) : $0.column) },
      ])
      let file = JSON(members: ["uri": .string(uri(start.file))])
      return JSON(members: ["physicalLocation": JSON(members: ["artifactLocation": file, "region": region])])
    }
    return JSON(members: [
      "ruleId": .string(finding.rule.name), "ruleIndex": CheckRule.all.firstIndex(of: finding.rule).map { JSON($0) },
      "level": .string(finding.severity.rawValue),
      "message": JSON(members: ["text": .string("\(finding.message). Hint: \(finding.hint).")]),
      "locations": .array(location.map { [$0] } ?? []),
      "properties": JSON(members: [
        "page": finding.page.map { JSON($0) }, "label": finding.page.map { _ in .string(finding.label) }, "rect": rectangle(finding),
      ]),
    ])
  }

  /// A path as a URI reference (RFC 3986).
  package static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: out.append(byte)
      default: out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
