internal import TypesetDiagnostics

/// A class or a function of a file of Python: `[file]{my_list}-[class]{my_list}-[func]{insert}`, whose names are compared without capitals and
/// underscores.
struct PythonDefinition {
  let file: String
  private let type: [UInt8]
  private let function: [UInt8]

  /// - Parameter line: What is between the fences.
  init?(_ line: ArraySlice<UInt8>) {
    var rest = line
    var names: [String] = []
    for opener in ["[file]{", "-[class]{", "-[func]{"] {
      guard rest.starts(with: opener.utf8), let close = rest.firstIndex(of: ASCII.closeBrace) else { return nil }
      let name = rest[..<close].dropFirst(opener.utf8.count)
      guard name.count < 100, name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }) else { return nil }
      names.append(String(decoding: name, as: UTF8.self))
      rest = rest[(close + 1)...]
    }
    guard !names[0].isEmpty, rest.allSatisfy({ $0 <= ASCII.space }) else { return nil }
    (file, type, function) = (names[0], Self.plain(names[1].utf8), Self.plain(names[2].utf8))
  }

  private static func plain(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.filter { $0 != UInt8(ascii: "_") }.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
  }

  /// The lines of the definition without their common indent; nil if the file has none of this name.
  func lines(in lines: [IncludeDirective.Line], of text: [UInt8]) -> [IncludeDirective.Line]? {
    var shown = lines[...]
    for (keyword, name) in [("class ", type), ("def ", function)] where !name.isEmpty {
      guard let found = Self.body(of: name, after: keyword, in: shown, of: text) else { return nil }
      shown = found
    }
    let indent = shown.first.map { text[$0.range].prefix { $0 == ASCII.space }.count } ?? 0
    return shown.map { line in
      let blanks = text[line.range].prefix { $0 == ASCII.space }.count
      return IncludeDirective.Line(number: line.number, range: (line.range.lowerBound + min(indent, blanks))..<line.range.upperBound)
    }
  }

  private static func body(
    of name: [UInt8], after keyword: String, in lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]
  ) -> ArraySlice<IncludeDirective.Line>? {
    func indent(_ place: Int) -> Int { text[lines[place].range].prefix { $0 == ASCII.space }.count }
    let first = lines.indices.first { place in
      let words = text[lines[place].range].drop { $0 == ASCII.space }
      guard words.starts(with: keyword.utf8) else { return false }
      let found = words.dropFirst(keyword.utf8.count).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
      return plain(found) == name
    }
    guard let first else { return nil }
    var last = first
    for place in lines.indices[(first + 1)...] where !text[lines[place].range].allSatisfy({ $0 <= ASCII.space }) {
      guard indent(place) > indent(first) || text[lines[place].range].first == ASCII.closeParenthesis else { break }
      last = place
    }
    return lines[first...last]
  }
}
