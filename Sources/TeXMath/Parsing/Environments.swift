import TypesetBoxes

extension MathParser {
  /// `\begin{name} … \end{name}`.
  mutating func environment(_ range: Range<Int>, into list: inout [Noad]) {
    let name = textArgument()
    let base = name.hasSuffix("*") ? String(name.dropLast()) : name
    var kind = Noad.Alignment.Kind.matrix
    var columns: [Noad.Alignment.Column] = []
    var left = Delimiter.none
    var right = Delimiter.none
    var isDisplay = false
    var array: Noad.Alignment?
    switch base {
    case "matrix": break
    case "pmatrix": (left, right) = (.symbol("("), .symbol(")"))
    case "bmatrix": (left, right) = (.symbol("["), .symbol("]"))
    case "Bmatrix": (left, right) = (.symbol("{"), .symbol("}"))
    case "vmatrix": (left, right) = (.symbol("|"), .symbol("|"))
    case "Vmatrix": (left, right) = (.symbol("\u{2016}"), .symbol("\u{2016}"))
    case "smallmatrix", "psmallmatrix", "bsmallmatrix":
      kind = .smallMatrix
      if base.hasPrefix("p") { (left, right) = (.symbol("("), .symbol(")")) }
      if base.hasPrefix("b") { (left, right) = (.symbol("["), .symbol("]")) }
    case "cases", "dcases", "rcases", "drcases":
      kind = .cases
      columns = [.left, .left]
      isDisplay = base.hasPrefix("d")
      if base.hasSuffix("rcases") { right = .symbol("}") } else { left = .symbol("{") }
    case "aligned", "align", "split", "alignedat", "alignat", "flalign", "eqnarray", "xalignat":
      kind = .aligned
      columns = base == "eqnarray" ? [.right, .center, .left] : [.right, .left]
      isDisplay = true
      if base == "alignedat" || base == "alignat" || base == "xalignat" { _ = stream.argument() }
      _ = stream.bracketed()
    case "gathered", "gather", "multline", "equation", "displaymath", "math":
      kind = .gathered
      columns = [.center]
      isDisplay = true
      if base == "gathered" { _ = stream.bracketed() }
    case "array", "darray", "subarray":
      _ = stream.bracketed()
      array = Self.array(stream.argument().map { self.text(of: [$0]) }.joined())
      kind = base == "subarray" ? .substack : .array
      isDisplay = base == "darray"
      columns = array?.columns ?? []
    default:
      let near = nearestEnvironment(to: base)
      report("unknown-environment", range, "unknown environment \(name)", hint: near.map { "did you mean \($0)?" })
      let body = parseList(until: .environment)
      list.append(Noad(.error("\\begin{\(name)}"), range))
      list += body
      skipRows(of: name, into: &list)
      return
    }
    if name.hasSuffix("*"), name.hasSuffix("matrix*"), let option = stream.bracketed() {
      columns = [text(of: option) == "l" ? .left : text(of: option) == "r" ? .right : .center]
    }
    var alignment = array ?? Noad.Alignment(kind: kind, columns: columns)
    alignment.kind = kind
    alignment.columns = columns.isEmpty ? [.center] : columns
    alignment.isDisplay = isDisplay
    (alignment.left, alignment.right) = (left, right)
    readRows(into: &alignment, name: name, openedAt: range)
    if base == "equation" || base == "displaymath" || base == "math", alignment.rows.count == 1, alignment.rows[0].count == 1 {
      list += alignment.rows[0][0]
      return
    }
    list.append(Noad(.alignment(alignment), range))
  }

  /// An array's column letters: `l`, `c`, `r`, `|`, `:`, `@{…}`.
  static func array(_ specification: String) -> Noad.Alignment {
    var alignment = Noad.Alignment(kind: .array, columns: [])
    alignment.hasEdges = true
    var depth = 0
    var isFirst = true
    for character in specification {
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      guard depth == 0 else { continue }
      switch character {
      case "l": alignment.columns.append(.left)
      case "c": alignment.columns.append(.center)
      case "r": alignment.columns.append(.right)
      case "|": alignment.rules.append(alignment.columns.count)
      case ":": alignment.dashedRules.append(alignment.columns.count)
      case "@" where isFirst: alignment.hasEdges = false
      default: break
      }
      if character != " " { isFirst = false }
    }
    return alignment
  }

  private func nearestEnvironment(to name: String) -> String? {
    let known = [
      "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "cases", "dcases", "rcases", "aligned",
      "align", "split", "alignedat", "alignat", "gathered", "gather", "multline", "equation", "array", "subarray", "eqnarray",
    ]
    return known.min { Self.distance($0, name) < Self.distance($1, name) }.flatMap { Self.distance($0, name) <= 2 ? $0 : nil }
  }

  private static func distance(_ a: String, _ b: String) -> Int {
    let a = Set(a)
    let b = Set(b)
    return a.symmetricDifference(b).count
  }

  /// `\substack{…}`'s rows.
  mutating func rows(_ kind: Noad.Alignment.Kind, columns: [Noad.Alignment.Column]) -> Noad.Alignment {
    var alignment = Noad.Alignment(kind: kind, columns: columns)
    let tokens = stream.argument()
    stream.putBack(Token(kind: .close, range: 0..<0))
    for token in tokens.reversed() { stream.putBack(token) }
    enterAlignment()
    while true {
      alignment.rows.append([parseList(until: .cell)])
      alignment.gaps.append(nil)
      let token = stream.next()
      switch token.kind {
      case .command("\\"), .command("cr"): alignment.gaps[alignment.gaps.count - 1] = rowGap()
      case .ampersand: break
      default:
        leaveAlignment()
        if token.kind != .close { stream.putBack(token) }
        return alignment
      }
    }
  }

  var isInAlignment: Bool { alignmentLevel > 0 }

  private mutating func readRows(into alignment: inout Noad.Alignment, name: String, openedAt range: Range<Int>) {
    enterAlignment()
    stream.beginGroup()
    defer {
      stream.endGroup()
      leaveAlignment()
    }
    var row: [[Noad]] = []
    var cells = 0
    func isEmptyRow() -> Bool { row.count == 1 && row[0].isEmpty }
    while true {
      readRules(into: &alignment)
      let outerTag = tag
      tag = nil
      row.append(parseList(until: .cell))
      if let tag { alignment.tags[alignment.rows.count] = tag }
      tag = outerTag
      cells += 1
      if cells > cellLimit {
        report("cell-limit", range, "an alignment has more than \(cellLimit) cells")
        alignment.rows.append(row)
        alignment.gaps.append(nil)
        skipToEnd(of: name)
        return
      }
      let token = stream.next()
      switch token.kind {
      case .ampersand: continue
      case .command("\\"), .command("cr"), .command("newline"):
        alignment.rows.append(row)
        alignment.gaps.append(rowGap())
        row = []
      case .command("end"):
        let closing = textArgument()
        if closing != name {
          report("environment-mismatch", token.range, "\\begin{\(name)} is closed by \\end{\(closing)}", hint: "write \\end{\(name)}")
        }
        if !isEmptyRow() || alignment.rows.isEmpty {
          alignment.rows.append(row)
          alignment.gaps.append(nil)
        }
        return
      case .end:
        report("missing-end", range, "\\begin{\(name)} is never closed", hint: "add \\end{\(name)}")
        stream.putBack(token)
        alignment.rows.append(row)
        alignment.gaps.append(nil)
        return
      case .close:
        report("unmatched-brace", token.range, "this brace closes nothing", hint: "remove it, or write \\} for a brace that shows")
      case .command("right"), .command("middle"):
        report("unmatched-right", token.range, "\\right stands without \\left in its cell", hint: "begin with \\left. in the same cell")
        _ = delimiter()
      default: break
      }
    }
  }

  /// `\hline` and `\hdashline` before a row.
  private mutating func readRules(into alignment: inout Noad.Alignment) {
    while true {
      let token = stream.next()
      switch token.kind {
      case .space: continue
      case .command("hline"), .command("hdashline"), .command("toprule"), .command("midrule"), .command("bottomrule"):
        alignment.horizontalRules.append(alignment.rows.count)
      default:
        stream.putBack(token)
        return
      }
    }
  }

  /// `\\[4pt]`; but `\\[a_n` is a row that begins with a bracket.
  mutating func rowGap() -> Dimension? {
    let star = stream.raw()
    if star.kind != .character("*") { stream.putBack(star) }
    var read: [Token] = []
    var text = ""
    var token = stream.raw()
    while token.kind == .space {
      read.append(token)
      token = stream.raw()
    }
    read.append(token)
    if token.kind == .character("[") {
      while read.count < 24 {
        token = stream.raw()
        read.append(token)
        if token.kind == .character("]") {
          if let gap = Dimension(text: text) { return gap }
          break
        }
        guard case .character(let scalar) = token.kind else { break }
        text.unicodeScalars.append(scalar)
      }
    }
    for token in read.reversed() { stream.putBack(token) }
    return nil
  }

  private mutating func skipRows(of name: String, into list: inout [Noad]) {
    while true {
      let token = stream.next()
      switch token.kind {
      case .ampersand, .command("\\"): list += parseList(until: .environment)
      case .command("end"):
        _ = stream.argument()
        return
      case .end:
        stream.putBack(token)
        return
      default:
        stream.putBack(token)
        return
      }
    }
  }

  private mutating func skipToEnd(of name: String) {
    while true {
      let token = stream.raw()
      if token.kind == .end { return stream.putBack(token) }
      if token.kind == .command("end"), text(of: stream.argument()) == name { return }
    }
  }
}
