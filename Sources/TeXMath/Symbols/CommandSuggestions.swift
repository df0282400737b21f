/// What an unknown command may have been meant to be; each name is looked up once.
///
/// A document full of unknown commands lacks definitions, and nearest names are no help there: after a few names the search stops.
final class CommandSuggestions {
  private var known: [UInt32: String?] = [:]
  /// More unknown names than a document has misspellings.
  private static let mostNames = 20

  func hint(for number: UInt32, in vocabulary: Vocabulary) -> String? {
    if let hint = known[number] { return hint }
    guard known.count < Self.mostNames else { return nil }
    let name = vocabulary.names.name(number)
    let hint =
      switch name {
      case "(", ")", "[", "]": "remove it: this is a formula already"
      case "'", "`", "^", "\"", "~", "=", ".":
        "accents of letters belong into \\text{…}; in formulas write \\acute{e}, \\hat{e} and the like"
      case "cite", "citep", "citet", "textcite", "parencite", "autocite": "cite in the text: [@key]"
      case "usepackage", "documentclass", "RequirePackage": "remove it: formulas need no packages"
      case "item": "write lists in the text"
      case "footnote", "section", "subsection", "caption", "paragraph": "write it in the text, outside of the formula"
      default: (Self.words[name] ?? nearest(to: name)).map { "did you mean \\\($0)?" }
      }
    known[number] = .some(hint)
    return hint
  }

  /// Names in full, as authors guess them.
  private static let words = [
    "angles": "angle", "approximately": "approx", "degrees": "degree", "derivative": "partial", "element": "in", "fraction": "frac",
    "gradient": "nabla", "greatereq": "geq", "greaterequal": "geq", "infinite": "infty", "infinity": "infty", "integral": "int",
    "intersection": "cap", "lesseq": "leq", "lessequal": "leq", "notequal": "neq", "perpendicular": "perp", "plusminus": "pm",
    "product": "prod", "proportional": "propto", "root": "sqrt", "squareroot": "sqrt", "sumation": "sum", "summation": "sum",
    "therefor": "therefore", "union": "cup", "vector": "vec",
  ]

  /// Of two that are as near, what is written every day is meant.
  private static let usual: Set<String> = [
    "frac", "sqrt", "sum", "prod", "int", "lim", "text", "left", "right", "mathbb", "mathbf", "mathrm", "mathcal", "cdot", "times", "infty",
    "partial", "leq", "geq", "neq", "in", "to", "alpha", "beta", "gamma", "delta", "epsilon", "theta", "lambda", "mu", "sigma", "omega",
  ]

  /// The known name that differs least: the first letter counts as much as another one, as few mistake it, and a letter that was left out, doubled or
  /// swapped with its neighbour is likelier than another letter in its place.
  private func nearest(to name: String) -> String? {
    let wanted = Array(name.utf8)
    guard wanted.count > 1, wanted.count < 30, wanted.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }) else { return nil }
    let most = wanted.count < 5 ? 1 : 2
    var best: (cost: Int, name: String)?
    for other in Vocabulary.allNames {
      let letters = Array(other.utf8)
      guard abs(letters.count - wanted.count) <= most, let first = letters.first else { continue }
      let distance = Self.distance(wanted, letters)
      guard distance <= most, distance < wanted.count else { continue }
      let isSlip = letters.count != wanted.count || letters.sorted() == wanted.sorted()
      let cost = distance * 8 + (first == wanted[0] ? 0 : 8) + (isSlip ? 0 : 2) + (Self.usual.contains(other) ? 0 : 1)
      if cost < best?.cost ?? .max { best = (cost, other) }
    }
    return best?.name
  }

  /// Damerau and Levenshtein's, adjacent letters swapped counting one.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var value = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { value = min(value, rows[i - 1][j - 1] + 1) }
        row.append(value)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
