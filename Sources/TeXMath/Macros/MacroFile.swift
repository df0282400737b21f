internal import TypesetDiagnostics

/// Definitions of commands as sites keep them outside their documents: TeX, KaTeX' `\\name: expansion` lines, or the object of
/// macros of a KaTeX or MathJax configuration.
package enum MacroFile {
  /// The definitions as TeX.
  package static func definitions(in text: String) -> String {
    let isTeX = ["\\newcommand", "\\renewcommand", "\\def", "\\DeclareMathOperator", "\\let", "\\gdef"].contains { text.contains($0) }
    if !isTeX, text.contains("{"), text.contains("\"") || text.contains("'"), text.contains(":"), !text.hasPrefix("\\") {
      return ObjectReader(text).definitions()
    }
    return text.split(separator: "\n").map { line -> String in
      guard line.hasPrefix("\\"), let colon = line.firstIndex(of: ":"),
        line[..<colon].dropFirst().allSatisfy({ $0.isLetter || $0.isNumber })
      else { return String(line) }
      let body = line[line.index(after: colon)...].drop { $0 == " " }
      let count = (1...9).last { body.contains("#\($0)") } ?? 0
      return definition(String(line[..<colon].dropFirst()), String(body), parameters: count, standard: nil)
    }.joined(separator: "\n")
  }

  /// A definition as TeX; nil for a name that no command can have.
  ///
  /// - Parameters:
  ///   - name: With its backslash or without.
  ///   - parameters: Nil where the body shows how many there are.
  static func definition(ofCommand name: String, _ body: String, parameters: Int?, standard: String?) -> String? {
    let command = name.hasPrefix("\\") ? String(name.dropFirst()) : name
    guard !command.isEmpty, command.allSatisfy({ $0.isLetter }) || command.count == 1 else { return nil }
    let count = parameters ?? (1...9).last { body.contains("#\($0)") } ?? 0
    return definition(command, body, parameters: min(max(count, 0), 9), standard: standard)
  }

  private static func definition(_ name: String, _ body: String, parameters: Int, standard: String?) -> String {
    "\\newcommand{\\\(name)}[\(parameters)]\(standard.map { "[\($0)]" } ?? ""){\(body)}"
  }

  /// Finds `name: "expansion"` and `name: ["expansion", 2, "default"]` in JSON or JavaScript, wherever they are.
  private struct ObjectReader {
    private let text: [Character]
    private var index = 0

    init(_ source: String) {
      // If an object has this name, only its content is used.
      let start = source.firstRange(of: "macros")?.upperBound ?? source.startIndex
      text = Array(source[start...])
    }

    private var current: Character { index < text.count ? text[index] : "\0" }

    func definitions() -> String {
      var reader = self
      var out: [String] = []
      while reader.index < reader.text.count {
        if let found = reader.entry() { out.append(found) }
      }
      return out.joined(separator: "\n")
    }

    /// A name, a colon and the definition; nil for something else.
    private mutating func entry() -> String? {
      let name: String
      if current == "\"" || current == "'" {
        name = string()
      } else if current.isLetter {
        var word = ""
        while current.isLetter || current.isNumber { word.append(take()) }
        name = word
      } else {
        index += 1
        return nil
      }
      skipBlank()
      guard current == ":" else { return nil }
      index += 1
      skipBlank()
      if let body = rawString() { return definition(ofCommand: name, body, parameters: nil, standard: nil) }
      if current == "\"" || current == "'" || current == "`" {
        return definition(ofCommand: name, string(), parameters: nil, standard: nil)
      }
      guard current == "[" else { return nil }
      index += 1
      skipBlank()
      let raw = rawString()
      guard raw != nil || current == "\"" || current == "'" || current == "`" else { return nil }
      let body = raw ?? string()
      var count = 0
      var standard: String?
      while index < text.count, current != "]" {
        if let digit = current.wholeNumberValue { count = digit }
        if current == "\"" || current == "'" {
          standard = string()
        } else {
          index += 1
        }
      }
      return definition(ofCommand: name, body, parameters: count, standard: standard)
    }

    /// The text of a string in which backslashes are themselves: JavaScript's ``String.raw`\R` ``, Python's `r"\R"`; nil for anything else.
    private mutating func rawString() -> String? {
      for prefix in ["String.raw", "r"] {
        let quote = index + prefix.count
        guard quote < text.count, "\"'`".contains(text[quote]), text[index..<quote].elementsEqual(prefix) else { continue }
        let close = text[(quote + 1)...].firstIndex(of: text[quote]) ?? text.count
        index = min(close + 1, text.count)
        return String(text[(quote + 1)..<close])
      }
      return nil
    }

    private mutating func skipBlank() {
      while current.isWhitespace { index += 1 }
    }

    private mutating func take() -> Character {
      defer { index += 1 }
      return current
    }

    /// The text of a string that begins here, its escapes resolved.
    private mutating func string() -> String {
      let quote = take()
      var out = ""
      while index < text.count, current != quote {
        var character = take()
        if character == "\\", index < text.count {
          character = take()
          if character == "n" { character = "\n" }
        }
        out.append(character)
      }
      index += 1
      return out
    }
  }
}
