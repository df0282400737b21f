internal import TypesetDiagnostics

/// One option of the command line: a row of the table that reading and `--help` share.
struct Option {
  /// Without dashes: `output`.
  var name: String
  /// A single letter, or nil.
  var letter: Character?
  /// What `--help` calls the option's value; nil is a switch without one.
  var value: String?
  var help: String
  /// The value may be left out; it follows the name after `=` only.
  var isValueOptional = false

  init(_ name: String, _ letter: Character? = nil, value: String? = nil, isValueOptional: Bool = false, help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isValueOptional = isValueOptional
    self.help = help
  }
}

/// A command line, read against a table of options.
struct Arguments {
  var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// A word that no option fits, or a value that is missing.
  struct UsageError: Error {
    var message: String
    var hint: String?
  }

  /// Reads GNU-style options anywhere among the operands: `-o FILE`, `-oFILE`, `--output FILE`, `--output=FILE`; all
  /// after `--` is operands.
  init(_ words: [String], options: [Option]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.name == name }) else {
          let near = nearest(to: name, among: options.map(\.name))
          throw UsageError(message: "unknown option --\(name)", hint: near.map { "did you mean --\($0)?" })
        }
        try read(option, attached: parts.count > 1 ? String(parts[1]) : nil, from: &rest)
      } else {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
          guard let option = options.first(where: { $0.letter == letter }) else {
            throw UsageError(message: "unknown option -\(letter)", hint: nil)
          }
          if option.value == nil {
            try read(option, attached: nil, from: &rest)
          } else {
            try read(option, attached: letters.isEmpty ? nil : String(letters), from: &rest)
            break
          }
        }
      }
    }
  }

  private mutating func read(_ option: Option, attached: String?, from rest: inout ArraySlice<String>) throws(UsageError) {
    guard let value = option.value else {
      if attached != nil { throw UsageError(message: "--\(option.name) takes no value", hint: nil) }
      values[option.name, default: []].append("")
      return
    }
    if option.isValueOptional {
      values[option.name, default: []].append(attached ?? "")
      return
    }
    guard let word = attached ?? rest.popFirst() else {
      throw UsageError(message: "--\(option.name) needs a value", hint: "write --\(option.name) \(value)")
    }
    values[option.name, default: []].append(word)
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  /// The last value given.
  func value(_ name: String) -> String? { values[name]?.last }
  func all(_ name: String) -> [String] { values[name] ?? [] }
}
