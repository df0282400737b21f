internal import TypesetDiagnostics

/// The source with the theorems and blocks of knitted books as divs: `\\BeginKnitrBlock{lemma}<div class="lemma">…</div>\\EndKnitrBlock{lemma}`, as
/// older versions of bookdown write them for pandoc.
func withKnitrBlocksAsDivisions(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.bytes.find(KnitrBlocks.opener) != nil else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    return fences.isCode ? .keep : KnitrBlocks.rewritten(line).map { .write($0) } ?? .keep
  }
}

enum KnitrBlocks {
  static let opener = Array("\\BeginKnitrBlock{".utf8)
  private static let closer = Array("\\EndKnitrBlock{".utf8)

  /// A line with the fences of divs in the place of what begins and ends its blocks; nil for one without them.
  static func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = line.firstIndex(of: ASCII.backslash), line[first...].count > closer.count else { return nil }
    let indent = Array(line.prefix(while: ASCII.isBlank))
    var out: [UInt8] = []
    var index = line.startIndex
    var hasChanged = false
    while index < line.endIndex {
      if line[index] == ASCII.backslash, line[index...].starts(with: opener),
        let close = line[index...].prefix(80).firstIndex(of: ASCII.closeBrace)
      {
        let kind = line[(index + opener.count)..<close]
        let head = head(of: line[(close + 1)...])
        out += Array("::: {.".utf8) + kind + head.attributes + Array("}\n\n".utf8) + indent
        (index, hasChanged) = (head.end, true)
      } else if line[index] == ASCII.backslash, line[index...].starts(with: closer),
        let close = line[index...].prefix(80).firstIndex(of: ASCII.closeBrace)
      {
        if out.suffix(6).elementsEqual("</div>".utf8) { out.removeLast(6) }
        out += [ASCII.newline, ASCII.newline] + indent + Array(":::\n\n".utf8) + indent
        (index, hasChanged) = (close + 1, true)
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return hasChanged ? out : nil
  }

  /// The label and the name of a theorem, from the tags and commands before its words, and where these begin.
  private static func head(of rest: ArraySlice<UInt8>) -> (attributes: [UInt8], end: Int) {
    var place = rest.startIndex
    // `\iffalse{-69-108-}\fi{}`: the name as numbers of its letters, for LaTeX.
    if rest.starts(with: "\\iffalse{-".utf8), let end = rest.prefix(2_000).firstRange(of: "\\fi{}".utf8) { place = end.upperBound }
    if rest[place...].starts(with: "<div".utf8), let close = rest[place...].prefix(200).firstIndex(of: ASCII.greater) { place = close + 1 }
    let blank = rest[place...].prefix(while: ASCII.isBlank).count
    // `\iffalse{} <span class="proof"><em>Proof. </em></span>  \fi{}`: what browsers show.
    if rest[(place + blank)...].starts(with: "\\iffalse".utf8), let end = rest[place...].prefix(600).firstRange(of: "\\fi{}".utf8) {
      return ([], end.upperBound)
    }
    guard rest[place...].starts(with: "<span".utf8), let close = rest[place...].prefix(2_000).firstRange(of: "</span>".utf8) else {
      return ([], place)
    }
    let words = rest[place..<close.lowerBound]
    guard let open = words.firstRange(of: "(\\#".utf8), let end = words[open.upperBound...].firstIndex(of: ASCII.closeParenthesis) else {
      return ([], place)
    }
    var attributes: [UInt8] = []
    var label = words[open.upperBound..<end]
    if let colon = label.firstIndex(of: UInt8(ascii: ":")) { label = label[(colon + 1)...] }
    if !label.isEmpty, !label.starts(with: "unnamed-chunk".utf8) { attributes += Array(" #".utf8) + label }
    if let name = name(in: words[(end + 1)...]) { attributes += Array(" name=\"".utf8) + name + Array("\"".utf8) }
    return (attributes, close.upperBound)
  }

  /// `(Pythagoras)` behind the label, with `\iffalse` before it or without.
  private static func name(in words: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let open = words.firstIndex(of: ASCII.openParenthesis), let close = words.lastIndex(of: ASCII.closeParenthesis), open + 1 < close,
      !words[open..<close].contains(UInt8(ascii: "\""))
    else { return nil }
    return words[(open + 1)..<close]
  }
}
