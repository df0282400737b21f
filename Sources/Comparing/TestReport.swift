import TypesetJSON
import TypesetPictures

/// The result of one document of `mdtypeset test`.
package struct TestOutcome: Sendable {
  package enum Status: String, Sendable {
    case same, different
    /// The reference was written.
    case recorded
    /// There is nothing to compare with.
    case missing
    /// The document or its reference cannot be read, or its fonts are not the reference's.
    case failed
  }

  package var name: String
  package var status: Status
  /// In words, where there is nothing to compare.
  package var problem: String?
  package var comparison: Comparison?
  /// The files that show the changed pages.
  package var pictures: [String] = []
  package var seconds = 0.0

  package init(name: String, status: Status, problem: String? = nil) { (self.name, self.status, self.problem) = (name, status, problem) }

  package var isGood: Bool { status == .same || status == .recorded }
}

/// The results of `mdtypeset test` as text.
package enum TestReport: String, Sendable {
  case human, json, junit

  package func text(of outcomes: [TestOutcome]) -> String {
    switch self {
    case .human: Self.human(outcomes)
    case .json: JSON(members: ["documents": .array(outcomes.map(Self.json))]).description + "\n"
    case .junit: Self.junit(outcomes)
    }
  }

  private static func human(_ outcomes: [TestOutcome]) -> String {
    var out = outcomes.filter { $0.status != .same }.map(details).joined()
    let words: [(TestOutcome.Status, String)] = [
      (.same, "the same"), (.recorded, "recorded"), (.different, "different"), (.missing, "without a reference"), (.failed, "failed"),
    ]
    let counts = words.compactMap { status, word in
      let count = outcomes.count { $0.status == status }
      return count > 0 ? "\(count) \(word)" : nil
    }
    out += "\(outcomes.count) \(outcomes.count == 1 ? "document" : "documents"): \(counts.joined(separator: ", "))\n"
    return out
  }

  private static func details(of outcome: TestOutcome) -> String {
    var out = "\(outcome.name): \(outcome.problem ?? outcome.status.rawValue)\n"
    for difference in outcome.comparison?.differences ?? [] {
      out += "  \(difference.sentence)\n" + difference.consequences.map { "    \($0)\n" }.joined()
    }
    for picture in outcome.pictures { out += "  see \(picture)\n" }
    return out
  }

  private static func json(_ outcome: TestOutcome) -> JSON {
    let differences = outcome.comparison?.differences.map { difference in
      JSON(members: [
        "cause": .string(difference.cause.rawValue), "message": .string(difference.message),
        "file": difference.line > 0 ? .string(difference.file) : nil, "line": difference.line > 0 ? JSON(difference.line) : nil,
        "page": difference.page.map { JSON($0) }, "consequences": .array(difference.consequences.map { .string($0) }),
      ])
    }
    return JSON(members: [
      "name": .string(outcome.name), "status": .string(outcome.status.rawValue), "problem": outcome.problem.map { .string($0) },
      "seconds": .number("\((outcome.seconds * 1000).rounded() / 1000)"),
      "changedPages": outcome.comparison.map { .array($0.changedPages.map { JSON($0) }) },
      "differences": differences.map { .array($0) }, "pictures": .array(outcome.pictures.map { .string($0) }),
    ])
  }

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
}

extension DocumentRecord {
  /// Why this machine cannot repeat a reference: a font that is not part of the program is missing or another file. One sentence.
  package func fontProblem(in new: DocumentRecord) -> String? {
    for font in fonts where !font.isBundled {
      guard let known = new.fonts.first(where: { $0.name == font.name }) else {
        let isUsed = styles.contains { $0.contains(font.name + " ") }
        guard isUsed, !new.fonts.contains(font) else { continue }
        return "the reference was made with the font \(font.name), which was not used here; install it, or record the reference again"
      }
      guard known.digest != font.digest else { continue }
      return
        "the font \(font.name) of this machine is not the file of the reference; install that one, or record the reference again"
    }
    return nil
  }
}
