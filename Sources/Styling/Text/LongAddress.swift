internal import TypesetDiagnostics
import TypesetMarkdown

/// An address that is its own words and so long that nobody reads it: one that carries a program or a picture.
///
/// On paper only its beginning is shown; the link leads to the whole.
struct LongAddress {
  /// The beginning, with an ellipsis.
  let shown: String

  /// Longer than any address that leads to a page, in bytes: five lines.
  private static let least = 400
  /// About two lines, in bytes.
  private static let most = 150

  /// Nil for a link with words, and for one with an address of usual length.
  init?(_ tree: Tree, _ link: Tree.Index) {
    let child = tree[link].firstChild
    guard child >= 0, tree[child].nextSibling < 0, case .text(let words) = tree[child].kind,
      words.utf8.count >= Self.least, words.hasPrefix("http"), words.prefix(9).contains("://"), !words.utf8.contains(0x20)
    else { return nil }
    var beginning = Array(words.utf8.prefix(Self.most))
    // Not within an escape (`%E5`) or a character.
    while let last = beginning.last, last >= 0x80 || beginning.suffix(2).contains(UInt8(ascii: "%")) { beginning.removeLast() }
    shown = String(decoding: beginning, as: UTF8.self) + "…"
  }
}
