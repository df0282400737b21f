package import TypesetDiagnostics

extension Tree {
  /// One node on each line, indented by its depth, with its span and its values.
  public func printed() -> String {
    var out = ""
    var stack: [(node: Index, depth: Int)] = [(0, 0)]
    while let (index, depth) = stack.popLast() {
      let node = self[index]
      let attributes = attributes(of: index).map { " " + Self.printed($0) } ?? ""
      out += String(repeating: "  ", count: depth) + Self.label(of: node.kind) + attributes + " \(node.span.start)..\(node.span.end)\n"
      stack += children(of: index).reversed().map { ($0, depth + 1) }
    }
    return out
  }

  /// The formulas, one on each line in the order of the text: its kind, its LaTeX, its place.
  package func printedFormulas(in source: Source) -> String {
    var found: [(start: Int32, line: String)] = []
    for node in nodes {
      guard case .math(let span) = node.kind else {
        if case .mathBlock(let span) = node.kind { found.append((span.span.start, Self.line(of: span, in: source))) }
        continue
      }
      found.append((span.span.start, Self.line(of: span, in: source)))
    }
    return found.sorted { $0.start < $1.start }.map(\.line).joined()
  }

  private static func line(of span: MathSpan, in source: Source) -> String {
    let position = source.position(of: Int(span.span.start))
    return "\(position.line):\(position.column) \(span.isDisplay ? "display" : "inline") \(quoted(span.tex))\n"
  }

  private static func printed(_ attributes: Attributes) -> String {
    let words =
      (attributes.id.map { ["#" + $0] } ?? []) + attributes.classes.map { "." + $0 }
      + attributes.pairs.map { "\($0.key)=\(quoted($0.value))" }
    return "{" + words.joined(separator: " ") + "}"
  }

  private static func label(of kind: Kind) -> String {
    switch kind {
    case .text(let text), .code(let text), .htmlInline(let text), .htmlBlock(let text):
      return "\(name(of: kind)) \(quoted(text))"
    case .codeBlock(let info, let literal): return "codeBlock \(quoted(info)) \(quoted(literal))"
    case .math(let span): return (span.isDisplay ? "display " : "math ") + quoted(span.tex)
    case .mathBlock(let span): return "mathBlock " + quoted(span.tex)
    default: return name(of: kind)
    }
  }

  private static func name(of kind: Kind) -> String {
    switch kind {
    case .text: return "text"
    case .code: return "code"
    case .htmlInline: return "htmlInline"
    case .htmlBlock: return "htmlBlock"
    case .heading(let level): return "heading \(level)"
    case .list(let start, let isTight, let hasParentheses):
      return "list " + (start.map { "from \($0)" + (hasParentheses ? ")" : "") } ?? "of bullets") + (isTight ? " tight" : " loose")
    case .item(let isChecked): return "item" + (isChecked.map { $0 ? " checked" : " unchecked" } ?? "")
    case .table(let columns): return "table " + columns.map { "\($0)" }.joined(separator: ",")
    case .tableRow(let isHeader): return isHeader ? "tableHead" : "tableRow"
    case .link(let destination, let title): return "link \(quoted(destination))" + (title.isEmpty ? "" : " \(quoted(title))")
    case .image(let source, let title): return "image \(quoted(source))" + (title.isEmpty ? "" : " \(quoted(title))")
    case .footnoteDefinition(let label): return "footnoteDefinition \(label)"
    case .footnoteReference(let label): return "footnoteReference \(label)"
    case .callout(let callout): return "callout \(callout.form) \(callout.kind)\(callout.isCounted ? " counted" : "")"
    case .abbreviation(let meaning): return "abbreviation \(quoted(meaning))"
    case .reference(let label): return "reference \(label)"
    case .directive(let directive, _): return "directive \(directive.name)" + (directive.arguments.map { " " + quoted($0) } ?? "")
    case .attachment(let number): return "attachment \(number)"
    default: return "\(kind)"
    }
  }

  private static func quoted(_ text: String) -> String {
    var out: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case ASCII.backslash, UInt8(ascii: "\""): out += [ASCII.backslash, byte]
      case ASCII.newline: out += [ASCII.backslash, UInt8(ascii: "n")]
      default: out.append(byte)
      }
    }
    return String(decoding: out + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
