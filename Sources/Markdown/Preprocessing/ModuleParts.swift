internal import TypesetDiagnostics

/// The parts of MDX pages, `import Part from './_part.mdx'` and `<Part />` below, which are read as files that the page includes; files whose
/// text is shown, `import Snippet from '!!raw-loader!./a.py'` and `{Snippet}` below.
struct ModuleParts {
  /// The files of texts that were imported so far, by the names that they have on the page.
  private var files: [String: String] = [:]
  /// Files that are shown as code, likewise.
  private var texts: [String: String] = [:]

  /// True if a line that imports a text begins here.
  static func isImport(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "import ".utf8) && part(bytes.prefix { $0 != ASCII.newline }) != nil
  }

  /// The file of the component that is alone on a line.
  mutating func directive(in line: ArraySlice<UInt8>) -> IncludeDirective? {
    if line.first == UInt8(ascii: "i"), line.starts(with: "import ".utf8), let part = Self.part(line) {
      if part.isText { texts[part.name] = part.path } else { files[part.name] = part.path }
      return nil
    }
    if !texts.isEmpty, let text = text(in: line) { return text }
    guard !files.isEmpty, let open = line.firstIndex(where: { !ASCII.isBlank($0) }), line[open] == ASCII.less,
      let last = line.lastIndex(where: { $0 > ASCII.space }), line[last] == ASCII.greater, line[last - 1] == UInt8(ascii: "/")
    else { return nil }
    let name = line[(open + 1)..<last].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
    guard let path = files[String(decoding: name, as: UTF8.self)], !line[name.endIndex..<last].contains(ASCII.less) else { return nil }
    return IncludeDirective(form: .whole, path: path, range: open..<(last + 1))
  }

  /// `{Snippet}` alone on a line, or between tags: `<CodeBlock language="toml">{Snippet}</CodeBlock>`.
  private func text(in line: ArraySlice<UInt8>) -> IncludeDirective? {
    guard let open = line.firstIndex(where: { !ASCII.isBlank($0) }), line[open] == ASCII.less || line[open] == ASCII.openBrace,
      let last = line.lastIndex(where: { $0 > ASCII.space }), line[last] == ASCII.greater || line[last] == ASCII.closeBrace
    else { return nil }
    let tags = String(decoding: line[open...last], as: UTF8.self).split(separator: "{", omittingEmptySubsequences: false)
    guard tags.count == 2, let close = tags[1].firstIndex(of: "}"), let path = texts[String(tags[1][..<close]).trimmedWhitespace()],
      case let end = tags[1][close...].dropFirst(), tags[0].isEmpty && end.isEmpty || tags[0].hasSuffix(">") && end.hasPrefix("</")
    else { return nil }
    var directive = IncludeDirective(form: .code, path: path, range: open..<(last + 1))
    directive.info = path.lastIndex(of: ".").map { String(path[$0...].dropFirst()) } ?? ""
    return directive
  }

  /// `import Name from './file.mdx';`, `import Name from '!!raw-loader!./file.py'`, `import Name from './file.py?raw'`.
  private static func part(_ line: ArraySlice<UInt8>) -> (name: String, path: String, isText: Bool)? {
    guard line.count < 400 else { return nil }
    let words = String(decoding: line, as: UTF8.self).split { " ;\t\r".contains($0) }
    guard words.count == 4, words[2] == "from", let quote = words[3].first, quote == "'" || quote == "\"", words[3].last == quote,
      case let path = words[3].dropFirst().dropLast()
    else { return nil }
    let loader = "raw-loader!"
    if let mark = path.firstRange(of: loader) { return (String(words[1]), String(path[mark.upperBound...]), true) }
    if path.hasSuffix("?raw") { return (String(words[1]), String(path.dropLast(4)), true) }
    guard [".mdx", ".md", ".markdown"].contains(where: path.hasSuffix) else { return nil }
    return (String(words[1]), String(path), false)
  }
}
