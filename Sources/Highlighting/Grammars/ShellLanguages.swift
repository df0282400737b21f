// Shells, and the shell code in build files.

enum ShellLanguages {
  static let shell = CompiledGrammar {
    $0.words = [
      (.constant, "true false"),
      (.keyword, "case do done elif else esac fi for function if in select then time until while break continue return [[ ]]"),
      (
        .builtin,
        """
        alias bg bind cd command declare dirs echo enable eval exec exit export fg getopts hash help history jobs kill let local logout
        popd printf pushd pwd read readonly set shift shopt source sudo test times trap type typeset ulimit umask unalias unset wait
        """
      ),
    ]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [
      StringForm("$'", "'", multiline: true), StringForm("\"", interpolation: "$(", variables: true, multiline: true),
      StringForm("'", escape: .none, multiline: true),
    ]
    $0.wordBytes = "-./+:%~@,"
    $0.sigils = "$"
    $0.capitals = .plain
    $0.callsHaveParentheses = false
    $0.hasCommands = true
    $0.heredocs = .shell
  }

  /// Lines of a recipe: a shell's, with Make's variables, which look like commands.
  static let recipe = shell

  /// Right of a sign in a Makefile.
  static let makeValues = CompiledGrammar {
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [StringForm("$(", ")", escape: .none, .variable), StringForm("${", "}", escape: .none, .variable)]
    $0.sigils = "$"
    $0.capitals = .plain
    $0.callsHaveParentheses = false
  }

  static let dockerArguments = CompiledGrammar {
    $0.words = [(.keyword, "as AS")]
    $0.lineComments = []
    $0.blockComments = []
    $0.strings = [StringForm("\"", variables: true), StringForm("'", escape: .none), StringForm("${", "}", escape: .none, .variable)]
    $0.wordBytes = "-./:"
    $0.sigils = "$"
    $0.capitals = .plain
    $0.callsHaveParentheses = false
  }

  static let powerShell = CompiledGrammar {
    $0.words = [
      (
        .keyword,
        """
        begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function if in param
        process return switch throw trap try until using while
        """
      )
    ]
    $0.declarations = [(.function, "function filter")]
    $0.lineComments = ["#"]
    $0.blockComments = [BlockComment("<#", "#>")]
    $0.strings = [
      StringForm("@\"", "\"@", escape: .none, interpolation: "$(", variables: true, multiline: true),
      StringForm("@'", "'@", escape: .none, multiline: true),
      StringForm("\"", escape: .none, interpolation: "$(", variables: true, multiline: true),
      StringForm("'", escape: .doubled, multiline: true),
    ]
    $0.wordBytes = "-"
    $0.sigils = "$"
    $0.ignoresCase = true
    $0.capitals = .plain
  }
}
