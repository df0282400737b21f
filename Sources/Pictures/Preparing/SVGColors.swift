internal import TypesetDiagnostics

/// The colours of the page, for the SVG files on it.
public struct SVGColors: Hashable, Sendable {
  /// Of text and of paper, `#rrggbb`.
  public var text: String
  public var paper: String
  /// By names without `--`.
  public var variables: [String: String]
  /// True on dark paper.
  public var isDark: Bool

  public init(text: String, paper: String, variables: [String: String], isDark: Bool) {
    (self.text, self.paper, self.variables, self.isDark) = (text, paper, variables, isDark)
  }

  /// The file in these colours.
  ///
  /// - Parameter recolors: True if black becomes the text's colour, and white the paper's.
  func applied(to file: [UInt8], recolors: Bool) -> [UInt8] {
    var out = file
    if out.holds("prefers-color-scheme") { out = choosing(in: out) }
    if out.holds("var(") { out = replacingVariables(in: out) }
    if recolors { out = recolored(out) }
    guard out.holds("currentColor") || out.holds("currentcolor") || recolors else { return out }
    let root = SVGRoot(out)
    guard root["color"] == nil else { return out }
    out = root.adding(attribute: ("color", text))
    // What says nothing of its colour is black.
    return recolors ? SVGRoot(out).adding(attribute: ("fill", text)) : out
  }

  // MARK: Media

  /// Keeps the rules of `@media (prefers-color-scheme: …)` that hold on this paper, without the words around them.
  private func choosing(in file: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = file[...]
    while let start = rest.range(of: "@media") {
      guard let open = rest[start.upperBound...].prefix(300).firstIndex(of: UInt8(ascii: "{")) else { break }
      let query = String(decoding: rest[start.upperBound..<open], as: UTF8.self)
      guard query.contains("prefers-color-scheme") else {
        out += rest[...open]
        rest = rest[(open + 1)...]
        continue
      }
      // A second one would be looked for as far again.
      guard let close = Self.end(ofBlock: open, in: rest) else { break }
      out += rest[..<start.lowerBound]
      if query.contains("dark") == isDark { out += rest[(open + 1)..<close] }
      rest = rest[(close + 1)...]
    }
    return out + rest
  }

  private static func end(ofBlock open: Int, in text: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in open..<text.endIndex {
      if text[index] == UInt8(ascii: "{") { depth += 1 }
      if text[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  // MARK: Variables

  /// Replaces variables by their values: the page's, the file's own, or the fallback in the file.
  private func replacingVariables(in file: [UInt8]) -> [UInt8] {
    let declared = Self.declarations(in: file)
    var out: [UInt8] = []
    var rest = file[...]
    var left = 100_000
    while left > 0, let start = rest.range(of: "var(") {
      left -= 1
      out += rest[..<start.lowerBound]
      guard let close = Self.end(ofParenthesis: start.upperBound - 1, in: rest) else {
        out += rest[start]
        rest = rest[start.upperBound...]
        continue
      }
      out += Array(value(of: rest[start.upperBound..<close], declared, depth: 0).utf8)
      rest = rest[(close + 1)...]
    }
    return out + rest
  }

  private func value(of inner: ArraySlice<UInt8>, _ declared: [String: String], depth: Int) -> String {
    let parts = inner.split(separator: UInt8(ascii: ","), maxSplits: 1)
    let name = parts.first.map { String(decoding: $0, as: UTF8.self).trimmingSpace() } ?? ""
    if let known = variables[String(name.drop { $0 == "-" })] { return known }
    var value = declared[name] ?? parts.dropFirst().first.map { String(decoding: $0, as: UTF8.self).trimmingSpace() } ?? "currentColor"
    if value.contains("var("), depth < 8, value.hasPrefix("var("), value.hasSuffix(")") {
      value = self.value(of: Array(value.utf8.dropFirst(4).dropLast())[...], declared, depth: depth + 1)
    }
    return value.contains("var(") || value.utf8.count > 200 ? "currentColor" : value
  }

  private static func end(ofParenthesis open: Int, in text: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in open..<min(open + 400, text.endIndex) {
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// `--name: value` wherever it is declared; the last one holds.
  private static func declarations(in file: [UInt8]) -> [String: String] {
    var out: [String: String] = [:]
    var index = 0
    while index + 3 < file.count, let at = file[index...].firstIndex(of: UInt8(ascii: "-")) {
      index = at + 1
      guard at + 2 < file.count, file[at + 1] == UInt8(ascii: "-"), at > 0, " ;{\n\t\"'".utf8.contains(file[at - 1]) else { continue }
      let name = file[at...].prefix { $0 > 0x20 && !":;{}\"'<>,()".utf8.contains($0) }
      index = name.endIndex
      guard name.count < 80, out.count < 1000, let colon = file[name.endIndex...].first, colon == UInt8(ascii: ":") else { continue }
      let value = file[(name.endIndex + 1)...].prefix(200).prefix { !";}\"<".utf8.contains($0) }
      out[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self).trimmingSpace()
      index = value.endIndex
    }
    return out
  }

  // MARK: Black and white

  private static let blacks: Set<String> = ["black", "#000", "#000000", "rgb(0,0,0)", "rgb(0%,0%,0%)"]
  private static let whites: Set<String> = ["white", "#fff", "#ffffff", "rgb(255,255,255)", "rgb(100%,100%,100%)"]

  /// The value of each `fill`, `stroke`, `color` and `stop-color`, in attributes and in style sheets.
  private func recolored(_ file: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(file.count)
    var index = 0
    let names = ["fill", "stroke", "stop-color", "flood-color", "color"].map { Array($0.utf8) }
    while index < file.count {
      let byte = file[index]
      guard byte == UInt8(ascii: "f") || byte == UInt8(ascii: "s") || byte == UInt8(ascii: "c"), index > 0, !Self.isName(file[index - 1]),
        let name = names.first(where: { file[index...].starts(with: $0) })
      else {
        out.append(byte)
        index += 1
        continue
      }
      var start = index + name.count
      while start < file.count, file[start] == 0x20 { start += 1 }
      guard start < file.count, file[start] == UInt8(ascii: "=") || file[start] == UInt8(ascii: ":") else {
        out.append(byte)
        index += 1
        continue
      }
      start += 1
      while start < file.count, file[start] == 0x20 || file[start] == UInt8(ascii: "\"") || file[start] == UInt8(ascii: "'") { start += 1 }
      let value = file[min(start, file.count)...].prefix(40).prefix { !";}\"'<>!".utf8.contains($0) }
      out += file[index..<start]
      let plain = String(decoding: value, as: UTF8.self).lowercased().filter { $0 != " " }
      out += Self.blacks.contains(plain) ? Array(text.utf8) : Self.whites.contains(plain) ? Array(paper.utf8) : Array(value)
      index = start + value.count
    }
    return out
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }
}

extension ArraySlice<UInt8> {
  /// Where a word of ASCII is first.
  func range(of word: StaticString) -> Range<Int>? {
    let size = word.utf8CodeUnitCount
    let letters = unsafe UnsafeBufferPointer(start: word.utf8Start, count: size)
    guard let first = unsafe letters.first else { return nil }
    var rest = self
    while let at = rest.firstIndex(of: first) {
      if unsafe rest[at...].starts(with: letters) { return at..<at + size }
      rest = rest[(at + 1)...]
    }
    return nil
  }
}
