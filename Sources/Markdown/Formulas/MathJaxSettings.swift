internal import TypesetDiagnostics
package import TypesetFiles

/// What a site's own script, or a page's, tells MathJax of formulas: `inlineMath: [['$', '$'], ['\\(', '\\)']]`, `tags: 'ams'`.
package struct MathJaxSettings: Hashable, Sendable {
  struct Signs: Hashable, Sendable {
    var open: [UInt8]
    var close: [UInt8]
  }

  /// Those around formulas within lines; nil where the script does not say.
  var inline: [Signs]?
  var display: [Signs]?
  /// Those around formulas of AsciiMath; nil where the script has none of its own.
  var ascii: [Signs]?
  /// True if equations in environments have numbers; false where MathJax is set up without; nil where no script is found.
  package var numbersEquations: Bool?

  /// Nil for a script that does not set MathJax up.
  init?(_ script: [UInt8]) {
    let isOld = script.firstRange(of: Array("tex2jax".utf8)) != nil || script.firstRange(of: Array("MathJax.Hub".utf8)) != nil
    guard isOld || ["MathJax", "mathjax@"].contains(where: { script.firstRange(of: Array($0.utf8)) != nil }) else { return nil }
    inline = Self.signs(of: "inlineMath", in: script)
    display = Self.signs(of: "displayMath", in: script)
    if script.firstRange(of: Array("asciimath".utf8)) != nil { ascii = Self.signs(of: "delimiters", in: script) }
    let tags = Self.word(of: isOld ? "autoNumber" : "tags", in: script)
    // A ready-made configuration: `MathJax.js?config=TeX-AMS_CHTML`, `mathjax@3/es5/tex-chtml.js`
    let isReady = ["MathJax.js?config=", "es5/tex-", "mathjax@4/tex-"].contains { script.firstRange(of: Array($0.utf8)) != nil }
    let isSetUp =
      isOld || isReady || ["tex:", "tex =", "tex=", "\"tex\"", "'tex'"].contains { script.firstRange(of: Array($0.utf8)) != nil }
    guard inline != nil || display != nil || tags != nil || isSetUp else { return nil }
    numbersEquations = tags.map { ["ams", "all"].contains($0.lowercased()) } ?? false
  }

  /// The value of `name: 'value'`, with the name in quotes or not.
  private static func word(of name: String, in script: [UInt8]) -> String? {
    guard let value = value(of: name, in: script), let quote = script[value...].first, "\"'".utf8.contains(quote) else { return nil }
    let word = script[(value + 1)...].prefix(20).prefix { $0 != quote }
    return String(decoding: word, as: UTF8.self)
  }

  /// True for a line with the beginning of a comment, which is none in an address.
  private static func isCommented(_ line: ArraySlice<UInt8>) -> Bool {
    line.indices.contains { index in
      line[index...].starts(with: "//".utf8) && (index == line.startIndex || line[index - 1] != UInt8(ascii: ":"))
    }
  }

  /// Where the value of a name begins that no comment is around.
  private static func value(of name: String, in script: [UInt8]) -> Int? {
    let word = Array(name.utf8)
    var place = 0
    while let found = script.find(word, from: place, to: script.count) {
      place = found + word.count
      let line = script[..<found].lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
      if isCommented(script[line..<found]) { continue }
      var index = place
      while index < script.count, ASCII.isBlank(script[index]) || "\"'".utf8.contains(script[index]) { index += 1 }
      guard index < script.count, script[index] == UInt8(ascii: ":") else { continue }
      index += 1
      while index < script.count, ASCII.isBlank(script[index]) || script[index] == ASCII.newline { index += 1 }
      return index
    }
    return nil
  }

  /// The pairs of `[['$', '$'], ["\\(", "\\)"]]`; nil where that is no list of texts.
  private static func signs(of name: String, in script: [UInt8]) -> [Signs]? {
    guard let start = value(of: name, in: script), start < script.count, script[start] == ASCII.openBracket else { return nil }
    var texts: [[UInt8]] = []
    var depth = 0
    var index = start
    while index < min(script.count, start + 1_000) {
      switch script[index] {
      case ASCII.openBracket: depth += 1
      case ASCII.closeBracket:
        depth -= 1
        if depth == 0 {
          guard !texts.isEmpty, texts.count.isMultiple(of: 2), texts.allSatisfy({ !$0.isEmpty }) else { return nil }
          return stride(from: 0, to: texts.count, by: 2).map { Signs(open: texts[$0], close: texts[$0 + 1]) }
        }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let (text, end) = text(in: script, from: index) else { return nil }
        texts.append(text)
        index = end
      case UInt8(ascii: "/"):
        // A comment goes to the line's end.
        if index + 1 < script.count, script[index + 1] == UInt8(ascii: "/") {
          index = script[index...].firstIndex(of: ASCII.newline) ?? index
        }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// A text in quotes, and where its closing quote is.
  private static func text(in script: [UInt8], from open: Int) -> (text: [UInt8], close: Int)? {
    var text: [UInt8] = []
    var index = open + 1
    while index < script.count, script[index] != ASCII.newline {
      if script[index] == script[open] { return (text, index) }
      if script[index] == ASCII.backslash { index += 1 }
      if index < script.count { text.append(script[index]) }
      index += 1
    }
    return nil
  }

  /// Whether equations without a label have numbers on the pages of a tool, as its MathJax is set up; nil where the document's own words decide.
  ///
  /// - Parameter bytes: The page; empty where only its tree is known.
  package static func numbersEquations(in bytes: [UInt8], _ tool: Dialect.Tool, from folder: String?, _ files: FileAccess) -> Bool? {
    guard bytes.isEmpty || bytes.firstRange(of: Array("\\begin".utf8)) != nil else { return nil }
    let isWithout = tool == .github || tool == .obsidian
    return of(bytes, tool, from: folder, files)?.numbersEquations ?? (isWithout ? false : nil)
  }

  // MARK: Where it is found

  /// The settings for a page: its own, else those of the nearest folder of its site that has some.
  package static func of(_ bytes: [UInt8], _ tool: Dialect.Tool, from folder: String?, _ files: FileAccess) -> MathJaxSettings? {
    if let own = inPage(bytes) { return own }
    // Most pages have no formulas.
    guard bytes.contains(where: { "\\$^".utf8.contains($0) }), let folder, case let places = FormulaSettings.of(tool),
      !places.settings.isEmpty || !places.folders.isEmpty
    else { return nil }
    let probe = files.withOwnLog()
    let projects = FormulaSettings.projects
    for level in files.namesAbove(folder, among: places.settings + places.folders + projects, upTo: ".git", remembering: 3) {
      let root = String(repeating: "../", count: level.ups)
      var paths = places.settings.filter(level.names.contains)
      for name in projects where level.names.contains(name) { paths += scripts(namedBy: root + name, from: folder, probe) }
      for inner in places.folders where level.names.contains(inner) {
        let scripts = files.entries(in: level.folder + "/" + inner, endings: scriptEndings)
        paths += scripts.filter { !$0.isFolder && !$0.name.contains(".min.") }.map { inner + "/" + $0.name }
      }
      for path in paths.prefix(mostFiles) {
        // The program itself is larger.
        guard let file = try? probe.read(root + path, from: folder, limit: 100_000), let found = MathJaxSettings(file.bytes) else {
          continue
        }
        _ = try? files.read(root + path, from: folder, limit: 100_000)
        return found
      }
    }
    return nil
  }

  /// A `<script>` of the page.
  private static func inPage(_ bytes: [UInt8]) -> MathJaxSettings? {
    guard let open = bytes.find(Array("<script".utf8), from: 0, to: bytes.count) else { return nil }
    var place = open
    for _ in 0..<10 {
      guard let end = bytes.find(Array("</script".utf8), from: place, to: bytes.count) else { return nil }
      if end - place < 20_000, let found = MathJaxSettings(Array(bytes[place..<end])) { return found }
      guard let next = bytes.find(Array("<script".utf8), from: end, to: bytes.count) else { return nil }
      place = next
    }
    return nil
  }

  private static let mostFiles = 60
  private static let scriptEndings = [".js", ".mjs", ".ts", ".html", ".htm", ".hbs"]

  /// The scripts that MkDocs gives to all pages: `extra_javascript`.
  private static func scripts(namedBy path: String, from folder: String, _ files: FileAccess) -> [String] {
    guard let file = try? files.read(path, from: folder, limit: 1 << 18) else { return [] }
    let lines = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let documents =
      lines.first { $0.hasPrefix("docs_dir:") }.map { $0.dropFirst("docs_dir:".count).filter { !"\"' ".contains($0) } } ?? "docs"
    guard let start = lines.firstIndex(where: { $0.hasPrefix("extra_javascript:") }) else { return [] }
    return lines[(start + 1)...].prefix { " -#".contains($0.first ?? "x") }.compactMap { line in
      let name = line.drop { " -".contains($0) }.replacing("path:", with: "").filter { !"\"' ".contains($0) }
      return name.hasSuffix("js") && !name.contains("://") ? documents + "/" + name : nil
    }
  }
}
