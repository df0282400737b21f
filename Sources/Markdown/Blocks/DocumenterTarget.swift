/// The target after a text in brackets in Documenter's pages: `(@ref target)` leads to one, `(@id name)` names one.
struct DocumenterTarget {
  var target: String
  var isName: Bool
  /// With its parentheses.
  var length: Int

  /// The title of links whose target may be in another page: no diagnostic if the target is unknown.
  static let mark = "@ref"

  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.first == ASCII.openParenthesis,
      let word = ["(@ref ", "(@id ", "(@extref ", "(@cite ", "(@citet ", "(@citep "].first(where: { bytes.starts(with: $0.utf8) }),
      let close = bytes.prefix(200).firstIndex(of: ASCII.closeParenthesis)
    else { return nil }
    let inner = bytes[(bytes.startIndex + word.utf8.count)..<close]
    guard !inner.contains(ASCII.newline) else { return nil }
    target = String(decoding: inner, as: UTF8.self).trimmedWhitespace()
    if target.count > 1, target.hasPrefix("\""), target.hasSuffix("\"") { target = String(target.dropFirst().dropLast()) }
    guard !target.isEmpty else { return nil }
    isName = word == "(@id "
    // Words of the author's own for a work.
    if word.hasPrefix("(@cite") { target = "ref-" + target }
    length = close + 1 - bytes.startIndex
  }
}
