internal import TypesetBytes
internal import TypesetChecking
internal import TypesetComparing
internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetPictures

/// The results of comparisons as text.
package enum TestReport: String, Sendable {
  case human, json, junit
  /// SARIF 2.1.0 (OASIS), which code hosts and editors read.
  case sarif
  /// Workflow commands of GitHub Actions, which show as annotations.
  case github
  /// A comment on a pull request.
  case markdown

  /// The report of all documents in this format.
  package func text(of outcomes: [TestOutcome]) -> String {
    switch self {
    case .human: Self.human(outcomes)
    case .json: JSON(members: ["documents": .array(outcomes.map(Self.json))]).description + "\n"
    case .junit: Self.junit(outcomes)
    case .sarif: Self.sarif(outcomes).description + "\n"
    case .github: Annotations.text(outcomes)
    case .markdown: MarkdownReport.text(outcomes)
    }
  }

  private static func human(_ outcomes: [TestOutcome]) -> String {
    guard !outcomes.isEmpty else { return "" }
    var out = outcomes.filter { $0.status != .same || $0.note != nil }.map(details).joined()
    let words: [(TestOutcome.Status, String)] = [
      (.same, "the same"), (.recorded, "recorded"), (.different, "different"), (.missing, "without a reference"), (.failed, "failed"),
    ]
    let counts = words.compactMap { status, word in
      let count = outcomes.count { $0.status == status }
      return count > 0 ? "\(count) \(word)" : nil
    }
    out += "\(outcomes.count) \(outcomes.count == 1 ? "document" : "documents"): \(counts.joined(separator: ", "))\n"
    for (topic, names) in CommonCauses(outcomes).causes {
      out += "in \(names.count) documents: \(topic)\n"
    }
    return out
  }

  private static func details(of outcome: TestOutcome) -> String {
    var out = "\(outcome.name): \(outcome.problem ?? outcome.status.rawValue)\n"
    for difference in outcome.differences {
      out += "  \(difference.sentence)\n" + difference.details.map { "    \(sentence(ofDetail: $0))\n" }.joined()
      out += difference.consequences.map { "    \($0)\n" }.joined()
    }
    if let closing = outcome.closing { out += "  \(closing)\n" }
    if let note = outcome.note { out += "  \(note)\n" }
    for picture in outcome.pictures { out += "  see \(picture)\n" }
    return out
  }

  private static func json(_ outcome: TestOutcome) -> JSON {
    let differences = outcome.comparison?.differences.map(json)
    return JSON(members: [
      "name": .string(outcome.name), "status": .string(outcome.status.rawValue), "problem": outcome.problem.map { .string($0) },
      "note": outcome.note.map { .string($0) },
      "seconds": .number("\((outcome.seconds * 1000).rounded() / 1000)"),
      "changedPages": outcome.comparison.map { .array($0.changedPages.map { JSON($0) }) },
      "differences": differences.map { .array($0) }, "complete": outcome.comparison.map { .bool($0.isEqual || $0.isComplete) },
      "pictures": .array(outcome.pictures.map { .string($0) }),
    ])
  }

  private static func json(_ difference: Difference) -> JSON {
    JSON(members: [
      "cause": .string(difference.cause.rawValue), "message": .string(difference.message),
      "file": difference.line > 0 ? .string(difference.file) : nil, "line": difference.line > 0 ? JSON(difference.line) : nil,
      "page": difference.page.map { JSON($0) }, "details": difference.details.isEmpty ? nil : .array(difference.details.map(json)),
      "consequences": .array(difference.consequences.map { .string($0) }), "regions": .array(difference.regions.map(region)),
    ])
  }

  /// `notes.md:12, page 2: …`
  private static func sentence(ofDetail detail: Difference) -> String {
    let place = [detail.line > 0 ? "\(detail.file):\(detail.line)" : nil, detail.page.map { "page \($0 + 1)" }].compactMap { $0 }
    return (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + detail.message
  }

  /// Points from the page's upper left corner.
  private static func region(_ region: Difference.Region) -> JSON {
    func points(_ hundredths: Int) -> JSON { .number("\(Double(hundredths) / 100)") }
    return JSON(members: [
      "page": JSON(region.page), "side": .string(region.isOld ? "before" : "after"), "x": points(region.x), "y": points(region.y),
      "width": points(region.width), "height": points(region.height),
    ])
  }

  // MARK: JUnit

  private static func junit(_ outcomes: [TestOutcome]) -> String {
    let failures = outcomes.count { $0.status == .different || $0.status == .missing }
    let errors = outcomes.count { $0.status == .failed }
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    out += "  <testsuite name=\"mdtypeset\" tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"\(errors)\">\n"
    for outcome in outcomes {
      let name = escapedXML(outcome.name, isAttribute: true)
      out += "    <testcase classname=\"mdtypeset\" name=\"\(name)\" time=\"\((outcome.seconds * 1000).rounded() / 1000)\""
      if outcome.isGood {
        out += "/>\n"
        continue
      }
      let element = outcome.status == .failed ? "error" : "failure"
      let message = outcome.problem ?? outcome.comparison?.differences.first?.sentence ?? "different"
      out += ">\n      <\(element) message=\"\(escapedXML(message, isAttribute: true))\">"
      out += "\(escapedXML(details(of: outcome)))</\(element)>\n    </testcase>\n"
    }
    return out + "  </testsuite>\n</testsuites>\n"
  }

  // MARK: SARIF

  private static let causes: [(cause: Difference.Cause, meaning: String)] = [
    (.text, "The text changed."), (.added, "Text or a picture was added."), (.removed, "Text or a picture was removed."),
    (.style, "A font, a size or a color changed."), (.setting, "A setting changed."), (.theme, "The theme changed."),
    (.font, "A font is another file."), (.picture, "A picture changed."), (.page, "The page size changed."),
    (.lines, "The same text breaks into other lines."), (.spacing, "Text moved without another cause."),
    (.moved, "Text stands elsewhere among the rest."),
    (.graphics, "Rules or areas changed."), (.furniture, "Headers or footers changed."),
    (.program, "Another version of the program typesets the same source differently."),
    (.drawing, "The same boxes are drawn differently."), (.macro, "A definition for formulas changed."),
    (.input, "A file that the document reads changed."),
    (.unseen, "An address or other words that are not seen changed."),
    (.unexplained, "Something changed for a cause that is not known."),
  ]

  private static func sarif(_ outcomes: [TestOutcome]) -> JSON {
    let rules = causes.map { row in
      JSON(members: ["id": .string(row.cause.rawValue), "shortDescription": JSON(members: ["text": .string(row.meaning)])])
    }
    let problem = JSON(members: [
      "id": .string("problem"), "shortDescription": JSON(members: ["text": .string("A document could not be compared.")]),
    ])
    let driver = JSON(members: ["name": .string("mdtypeset test"), "version": .string(engineVersion), "rules": .array(rules + [problem])])
    let results = outcomes.filter { !$0.isGood }.flatMap { outcome -> [JSON] in
      let problems = outcome.problem.map { [sarif("problem", "\(outcome.name): \($0)", file: outcome.name, line: 0)] } ?? []
      return problems + outcome.differences.map { sarif($0.cause.rawValue, sentence(of: $0, in: outcome), file: $0.file, line: $0.line) }
    }
    let run = JSON(members: ["tool": JSON(members: ["driver": driver]), "results": .array(results)])
    return JSON(members: [
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"), "runs": .array([run]),
    ])
  }

  private static func sarif(_ rule: String, _ text: String, file: String, line: Int) -> JSON {
    let region = line > 0 ? JSON(members: ["startLine": JSON(line)]) : nil
    let place =
      file.isEmpty
      ? nil
      : JSON(members: [
        "physicalLocation": JSON(members: ["artifactLocation": JSON(members: ["uri": .string(FindingReport.uri(file))]), "region": region])
      ])
    return JSON(members: [
      "ruleId": .string(rule), "level": .string("error"), "message": JSON(members: ["text": .string(text)]),
      "locations": .array(place.map { [$0] } ?? []),
    ])
  }

  /// What changed with what follows from it, in one sentence.
  static func sentence(of difference: Difference, in outcome: TestOutcome) -> String {
    let details = difference.details.map(sentence(ofDetail:)) + difference.consequences
    return "\(outcome.name): \(difference.message)\(details.map { "; \($0)" }.joined())"
  }
}
