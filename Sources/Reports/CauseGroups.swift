import TypesetComparing

/// What changed in all documents, each cause once; the causes of most documents are first.
struct CauseGroups {
  struct Group {
    /// The first place; nil where a document could not be compared.
    var first: Difference?
    /// What it says of the first document.
    var message: String
    /// The same for several documents.
    var topic: String
    var documents: [String]
  }

  private(set) var groups: [Group] = []

  init(_ outcomes: [TestOutcome]) {
    var known: [String: Int] = [:]
    func add(_ group: Group, _ key: String) {
      if let index = known[key] {
        if groups[index].documents.last != group.documents.last { groups[index].documents += group.documents }
      } else {
        known[key] = groups.count
        groups.append(group)
      }
    }
    for outcome in outcomes where !outcome.isGood {
      if let problem = outcome.problem {
        let key = outcome.status == .missing ? "there is no reference yet; record it with --update=missing" : problem
        add(Group(message: "\(outcome.name): \(problem)", topic: key, documents: [outcome.name]), "problem \(key)")
      }
      for difference in outcome.differences {
        let topic = difference.topic.isEmpty ? difference.message : difference.topic
        add(
          Group(
            first: difference, message: TestReport.sentence(of: difference, in: outcome), topic: topic, documents: [outcome.name]),
          "\(difference.cause.rawValue) \(topic)")
      }
    }
    // Stable: equal causes stay in the order in which they were found.
    groups = groups.enumerated().sorted { a, b in
      (b.element.documents.count, a.offset) < (a.element.documents.count, b.offset)
    }.map(\.element)
  }
}
