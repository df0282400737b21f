/// A column of `\halign` or `\newcases` as a template: what is around `#`.
struct ColumnTemplate {
  private(set) var prefix: [Token] = []
  private(set) var suffix: [Token] = []
  private(set) var side = ColumnAlignment.left

  /// - Parameter tokens: `\hfil$#$\quad`; in a definition with `##`.
  init(_ tokens: [Token], _ names: CommandNames) {
    var isAfter = false
    var (fillBefore, fillAfter) = (false, false)
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      if token.isCharacter("#") {
        isAfter = true
        continue
      }
      let name = token.kind == .command ? names.name(token.value) : ""
      if name == "hfil" || name == "hfill" || name == "hss" {
        if isAfter { fillAfter = true } else { fillBefore = true }
        continue
      }
      // `\m@th`, where `@` is no letter.
      if name == "m", tokens.count >= index + 3, zip(tokens[index...], "@th").allSatisfy({ $0.isCharacter($1) }) {
        index += 3
        continue
      }
      if isAfter { suffix.append(token) } else { prefix.append(token) }
    }
    side = fillBefore ? (fillAfter ? .center : .right) : .left
  }

  /// The column, with no space beside it.
  var column: Alignment.Column {
    var column = Alignment.Column(alignment: side, noSepBefore: true, prefix: prefix)
    column.suffix = suffix
    column.noSepAfter = true
    return column
  }

  /// The templates of an `\halign`, and its rows as an array has them. Templates after `&&` are there for all further columns.
  static func parts(of body: [Token], _ names: CommandNames) -> (templates: [[Token]], rows: [Token]) {
    var templates: [[Token]] = [[]]
    var (start, depth, repeated) = (body.count, 0, Int?.none)
    for (index, token) in body.enumerated() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, token.kind == .command, ["cr", "crcr", "\\"].contains(names.name(token.value)) {
        start = index + 1
        break
      }
      if depth == 0, token.kind == .alignTab {
        if templates[templates.count - 1].isEmpty { repeated = templates.count - 1 } else { templates.append([]) }
      } else if token.kind != .space || !templates[templates.count - 1].isEmpty {
        templates[templates.count - 1].append(token)
      }
    }
    let rows = Self.rows(of: Array(body[start...]), names)
    let most = min(rows.count(where: { $0.kind == .alignTab }) + 1, 100)
    if let first = repeated, first < templates.count {
      let period = Array(templates[first...])
      while templates.count < most { templates += period }
    }
    return (templates, rows)
  }

  /// Rows with `\cr` for `\crcr`, and with `\hline` for `\noalign{\hrule}`; other material between rows is left out.
  private static func rows(of tokens: [Token], _ names: CommandNames) -> [Token] {
    var reader = TokenReader(tokens)
    var out: [Token] = []
    while var token = reader.next() {
      let name = token.kind == .command ? names.name(token.value) : ""
      if name == "noalign" {
        let material = reader.argument()
        guard let rule = material.first(where: { $0.kind == .command && names.name($0.value) == "hrule" }) else { continue }
        token = Token(kind: .command, value: names.number(of: "hline"), start: rule.start, end: rule.end)
      } else if name == "crcr" {
        let isEnded = out.last(where: { $0.kind != .space }).map { $0.kind == .command && names.name($0.value) == "cr" } ?? true
        if isEnded { continue }
        token.value = names.number(of: "cr")
      }
      out.append(token)
    }
    return out
  }
}
