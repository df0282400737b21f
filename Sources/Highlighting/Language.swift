/// A language that can be highlighted.
public struct Language: Hashable, Sendable {
  private let row: Int

  /// - Parameter name: As in an info string: `python`, `py`, `C++`, `.js`; nil where it is unknown.
  public init?(_ name: some StringProtocol) {
    var key = name.lowercased()
    if key.hasPrefix(".") { key.removeFirst() }
    if key.hasPrefix("language-") { key.removeFirst(9) }
    guard let row = languageRows.firstIndex(where: { $0.names.split(separator: " ").contains(key[...]) }) else { return nil }
    self.row = row
  }

  /// The first of its names.
  public var name: String { languageRows[row].names.split(separator: " ").first.map(String.init) ?? "" }

  var lexing: Lexing { languageRows[row].lexing() }

  /// The first names of all languages.
  public static var allNames: [String] { languageRows.map { $0.names.split(separator: " ").first.map(String.init) ?? "" } }
}

/// The tokens of some code, in order and without overlap. Time is linear in the code's length.
public func highlight(_ code: [UInt8], as language: Language) -> [Token] {
  guard code.count < 1 << 30 else { return [] }
  return lex(code, 0..<code.count, as: language.lexing, into: TokenSink()).tokens
}

/// The names of each language, the first its own, and how it is read.
private let languageRows: [(names: String, lexing: @Sendable () -> Lexing)] = [
  ("swift", { .code(Grammars.swift) }),
  ("python py python3 py3 pyi sage", { .script(Grammars.python, prompt: ">>> ") }),
  ("javascript js jsx mjs cjs node react", { .code(Grammars.javaScript) }),
  ("typescript ts mts cts", { .code(Grammars.typeScript) }),
  ("tsx", { .code(Grammars.typeScriptTags) }),
  ("rust rs", { .code(Grammars.rust) }),
  ("go golang", { .code(Grammars.go) }),
  ("c h", { .code(Grammars.c) }),
  ("cpp c++ cc cxx hpp hxx h++ cuda cu arduino ino", { .code(Grammars.cpp) }),
  ("objective-c objc objectivec obj-c mm", { .code(Grammars.objectiveC) }),
  ("java jsh", { .code(Grammars.java) }),
  ("kotlin kt kts", { .code(Grammars.kotlin) }),
  ("csharp c# cs dotnet", { .code(Grammars.cSharp) }),
  ("ruby rb rake gemspec irb", { .code(Grammars.ruby) }),
  ("php php3 php5 php7", { .code(Grammars.php) }),
  ("sql mysql postgres postgresql psql plsql tsql sqlite plpgsql", { .code(Grammars.sql) }),
  ("shell sh bash zsh ksh fish ash shellscript", { .script(Grammars.shell, prompt: "$ ") }),
  ("console shell-session sh-session bash-session terminal session shellsession", { .console(Grammars.shell) }),
  ("pycon python-console python-repl pythonconsole doctest", { .console(Grammars.python) }),
  ("powershell ps1 pwsh ps psm1", { .code(Grammars.powerShell) }),
  ("json json5 jsonc jsonl ndjson geojson ipynb webmanifest", { .code(Grammars.json) }),
  ("yaml yml", { .yaml }),
  ("toml ini cfg conf config properties dotenv env editorconfig desktop systemd gitconfig", { .settings }),
  ("html htm xhtml html5 vue svelte jinja jinja2 django handlebars hbs erb ejs liquid", { .markup(isHTML: true) }),
  ("xml svg rss atom xsd xsl xslt plist mathml rdf wsdl csproj xaml", { .markup(isHTML: false) }),
  ("css scss less sass", { .styleSheet }),
  ("make makefile mk gnumake", { .make }),
  ("diff patch udiff", { .diff }),
  ("latex tex context sty", { .tex }),
  ("bibtex bib biblatex", { .bibliography }),
  ("haskell hs lhs", { .code(Grammars.haskell) }),
  ("lua luau", { .code(Grammars.lua) }),
  ("r rscript rlang splus", { .code(Grammars.r) }),
  ("markdown md mdx mkd gfm rmd qmd", { .markdown }),
  ("dockerfile docker containerfile", { .docker }),
  ("julia jl jldoctest", { .code(Grammars.julia) }),
  ("dart", { .code(Grammars.dart) }),
  ("scala sc sbt", { .code(Grammars.scala) }),
  ("groovy gradle jenkinsfile", { .code(Grammars.groovy) }),
  ("perl pl pm raku", { .code(Grammars.perl) }),
  ("elixir ex exs", { .code(Grammars.elixir) }),
  ("ocaml ml mli fsharp f# fs sml", { .code(Grammars.ocaml) }),
  ("lisp scheme clojure clj cljs racket elisp emacs-lisp commonlisp scm rkt el", { .code(Grammars.lisp) }),
  ("zig", { .code(Grammars.zig) }),
  ("nim", { .code(Grammars.nim) }),
  ("solidity sol", { .code(Grammars.solidity) }),
  ("glsl hlsl wgsl metal shader", { .code(Grammars.shader) }),
  ("protobuf proto proto3", { .code(Grammars.protobuf) }),
  ("graphql gql", { .code(Grammars.graphQL) }),
  ("terraform hcl tf nomad", { .code(Grammars.terraform) }),
  ("nix", { .code(Grammars.nix) }),
  ("cmake cmakelists", { .code(Grammars.cmake) }),
  ("matlab octave m", { .code(Grammars.matlab) }),
  ("fortran f90 f95 f77 for", { .code(Grammars.fortran) }),
  ("pascal delphi objectpascal pas", { .code(Grammars.pascal) }),
  ("asm nasm assembly s x86asm gas armasm", { .code(Grammars.assembly) }),
  ("vim viml vimscript", { .code(Grammars.vim) }),
  ("nginx apache caddy caddyfile", { .code(Grammars.nginx) }),
  ("typst typ", { .code(Grammars.typst) }),
]
