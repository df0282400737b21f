internal import TypesetDiagnostics

/// An item takes the lines below its text up to a blank one, whatever their indent (CommonMark, Laziness): a display at the margin directly below
/// is the item's, with the lines that follow it. Where a block of its own is a display, as in Obsidian, it ends the item;
/// Hugo's displays with doubled backslashes are no blocks. A display that an item begins with goes on at the margin everywhere, and one
/// whose indent would make it code right below words is the item's.
func withDisplaysInItems(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("$$") || source.holds("\\[") else { return source }
  let tool = dialect?.tool ?? .general
  let isOfHugo = tool == .hugo || tool == .zola
  let areInItems = tool.isPandoc || tool == .github || tool == .mdbook
  var displays = LazyDisplays(isOfHugo ? ["\\\\["] : areInItems ? ["$$", "\\[", "\\\\["] : [])
  return rewritingLines(source, &diagnostics) { line, _ in displays.change(of: line) }
}

private struct LazyDisplays {
  /// What begins a display that is an item's below its words.
  private let openers: [[UInt8]]
  private var fences = OpenFences()
  /// The column of the text of the item whose paragraph is open; nil elsewhere.
  private var column: Int?
  /// True once a display has stood at the margin: what follows up to a blank line is the item's, too; where other displays are blocks, up to
  /// the display's end.
  private var isLazy = false

  init(_ openers: [String]) { self.openers = openers.map { Array($0.utf8) } }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    let words = line.drop(while: ASCII.isBlank)
    let indent = line[..<words.startIndex].reduce(0) { $1 == ASCII.tab ? ($0 / 4 + 1) * 4 : $0 + 1 }
    guard !fences.isCode, words.contains(where: { $0 > ASCII.space }) else {
      (column, isLazy) = (nil, false)
      return .keep
    }
    if let text = Self.textColumn(of: words) {
      (column, isLazy) = (indent + text, Self.opensDisplay(words.dropFirst(text)))
      return .keep
    }
    let isIndented = indent >= 4 && words.starts(with: Self.dollars)
    guard let column, indent < column, isLazy || isIndented || openers.contains(where: words.starts(with:)) else { return .keep }
    isLazy = !openers.isEmpty || (isLazy ? words.firstRange(of: Self.dollars) == nil : Self.opensDisplay(words))
    return .write([UInt8](repeating: ASCII.space, count: column) + words)
  }

  private static let dollars = Array("$$".utf8)

  /// True for a display that its line does not close.
  private static func opensDisplay(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: dollars) && text.dropFirst(2).firstRange(of: dollars) == nil
  }

  /// How many columns after the sign of an item its text begins: `- `, `* `, `1. `; nil for another line.
  private static func textColumn(of line: ArraySlice<UInt8>) -> Int? {
    guard let width = ListMarker.width(in: line, at: line.startIndex, to: line.endIndex) else { return nil }
    let blanks = line.dropFirst(width).prefix { $0 == ASCII.space }.count
    guard blanks > 0, line.count > width + blanks else { return nil }
    return width + (blanks > 4 ? 1 : blanks)
  }
}
