internal import TeXMath
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown
internal import TypesetYAML

/// The commands for formulas that a site defines for all of its pages: in the settings of MathJax or KaTeX in a template or a script, or in
/// a vault's preamble.
enum SiteMacros {
  /// The definitions as LaTeX, of the nearest folder that has some; empty without any.
  static func definitions(of tool: Dialect.Tool, files: FileAccess, from folder: String?, limit: Int) -> String {
    guard let folder else { return "" }
    let names = FormulaSettings.of(tool).definitions + FormulaSettings.shared
    let (scriptFolders, styleFolders) = (FormulaSettings.scriptFolders(of: tool), FormulaSettings.styleFolders(of: tool))
    for level in files.namesAbove(folder, among: names + styleFolders + scriptFolders, upTo: ".git", remembering: 3) {
      let styles = styleFolders.filter(level.names.contains).flatMap { folder in FormulaSettings.styleFiles.map { "\(folder)/\($0)" } }
      var found = (names.filter(level.names.contains) + styles).compactMap { name -> String? in
        // A path that holds wherever the project is: what a PDF carries is asked for by the same one.
        let root = String(repeating: "../", count: level.ups)
        guard let file = try? files.read(root + name, from: folder, limit: limit) else { return nil }
        let text =
          switch tool {
          case _ where FormulaSettings.shared.contains(name):
            object(in: String(decoding: file.bytes, as: UTF8.self)).map(MacroFile.definitions) ?? ""
          case .myst where name != "conf.py": definitions(inSettings: file.bytes)
          case .documenter: JuliaMacros.definitions(in: String(decoding: file.bytes, as: UTF8.self))
          case .mdbook: definitions(namedBy: file.bytes, files: files, in: root, from: folder, limit: limit)
          case .bookdown where name == "_bookdown.yml": ofChapters(namedBy: file.bytes, files, in: root, from: folder, limit)
          case .bookdown, .rmarkdown, .quarto:
            definitions(in: file.bytes)
              + included(by: name.hasSuffix("ml") ? entries(of: file.bytes) : [], files, in: root, from: folder, limit)
          default: definitions(in: file.bytes)
          }
        if text.isEmpty, name.contains("config.") { return imported(by: file.bytes, named: name, files, in: root, from: folder, limit) }
        return text.isEmpty ? nil : text
      }
      if found.isEmpty { found = scripts(in: scriptFolders, at: level, files, from: folder, limit) }
      if !found.isEmpty { return found.joined(separator: "\n") }
    }
    return ""
  }

  /// The definitions in scripts, and in what layouts include, whose names say that they set formulas up: `assets/js/katex-macros.js`,
  /// `_includes/math_symbol.html`.
  private static func scripts(
    in scriptFolders: [String], at level: FileAccess.NamesAbove, _ files: FileAccess, from folder: String, _ limit: Int
  ) -> [String] {
    let root = String(repeating: "../", count: level.ups)
    var rest = 8
    var found: [String] = []
    for place in scriptFolders where level.names.contains(place) {
      let scripts = files.entries(in: level.folder + "/" + place, endings: [".js", ".mjs", ".ts", ".html", ".json"])
      for entry in scripts where rest > 0 && !entry.isFolder {
        let name = entry.name.lowercased()
        guard ["math", "macros", "tex"].contains(where: name.contains), !name.contains(".min.") else { continue }
        rest -= 1
        // The program itself has hundreds of kilobytes, and macros of its own.
        guard let file = try? files.read("\(root)\(place)/\(entry.name)", from: folder, limit: min(limit, 100_000)) else { continue }
        let text = definitions(in: file.bytes)
        if !text.isEmpty { found.append(text) }
      }
    }
    return found
  }

  /// The definitions in a script that settings import: `import { mathJaxMacros } from "./src/macros"`.
  private static func imported(
    by settings: [UInt8], named name: String, _ files: FileAccess, in root: String, from folder: String, _ limit: Int
  ) -> String? {
    let home = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    for line in String(decoding: settings, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(200) {
      guard line.hasPrefix("import "), line.lowercased().contains("macros"),
        let quote = line.firstIndex(where: { $0 == "\"" || $0 == "'" }),
        case let path = line[line.index(after: quote)...].prefix(while: { $0 != line[quote] }), path.hasPrefix(".")
      else { continue }
      for ending in ["", ".ts", ".js", ".mjs", ".json"] {
        guard let file = try? files.read(root + home + path + ending, from: folder, limit: limit),
          case let text = definitions(in: file.bytes), !text.isEmpty
        else { continue }
        return text
      }
    }
    return nil
  }

  /// The definitions in files that pages of R Markdown and Quarto put into their heads, or before their text: `includes: {in_header: a.tex}`,
  /// `include-in-header: a.html`, `include-before-body: [{file: a.tex}]`, whatever the format.
  ///
  /// - Parameter root: Of the files, from the folder.
  static func included(by settings: [YAMLEntry], _ files: FileAccess, in root: String, from folder: String?, _ limit: Int) -> String {
    var names: [String] = []
    func add(_ value: YAMLValue) {
      for item in value.items ?? [value] { if let name = item.text ?? item["file"]?.text, isFile(name) { names.append(name) } }
    }
    func walk(_ entries: [YAMLEntry], depth: Int) {
      guard depth < 5 else { return }
      for entry in entries { keys.contains(entry.key) ? add(entry.value) : walk(entry.value.entries ?? [], depth: depth + 1) }
    }
    walk(settings, depth: 0)
    var known: Set<String> = []
    var out = ""
    // Files that these name come after them.
    var next = 0
    while next < names.count, known.count < 20 {
      if known.insert(names[next]).inserted, let file = try? files.read(root + names[next], from: folder, limit: limit) {
        out += "\n" + definitions(in: file.bytes)
        names += inputs(of: file.bytes)
      }
      next += 1
    }
    return out
  }

  /// The definitions in the chapters of a book, which pandoc gets as one text.
  private static func ofChapters(
    namedBy settings: [UInt8], _ files: FileAccess, in root: String, from folder: String, _ limit: Int
  ) -> String {
    let list = parseYAML(settings[...], offset: 0).value?["rmd_files"]
    var rest = min(limit, 4 << 20)
    let found = ((list?["html"] ?? list?["latex"] ?? list)?.items ?? []).prefix(100).compactMap { item -> String? in
      guard let name = item.text, rest > 0, let file = try? files.read(root + name, from: folder, limit: rest) else { return nil }
      rest -= file.bytes.count
      return definitions(in: file.bytes)
    }
    return found.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The files of `\input{tex/defs}`, `\include{a}` and `\usepackage{./macros}`.
  private static func inputs(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).flatMap { line -> [String] in
      let line = line.drop { $0.isWhitespace || $0 == "-" }
      let isPackage = line.hasPrefix("\\usepackage{")
      guard isPackage || line.hasPrefix("\\input{") || line.hasPrefix("\\include{"), let open = line.firstIndex(of: "{") else { return [] }
      let name = String(line[open...].dropFirst().prefix { $0 != "}" && $0 != "," })
      return [isFile(name) ? name : name + (isPackage ? ".sty" : ".tex")].filter(isFile)
    }
  }

  private static func entries(of bytes: [UInt8]) -> [YAMLEntry] { parseYAML(bytes[...], offset: 0).value?.entries ?? [] }

  private static let keys: Set = ["in_header", "before_body", "include-in-header", "include-before-body", "template"]

  private static func isFile(_ name: String) -> Bool {
    [".tex", ".latex", ".sty", ".html", ".htm", ".md"].contains(where: name.hasSuffix)
      && !name.contains { $0.isNewline || "{}<>".contains($0) }
  }

  /// The file that mdbook-katex reads: `macros = "macros.txt"` below `[preprocessor.katex]`, with lines of `\name:{…}`.
  private static func definitions(
    namedBy bytes: [UInt8], files: FileAccess, in root: String, from folder: String, limit: Int
  ) -> String {
    var isBelow = false
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("[") { isBelow = line.hasPrefix("[preprocessor.katex]") }
      guard isBelow, line.hasPrefix("macros"), let equals = line.firstIndex(of: "=") else { continue }
      let path = line[line.index(after: equals)...].filter { !"\"' ".contains($0) }
      guard !path.isEmpty, let file = try? files.read(root + path, from: folder, limit: limit) else { return "" }
      let lines = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).filter { $0.hasPrefix("\\") }
      return MacroFile.definitions(in: lines.joined(separator: "\n"))
    }
    return ""
  }

  /// The mapping `math` of MyST's project, or `macros` in the settings of Jupyter Book: `"\\N": "\\mathbb{N}"`, also with `macro:` below it.
  private static func definitions(inSettings bytes: [UInt8]) -> String {
    guard let settings = parseYAML(bytes[...], offset: 0).value else { return "" }
    let sphinx = settings["sphinx"]?["config"]
    let found = settings["project"]?["math"] ?? (sphinx?["mathjax3_config"] ?? sphinx?["mathjax_config"])?["tex"]?["macros"]
    let lines = (found?.entries ?? []).compactMap { entry -> String? in
      guard let words = entry.value.text ?? entry.value["macro"]?.text ?? entry.value.items?.first?.text else { return nil }
      let name = entry.key.hasPrefix("\\") ? String(entry.key.dropFirst()) : entry.key
      let isOne = name.count == 1 || name.allSatisfy { $0.isASCII && $0.isLetter }
      guard isOne, !name.isEmpty, !words.contains(where: \.isNewline) else { return nil }
      // A default makes the first argument an option.
      let items = entry.value.items ?? []
      let standard = items.count > 2 ? items[2].text.map { "[\($0)]" } ?? "" : ""
      return "\\newcommand{\\\(name)}[\((1...9).last { words.contains("#\($0)") } ?? 0)]\(standard){\(words)}"
    }
    return lines.joined(separator: "\n")
  }

  /// The entries of an object `macros: { … }`, and lines of `\newcommand`.
  static func definitions(in bytes: [UInt8]) -> String {
    var out: [String] = []
    let text = String(decoding: bytes, as: UTF8.self)
    if let object = object(in: text) { out.append(MacroFile.definitions(in: object)) }
    var lines = text.split(whereSeparator: \.isNewline)[...]
    while let first = lines.popFirst() {
      var line = String(withoutMarkup(first))
      guard definers.contains(where: line.hasPrefix) else { continue }
      // One that goes on over lines ends where its braces are in pairs.
      for next in lines.prefix(12) where openBraces(in: line) > 0 { line += "\n" + next }
      if openBraces(in: line) == 0 { out.append(line) }
    }
    return out.joined(separator: "\n")
  }

  private static let definers = [
    "\\newcommand", "\\renewcommand", "\\providecommand", "\\DeclareMathOperator", "\\DeclarePairedDelimiter", "\\def", "\\gdef",
  ]

  private static func openBraces(in text: String) -> Int {
    var depth = 0
    var isEscaped = false
    var isComment = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): isComment = false
      case UInt8(ascii: "%") where !isEscaped: isComment = true
      case UInt8(ascii: "{") where !isEscaped && !isComment: depth += 1
      case UInt8(ascii: "}") where !isEscaped && !isComment: depth -= 1
      default: break
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return depth
  }

  /// A line without what stands around the definitions of a template: blanks, tags, the delimiters of a hidden formula, the hyphen of an item
  /// of YAML's.
  private static func withoutMarkup(_ line: Substring) -> Substring {
    var line = line.drop(while: \.isWhitespace)
    if line.hasPrefix("- ") { line = line.dropFirst(2) }
    while let first = line.first {
      if first.isWhitespace || first == "$" {
        line = line.dropFirst()
      } else if line.hasPrefix("\\(") || line.hasPrefix("\\[") {
        line = line.dropFirst(2)
      } else if first == "<", let close = line.firstIndex(of: ">") {
        line = line[close...].dropFirst()
      } else {
        break
      }
    }
    while let last = line.last {
      if last.isWhitespace || last == "$" {
        line = line.dropLast()
      } else if line.hasSuffix("\\)") || line.hasSuffix("\\]") {
        line = line.dropLast(2)
      } else if last == ">", let open = line.lastIndex(of: "<") {
        line = line[..<open]
      } else {
        break
      }
    }
    return line
  }

  /// `macros{…}`: what is between the braces after the name, in small or capital letters, as a property or a constant (`katexMacros = {`,
  /// `KATEX_MACROS = {`).
  private static func object(in text: String) -> String? {
    var rest = text[...]
    // Comments and other names may have the word, too.
    for _ in 0..<20 {
      guard let name = rest.firstRange(of: "acros") ?? rest.firstRange(of: "ACROS"), name.lowerBound > text.startIndex else { return nil }
      rest = rest[name.upperBound...]
      if let object = object(after: rest) { return object }
    }
    return nil
  }

  private static func object(after rest: Substring) -> String? {
    guard let open = rest.prefix(20).firstIndex(of: "{"), rest[..<open].allSatisfy({ "\"': \n\t=".contains($0) }) else { return nil }
    var depth = 0
    var index = open
    while index < rest.endIndex {
      switch rest[index] {
      case "{": depth += 1
      case "}": depth -= 1
      // Braces in a string need not pair: `"\\left\\{"`.
      case "'", "\"": index = stringEnd(rest, from: index)
      default: break
      }
      if depth == 0 { return "macros" + rest[open...index] }
      index = rest.index(after: index)
    }
    return nil
  }

  /// The quote that ends a string on its line; the one that begins it where none does.
  private static func stringEnd(_ text: Substring, from start: Substring.Index) -> Substring.Index {
    var index = text.index(after: start)
    while index < text.endIndex, !text[index].isNewline {
      if text[index] == text[start] { return index }
      index = text.index(after: index)
      if text[text.index(before: index)] == "\\", index < text.endIndex { index = text.index(after: index) }
    }
    return start
  }
}
