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
      guard let own = lines.headingLevel(number), own > level, number > first else { continue }
      let (title, kind) = Self.title(String(decoding: text.drop { $0 == UInt8(ascii: "#") }, as: UTF8.self))
      replaced[number] =
        (around == nil ? "" : "\n\(Self.fence)\n")
        + "\n\(Self.fence) {.callout-\(kind) icon=false}\n## \(title) {.unlisted .unnumbered}\n\n"
      around = depth
    }
    if around != nil { closing = "\n\(Self.fence)\n" }
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
