/// LaTeX's environments for text that are translated to HTML.
enum LaTeXEnvironments {
  /// The environments that are translated, and the one that each is like.
  static let named: [String: String] = [
    "figure": "figure", "wrapfigure": "figure", "subfigure": "figure", "subtable": "figure", "table": "figure", "sidewaystable": "figure",
    "sidewaysfigure": "figure", "FPfigure": "figure", "FPtable": "figure", "SCfigure": "figure", "SCtable": "figure",
    "tablenotes": "tablenotes", "measuredfigure": "block", "tabbing": "tabbing", "tabular": "tabular", "tabularx": "tabular",
    "tabulary": "tabular",
    "longtable": "tabular",
    "center": "center", "flushright": "flushright", "flushleft": "block", "minipage": "block", "small": "block", "footnotesize": "block",
    "scriptsize": "block", "tiny": "block", "normalsize": "block", "large": "block", "Large": "block", "LARGE": "block", "huge": "block",
    "Huge": "block", "singlespace": "block", "threeparttable": "block", "landscape": "block", "adjustbox": "block",
    "spacing": "block", "singlespacing": "block", "doublespacing": "block", "onehalfspacing": "block", "multicols": "block",
    "acknowledgements": "block", "acknowledgments": "block", "acknowledgement": "block", "acknowledgment": "block",
    "dedication": "block", "preface": "block", "declaration": "block", "samepage": "block", "framed": "block", "mdframed": "block",
    "titlepage": "center",
    "quote": "quote", "quotation": "quote", "verse": "quote", "abstract": "quote", "itemize": "itemize", "enumerate": "enumerate",
    "description": "description", "block": "titled", "alertblock": "titled", "exampleblock": "titled",
  ]

  static func translates(_ name: String) -> Bool { named[name.hasSuffix("*") ? String(name.dropLast()) : name] != nil }

  /// Edits of a text with a prefix before each of its lines but the first, those that are written too.
  static func prefixed(_ edits: [Edit], of range: Range<Int>, in bytes: [UInt8], by prefix: [UInt8]) -> [Edit] {
    var out: [Edit] = []
    var rest = edits[...]
    for index in range where bytes[index] == ASCII.newline {
      while let next = rest.first, next.range.upperBound <= index { rest.removeFirst() }
      if rest.first?.range.contains(index) != true { out.append(Edit(range: index + 1..<index + 1, text: prefix)) }
    }
    return out
      + edits.map { edit in
        Edit(range: edit.range, text: edit.text.flatMap { $0 == ASCII.newline ? [$0] + prefix : [$0] })
      }
  }
}

/// beamer's blocks, `\begin{block}{Title}`: boxes with a title.
enum LaTeXBox {
  static let titleOpening = "<p class=\"alert-title\">"
  static let titleClosing = "</p>"

  static func opening(_ name: String) -> String {
    let kind = ["alertblock": "danger", "exampleblock": "success"][name] ?? "info"
    return "<div class=\"alert alert-\(kind)\">"
  }

  /// Where the words of the title begin; nil for a block whose title is empty, or that has none.
  static func title(_ bytes: [UInt8], after start: Int, to limit: Int) -> Int? {
    var open = start
    // `\begin{block}<2->{Title}`
    if open < limit, bytes[open] == ASCII.less, let close = bytes[open..<limit].prefix(40).firstIndex(of: ASCII.greater) {
      open = close + 1
    }
    guard let group = LaTeXReading.group(bytes, at: open, to: limit), !bytes[group].contains(ASCII.newline) else { return nil }
    return group.lowerBound
  }
}
