internal import TypesetDiagnostics

/// `mdtypeset completions bash|zsh|fish`: shell completions for verbs and options, from the tables that `--help` prints.
enum CompletionsVerb {
  static let options: [Option] = [Option("help", "h", help: "print this help")]
  private static let shells = ["bash", "zsh", "fish"]

  static func run(_ words: [String]) throws -> ExitCode {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      try printOut(
        """
        mdtypeset completions bash|zsh|fish

          bash: mdtypeset completions bash > ~/.local/share/bash-completion/completions/mdtypeset
          zsh:  mdtypeset completions zsh > DIR/_mdtypeset, where DIR is in $fpath
          fish: mdtypeset completions fish > ~/.config/fish/completions/mdtypeset.fish

        """)
      return .done
    }
    switch arguments.operands.first {
    case "bash": try printOut(bash)
    case "zsh": try printOut(zsh)
    case "fish": try printOut(fish)
    case let other:
      throw Arguments.UsageError(
        message: other.map { "no completions for \"\($0)\"" } ?? "completions expects a shell",
        hint: "use one of \(shells.joined(separator: ", "))")
    }
    return .done
  }

  /// Values that are known words.
  private static func values(of option: Option) -> [String] {
    switch option.name {
    case "to": Output.Format.allCases.map(\.rawValue)
    case "theme": TypesetVerb.themeNames
    case "color": ["auto", "always", "never"]
    case "pdf-standard": ["ua-1", "ua-2", "a-2b", "a-3b"]
    case "progress": ["auto", "plain", "json", "none"]
    case "format": ["human", "short", "grouped", "json", "junit", "sarif", "github", "markdown"]
    case "pictures": ["always", "changed", "never"]
    case "severity": ["note", "warning", "error"]
    case "kind": ["heading", "figure", "formula", "table", "list", "quote", "code", "paragraph", "label"]
    default: []
    }
  }

  /// The first operand of a verb, where it is one of some words.
  private static func operands(of verb: String) -> [String] {
    switch verb {
    case "completions": shells
    case "init": DocumentTemplates.all.map(\.kind)
    case "inspect": InspectVerb.stages
    default: []
    }
  }

  private static func takesFolder(_ option: Option) -> Bool { option.value == "DIR" || option.value == "FILE|DIR/" }

  /// True if files are offered for the option's value: a theme is a name or a file.
  private static func takesFile(_ option: Option) -> Bool {
    takesFolder(option) || option.value?.hasPrefix("FILE") == true || ["output", "theme"].contains(option.name)
  }

  private static func words(_ options: [Option]) -> String {
    options.flatMap { option in ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? []) }.joined(separator: " ")
  }

  private static func names(_ options: [Option]) -> String {
    options.flatMap { option in ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? []) }.joined(separator: "|")
  }

  private static var bash: String {
    var out = """
      # bash completion for mdtypeset; written by: mdtypeset completions bash
      _mdtypeset() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} options operands
        COMPREPLY=()
        # Bash makes three words of --theme=book.
        if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
        case $before in

      """
    var known: Set<String> = []
    let options = (TypesetVerb.options + Verbs.all.flatMap(\.options)).filter { known.insert($0.name).inserted }
    for option in options where !values(of: option).isEmpty {
      let files = takesFile(option) ? " -f" : ""
      out +=
        "    \(names([option]))) COMPREPLY=($(compgen\(files) -W '\(values(of: option).joined(separator: " "))' -- \"$word\")); return ;;\n"
    }
    let plain = options.filter { $0.value != nil && !$0.isValueOptional && values(of: $0).isEmpty }
    out += "    \(names(plain.filter { $0.value == "DIR" }))) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n"
    out += "    \(names(plain.filter { takesFile($0) && $0.value != "DIR" }))) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
    out += "    \(names(plain.filter { !takesFile($0) }))) return ;;\n  esac\n  case $verb in\n"
    for verb in Verbs.all {
      let operands = operands(of: verb.name)
      let words = operands.isEmpty ? "" : " operands='\(operands.joined(separator: " "))'"
      out += "    \(verb.name)) options='\(Self.words(verb.options))'\(words) ;;\n"
    }
    out += """
          *) options='\(words(TypesetVerb.options))' ;;
        esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
        elif [[ $COMP_CWORD -eq 2 && -n $operands ]]; then
          COMPREPLY=($(compgen -W "$operands" -- "$word"))
        else
          COMPREPLY=($(compgen -f -- "$word"))
          if [[ $COMP_CWORD -eq 1 ]]; then COMPREPLY+=($(compgen -W '\(Verbs.all.map(\.name).joined(separator: " "))' -- "$word")); fi
        fi
      }
      complete -o filenames -F _mdtypeset mdtypeset

      """
    return out
  }

  /// Text between zsh's brackets and quotes.
  private static func zshText(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
  }

  private static func zshRows(_ options: [Option]) -> String {
    options.flatMap { option -> [String] in
      let values = values(of: option)
      let choice = values.isEmpty ? "" : "(\(values.joined(separator: " ")))"
      // For values that are neither files nor known words, a blank turns completion off.
      let action =
        !choice.isEmpty
        ? takesFile(option) ? "{compadd -- \(values.joined(separator: " ")); _files}" : choice
        : option.value == "DIR" ? "_files -/" : takesFile(option) ? "_files" : " "
      let value = option.value.map { ":\(zshText($0)):\(action)" } ?? ""
      let long =
        "    '--\(option.name)\(option.isValueOptional ? "=-" : option.value == nil ? "" : "=")[\(zshText(option.help))]\(option.isValueOptional ? ":" + value : value)'"
      return [long] + (option.letter.map { ["    '-\($0)[\(zshText(option.help))]\(value)'"] } ?? [])
    }.joined(separator: " \\\n")
  }

  private static var zsh: String {
    var out = "#compdef mdtypeset\n# written by: mdtypeset completions zsh\n_mdtypeset() {\n  local -a verbs\n  verbs=(\n"
    for verb in Verbs.all { out += "    '\(verb.name):\(zshText(verb.help))'\n" }
    out += "  )\n  case ${words[2]} in\n"
    for verb in Verbs.all where !verb.options.isEmpty {
      let operands = operands(of: verb.name)
      // The verb itself is the first operand.
      let first = operands.isEmpty ? "" : " \\\n    '2:word:(\(operands.joined(separator: " ")))'"
      out += "  \(verb.name)) _arguments \\\n\(zshRows(verb.options))\(first) \\\n    '*:file:_files' ;;\n"
    }
    out +=
      "  *)\n    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then _describe verb verbs; fi\n    _arguments \\\n\(zshRows(TypesetVerb.options)) \\\n"
    return out + "    '*:file:_files' ;;\n  esac\n}\n_mdtypeset \"$@\"\n"
  }

  private static func fishText(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") }

  private static func fishRows(_ options: [Option], _ condition: String) -> String {
    options.map { option in
      let values = values(of: option)
      let takesValue = option.value != nil && !option.isValueOptional
      let words = values.isEmpty ? "" : " -a '\(values.joined(separator: " "))'"
      let files = option.value == "DIR" ? " -x -a '(__fish_complete_directories)'" : takesFile(option) ? " -r" : " -x"
      let value = takesValue ? files + words : ""
      return
        "complete -c mdtypeset -n '\(condition)' -l \(option.name)\(option.letter.map { " -s \($0)" } ?? "")\(value) -d '\(fishText(option.help))'\n"
    }.joined()
  }

  private static var fish: String {
    let names = Verbs.all.map(\.name).joined(separator: " ")
    var out = "# written by: mdtypeset completions fish\n"
    for verb in Verbs.all { out += "complete -c mdtypeset -n __fish_use_subcommand -a \(verb.name) -d '\(fishText(verb.help))'\n" }
    out += fishRows(TypesetVerb.options, "not __fish_seen_subcommand_from \(names)")
    for verb in Verbs.all {
      out += fishRows(verb.options, "__fish_seen_subcommand_from \(verb.name)")
      let operands = operands(of: verb.name)
      if !operands.isEmpty {
        out += "complete -c mdtypeset -n '__fish_seen_subcommand_from \(verb.name)' -f -a '\(operands.joined(separator: " "))'\n"
      }
    }
    return out
  }
}
