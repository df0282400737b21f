/// Writes what a formula has defined as TeX that the lexer reads back.
struct DefinitionSource {
  private let definitions: Definitions
  private let vocabulary: Vocabulary

  init(_ input: Expander) { (definitions, vocabulary) = (input.definitions, input.vocabulary) }

  func definition(of number: UInt32, as macro: Macro) -> String {
    let name = vocabulary.names.name(number)
    let count = macro.parameters
    let standard = macro.defaultArgument.map { "[{\(tex($0))}]" } ?? ""
    if let environment = suffix(of: name, after: "begin ") {
      let end = definitions[Environment.definedName("end", environment, vocabulary)]?.body ?? []
      return "\\newenvironment{\(environment)}[\(count)]\(standard){\(tex(macro.body))}{\(tex(end))}"
    }
    if suffix(of: name, after: "end ") != nil { return "" }
    if let color = suffix(of: name, after: "color ") {
      let parts = vocabulary.plainText(macro.body).split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? "\\definecolor{\(color)}{\(parts[0])}{\(parts[1])}" : ""
    }
    if macro.isAlias { return "\\let\\\(name)= \(tex(macro.body))" }
    if !standard.isEmpty { return "\\newcommand{\\\(name)}[\(count)]\(standard){\(tex(macro.body))}" }
    let delimiters = macro.delimiters ?? Array(repeating: [], count: count + 1)
    let pattern = delimiters.enumerated().map { ($0 > 0 ? "#\($0)" : "") + tex($1) }.joined()
    return "\\def\\\(name)\(pattern){\(tex(macro.body))}"
  }

  private func tex(_ tokens: [Token]) -> String { vocabulary.source(of: tokens, isMarked: true) }

  private func suffix(of name: String, after prefix: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }
}
