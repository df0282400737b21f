/// The order in which people read the names of files: numbers by their value, `index` and `README` first, folders among the files.
enum NaturalOrder {
  /// Paths in this order; all are relative to one folder.
  static func sorted(_ paths: some Sequence<String>) -> [String] {
    // A work may have thousands of files, each of which is compared many times.
    paths.map { path in (path: path, steps: path.split(separator: "/").map(Step.init)) }
      .sorted { isBefore($0.steps, $1.steps) }.map(\.path)
  }

  /// A folder or a file on a path.
  private struct Step {
    let name: Substring
    let key: [Piece]
    let isFront: Bool

    init(_ name: Substring) { (self.name, key, isFront) = (name, NaturalOrder.key(name), NaturalOrder.isFront(name)) }
  }

  private static func isBefore(_ a: [Step], _ b: [Step]) -> Bool {
    for (position, (left, right)) in zip(a, b).enumerated() where left.name != right.name {
      let (isFirstPage, isSecondPage) = (position == a.count - 1 && left.isFront, position == b.count - 1 && right.isFront)
      if isFirstPage != isSecondPage { return isFirstPage }
      return left.key == right.key ? left.name < right.name : isLess(left.key, right.key)
    }
    return a.count < b.count
  }

  /// True for the page of a folder: `index.md`, `README.md`.
  static func isFront(_ name: Substring) -> Bool {
    let stem = name.prefix { $0 != "." }.lowercased()
    return stem == "index" || stem == "readme"
  }

  /// The title of a file or folder without a title, from its name: `02-getting-started` is *Getting started*.
  static func title(of name: Substring) -> String {
    let number = name.prefix { ("0"..."9").contains($0) }
    let rest = name[number.endIndex...]
    // Longer numbers are years.
    let isCounted = !number.isEmpty && number.count < 4 && rest.first.map { "-_. ".contains($0) } ?? false
    let words = isCounted ? rest.drop { "-_. ".contains($0) } : name
    let text = (words.isEmpty ? name : words).map { "-_".contains($0) ? " " : String($0) }.joined()
    // `v1.2` is a version.
    if text.hasPrefix("v"), text.dropFirst().first?.isNumber ?? false { return text }
    return text == text.lowercased() ? text.prefix(1).uppercased() + text.dropFirst() : text
  }

  /// A run of digits, or what is between two.
  private enum Piece: Equatable {
    /// Without zeros before it.
    case number(String)
    case word(String)
  }

  private static func key(_ name: Substring) -> [Piece] {
    var pieces: [Piece] = []
    // What is before the extension: `a.md` is before `a b.md`.
    var rest = (name.lastIndex(of: ".").map { name[..<$0] } ?? name).lowercased()[...]
    while let first = rest.first {
      let isDigit = ("0"..."9").contains(first)
      let run = rest.prefix { ("0"..."9").contains($0) == isDigit }
      pieces.append(isDigit ? .number(String(run.drop { $0 == "0" })) : .word(String(run)))
      rest = rest[run.endIndex...]
    }
    return pieces
  }

  private static func isLess(_ a: [Piece], _ b: [Piece]) -> Bool {
    for (left, right) in zip(a, b) where left != right {
      switch (left, right) {
      case (.number(let l), .number(let r)): return (l.utf8.count, l) < (r.utf8.count, r)
      case (.word(let l), .word(let r)): return l < r
      case (.number, .word): return true
      case (.word, .number): return false
      }
    }
    return a.count < b.count
  }
}
