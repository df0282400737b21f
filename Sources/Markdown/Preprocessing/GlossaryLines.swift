internal import TypesetDiagnostics

/// The source with the entries of MyST's `{glossary}` as definition lists: a definition is what is indented below its terms, lists and further
/// paragraphs too.
func withGlossariesAsDefinitions(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("{glossary}") else { return source }
  var lines = GlossaryLines()
  return rewritingLines(source, &diagnostics) { line, _ in lines.change(of: line) }
}

private struct GlossaryLines {
  /// The fence of the glossary that is open, and the columns before it.
  private var fence: (sign: UInt8, length: Int, indent: Int)?
  /// How far the definition in hand is indented; nil before the first one of a term.
  private var depth: Int?
  private var wasTerm = false

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let words = line.drop { $0 == ASCII.space }
    guard let fence else {
      open(words, indent: words.startIndex - line.startIndex)
      return .keep
    }
    let marks = words.prefix { $0 == fence.sign }
    if marks.count >= fence.length, words.dropFirst(marks.count).allSatisfy({ $0 <= ASCII.space }) {
      self.fence = nil
      return .keep
    }
    guard words.contains(where: { $0 > ASCII.space }) else {
      wasTerm = false
      return .keep
    }
    let indent = words.startIndex - line.startIndex - fence.indent
    guard indent > 1 else {
      (depth, wasTerm) = (nil, true)
      return .keep
    }
    let margin = [UInt8](repeating: ASCII.space, count: max(0, fence.indent))
    guard let depth else {
      guard wasTerm else { return .keep }
      depth = indent
      return .write(margin + ":   ".utf8 + words)
    }
    return .write(margin + [UInt8](repeating: ASCII.space, count: 4 + max(0, indent - depth)) + words)
  }

  private mutating func open(_ words: ArraySlice<UInt8>, indent: Int) {
    guard let sign = words.first, sign == ASCII.backtick || sign == UInt8(ascii: "~") || sign == UInt8(ascii: ":") else { return }
    let length = words.prefix { $0 == sign }.count
    guard length > 2, words.dropFirst(length).starts(with: "{glossary}".utf8) else { return }
    (fence, depth, wasTerm) = ((sign, length, indent), nil, false)
  }
}
