import TypesetComparing

/// Causes that several documents share, the most frequent ones first.
struct CommonCauses {
  private(set) var causes: [(topic: String, documents: [String])] = []

  private static let most = 8

  init(_ outcomes: [TestOutcome]) {
    var known: [String: Int] = [:]
    for outcome in outcomes {
      var own: Set<String> = []
      for difference in outcome.differences {
        for topic in [difference.topic] + difference.details.map(\.topic) where !topic.isEmpty && own.insert(topic).inserted {
          if let index = known[topic] {
            causes[index].documents.append(outcome.name)
          } else {
            known[topic] = causes.count
            causes.append((topic, [outcome.name]))
          }
        }
      }
    }
    causes = causes.filter { $0.documents.count > 1 }
    // Stable: equal causes stay in the order in which they were found.
    causes = causes.enumerated().sorted { ($1.element.documents.count, $0.offset) < ($0.element.documents.count, $1.offset) }.map(\.element)
    causes.removeLast(max(0, causes.count - Self.most))
  }
}
