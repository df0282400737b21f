internal import TypesetDiagnostics
internal import TypesetYAML

/// A file of options, as pandoc's defaults files: each key is an option's name without its dashes.
///
/// - Source: pandoc User's Guide, *Defaults files*.
enum DefaultsFile {
  static let option = Option(
    "defaults", "d", value: "FILE", help: "read options from a YAML file: toc: true, theme: book, variables: {…}; those typed here win")

  /// Words of a command line with those of the files that `--defaults` names before them.
  static func expanded(_ words: [String], options: [Option]) throws -> [String] {
    guard words.contains(where: { $0.hasPrefix("-d") || $0.hasPrefix("--defaults") }) else { return words }
    let arguments = try Arguments(words, options: options, knowsOthers: true)
    return try arguments.all("defaults").flatMap { try self.words(of: $0, options: options) } + words
  }

  private static func words(of path: String, options: [Option]) throws -> [String] {
    let bytes = try TypesetVerb.readInput(path, limit: 1 << 20)
    let (value, faults) = parseYAML(bytes)
    if let fault = faults.first {
      throw Failure(.usage, "\(path) is no YAML: \(fault.rendered(in: Source(name: path, bytes: bytes)))")
    }
    guard let value else { return [] }
    guard let entries = value.entries else {
      throw Failure(.usage, "\(path) holds no keys", hint: "write it as toc: true, a line for each option")
    }
    var words: [String] = []
    var operands: [String] = []
    for entry in entries {
      switch entry.key {
      case "input-file", "input-files": operands += texts(of: entry.value)
      case "output-file": words += texts(of: entry.value).map { "--output=\($0)" }
      case "table-of-contents": words += try self.words("toc", entry.value, options)
      case "variables", "metadata": words += (entry.value.entries ?? []).map { "--variable=\($0.key)=\(flow($0.value))" }
      case "resource-path": words.append("--resource-path=" + texts(of: entry.value).joined(separator: ":"))
      default: words += try self.words(entry.key, entry.value, options)
      }
    }
    do {
      _ = try Arguments(words, options: options, knowsOthers: true)
    } catch {
      throw Arguments.UsageError(message: "in \(path): \(error.message)", hint: error.hint)
    }
    return words + operands.map { $0.hasPrefix("-") && $0 != "-" ? "./" + $0 : $0 }
  }

  /// The option of a key, with its value or values.
  private static func words(_ key: String, _ value: YAMLValue, _ options: [Option]) throws -> [String] {
    let takesValue = options.first { $0.name == key }?.value != nil || ForeignOptions.row("--" + key)?.takesValue == true
    guard !takesValue else { return texts(of: value).map { "--\(key)=\($0)" } }
    if case .scalar = value.content, value.text == "false" || value.text == nil { return [] }
    return ["--\(key)"]
  }

  /// A scalar, or those of a sequence.
  private static func texts(of value: YAMLValue) -> [String] {
    value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
  }

  /// A value on one line, as `--variable` reads it.
  private static func flow(_ value: YAMLValue) -> String {
    switch value.content {
    case .scalar(let text, let isPlain): isPlain ? text : quoted(text)
    case .sequence(let items): "[" + items.map(flow).joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\(quoted($0.key)): \(flow($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// A double-quoted scalar (YAML 1.2, 7.3.1).
  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\\(scalar)"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
