import TypesetMarkdown

/// A block of code as a file that a PDF carries.
package struct CodeFile: Sendable {
  /// As its author named it, or a number: `main.swift`, `code-2.py`.
  package var name: String
  package var bytes: [UInt8]

  /// The code of a document that is shown, in order.
  ///
  /// - Parameter hidden: The languages of blocks that are not shown, in small letters.
  static func all(in tree: Tree, besides hidden: Set<String>) -> [CodeFile] {
    var files: [CodeFile] = []
    var taken: Set<String> = []
    for node in tree.nodes {
      guard case .codeBlock(let words, let literal) = node.kind, !literal.isEmpty else { continue }
      let info = CodeInfo(words)
      guard !hidden.contains(info.language.lowercased()) else { continue }
      let number = files.count + 1
      var name = info.title.flatMap(fileName) ?? "code-\(number).\(ending(of: info.language.lowercased()))"
      if taken.contains(name) { name = "\(number)-\(name)" }
      taken.insert(name)
      files.append(CodeFile(name: name, bytes: Array(literal.utf8)))
    }
    return files
  }

  /// The last part of a path whose signs every system takes; nil for other titles.
  private static func fileName(_ title: String) -> String? {
    let name = title.split(separator: "/").last ?? ""
    guard !name.hasPrefix("."), name.contains("."), name.utf8.count <= 80,
      name.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || "0"..."9" ~= $0 || "._-+".unicodeScalars.contains($0) })
    else { return nil }
    return String(name)
  }

  private static func ending(of language: String) -> String {
    if let known = endings[language] { return known }
    let isShort = !language.isEmpty && language.utf8.count <= 4 && language.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
    return isShort ? language : "txt"
  }

  private static let endings = [
    "swift": "swift", "python": "py", "python3": "py", "javascript": "js", "typescript": "ts", "rust": "rs", "ruby": "rb", "kotlin": "kt",
    "csharp": "cs", "c++": "cpp", "objective-c": "m", "haskell": "hs", "julia": "jl", "perl": "pl", "bash": "sh", "shell": "sh",
    "zsh": "sh",
    "console": "txt", "text": "txt", "plaintext": "txt", "markdown": "md", "latex": "tex", "scala": "scala", "elixir": "ex",
    "erlang": "erl", "clojure": "clj", "ocaml": "ml", "fortran": "f90", "matlab": "m", "powershell": "ps1", "dockerfile": "dockerfile",
    "makefile": "mk", "mermaid": "mmd", "graphviz": "dot",
  ]
}
