internal import TypesetDiagnostics

/// A picture whose file is the source of a diagram, or code: what a fence with it shows.
enum DrawnFile {
  /// What the names of such files end in.
  static let endings = [".mmd", ".mermaid"]

  /// What the names of files with code end in, and its languages.
  private static let languages = [
    "c": "c", "cpp": "cpp", "cs": "csharp", "css": "css", "ex": "elixir", "exs": "elixir", "go": "go", "h": "c", "hpp": "cpp",
    "hs": "haskell", "ini": "ini", "java": "java", "jl": "julia", "js": "javascript", "json": "json", "kt": "kotlin", "log": "text",
    "lua": "lua", "out": "text", "php": "php", "pl": "perl", "pm": "perl", "py": "python", "rb": "ruby", "rs": "rust", "scala": "scala",
    "sh": "bash", "sql": "sql", "swift": "swift", "toml": "toml", "ts": "typescript", "txt": "text", "yaml": "yaml", "yml": "yaml",
  ]

  /// True for the beginning of a line that may be a picture of code.
  static func mayBeCode(_ line: ArraySlice<UInt8>) -> Bool {
    let line = line.prefix(400).prefix { $0 != ASCII.newline }
    guard line.starts(with: "![".utf8), let middle = line.firstRange(of: Array("](".utf8)),
      let close = line[middle.upperBound...].firstIndex(of: ASCII.closeParenthesis)
    else { return false }
    return language(ofFile: String(decoding: line[middle.upperBound..<close].prefix { $0 != ASCII.space }, as: UTF8.self)) != nil
  }

  private static func language(ofFile path: String) -> String? {
    guard let dot = path.lastIndex(of: "."), !path.contains("://") else { return nil }
    return languages[path[path.index(after: dot)...].lowercased()]
  }

  /// `![A caption](flow.mmd)`, `![](flow.mmd "Title"){width=50%}`, `![](main.go)`, alone on a line.
  static func directive(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    guard let middle = text.firstRange(of: "]("), let close = text[middle.upperBound...].firstIndex(of: ")") else { return nil }
    let target = text[middle.upperBound..<close]
    let path = String(target.prefix { $0 != " " })
    let isDiagram = endings.contains(where: path.lowercased().hasSuffix) && !path.contains("://")
    guard let name = isDiagram ? "mermaid" : language(ofFile: path) else { return nil }
    let tail = text[text.index(after: close)...]
    guard tail.isEmpty || tail.hasPrefix("{") && tail.hasSuffix("}") && !tail.hasPrefix("{:") else { return nil }
    var caption = String(text[text.index(text.startIndex, offsetBy: 2)..<middle.lowerBound])
    guard !caption.contains("]") else { return nil }
    caption = caption.replacing("\"", with: "\\\"")
    let attributes = tail.dropFirst().dropLast() + (caption.isEmpty ? "" : " caption=\"\(caption)\"")
    return IncludeDirective(form: .code, path: path, info: " {.\(name) \(attributes)}", range: range)
  }
}
