internal import TypesetDiagnostics

/// A formula in MathML as LaTeX: its presentation elements (MathML Core, MathML 3 chapter 3), or the LaTeX that an annotation of it has.
struct MathMLFormula {
  private(set) var tex = ""
  private(set) var isDisplay = false
  /// An element that has no LaTeX, whose words are shown.
  private(set) var unknown: String?
  private let tree: HTMLTree
  /// True for the nodes that are taller than a line, around which fences grow.
  private let isTall: [Bool]

  /// - Parameter element: From `<math` to `</math>`.
  init?(_ element: ArraySlice<UInt8>) {
    guard let tree = HTMLTree([.html(Array(element))]) else { return nil }
    self.tree = tree
    var isTall = tree.nodes.map { node in if case .element(let name, _) = node.kind { Self.tall.contains(Self.local(name)) } else { false }
    }
    // Children come after their parents.
    for index in isTall.indices.reversed() where tree.children(of: HTMLTree.Index(index)).contains(where: { isTall[Int($0)] }) {
      isTall[index] = true
    }
    self.isTall = isTall
    guard let math = tree.children(of: 0).first(where: { name(of: $0) == "math" }) else { return nil }
    isDisplay = attribute("display", of: math) == "block" || attribute("mode", of: math) == "display"
    if let known = latex(of: math) { tex = known } else { tex = row(children(of: math)) }
  }

  private static let tall: Set<String> = ["mfrac", "mtable", "msqrt", "mroot", "munder", "mover", "munderover", "mfenced"]

  // MARK: The tree

  /// `m:mfrac`, `mml:mfrac`: a namespace's prefix is no part of the name.
  private static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

  private func name(of index: HTMLTree.Index) -> String? {
    if case .element(let name, _) = tree.nodes[Int(index)].kind { Self.local(name) } else { nil }
  }

  private func attribute(_ key: String, of index: HTMLTree.Index) -> String? {
    guard case .element(_, let pairs) = tree.nodes[Int(index)].kind else { return nil }
    return pairs.first { $0.key.lowercased() == key }?.value
  }

  private func children(of index: HTMLTree.Index) -> [HTMLTree.Index] { tree.children(of: index).filter { name(of: $0) != nil } }

  /// The words of an element, with single blanks; a bar may be escaped for Markdown's tables.
  private func words(of index: HTMLTree.Index) -> String {
    var text: [UInt8] = []
    var stack = [index]
    while let next = stack.popLast() {
      if case .text(let bytes) = tree.nodes[Int(next)].kind { text += bytes }
      stack += tree.children(of: next).reversed()
    }
    return String(decoding: text, as: UTF8.self).replacing("\\|", with: "|").split { " \n\t\r".contains($0) }.joined(separator: " ")
  }

  /// The LaTeX that a converter has left beside a formula.
  private func latex(of math: HTMLTree.Index) -> String? {
    let semantics = children(of: math).first { name(of: $0) == "semantics" }
    for index in semantics.map(children(of:)) ?? [] where name(of: index) == "annotation" {
      guard let encoding = attribute("encoding", of: index)?.lowercased(), encoding.contains("tex") else { continue }
      let found = words(of: index)
      if !found.isEmpty, !found.contains("`") { return found }
    }
    guard let found = attribute("alttext", of: math), found.contains("\\"), !found.contains("`") else { return nil }
    return found.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  // MARK: Rows

  private mutating func row(_ items: [HTMLTree.Index]) -> String {
    var pieces: [String] = []
    var open: [(place: Int, sign: String)] = []
    for (place, item) in items.enumerated() {
      let sign = name(of: item) == "mo" ? words(of: item) : ""
      switch side(of: sign, item, isFirst: place == 0, isLast: place == items.count - 1, open.last?.sign) {
      case .opens:
        open.append((place, sign))
        pieces.append(MathMLSigns.fence(sign))
      case .closes where open.last != nil:
        let start = open.removeLast()
        let grows = items[start.place..<place].contains { isTall[Int($0)] } && attribute("stretchy", of: item) != "false"
        if grows { pieces[start.place] = "\\left" + pieces[start.place] }
        pieces.append((grows ? "\\right" : "") + MathMLSigns.fence(sign))
      default: pieces.append(tex(of: item))
      }
    }
    // A brace at the left of cases.
    for start in open.reversed() where items[start.place...].contains(where: { isTall[Int($0)] }) {
      pieces[start.place] = "\\left" + pieces[start.place]
      pieces.append("\\right.")
    }
    return pieces.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private enum Side { case opens, closes, neither }

  private func side(
    of sign: String, _ item: HTMLTree.Index, isFirst: Bool, isLast: Bool, _ open: String?
  ) -> Side {
    if MathMLSigns.openers.contains(sign) { return .opens }
    if MathMLSigns.closers.contains(sign) { return .closes }
    guard MathMLSigns.bars.contains(sign) else { return .neither }
    switch attribute("form", of: item) {
    case "prefix": return .opens
    case "postfix": return .closes
    default: return open == sign ? .closes : isFirst && !isLast ? .opens : .neither
    }
  }

  // MARK: Elements

  private mutating func tex(of index: HTMLTree.Index) -> String {
    guard let name = name(of: index) else { return "" }
    let parts = children(of: index)
    func part(_ number: Int) -> HTMLTree.Index? { number < parts.count ? parts[number] : nil }
    switch name {
    case "mi": return MathMLSigns.identifier(words(of: index), variant: attribute("mathvariant", of: index))
    case "mn": return MathMLSigns.number(words(of: index), variant: attribute("mathvariant", of: index))
    case "mo": return MathMLSigns.operation(words(of: index))
    case "mtext", "ms":
      let words = tree.children(of: index).count == 1 ? rawWords(of: index) : words(of: index)
      return words.isEmpty ? "" : "\\text{\(MathMLSigns.escaped(words))}"
    case "mrow", "mpadded", "merror", "mtd", "math": return row(parts)
    case "mstyle":
      let inner = row(parts)
      return attribute("displaystyle", of: index) == "true" && !inner.isEmpty ? "{\\displaystyle \(inner)}" : inner
    case "semantics", "maction": return part(0).map { tex(of: $0) } ?? ""
    case "annotation", "annotation-xml", "none", "mprescripts", "maligngroup", "malignmark": return ""
    case "mfrac": return fraction(index, argument(part(0)), argument(part(1)))
    case "msqrt": return "\\sqrt{\(row(parts))}"
    case "mroot": return "\\sqrt[\(argument(part(1)))]{\(argument(part(0)))}"
    case "msub": return base(part(0)) + "_{\(script(part(1)))}"
    case "msup": return base(part(0)) + "^{\(script(part(1)))}"
    case "msubsup": return base(part(0)) + "_{\(script(part(1)))}^{\(script(part(2)))}"
    case "munder": return under(part(0), part(1))
    case "mover": return over(part(0), part(1))
    case "munderover": return underOver(part(0), part(1), part(2))
    case "mmultiscripts": return multiscripts(parts)
    case "mtable": return table(index, parts)
    case "mfenced": return fenced(index, parts)
    case "mphantom": return "\\phantom{\(row(parts))}"
    case "menclose": return enclosed(row(parts), attribute("notation", of: index) ?? "longdiv")
    case "mspace": return MathMLSigns.space(attribute("width", of: index) ?? "")
    default:
      unknown = unknown ?? name
      let words = words(of: index)
      return words.isEmpty ? "" : "\\text{\(MathMLSigns.escaped(words))}"
    }
  }

  /// The words of a text, with the blanks at its ends.
  private func rawWords(of index: HTMLTree.Index) -> String {
    guard let only = tree.children(of: index).first, case .text(let bytes) = tree.nodes[Int(only)].kind else { return words(of: index) }
    let text = String(decoding: bytes, as: UTF8.self)
    let inner = words(of: index)
    guard !inner.isEmpty, let first = text.first, let last = text.last else { return text.contains("\u{A0}") ? "\u{A0}" : "" }
    return (first.isWhitespace ? " " : "") + inner + (last.isWhitespace ? " " : "")
  }

  private mutating func argument(_ index: HTMLTree.Index?) -> String { index.map { tex(of: $0) } ?? "" }

  private mutating func fraction(_ index: HTMLTree.Index, _ top: String, _ bottom: String) -> String {
    if attribute("bevelled", of: index) == "true" { return "{\(top)}/{\(bottom)}" }
    let rule = attribute("linethickness", of: index)?.prefix { $0.isNumber || $0 == "." }
    return rule.flatMap { DocumentNumber.real(String($0)) } == 0 ? "\\genfrac{}{}{0pt}{}{\(top)}{\(bottom)}" : "\\frac{\(top)}{\(bottom)}"
  }

  /// What a script stands at: operators keep their limits, all else is in braces.
  private mutating func base(_ index: HTMLTree.Index?) -> String {
    let inner = argument(index)
    guard let index, name(of: index) == "mo" || name(of: index) == "mi", !inner.isEmpty else { return "{\(inner)}" }
    return inner
  }

  /// A prime in a script is raised already.
  private mutating func script(_ index: HTMLTree.Index?) -> String {
    guard let index, name(of: index) == "mo" || name(of: index) == "mi", let primes = MathMLSigns.primes(words(of: index)) else {
      return argument(index)
    }
    return primes
  }

  // MARK: Above and below

  private mutating func under(_ first: HTMLTree.Index?, _ second: HTMLTree.Index?) -> String {
    let inner = argument(first)
    if let second, let command = MathMLSigns.accentBelow(words(of: second)) { return "\(command){\(inner)}" }
    if takesLimits(first) || inner.hasPrefix("\\underbrace") { return "\(limits(first, inner))_{\(argument(second))}" }
    return "\\underset{\(argument(second))}{\(inner)}"
  }

  private mutating func over(_ first: HTMLTree.Index?, _ second: HTMLTree.Index?) -> String {
    let inner = argument(first)
    let isSingle = first.map { words(of: $0).count == 1 } ?? false
    if let second, let command = MathMLSigns.accentAbove(words(of: second), isSingle: isSingle) { return "\(command){\(inner)}" }
    if takesLimits(first) || inner.hasPrefix("\\overbrace") { return "\(limits(first, inner))^{\(argument(second))}" }
    return "\\overset{\(argument(second))}{\(inner)}"
  }

  private mutating func underOver(_ first: HTMLTree.Index?, _ second: HTMLTree.Index?, _ third: HTMLTree.Index?) -> String {
    let inner = argument(first)
    guard takesLimits(first) else { return "\\underset{\(argument(second))}{\\overset{\(argument(third))}{\(inner)}}" }
    return "\(limits(first, inner))_{\(argument(second))}^{\(argument(third))}"
  }

  private func takesLimits(_ index: HTMLTree.Index?) -> Bool {
    guard let index, let name = name(of: index) else { return false }
    if name == "mrow" || name == "mstyle", children(of: index).count == 1 { return takesLimits(children(of: index)[0]) }
    let words = words(of: index)
    return (name == "mo" || name == "mi") && (MathMLSigns.bigOperators.contains(words) || words.count > 1)
  }

  private func limits(_ index: HTMLTree.Index?, _ inner: String) -> String {
    guard let index, case let words = words(of: index), words.count > 1, !MathMLSigns.limits.contains(words), !inner.hasPrefix("\\u"),
      !inner.hasPrefix("\\o")
    else { return inner }
    return "\\operatorname*{\(words.filter(\.isLetter))}"
  }

  private mutating func multiscripts(_ parts: [HTMLTree.Index]) -> String {
    var (before, after) = ("", "")
    var isBefore = false
    var place = 1
    while place < parts.count {
      if name(of: parts[place]) == "mprescripts" {
        (isBefore, place) = (true, place + 1)
        continue
      }
      let sub = script(parts[place])
      let sup = place + 1 < parts.count ? script(parts[place + 1]) : ""
      let scripts = (sub.isEmpty ? "" : "_{\(sub)}") + (sup.isEmpty ? "" : "^{\(sup)}")
      if isBefore { before += "{}" + scripts } else { after += (after.isEmpty ? "" : "{}") + scripts }
      place += 2
    }
    return before + base(parts.first) + after
  }

  // MARK: Boxes

  private mutating func table(_ index: HTMLTree.Index, _ rows: [HTMLTree.Index]) -> String {
    let alignments = (attribute("columnalign", of: index) ?? "").split(separator: " ")
    let lines = rows.map { line -> String in
      var cells = children(of: line)
      // The first is the row's number.
      if name(of: line) == "mlabeledtr", !cells.isEmpty { cells.removeFirst() }
      let words = name(of: line) == "mtr" || name(of: line) == "mlabeledtr" ? cells.map { tex(of: $0) } : [tex(of: line)]
      let joined = words.joined(separator: " & ")
      return joined.hasPrefix("[") || joined.hasPrefix("*") ? "{}" + joined : joined
    }
    let body = lines.joined(separator: " \\\\ ")
    let isAligned = alignments.count > 1 && alignments.enumerated().allSatisfy { $0.element == ($0.offset % 2 == 0 ? "right" : "left") }
    if isAligned { return "\\begin{aligned} \(body) \\end{aligned}" }
    guard !alignments.isEmpty, alignments.contains(where: { $0 != "center" }) else { return "\\begin{matrix} \(body) \\end{matrix}" }
    let count = max(1, rows.map { children(of: $0).count }.max() ?? 1)
    let columns = (0..<min(count, 100)).map { number in
      switch alignments[min(number, alignments.count - 1)] {
      case "left": "l"
      case "right": "r"
      default: "c"
      }
    }
    return "\\begin{array}{\(columns.joined())} \(body) \\end{array}"
  }

  private mutating func fenced(_ index: HTMLTree.Index, _ parts: [HTMLTree.Index]) -> String {
    let separators = Array((attribute("separators", of: index) ?? ",").filter { !$0.isWhitespace })
    var out = ""
    for (place, part) in parts.enumerated() {
      if place > 0, !separators.isEmpty { out += MathMLSigns.operation(String(separators[min(place - 1, separators.count - 1)])) + " " }
      out += tex(of: part) + " "
    }
    func fence(_ key: String, _ standard: String) -> String {
      let sign = attribute(key, of: index)?.trimmedWhitespace() ?? standard
      return sign.isEmpty ? "." : MathMLSigns.fence(sign)
    }
    return "\\left\(fence("open", "(")) \(out)\\right\(fence("close", ")"))"
  }

  private func enclosed(_ inner: String, _ notation: String) -> String {
    let names = notation.split(separator: " ")
    if names.contains(where: { $0.hasSuffix("box") }) { return "\\boxed{\(inner)}" }
    if names.contains("updiagonalstrike") { return names.contains("downdiagonalstrike") ? "\\xcancel{\(inner)}" : "\\cancel{\(inner)}" }
    if names.contains("downdiagonalstrike") { return "\\bcancel{\(inner)}" }
    if names.contains("radical") { return "\\sqrt{\(inner)}" }
    if names.contains("top") { return "\\overline{\(inner)}" }
    return names.contains("bottom") ? "\\underline{\(inner)}" : inner
  }
}
