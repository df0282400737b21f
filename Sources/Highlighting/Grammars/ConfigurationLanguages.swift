// Languages that configure builds, machines and servers.

enum ConfigurationLanguages {
  /// Right of a sign in INI and TOML.
  static let settingValues = CompiledGrammar {
    $0.words = [(.constant, "true false null yes no on off inf nan")]
    $0.lineComments = ["#", ";"]
    $0.blockComments = []
    $0.strings = [StringForm("\""), StringForm("'", escape: .none)]
    $0.wordBytes = "-:"
    $0.ignoresCase = true
    $0.capitals = .plain
    $0.callsHaveParentheses = false
  }

  static let terraform = CompiledGrammar {
    $0.words = [
      (.constant, "true false null"), (.type, "string number bool list map set object any"),
      (.keyword, "data dynamic else endfor endif for for_each if in locals module moved output provider resource terraform variable"),
    ]
    $0.lineComments = ["#", "//"]
    $0.strings = [StringForm("\"", interpolation: "${")]
    $0.wordBytes = "-"
    $0.capitals = .plain
    $0.heredocs = .shell
  }

  static let nix = CompiledGrammar {
    $0.words = [
      (.constant, "true false null"),
      (.keyword, "assert else if in inherit let or rec then with"),
      (.builtin, "abort baseNameOf builtins derivation fetchTarball import map throw toString"),
    ]
    $0.lineComments = ["#"]
    $0.strings = [
      StringForm("''", escape: .none, interpolation: "${", multiline: true), StringForm("\"", interpolation: "${", multiline: true),
    ]
    $0.wordBytes = "-'"
    $0.capitals = .plain
  }

  static let cmake = CompiledGrammar {
    $0.words = [
      (.constant, "ON OFF TRUE FALSE"),
      (.keyword, "if else elseif endif foreach endforeach while endwhile function endfunction macro endmacro return break continue"),
    ]
    $0.ignoresCase = true
    $0.lineComments = ["#"]
    $0.blockComments = [BlockComment("#[[", "]]")]
    $0.strings = [StringForm("\"", variables: true, multiline: true), StringForm("${", "}", escape: .none, .variable)]
    $0.capitals = .constants
  }

  static let nginx = CompiledGrammar {
    $0.words = [
      (.constant, "on off"),
      (
        .keyword,
        "server location upstream http events if map include return rewrite listen server_name root index proxy_pass proxy_set_header"
      ),
    ]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [StringForm("\"", variables: true), StringForm("'")]
    $0.sigils = "$"
    $0.wordBytes = "-"
    $0.capitals = .plain
  }
}
