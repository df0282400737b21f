/// An atom of a list's top level, as it was set in one line.
struct SetAtom {
  var noad: Int
  var x: Int
  var end: Int
  var atomClass: AtomClass
  /// How many `(`, `[` and other opening atoms are around it.
  var nesting: Int
  var separator = Separator.none
  /// A relation before which its statement has no other.
  var isMain = false
}

/// How strongly an atom begins something new.
enum Separator {
  case none
  /// After a comma or semicolon and a space less than a quad.
  case comma
  /// After a quad or more.
  case quad
  /// At words, such as "if" or "for all".
  case words
  /// At an implication, or a relation between quads.
  case arrow
}

/// Where the lines of a wide list begin: at the outermost relations, as few lines as possible, with no line too wide.
struct LineDivision {
  let atoms: [SetAtom]
  /// How wide the lines may be.
  let room: Int
  let em: Int
  let isColumn: Bool
  /// The noad of the relation below which the other lines are; nil where they are below the list's beginning.
  private(set) var leftSide: Int?
  /// Where relations go that begin a line.
  private(set) var relationIndent: Int
  /// Where operators go that begin a line.
  private(set) var operatorIndent: Int
  private let firstRelation: Int?
  /// The statements with a relation of their own; other statements continue the statement before.
  private let startsStatement: Set<Int>
  private let hasStatements: Bool

  init(_ atoms: [SetAtom], room: Int, em: Int, isColumn: Bool) {
    (self.atoms, self.room, self.em, self.isColumn) = (atoms, room, em, isColumn)
    let statements = atoms.indices.filter { atoms[$0].separator != .none }
    hasStatements = !statements.isEmpty
    startsStatement = Set(
      zip(statements, statements.dropFirst() + [atoms.count]).lazy.filter { pair in atoms[pair.0..<pair.1].contains(where: \.isMain) }
        .map(\.0))
    firstRelation = atoms.indices.first { atoms[$0].atomClass == .rel && atoms[$0].nesting == 0 && $0 + 1 < atoms.count }
    (relationIndent, operatorIndent) = (2 * em, 2 * em)
    if isColumn {
      relationIndent = 0
      operatorIndent = firstRelation == 0 ? min(atoms[1].x, room / 4) : em
    } else if let firstRelation, firstRelation > 0 {
      if statements.first ?? firstRelation >= firstRelation, atoms[firstRelation - 1].end <= room * 2 / 5 {
        leftSide = atoms[firstRelation].noad
        relationIndent = atoms[firstRelation - 1].end
        operatorIndent = min(atoms[firstRelation + 1].x, room / 2)
      } else {
        operatorIndent = 4 * em
      }
    }
  }

  /// Where a line begins whose first atom is given.
  func indent(_ atom: Int) -> Int {
    if atom == 0 { return 0 }
    let nested = min(atoms[atom].nesting, 3) * em
    switch atoms[atom].separator {
    case .none: break
    case .arrow:
      let isFirst = firstRelation.map { atoms[$0].separator == .arrow } ?? false
      return isFirst ? relationIndent : min(relationIndent, 2 * em)
    case .words: return min(operatorIndent, 2 * em)
    case .comma, .quad: return isColumn || !startsStatement.contains(atom) ? operatorIndent : 0
    }
    return atoms[atom].atomClass == .rel && nested == 0 ? relationIndent : operatorIndent + nested
  }

  /// The atoms with which lines may begin, the first among them.
  private var candidates: [Int] {
    [0]
      + atoms.indices.dropFirst().filter { index in
        if atoms[index].separator != .none { return leftSide == nil || index != firstRelation }
        return switch atoms[index].atomClass {
        case .rel: atoms[index - 1].atomClass != .rel && (leftSide == nil || index != firstRelation)
        case .bin: true
        default: false
        }
      }
  }

  /// The atoms with which the lines begin that cost least together, and the number of atoms.
  var starts: [Int] {
    let candidates = candidates + [atoms.count]
    var costs = Array(repeating: Int.max / 2, count: candidates.count)
    var origins = Array(repeating: 0, count: candidates.count)
    costs[0] = 0
    for from in 0..<candidates.count - 1 {
      let start = candidates[from]
      let available = max(room - indent(start), em)
      for to in from + 1..<candidates.count {
        let end = candidates[to]
        let width = atoms[end - 1].end - atoms[start].x
        if width > available, to > from + 1 { break }
        var cost = costs[from] + 1000
        if width > available { cost += 100_000 }
        if end < atoms.count {
          let slack = max(available - width, 0) * 10 / available
          cost += slack * slack * 4 + demerits(of: atoms[end])
        }
        // A short line looks bad; the last one less so.
        if width < room / 4, hasStatements { cost += end < atoms.count ? 250 : 120 }
        if cost < costs[to] { (costs[to], origins[to]) = (cost, from) }
      }
    }
    var ends = [candidates.count - 1]
    while let last = ends.last, last > 0 { ends.append(origins[last]) }
    return ends.reversed().map { candidates[$0] }
  }

  /// The cost of a line that begins with an atom: low between statements, high if a statement loses its left side.
  private func demerits(of atom: SetAtom) -> Int {
    switch atom.separator {
    case .arrow, .quad, .words: -600
    case .comma: -300
    case .none: atom.nesting * 500 + (atom.atomClass == .rel ? 0 : 150) + (atom.isMain ? 700 : 0)
    }
  }
}
