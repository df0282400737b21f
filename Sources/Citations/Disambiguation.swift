// CSL 1.0.2, “Disambiguation”: names are added and written out, then the style's own condition, then letters after the year. Cites are compared by
// tables of their rendered forms.

extension Processor {
  mutating func disambiguate() {
    let layout = style.citation
    guard known.count > 1 else { return }
    if layout.addsGivenNames, layout.givenNameRule != "by-cite" { writeOutNames(layout) }
    let asksCondition = style.asksDisambiguation
    guard layout.addsNames || layout.addsGivenNames || asksCondition || layout.addsYearSuffix else { return }
    var forms = KnownForms()
    let groups = ambiguous(Array(known), &forms)
    if layout.addsNames || layout.addsGivenNames && layout.givenNameRule == "by-cite" {
      for (index, expansion) in expanded(groups, layout).joined() { expansions[index] = expansion }
    }
    if asksCondition {
      for group in ambiguous(Array(known), &forms) {
        for index in group { expansions[index].isAmbiguous = true }
      }
    }
    if layout.addsYearSuffix {
      for group in ambiguous(order, &forms) {
        for (place, index) in group.enumerated() { expansions[index].yearSuffix = place + 1 }
      }
    }
  }

  /// The cite as it is compared.
  private func form(_ index: Int, _ expansion: Expansion) -> String {
    var cite = Cite(id: "")
    cite.position = .subsequent
    cite.isNearNote = true
    var context = context(index, .citation, cite: cite)
    context.expansion = expansion
    context.isCompared = true
    // Works that differ in their looks alone are alike to a reader.
    return assembled(rendered(style.citation.elements, in: context)).plain
  }

  /// Cites as they were compared last: most works are expanded never or once.
  private typealias KnownForms = [Int: (expansion: Expansion, form: String)]

  /// Groups of two or more whose cites are alike, in the order given.
  private func ambiguous(_ indices: [Int], _ forms: inout KnownForms) -> [[Int]] {
    let changed = indices.filter { forms[$0]?.expansion != expansions[$0] }
    let made = changed.mappedConcurrently { form($0, expansions[$0]) }
    for (index, form) in zip(changed, made) { forms[index] = (expansions[index], form) }
    var groups: [String: [Int]] = [:]
    var order: [String] = []
    for index in indices {
      guard let form = forms[index]?.form else { continue }
      if groups[form] == nil { order.append(form) }
      groups[form, default: []].append(index)
    }
    return order.compactMap { form in
      guard let group = groups[form], group.count > 1 else { return nil }
      return group
    }
  }

  private func expanded(_ groups: [[Int]], _ layout: Layout) -> [[(Int, Expansion)]] {
    groups.mappedConcurrently { expanded($0, layout) }
  }

  /// Shows more names and more of the names of cites that are alike, as little as sets them apart.
  private func expanded(_ group: [Int], _ layout: Layout) -> [(Int, Expansion)] {
    // Names tell no works apart that have the same ones: one of them stands for all.
    let namesakes = Dictionary(grouping: group) { items[$0].names }
    guard namesakes.count > 1 else { return [] }
    let members = Dictionary(uniqueKeysWithValues: namesakes.values.map { ($0[0], $0) })
    let found = expanded(members.mapValues(\.count), layout)
    return found.flatMap { one, expansion in (members[one] ?? []).map { ($0, expansion) } }
  }

  /// - Parameter group: Works with unlike names, and how many works each stands for.
  private func expanded(_ group: [Int: Int], _ layout: Layout) -> [(Int, Expansion)] {
    let count = group.values.reduce(0, +)
    var best = Dictionary(uniqueKeysWithValues: group.keys.map { ($0, (expansion: expansions[$0], clashes: count - 1)) })
    /// Renders all with an expansion; works with fewer namesakes than before keep it.
    func attempt(_ make: (Expansion) -> Expansion) {
      var forms: [String: Int] = [:]
      var own: [(index: Int, expansion: Expansion, form: String)] = []
      for (index, weight) in group {
        guard let known = best[index] else { continue }
        let expansion = make(known.expansion)
        let form = form(index, expansion)
        forms[form, default: 0] += weight
        own.append((index, expansion, form))
      }
      for (index, expansion, form) in own {
        guard let known = best[index], known.clashes > 0, let count = forms[form], count - 1 < known.clashes else { continue }
        best[index] = (expansion, count - 1)
      }
    }
    var most = 0
    var least = 0
    var cite = Cite(id: "")
    cite.position = .subsequent
    for index in group.keys {
      var evaluator = Evaluator(context(index, .citation, cite: cite))
      _ = evaluator.render(layout.elements)
      most = max(most, evaluator.shownNames.most)
      least = max(least, evaluator.shownNames.least)
    }
    most = min(most, 100)
    if layout.addsNames, most > least {
      for count in (least + 1)...most {
        attempt { expansion in
          var out = expansion
          out.names = count
          return out
        }
        if best.values.allSatisfy({ $0.clashes == 0 }) { break }
      }
    }
    if layout.addsGivenNames, layout.givenNameRule == "by-cite", best.values.contains(where: { $0.clashes > 0 }) {
      let places = min(max(most, 12), 40)
      for place in 0..<places {
        for level in 1...2 {
          attempt { expansion in
            var out = expansion
            while out.given.count <= place { out.given.append(0) }
            out.given[place] = level
            return out
          }
        }
        if best.values.allSatisfy({ $0.clashes == 0 }) { break }
      }
      // Then given names of names that are added.
      if layout.addsNames, most > least {
        tries: for count in (least + 1)...most {
          for place in 0..<count {
            for level in 1...2 {
              if best.values.allSatisfy({ $0.clashes == 0 }) { break tries }
              attempt { expansion in
                var out = expansion
                out.names = max(count, out.names ?? 0)
                while out.given.count <= place { out.given.append(0) }
                out.given[place] = level
                return out
              }
            }
          }
          if count > 20 { break }
        }
      }
    }
    return best.map { ($0.key, $0.value.expansion) }
  }

  /// The names in each work's citation.
  private func shownNames(_ layout: Layout) -> [[PersonName]] {
    Array(known).mappedConcurrently { index in
      var context = context(index, .citation)
      // Names that may yet be added count too.
      if layout.addsNames { context.expansion.names = 100 }
      var evaluator = Evaluator(context)
      _ = evaluator.render(layout.elements)
      return evaluator.shownNames.names
    }
  }

  /// Writes out the names of namesakes wherever they are.
  private mutating func writeOutNames(_ layout: Layout) {
    let isPrimary = layout.givenNameRule.hasPrefix("primary")
    let stopsAtInitials = layout.givenNameRule.hasSuffix("with-initials")
    var names: Set<PersonName> = []
    for found in shownNames(layout) { names.formUnion(isPrimary ? Array(found.prefix(1)) : found) }
    var families: [String: [PersonName]] = [:]
    for name in names where name.literal == nil {
      families[NameParts.joined(name.nonDroppingParticle, name.family), default: []].append(name)
    }
    let with = style.citationInitializeWith
    for family in families.values where family.count > 1 {
      func initials(_ name: PersonName) -> String {
        NameParts.initials(of: name.given, with: with ?? ".", shortens: true, hyphenates: style.initializesWithHyphen)
      }
      var byInitials: [String: Set<String>] = [:]
      for name in family { byInitials[initials(name), default: []].insert(name.given) }
      for name in family {
        let isUnique = byInitials[initials(name)]?.count == 1
        if with != nil, isUnique {
          globalGiven[name] = 1
        } else if with == nil || !stopsAtInitials {
          globalGiven[name] = 2
        }
      }
    }
  }
}

extension Style {
  var asksDisambiguation: Bool {
    var open = [citation.elements] + macros
    while let elements = open.popLast() {
      for element in elements {
        switch element.kind {
        case .choose(let branches):
          for branch in branches {
            if branch.conditions.contains(where: { if case .disambiguate = $0 { true } else { false } }) { return true }
            open.append(branch.elements)
          }
        case .names(let names): open.append(names.substitutes)
        default: break
        }
        if !element.children.isEmpty { open.append(element.children) }
      }
    }
    return false
  }

  /// The mark after initials in citations.
  var citationInitializeWith: String? {
    if let with = citation.names.initializeWith { return with }
    var open = [citation.elements] + macros
    while let elements = open.popLast() {
      for element in elements {
        if case .names(let names) = element.kind, let with = names.options.initializeWith { return with }
        if case .choose(let branches) = element.kind { open += branches.map(\.elements) }
        if !element.children.isEmpty { open.append(element.children) }
      }
    }
    return nil
  }
}
