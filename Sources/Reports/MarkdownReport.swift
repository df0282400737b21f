import TypesetComparing
internal import TypesetDiagnostics

/// The results as a comment on a pull request: causes that several documents share, then each document, folded.
enum MarkdownReport {
  /// Comments are cut off above 65,536 characters.
  private static let mostCharacters = 60_000
  private static let mostCauses = 12

  static func text(_ outcomes: [TestOutcome]) -> String {
    let bad = outcomes.filter { !$0.isGood }
    let count = "\(outcomes.count) \(outcomes.count == 1 ? "document" : "documents")"
    guard !bad.isEmpty else { return "### Pages: nothing changed\n\n\(count) compared.\n" }
    var out = "### Pages: \(bad.count) of \(count) \(bad.count == 1 ? "differs" : "differ")\n\n"
    let common = CauseGroups(outcomes).groups.filter { $0.documents.count > 1 }
    for group in common.prefix(mostCauses) {
      out += "- \(escaped(group.topic)) — **\(group.documents.count) documents**\n"
    }
    if common.count > mostCauses { out += "- and \(common.count - mostCauses) more causes in several documents\n" }
    if !common.isEmpty { out += "\n" }
    var left = 0
    for outcome in bad {
      let section = section(outcome)
      if out.utf16.count + section.utf16.count > mostCharacters { left += 1 } else { out += section }
    }
    if left > 0 { out += "\(left) more \(left == 1 ? "document differs" : "documents differ").\n" }
    return out
  }

  private static func section(_ outcome: TestOutcome) -> String {
    let found = outcome.differences
    let pages = outcome.comparison.map { $0.changedPages.count } ?? 0
    var note = outcome.problem ?? "\(found.count) \(found.count == 1 ? "cause" : "causes")"
    if pages > 0 { note += ", \(pages) changed \(pages == 1 ? "page" : "pages")" }
    // A document that takes one line needs no fold.
    guard !found.isEmpty else { return "**\(escaped(outcome.name))**: \(escaped(note))\n\n" }
    var out = "<details><summary><b>\(markup(outcome.name))</b>: \(markup(note))</summary>\n\n"
    for (index, difference) in found.prefix(mostCauses).enumerated() {
      let place = difference.line > 0 ? "\(code("\(difference.file):\(difference.line)")) " : ""
      out += "- \(place)\(escaped(difference.message))\n"
      for text in (difference.details.map(\.sentence) + difference.consequences).prefix(mostCauses) { out += "  - \(escaped(text))\n" }
      for crop in outcome.crops where crop.cause == index { out += pictures(of: crop) }
    }
    if found.count > mostCauses { out += "- and \(found.count - mostCauses) more causes\n" }
    if let closing = outcome.closing { out += "- \(closing)\n" }
    if let note = outcome.note { out += "\n\(escaped(note))\n" }
    return out + "\n</details>\n\n"
  }

  /// Beside each other, below the sentence.
  private static func pictures(of crop: PageCrop) -> String {
    func picture(_ name: String, _ address: String) -> String {
      "![\(name)](<\(address.filter { !"<>\n\r".contains($0) }.replacing("|", with: "%7C"))>)"
    }
    switch (crop.before, crop.after) {
    case (let before?, let after?):
      return "\n  | before | after |\n  |---|---|\n  | \(picture("before", before)) | \(picture("after", after)) |\n\n"
    case (let before?, nil): return "\n  \(picture("before", before))\n\n"
    case (nil, let after?): return "\n  \(picture("after", after))\n\n"
    case (nil, nil): return ""
    }
  }

  /// Names with backticks are code between more of them.
  private static func code(_ text: String) -> String {
    let line = text.replacing("\n", with: " ")
    return line.contains("`") ? "`` \(line) ``" : "`\(line)`"
  }

  /// What Markdown and GitHub read as marks, names of people and issues stays text.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { out, scalar in
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "~", "|", "$": out += "\\\(scalar)"
      case "<": out += "&lt;"
      case "&": out += "&amp;"
      // An empty comment keeps them from being read as a person or an issue.
      case "@", "#": out += "\(scalar)<!-- -->"
      case "\n", "\r": out += " "
      default: out.unicodeScalars.append(scalar)
      }
    }
  }

  private static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\n", with: " ")
  }
}
