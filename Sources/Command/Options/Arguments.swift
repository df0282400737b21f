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
  /// A next word that ends like this is the value of an option whose value may be left out.
  var suffix: String?

  init(
    _ name: String, _ letter: Character? = nil, value: String? = nil, isValueOptional: Bool = false, suffix: String? = nil, help: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isValueOptional = isValueOptional
    self.suffix = suffix
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
  ///
  /// - Parameter knowsOthers: True if options of other programs are accepted too.
  init(_ words: [String], options: [Option], knowsOthers: Bool = false) throws(UsageError) {
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
          guard knowsOthers, let foreign = ForeignOptions.row("--" + name) else { throw Self.unknown("--" + name, options, knowsOthers) }
          try read(foreign, "--" + name, attached: parts.count > 1 ? String(parts[1]) : nil, options, from: &rest)
          continue
        }
        try read(option, attached: parts.count > 1 ? String(parts[1]) : nil, from: &rest)
      } else {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
          guard let option = options.first(where: { $0.letter == letter }) else {
            guard knowsOthers, let foreign = ForeignOptions.row("-\(letter)") else {
              throw Self.unknown("-\(letter)", options, knowsOthers)
            }
            let hasValue = foreign.takesValue && !letters.isEmpty
            try read(foreign, "-\(letter)", attached: hasValue ? String(letters) : nil, options, from: &rest)
            if hasValue { break }
            continue
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

  /// The error for an option that neither this program nor another one has.
  private static func unknown(_ name: String, _ options: [Option], _ knowsOthers: Bool) -> UsageError {
    let ours = options.map { "--\($0.name)" }
    guard let near = nearest(to: name, among: ours + (knowsOthers ? ForeignOptions.names.filter { $0.hasPrefix("--") } : [])) else {
      return UsageError(message: "unknown option \(name)", hint: nil)
    }
    let others = ours.contains(near) ? nil : ForeignOptions.row(near)
    return UsageError(message: "unknown option \(name)", hint: "did you mean \(near)\(others.map { " of \($0.tool)" } ?? "")?")
  }

  /// Reads an option of another program.
  private mutating func read(
    _ row: ForeignOptions.Row, _ name: String, attached: String?, _ options: [Option], from rest: inout ArraySlice<String>
  ) throws(UsageError) {
    // WeasyPrint's -s has a value, pandoc's has none.
    if name == "-s", rest.first?.hasSuffix(".css") == true, let sheet = ForeignOptions.row("--stylesheet") {
      return try read(sheet, "--stylesheet", attached: nil, options, from: &rest)
    }
    let value = row.takesValue ? attached ?? rest.popFirst() : attached
    switch row.effect {
    case .refused(let hint): throw UsageError(message: "\(name) of \(row.tool) is not supported", hint: hint)
    case .word(let known, let hint):
      if value != known { throw UsageError(message: "\(name) \(value ?? "") of \(row.tool) is not supported", hint: hint) }
    case .key(let key): values["variable", default: []].append("\(key)=\(value ?? "true")")
    case .renamed(let own): values[own, default: []].append(value ?? "")
    case .ignored: break
    }
  }

  private mutating func read(_ option: Option, attached: String?, from rest: inout ArraySlice<String>) throws(UsageError) {
    guard let value = option.value else {
      if attached != nil { throw UsageError(message: "--\(option.name) takes no value", hint: nil) }
      values[option.name, default: []].append("")
      return
    }
    if option.isValueOptional {
      let isNext = attached == nil && option.suffix.map { suffix in rest.first?.hasSuffix(suffix) == true } ?? false
      values[option.name, default: []].append(attached ?? (isNext ? rest.removeFirst() : ""))
      return
    }
    guard let word = attached ?? rest.popFirst() else {
      throw UsageError(message: "--\(option.name) needs a value", hint: "write --\(option.name) \(value)")
    }
    // Typst's -f is a format of the output, pandoc's one of the input; JSON is pandoc's.
    values[option.name == "from" && word != "json" && Output.Format(rawValue: word) != nil ? "to" : option.name, default: []].append(word)
  }

  /// Sets the value of an option that was not given.
  mutating func set(_ name: String, to value: String) { values[name] = [value] }

  /// All given options, except for some, with their values: equal texts mean equal options.
  func fingerprint(without names: Set<String>) -> String {
    values.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
      .map { name, texts in "\(name) \(texts.count)\n" + texts.map { "\($0.utf8.count) \($0)\n" }.joined() }.joined()
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  /// The last value given.
  func value(_ name: String) -> String? { values[name]?.last }
  func all(_ name: String) -> [String] { values[name] ?? [] }
}
