/// `mdtypeset completions bash|zsh|fish`: what shells need to complete our verbs and options, from the tables that `--help` prints.
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
    case "to": ["pdf", "png", "svg"]
    case "theme": TypesetVerb.themeNames
    case "color": ["auto", "always", "never"]
    case "pdf-standard": ["ua-1", "a-2b", "a-3b"]
    default: []
    }
  }

  private static func takesFolder(_ option: Option) -> Bool { option.value == "DIR" }

  private static func words(_ options: [Option]) -> String {
    options.flatMap { option in ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? []) }.joined(separator: " ")
  }

  private static var bash: String {
    var out = """
      # bash completion for mdtypeset; written by: mdtypeset completions bash
      _mdtypeset() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} options
        COMPREPLY=()
        case $before in

      """
    for option in TypesetVerb.options where !values(of: option).isEmpty {
      let names = (["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])).joined(separator: "|")
      out += "    \(names)) COMPREPLY=($(compgen -W '\(values(of: option).joined(separator: " "))' -- \"$word\")); return ;;\n"
    }
    let folders = TypesetVerb.options.filter(takesFolder).map { "--\($0.name)" }.joined(separator: "|")
    out += "    \(folders)) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n  esac\n  case $verb in\n"
    for verb in Verbs.all { out += "    \(verb.name)) options='\(words(verb.options))' ;;\n" }
    out += """
          *) options='\(words(TypesetVerb.options))' ;;
        esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
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
      let action = !values.isEmpty ? "(\(values.joined(separator: " ")))" : takesFolder(option) ? "_files -/" : "_files"
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
      out += "  \(verb.name)) _arguments \\\n\(zshRows(verb.options)) \\\n    '*:file:_files' ;;\n"
    }
    out +=
      "  *)\n    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then _describe verb verbs; fi\n    _arguments \\\n\(zshRows(TypesetVerb.options)) \\\n"
    return out + "    '*:file:_files' ;;\n  esac\n}\n_mdtypeset \"$@\"\n"
  }

  private static func fishText(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") }

  private static func fishRows(_ options: [Option], _ condition: String) -> String {
    options.map { option in
      let values = values(of: option)
      let value = option.value == nil || option.isValueOptional ? "" : values.isEmpty ? " -r" : " -x -a '\(values.joined(separator: " "))'"
      return
        "complete -c mdtypeset -n '\(condition)' -l \(option.name)\(option.letter.map { " -s \($0)" } ?? "")\(value) -d '\(fishText(option.help))'\n"
    }.joined()
  }

  private static var fish: String {
    let names = Verbs.all.map(\.name).joined(separator: " ")
    var out = "# written by: mdtypeset completions fish\n"
    for verb in Verbs.all { out += "complete -c mdtypeset -n __fish_use_subcommand -a \(verb.name) -d '\(fishText(verb.help))'\n" }
    out += fishRows(TypesetVerb.options, "not __fish_seen_subcommand_from \(names)")
    for verb in Verbs.all { out += fishRows(verb.options, "__fish_seen_subcommand_from \(verb.name)") }
    return out
  }
}
