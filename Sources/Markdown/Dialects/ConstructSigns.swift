import TypesetDiagnostics

/// Constructs at the beginning of lines that only one tool has.
enum ConstructSigns {
  /// The first one in a text, outside of code.
  static func first(in bytes: [UInt8], from start: Int) -> DialectDecision.Evidence? {
    var position = start
    var fence: (byte: UInt8, length: Int)?
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      defer { position = end + 1 }
      var first = position
      while first < end, ASCII.isBlank(bytes[first]) { first += 1 }
      guard first < end else { continue }
      let byte = bytes[first]
      // Most lines begin with a letter.
      guard byte < 0x80, !ASCII.isLetter(byte) else { continue }
      if byte == ASCII.backtick || byte == ASCII.tilde {
        let length = bytes[first..<end].prefix { $0 == byte }.count
        guard length >= 3 else { continue }
        if let open = fence {
          if byte == open.byte, length >= open.length, bytes[(first + length)..<end].allSatisfy(ASCII.isBlank) { fence = nil }
          continue
        }
        fence = (byte, length)
      } else if fence != nil {
        continue
      }
      guard let (tool, length) = sign(bytes[first..<end]) else { continue }
      let place = SourceSpan(first, first + length)
      let words = String(decoding: bytes[place.range(within: bytes.count)], as: UTF8.self)
      return DialectDecision.Evidence(kind: .construct, tool: tool, words: words, place: place)
    }
    return nil
  }

  /// The tool whose construct begins a line, and the construct's length.
  private static func sign(_ line: ArraySlice<UInt8>) -> (Dialect.Tool, Int)? {
    switch line.first {
    case ASCII.openBrace:
      if line.starts(with: "{::".utf8) { return (.kramdown, line.prefix { $0 != ASCII.closeBrace }.count + 1) }
      // Python-Markdown writes attributes in the same way; only kramdown has options in them.
      if line.starts(with: "{:toc}".utf8) { return (.kramdown, 6) }
      return nil
    case ASCII.backtick:
      let info = line.drop { $0 == ASCII.backtick }
      let fence = line.count - info.count
      if info.first == ASCII.openBrace {
        let name = info.dropFirst().prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
        let next = info.dropFirst(1 + name.count).first
        if next == ASCII.closeBrace, Directive.isKnown(String(decoding: name, as: UTF8.self)) { return (.myst, fence + name.count + 2) }
        if name.elementsEqual("r".utf8), next == ASCII.closeBrace || next == ASCII.space || next == UInt8(ascii: ",") {
          return (.rmarkdown, fence + 2)
        }
      }
      for name in ["@docs", "@autodocs", "@meta", "@example"] where info.starts(with: name.utf8) {
        return (.documenter, fence + name.utf8.count)
      }
      return nil
    case UInt8(ascii: "!"):
      if line.starts(with: "!!! ".utf8) || line.starts(with: "!!!+ ".utf8) { return (.mkdocs, 3) }
      if line.starts(with: "![[".utf8) { return (.obsidian, 3) }
      return nil
    case UInt8(ascii: "?"): return line.starts(with: "??? ".utf8) || line.starts(with: "???+ ".utf8) ? (.mkdocs, 3) : nil
    case UInt8(ascii: ":"):
      let colons = line.prefix { $0 == UInt8(ascii: ":") }.count
      guard colons >= 3 else { return nil }
      let rest = line.dropFirst(colons).drop(while: ASCII.isBlank)
      if rest.first == ASCII.openBrace { return (.pandoc, colons) }
      let hasBlank = line.dropFirst(colons).first.map(ASCII.isBlank) ?? false
      for name in ["tip", "warning", "danger", "info", "details"] where rest.starts(with: name.utf8) {
        let after = rest.dropFirst(name.utf8.count).first
        if after == nil || after.map(ASCII.isBlank) == true {
          return (hasBlank ? .vitepress : .docusaurus, colons + (hasBlank ? 1 : 0) + name.utf8.count)
        }
      }
      return nil
    default: return nil
    }
  }
}
