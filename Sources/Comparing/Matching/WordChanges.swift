internal import TypesetDiagnostics

/// Which words of a text changed.
struct WordChanges {
  private var edits: [(gone: [Substring], come: [Substring])] = []
  private var common = 0
  private let counts: (old: Int, new: Int)

  init(_ old: String, _ new: String) {
    let (a, b) = (Self.words(old), Self.words(new))
    counts = (a.count, b.count)
    var isOpen = false
    for pair in SequenceAlignment(a, b).pairs {
      if pair.old != nil, pair.new != nil {
        common += 1
        isOpen = false
        continue
      }
      if !isOpen { edits.append(([], [])) }
      isOpen = true
      if let i = pair.old { edits[edits.count - 1].gone.append(a[i]) }
      if let j = pair.new { edits[edits.count - 1].come.append(b[j]) }
    }
  }

  static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace).flatMap { word in
      // Scripts without spaces change by the character.
      word.unicodeScalars.contains { $0.value >= 0x2E80 } ? word.indices.map { word[$0...$0] } : [word]
    }
  }

  /// True if one is an edited form of the other, wherever it is.
  var isMostlySame: Bool { common >= 3 && common * 2 >= max(counts.old, counts.new) }

  /// True if one is an edited form of the other.
  var isSimilar: Bool { max(counts.old, counts.new) <= 3 || common * 5 >= 2 * min(counts.old, counts.new) && common > 0 }

  /// True if only numbers changed.
  var isNumbers: Bool {
    edits.allSatisfy { ($0.gone + $0.come).allSatisfy { $0.contains(where: \.isNumber) && !$0.contains(where: \.isLetter) } }
  }

  /// `“regularisation” added, “a” became “b”`
  var described: String {
    let parts = edits.prefix(3).map { edit in
      switch (edit.gone.isEmpty, edit.come.isEmpty) {
      case (true, _): "\(Self.quoted(edit.come)) added"
      case (_, true): "\(Self.quoted(edit.gone)) removed"
      default: "\(Self.quoted(edit.gone)) became \(Self.quoted(edit.come))"
      }
    }
    return parts.joined(separator: ", ") + (edits.count > 3 ? ", and \(edits.count - 3) more changes" : "")
  }

  private static func quoted(_ words: [Substring]) -> String {
    let isSpaced = words.contains { $0.count > 1 }
    let text = words.prefix(8).joined(separator: isSpaced ? " " : "").replacing("\u{FFFC}", with: "□")
    return "“\(text)\(words.count > 8 ? " …" : "")”"
  }
}
