import TypesetComparing
internal import TypesetDiagnostics

/// Workflow commands of GitHub Actions. It shows ten of them for a step: each is a cause.
enum Annotations {
  private static let most = 10
  private static let mostNames = 12

  static func text(_ outcomes: [TestOutcome]) -> String {
    let groups = CauseGroups(outcomes).groups
    let shown = groups.count > most ? most - 1 : groups.count
    var out = groups.prefix(shown).map(annotation).joined()
    let rest = groups.dropFirst(shown)
    if !rest.isEmpty {
      let documents = Set(rest.flatMap(\.documents))
      out += line(
        "\(rest.count) more causes in \(documents.count) \(documents.count == 1 ? "document" : "documents"): \(names(documents.sorted()))",
        title: "more")
    }
    return out
  }

  private static func annotation(_ group: CauseGroups.Group) -> String {
    let count = group.documents.count
    let message = count == 1 ? group.message : "\(group.topic); in \(count) documents: \(names(group.documents))"
    guard let first = group.first else { return line(message, title: "mdtypeset test") }
    let page = first.page.map { ", page \($0 + 1)" } ?? ""
    return line(message, at: first, title: first.cause.rawValue + (count == 1 ? page : ", \(count) documents"))
  }

  private static func names(_ names: [String]) -> String {
    names.prefix(mostNames).joined(separator: ", ") + (names.count > mostNames ? " and \(names.count - mostNames) more" : "")
  }

  private static func line(_ message: String, at place: Difference? = nil, title: String) -> String {
    let file = place.flatMap { $0.line > 0 ? "file=\(escapedProperty($0.file)),line=\($0.line)," : nil } ?? ""
    return "::error \(file)title=\(escapedProperty(title))::\(escapedData(message))\n"
  }

  private static func escapedData(_ text: String) -> String {
    // By scalars: a carriage return and a line feed are one character of Swift's.
    text.unicodeScalars.reduce(into: "") { out, scalar in
      switch scalar {
      case "%": out += "%25"
      case "\r": out += "%0D"
      case "\n": out += "%0A"
      default: out.unicodeScalars.append(scalar)
      }
    }
  }

  private static func escapedProperty(_ text: String) -> String {
    escapedData(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
