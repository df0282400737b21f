internal import TypesetDiagnostics

/// What Microsoft Learn's pages include: `[!INCLUDE [words](a.md)]`, also within a line, `:::code language="cs" source="a.cs" range="2-5":::` and
/// `[!code-csharp[words](a.cs?highlight=1)]`.
enum LearnIncludes {
  /// True for what may begin one behind its first sign, `[` or `:`.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: "::code ".utf8) || text.prefix(6).map { $0 | 0x20 }.starts(with: "!code-".utf8.map { $0 | 0x20 })
      || text.prefix(9).map { $0 | 0x20 }.starts(with: "!include".utf8.map { $0 | 0x20 })
  }

  /// The first directive of a line at or after an offset.
  static func first(in line: ArraySlice<UInt8>, from start: Int) -> IncludeDirective? {
    var place = start
    while let open = line[place...].firstIndex(where: { $0 == ASCII.openBracket || $0 == UInt8(ascii: ":") }) {
      place = open + 1
      guard begins(line[place...]) else { continue }
      if line[open] == UInt8(ascii: ":") {
        guard line[..<open].allSatisfy(ASCII.isBlank) else { return nil }
        return code(line, open)
      }
      let isCode = line[place + 1] | 0x20 == UInt8(ascii: "c")
      guard let middle = line[place...].firstRange(of: Array("](".utf8)),
        let close = line[middle.upperBound...].firstRange(of: Array(")]".utf8)),
        case let target = line[middle.upperBound..<close.lowerBound], !target.isEmpty, !target.contains(ASCII.openBracket)
      else { return nil }
      let path = Self.path(target.prefix { $0 != UInt8(ascii: "?") && $0 != ASCII.hash && $0 > ASCII.space })
      let range = open..<close.upperBound
      guard isCode else { return path.isEmpty ? nil : IncludeDirective(form: .mdBook, path: path, range: range) }
      guard line[..<open].allSatisfy(ASCII.isBlank) else { return nil }
      let language = line[(place + 6)...].prefix { $0 != ASCII.openBracket }
      return IncludeDirective(form: .code, path: path, info: String(decoding: language, as: UTF8.self), range: range)
    }
    return nil
  }

  private static func code(_ line: ArraySlice<UInt8>, _ start: Int) -> IncludeDirective? {
    guard let (name, attributes, end) = LearnTag.read(line[start...]), name == "code", let source = attributes["source"] else { return nil }
    var part = IncludeDirective.Part.whole
    if let id = attributes["id"] { part = .section(id) }
    let ends = attributes["range"]?.split(separator: "-").map { DocumentNumber.whole($0) } ?? []
    if let first = ends.first ?? nil, let last = ends.last ?? nil, first > 0, first <= last { part = .lines(first...last) }
    return IncludeDirective(
      form: .code, path: path(Array(source.utf8)[...]), part: part, info: attributes["language"] ?? "text", range: start..<end)
  }

  /// `~/` is the root of the pages.
  private static func path(_ target: ArraySlice<UInt8>) -> String {
    String(decoding: target.starts(with: "~/".utf8) ? target.dropFirst() : target, as: UTF8.self)
  }
}

/// A tag of Microsoft Learn's pages between colons: `:::image source="a.png":::`, `:::row-end:::`.
enum LearnTag {
  static func read(_ text: ArraySlice<UInt8>) -> (name: String, attributes: Attributes, end: Int)? {
    let colons = Array(":::".utf8)
    guard text.starts(with: colons) else { return nil }
    let name = text.dropFirst(3).prefix { $0 | 0x20 &- 0x61 < 26 && $0 != ASCII.space || $0 == UInt8(ascii: "-") }
    guard !name.isEmpty, let close = text[name.endIndex...].firstRange(of: colons) else { return nil }
    let inner = text[name.endIndex..<close.lowerBound]
    guard inner.isEmpty || ASCII.isBlank(inner[inner.startIndex]), !inner.contains(ASCII.closeBrace) else { return nil }
    let attributes = Attributes.read(([ASCII.openBrace] + inner + [ASCII.closeBrace])[...])?.attributes
    guard inner.allSatisfy(ASCII.isBlank) || attributes != nil else { return nil }
    return (String(decoding: name, as: UTF8.self), attributes ?? Attributes(), close.upperBound)
  }
}
