// Languages that configure builds, machines and servers.

extension Grammars {
  /// Right of a sign in INI and TOML.
  static let settingValues = compile {
    $0.words = [(.constant, "true false null yes no on off inf nan")]
    $0.lineComments = ["#", ";"]
    $0.blockComments = []
    $0.strings = [Text("\""), Text("'", escape: .none)]
    $0.wordBytes = "-:"
    $0.ignoresCase = true
    $0.capitals = .plain
    $0.callsHaveParentheses = false
  }

  static let terraform = compile {
    $0.words = [
      (.constant, "true false null"), (.type, "string number bool list map set object any"),
      (.keyword, "data dynamic else endfor endif for for_each if in locals module moved output provider resource terraform variable"),
    ]
    $0.lineComments = ["#", "//"]
    $0.strings = [Text("\"", interpolation: "${")]
    $0.wordBytes = "-"
    $0.capitals = .plain
    $0.heredocs = .shell
  }

  static let nix = compile {
    $0.words = [
      (.constant, "true false null"),
      (.keyword, "assert else if in inherit let or rec then with"),
      (.builtin, "abort baseNameOf builtins derivation fetchTarball import map throw toString"),
    ]
    $0.lineComments = ["#"]
    $0.strings = [Text("''", escape: .none, interpolation: "${", multiline: true), Text("\"", interpolation: "${", multiline: true)]
    $0.wordBytes = "-'"
    $0.capitals = .plain
  }

  static let cmake = compile {
    $0.words = [
      (.constant, "ON OFF TRUE FALSE"),
      (.keyword, "if else elseif endif foreach endforeach while endwhile function endfunction macro endmacro return break continue"),
    ]
    $0.ignoresCase = true
    $0.lineComments = ["#"]
    $0.blockComments = [Block("#[[", "]]")]
    $0.strings = [Text("\"", variables: true, multiline: true), Text("${", "}", escape: .none, .variable)]
    $0.capitals = .constants
  }

  static let nginx = compile {
    $0.words = [
      (.constant, "on off"),
      (
        .keyword,
        "server location upstream http events if map include return rewrite listen server_name root index proxy_pass proxy_set_header"
      ),
    ]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.strings = [Text("\"", variables: true), Text("'")]
    $0.sigils = "$"
    $0.wordBytes = "-"
    $0.capitals = .plain
  }
}
