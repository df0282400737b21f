internal import TypesetDiagnostics

/// The source with the Markdown that reveal.js finds within HTML, `<div data-markdown><textarea data-template>` to `</textarea></div>` and
/// `<script type="text/template">` to `</script>`, in the place of these tags.
func withTemplatesOfReveal(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard MarkdownTemplates.openers.contains(where: { source.holds($0.tag) }) else { return source }
  let templates = MarkdownTemplates(source.bytes)
  guard !templates.words.isEmpty else { return source }
  return rewritingLines(source, &diagnostics) { line, _ in
    templates.words[line.startIndex].map { .write(Array($0.utf8)) } ?? .keep
  }
}

private struct MarkdownTemplates {
  /// What is written in the place of lines, by where these begin.
  private(set) var words: [Int: String] = [:]

  static let openers: [(tag: String, sign: String, end: String)] = [
    (tag: "<textarea", sign: "data-template", end: "</textarea>"), ("<script", "text/template", "</script>"),
  ]

  private let bytes: [UInt8]
  private var lines: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var position = 0
    while position < bytes.count {
      let next = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      lines.append(position..<(next > position && bytes[next - 1] == ASCII.carriageReturn ? next - 1 : next))
      position = next + 1
    }
    var fences = OpenFences()
    var number = 0
    // Ends that are not below: they are looked for once.
    var missing: Set<String> = []
    while number < lines.count {
      fences.pass(bytes[lines[number]])
      if !fences.isCode, bytes[lines[number]].contains(ASCII.less), let (opener, before, after) = opened(by: number),
        !missing.contains(opener.end)
      {
        if let last = (number..<lines.count).first(where: { text($0).contains(opener.end) }), last > number {
          read(number, before, after, upTo: last, opener.end)
          number = last
        } else {
          missing.insert(opener.end)
        }
      }
      number += 1
    }
  }

  private func text(_ number: Int) -> String { String(decoding: bytes[lines[number]], as: UTF8.self) }

  /// The tag that opens a template on a line, and what stands around it there.
  private func opened(by number: Int) -> (opener: (tag: String, sign: String, end: String), before: String, after: String)? {
    let line = text(number)
    for opener in Self.openers {
      guard let open = line.firstRange(of: opener.tag), let close = line[open.upperBound...].firstIndex(of: ">"),
        line[open.upperBound..<close].contains(opener.sign)
      else { continue }
      let before = String(line[..<open.lowerBound]).trimmedWhitespace()
      guard before.isEmpty || Self.holder(before) != nil else { return nil }
      return (opener, before, String(line[line.index(after: close)...]))
    }
    return nil
  }

  /// The name of the element around a template, of which a line is the tag: `<section data-markdown>`.
  private static func holder(_ tag: String) -> String? {
    guard tag.hasPrefix("<"), tag.hasSuffix(">"), tag.contains("data-markdown"), !tag.dropFirst().contains("<") else { return nil }
    return String(tag.dropFirst().prefix { $0.isLetter })
  }

  private mutating func read(_ first: Int, _ before: String, _ after: String, upTo last: Int, _ end: String) {
    let inner = first + 1..<last
    let indent =
      inner.filter { !bytes[lines[$0]].allSatisfy(ASCII.isBlank) }.map { number in
        bytes[lines[number]].prefix { ASCII.isBlank($0) }.count
      }.min() ?? 0
    let closing = text(last)
    guard let close = closing.firstRange(of: end) else { return }
    var behind = String(closing[close.upperBound...]).trimmedWhitespace()
    // The element around it has nothing else in it.
    if let name = Self.holder(before) {
      if behind == "</\(name)>" { behind = "" } else if behind.isEmpty { dropCloser(of: name, below: last) }
    } else if let above = (0..<first).last(where: { !bytes[lines[$0]].allSatisfy(ASCII.isBlank) }),
      let name = Self.holder(text(above).trimmedWhitespace()), behind.isEmpty, dropCloser(of: name, below: last)
    {
      words[lines[above].lowerBound] = ""
    }
    words[lines[first].lowerBound] = "\n" + after.trimmedWhitespace()
    if indent > 0 {
      for number in inner { words[lines[number].lowerBound] = String(decoding: bytes[lines[number]].dropFirst(indent), as: UTF8.self) }
    }
    let rest = String(closing[..<close.lowerBound]).trimmedWhitespace()
    words[lines[last].lowerBound] = rest + "\n" + behind
  }

  /// Leaves the end of an element out that is the next thing below a line.
  @discardableResult
  private mutating func dropCloser(of name: String, below number: Int) -> Bool {
    guard let next = (number + 1..<lines.count).first(where: { !bytes[lines[$0]].allSatisfy(ASCII.isBlank) }),
      text(next).trimmedWhitespace() == "</\(name)>"
    else { return false }
    words[lines[next].lowerBound] = ""
    return true
  }
}
