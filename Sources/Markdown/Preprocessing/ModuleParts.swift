/// The parts of MDX pages, `import Part from './_part.mdx'` and `<Part />` below, which are read as files that the page includes.
struct ModuleParts {
  /// The files of texts that were imported so far, by the names that they have on the page.
  private var files: [String: String] = [:]

  /// True if a line that imports a text begins here.
  static func isImport(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "import ".utf8) && part(bytes.prefix { $0 != ASCII.newline }) != nil
  }

  /// The file of the component that is alone on a line.
  mutating func directive(in line: ArraySlice<UInt8>) -> IncludeDirective? {
    if line.first == UInt8(ascii: "i"), line.starts(with: "import ".utf8), let part = Self.part(line) {
      files[part.name] = part.path
      return nil
    }
    guard !files.isEmpty, let open = line.firstIndex(where: { !ASCII.isBlank($0) }), line[open] == ASCII.less,
      let last = line.lastIndex(where: { $0 > ASCII.space }), line[last] == ASCII.greater, line[last - 1] == UInt8(ascii: "/")
    else { return nil }
    let name = line[(open + 1)..<last].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
    guard let path = files[String(decoding: name, as: UTF8.self)], !line[name.endIndex..<last].contains(ASCII.less) else { return nil }
    return IncludeDirective(form: .whole, path: path, range: open..<(last + 1))
  }

  /// `import Name from './file.mdx';`
  private static func part(_ line: ArraySlice<UInt8>) -> (name: String, path: String)? {
    guard line.count < 400 else { return nil }
    let words = String(decoding: line, as: UTF8.self).split { " ;\t\r".contains($0) }
    guard words.count == 4, words[2] == "from", let quote = words[3].first, quote == "'" || quote == "\"", words[3].last == quote,
      case let path = words[3].dropFirst().dropLast(), [".mdx", ".md", ".markdown"].contains(where: path.hasSuffix)
    else { return nil }
    return (String(words[1]), String(path))
  }
}
