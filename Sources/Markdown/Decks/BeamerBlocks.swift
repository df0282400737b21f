internal import TypesetDiagnostics

/// Headings below those that begin slides: beamer's blocks, as pandoc makes them.
struct BeamerBlocks {
  /// What is written for lines.
  private(set) var replaced: [Int: String] = [:]
  /// What ends the last one.
  private(set) var closing = ""

  private static let fence = ":::::::"

  /// - Parameter first: The first line of the slide that is shown.
  init(of slide: SlideLines.Slide, from first: Int, in lines: SlideLines, _ deck: Deck) {
    guard deck.makesBlocks, let level = deck.headings?.upperBound else { return }
    /// How many divisions are open around the block, and how many are now.
    var (around, depth): (Int?, Int) = (nil, 0)
    for number in first..<slide.lines.upperBound where !lines.isHidden[number] {
      let text = lines.text(number)
      if text.starts(with: ":::".utf8) {
        let opens = text.contains { $0 != UInt8(ascii: ":") && $0 > 0x20 }
        if !opens, let outer = around, depth == outer {
          replaced[number] = "\n\(Self.fence)\n\n" + String(decoding: text, as: UTF8.self)
          around = nil
        }
        depth = max(0, depth + (opens ? 1 : -1))
        continue
      }
      guard let own = lines.headingLevel(number), own > level, number > first, !Self.isName(number, in: lines) else { continue }
      let (title, kind) = Self.title(String(decoding: text.drop { $0 == UInt8(ascii: "#") }, as: UTF8.self))
      replaced[number] =
        (around == nil ? "" : "\n\(Self.fence)\n")
        + "\n\(Self.fence) {.callout-\(kind) icon=false}\n## \(title) {.unlisted .unnumbered}\n\n"
      around = depth
    }
    if around != nil { closing = "\n\(Self.fence)\n" }
  }

  private static let theorems = [
    "theorem", "lemma", "corollary", "proposition", "conjecture", "definition", "example", "exercise", "problem", "remark", "proof",
    "claim",
  ]

  /// True for a heading right below what opens a theorem: its name.
  private static func isName(_ number: Int, in lines: SlideLines) -> Bool {
    var above = number - 1
    while above >= 0, lines.lines[above].isEmpty { above -= 1 }
    guard above >= 0, lines.text(above).starts(with: ":::".utf8) else { return false }
    let words = String(decoding: lines.text(above), as: UTF8.self).split { " {}.#:=-".contains($0) }
    return words.contains { theorems.contains(String($0)) }
  }

  /// The words of a block's title, and the callout that it is like: `Title {.alert}`.
  private static func title(_ words: String) -> (title: String, kind: String) {
    let words = words.trimmedWhitespace()
    guard words.hasSuffix("}"), let open = words.firstRange(of: " {") else { return (words, "note") }
    let list = words[open.upperBound...]
    let kind = list.contains(".alert") ? "important" : list.contains(".example") ? "tip" : "note"
    return (String(words[..<open.lowerBound]), kind)
  }
}
