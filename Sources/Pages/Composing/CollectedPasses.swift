package import TeXMath
package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetInterface
package import TypesetStyling

extension Composer {
  /// Sets a document again with the values that its readers show when positions are known, until they no longer change.
  ///
  /// - Parameter prepare: Applied to each tree before it is set.
  package func settle(
    _ paged: inout PagedDocument, _ tree: inout StyledTree, _ readings: consuming Readings, math: MathMacros, formulas: ParsedFormulas,
    _ diagnostics: inout [Diagnostic], prepare: (inout StyledTree) -> Void
  ) {
    while !budget.isStopped, readings.update(from: tree, places: paged.places) {
      guard readings.passes < Readings.mostPasses else {
        diagnostics.append(readings.unsettled())
        return
      }
      readings.passes += 1
      tree = readings.styling(readings.values)
      prepare(&tree)
      paged = paginate(build(tree, math: math, formulas: formulas), of: tree)
    }
  }
}

/// The values of a collector in order, one on each line. `headings` and `labels` are those of the document.
///
/// - Returns: Nil if nothing with that name is collected.
package func collectedTrace(of name: String, _ collected: CollectedEvents, places: [Int: CollectedPlace], pages: [Page]) -> [String]? {
  let own = collected.order.filter { collected.emissions[$0].key.name == name }
  if !own.isEmpty {
    return own.enumerated().map { number, emission in
      let place = places[emission] ?? CollectedPlace()
      let page = place.fragments.isEmpty ? "not shown" : "page \(place.label)"
      return "\(number + 1). \(page): \(collected.emissions[emission].value(place))"
    }
  }
  guard name == "headings" || name == "labels" else { return nil }
  var lines: [String] = []
  for page in pages {
    for mark in page.ink.marks {
      switch mark {
      case .heading(let level, let title, _) where name == "headings": lines.append("page \(page.label): \(level) \(title)")
      case .heading(_, _, let label) where name == "labels": lines.append("page \(page.label): \(label)")
      case .destination(let label) where name == "labels": lines.append("page \(page.label): \(label)")
      default: break
      }
    }
  }
  return lines.enumerated().map { "\($0 + 1). \($1)" }
}
