/// A language that can be highlighted.
public struct Language: Hashable, Sendable {
  private let row: Int

  /// - Parameter name: As in an info string: `python`, `py`, `C++`, `.js`; nil if it is unknown.
  public init?(_ name: some StringProtocol) {
    var key = name.lowercased()
    if key.hasPrefix(".") { key.removeFirst() }
    if key.hasPrefix("language-") { key.removeFirst(9) }
    guard !key.isEmpty, let row = rowsOfNames[key] else { return nil }
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

/// The row of each name: a document of 100,000 blocks of code looks as many up.
private let rowsOfNames = [String: Int](
  languageRows.enumerated().flatMap { row in row.element.names.split(separator: " ").map { (String($0), row.offset) } },
  uniquingKeysWith: { first, _ in first })

/// The names of each language, the first its own, and how it is read.
private let languageRows: [(names: String, lexing: @Sendable () -> Lexing)] = [
  ("swift", { .code(CompiledLanguages.swift) }),
  ("python py python3 py3 pyi sage", { .script(ScriptLanguages.python, prompt: ">>> ") }),
  ("javascript js jsx mjs cjs node react", { .code(WebLanguages.javaScript) }),
  ("typescript ts mts cts", { .code(WebLanguages.typeScript) }),
  ("tsx", { .code(WebLanguages.typeScriptTags) }),
  ("rust rs", { .code(CompiledLanguages.rust) }),
  ("go golang", { .code(CompiledLanguages.go) }),
  ("c h", { .code(CFamilyLanguages.c) }),
  ("cpp c++ cc cxx hpp hxx h++ cuda cu arduino ino", { .code(CFamilyLanguages.cpp) }),
  ("objective-c objc objectivec obj-c mm", { .code(CFamilyLanguages.objectiveC) }),
  ("java jsh", { .code(CompiledLanguages.java) }),
  ("kotlin kt kts", { .code(CompiledLanguages.kotlin) }),
  ("csharp c# cs dotnet", { .code(CompiledLanguages.cSharp) }),
  ("ruby rb rake gemspec irb", { .code(ScriptLanguages.ruby) }),
  ("php php3 php5 php7", { .code(WebLanguages.php) }),
  ("sql mysql postgres postgresql psql plsql tsql sqlite plpgsql", { .code(DataLanguages.sql) }),
  ("shell sh bash zsh ksh fish ash shellscript", { .script(ShellLanguages.shell, prompt: "$ ") }),
  ("console shell-session sh-session bash-session terminal session shellsession", { .console(ShellLanguages.shell) }),
  ("pycon python-console python-repl pythonconsole doctest", { .console(ScriptLanguages.python) }),
  ("powershell ps1 pwsh ps psm1", { .code(ShellLanguages.powerShell) }),
  ("json json5 jsonc jsonl ndjson geojson ipynb webmanifest", { .code(DataLanguages.json) }),
  ("yaml yml", { .yaml }),
  ("toml ini cfg conf config properties dotenv env editorconfig desktop systemd gitconfig", { .settings }),
  ("html htm xhtml html5 vue svelte jinja jinja2 django handlebars hbs erb ejs liquid", { .markup(isHTML: true) }),
  ("xml svg rss atom xsd xsl xslt plist mathml rdf wsdl csproj xaml", { .markup(isHTML: false) }),
  ("css scss less sass", { .styleSheet }),
  ("make makefile mk gnumake", { .make }),
  ("diff patch udiff", { .diff }),
  ("latex tex context sty", { .tex }),
  ("bibtex bib biblatex", { .bibliography }),
  ("haskell hs lhs", { .code(FunctionalLanguages.haskell) }),
  ("lua luau", { .code(ScriptLanguages.lua) }),
  ("r rscript rlang splus", { .code(NumericalLanguages.r) }),
  ("markdown md mdx mkd gfm rmd qmd", { .markdown }),
  ("dockerfile docker containerfile", { .docker }),
  ("julia jl jldoctest", { .code(NumericalLanguages.julia) }),
  ("dart", { .code(CompiledLanguages.dart) }),
  ("scala sc sbt", { .code(CompiledLanguages.scala) }),
  ("groovy gradle jenkinsfile", { .code(CompiledLanguages.groovy) }),
  ("perl pl pm raku", { .code(ScriptLanguages.perl) }),
  ("elixir ex exs", { .code(FunctionalLanguages.elixir) }),
  ("ocaml ml mli fsharp f# fs sml", { .code(FunctionalLanguages.ocaml) }),
  ("lisp scheme clojure clj cljs racket elisp emacs-lisp commonlisp scm rkt el", { .code(FunctionalLanguages.lisp) }),
  ("zig", { .code(CompiledLanguages.zig) }),
  ("nim", { .code(CompiledLanguages.nim) }),
  ("solidity sol", { .code(CompiledLanguages.solidity) }),
  ("glsl hlsl wgsl metal shader", { .code(CFamilyLanguages.shader) }),
  ("protobuf proto proto3", { .code(DataLanguages.protobuf) }),
  ("graphql gql", { .code(DataLanguages.graphQL) }),
  ("terraform hcl tf nomad", { .code(ConfigurationLanguages.terraform) }),
  ("nix", { .code(ConfigurationLanguages.nix) }),
  ("cmake cmakelists", { .code(ConfigurationLanguages.cmake) }),
  ("matlab octave m", { .code(NumericalLanguages.matlab) }),
  ("fortran f90 f95 f77 for", { .code(NumericalLanguages.fortran) }),
  ("pascal delphi objectpascal pas", { .code(CompiledLanguages.pascal) }),
  ("asm nasm assembly s x86asm gas armasm", { .code(CompiledLanguages.assembly) }),
  ("vim viml vimscript", { .code(ScriptLanguages.vim) }),
  ("nginx apache caddy caddyfile", { .code(ConfigurationLanguages.nginx) }),
  ("typst typ", { .code(ScriptLanguages.typst) }),
]
