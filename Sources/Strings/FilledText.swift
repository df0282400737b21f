package import TypesetMarkdown

/// A text of a catalogue, with the places of its values: `Welcome, **{name}**!`.
///
/// While the text is parsed, a character for private use is in the place of each value, so that nothing in a value is read as Markdown.
package struct FilledText {
  /// What is in a place.
  package enum Value {
    case text(String)
    /// Whoever parses the text puts something into its place: it is left as it is.
    case later
  }

  /// What is parsed.
  package private(set) var markdown = ""
  private var values: [Value] = []

  /// The last plane is for private use; no font of ours has its characters.
  private static let first: UInt32 = 0x10_F000
  private static let most = 0xF00

  /// The character in the place of a value.
  package static func place(_ number: Int) -> Character { Character(Unicode.Scalar(first + UInt32(clamping: number)) ?? " ") }

  /// - Parameters:
  ///   - text: Markdown with names in braces.
  ///   - value: The value of a name; nil leaves it in its braces.
  package init(_ text: String, value: (String) -> Value?) {
    var rest = text[...]
    while values.count < Self.most, let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      // `\frac{{n}}{2}`: a name begins at the last brace before its end.
      let start = rest[open..<close].lastIndex(of: "{") ?? open
      markdown += rest[..<start]
      if let value = value(String(rest[rest.index(after: start)..<close])) {
        markdown.append(Self.place(values.count))
        values.append(value)
      } else {
        markdown += rest[start...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    markdown += rest
  }

  /// Puts the values into the text, code, formulas, addresses and attributes of a tree.
  package func putValues(into tree: inout Tree) {
    guard values.contains(where: { if case .text = $0 { true } else { false } }) else { return }
    for index in tree.nodes.indices {
      switch tree.nodes[index].kind {
      case .text(let text): tree.nodes[index].kind = .text(filled(text))
      case .code(let code): tree.nodes[index].kind = .code(filled(code))
      case .codeBlock(let info, let code): tree.nodes[index].kind = .codeBlock(info: info, literal: filled(code))
      case .math(let span): tree.nodes[index].kind = .math(filled(span))
      case .mathBlock(let span): tree.nodes[index].kind = .mathBlock(filled(span))
      case .link(let destination, let title): tree.nodes[index].kind = .link(destination: filled(destination), title: filled(title))
      case .image(let source, let title): tree.nodes[index].kind = .image(source: filled(source), title: filled(title))
      default: break
      }
    }
    for index in tree.attributes.indices {
      for pair in tree.attributes[index].pairs.indices {
        tree.attributes[index].pairs[pair].value = filled(tree.attributes[index].pairs[pair].value)
      }
    }
  }

  /// A value in a formula is one term.
  private func filled(_ span: MathSpan) -> MathSpan {
    var span = span
    span.tex = filled(span.tex) { "{" + $0 + "}" }
    return span
  }

  private func filled(_ text: String, _ shown: (String) -> String = { $0 }) -> String {
    guard text.unicodeScalars.contains(where: { $0.value >= Self.first }) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      if scalar.value >= Self.first, case .text(let value)? = value(Int(scalar.value - Self.first)) {
        out += shown(value)
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  private func value(_ number: Int) -> Value? { values.indices.contains(number) ? values[number] : nil }
}
