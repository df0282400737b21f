import TypesetDiagnostics

/// What is wrong with LaTeX's commands that are shown as text.
struct RawCommands {
  enum Answer {
    /// The environment was named where it begins.
    case said
    case fault(String, hint: String)
    /// Nothing more is known.
    case unknown
  }

  /// Environments without a meaning that have begun.
  private var unknown: Set<String> = []
  /// Whether the source has a command: `\end{theorem}`.
  private var found: [String: Bool] = [:]

  /// - Parameter command: With its first argument: `\begin{thoerem}`.
  mutating func fault(of command: ArraySlice<UInt8>, in source: [UInt8]) -> Answer {
    guard let open = command.firstIndex(of: ASCII.openBrace), command.last == ASCII.closeBrace else { return .unknown }
    let word = String(decoding: command[command.index(after: command.startIndex)..<open], as: UTF8.self)
    let argument = String(decoding: command[(open + 1)..<(command.endIndex - 1)], as: UTF8.self)
    switch word {
    case "begin": return beginning(argument, in: source)
    case "end":
      if unknown.contains(argument) { return .said }
      guard Self.isName(argument), !has("\\begin{\(argument)}", source) else { return .unknown }
      return .fault(
        "‘\\end{\(argument)}’ without ‘\\begin{\(argument)}’ is shown as text",
        hint: "write \\begin{\(argument)} where the environment begins, or remove it")
    case _ where word.lowercased().hasSuffix("cite") || word.lowercased().hasPrefix("cite"):
      guard argument.utf8.allSatisfy({ ASCII.isBlank($0) || $0 == UInt8(ascii: ",") }) else { return .unknown }
      return .fault("‘\\\(word){\(argument)}’ names no work, and is shown as text", hint: "write the key of a work in its braces")
    default: return .unknown
    }
  }

  private mutating func beginning(_ argument: String, in source: [UInt8]) -> Answer {
    let name = argument.hasSuffix("*") ? String(argument.dropLast()) : argument
    guard Self.isName(argument) else { return .unknown }
    if Self.known.contains(name) {
      guard !has("\\end{\(argument)}", source) else { return .unknown }
      return .fault("the environment \(argument) is never closed, and shown as text", hint: "close it with \\end{\(argument)}")
    }
    unknown.insert(argument)
    return .fault(
      "the environment ‘\(argument)’ is unknown, and shown as text",
      hint: nearest(to: name, among: Self.known.sorted()).map { "did you mean \\begin{\($0)}?" }
        ?? "define it with \\newtheorem or \\newenvironment, or write Markdown in its place")
  }

  private mutating func has(_ command: String, _ source: [UInt8]) -> Bool {
    if let known = found[command] { return known }
    let answer = source.find(Array(command.utf8), from: 0, to: source.count) != nil
    found[command] = answer
    return answer
  }

  private static func isName(_ argument: String) -> Bool {
    let name = argument.hasSuffix("*") ? argument.dropLast() : argument[...]
    return !name.isEmpty && name.utf8.count < 40 && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
  }

  private static let known = PaperEnvironment.theorems.union(PaperEnvironment.others).union(LaTeXEnvironments.named.keys)
    .union(["equation", "align", "alignat", "flalign", "gather", "multline", "eqnarray", "displaymath", "math", "cases", "array", "split"])
}
