/// Where the sites and projects of a tool say how formulas are set, as paths below a folder at or above that of a page: one table for the commands
/// that they define and for the signs and numbers that they give MathJax.
package struct FormulaSettings: Sendable {
  /// Settings, templates and files of LaTeX that may define commands.
  package var definitions: [String] = []
  /// Settings that may be for MathJax.
  var settings: [String] = []
  /// Folders with the templates and scripts that may set MathJax up.
  var folders: [String] = []

  package static func of(_ tool: Dialect.Tool) -> FormulaSettings { rows.first { $0.tools.contains(tool) }?.places ?? FormulaSettings() }

  /// Settings of programs for sites whose pages are in the Markdown of any tool.
  package static let shared = [
    "astro.config", "next.config", "svelte.config", "mdsvex.config", "nuxt.config", "rspress.config",
  ].flatMap { name in ["mjs", "ts", "js", "mts"].map { "\(name).\($0)" } }

  /// Folders in which scripts and templates with names of formulas are looked for, whatever made the site.
  package static func scriptFolders(of tool: Dialect.Tool) -> [String] {
    guard [.kramdown, .hugo, .zola, .mkdocs, .general, .github, .docusaurus, .vitepress].contains(tool) else { return [] }
    return [
      "assets/js", "assets/javascript", "assets/scripts", "js", "javascripts", "scripts", "static/js", "source/js", "public/js", "src/js",
      "_static", "_includes", "_includes/head", "layouts/partials", "layouts/_partials",
    ]
  }

  /// What theses call their style files, at the root or in a folder.
  package static let styleFiles = ["preamble", "macros", "commands", "notation"].flatMap { ["\($0).tex", "\($0).sty"] }

  package static func styleFolders(of tool: Dialect.Tool) -> [String] {
    tool == .pandoc || tool == .general ? ["src", "tex", "latex", "Classes", "style", "styles", "template", "templates"] : []
  }

  private static let pressSettings = ["", "docs/"].flatMap { root in
    ["vitepress", "vuepress"].flatMap { name in ["ts", "mts", "js", "mjs"].map { "\(root).\(name)/config.\($0)" } }
  }
  private static let includes = [
    "mathjax", "math", "katex", "head", "custom-head", "head-custom", "head/custom", "scripts", "js", "mathjax_support", "mathjax-macros",
  ]
  private static let partials = ["mathjax", "mathjax_support", "math", "katex", "extend_head", "head_custom", "custom_head", "head"]
  private static let hugoDefinitions = partials.flatMap { ["layouts/partials/\($0).html", "layouts/_partials/\($0).html"] }
  private static let javascripts = ["mathjax", "mathjax-config", "katex", "math", "config", "extra"]

  private static let rows: [(tools: [Dialect.Tool], places: FormulaSettings)] = [
    (
      [.kramdown],
      FormulaSettings(
        definitions: ["default", "post", "page", "custom"].map { "_layouts/\($0).html" } + includes.map { "_includes/\($0).html" },
        settings: ["_config.yml"], folders: ["_includes", "_includes/head", "_layouts", "assets/js", "js"])
    ),
    (
      [.hugo],
      FormulaSettings(
        definitions: hugoDefinitions,
        folders: ["layouts/partials", "layouts/_partials", "layouts/_default", "assets/js", "static/js"])
    ),
    ([.zola], FormulaSettings(definitions: hugoDefinitions, folders: ["templates", "static", "static/js"])),
    (
      [.mkdocs],
      FormulaSettings(
        definitions: javascripts.flatMap { name in
          ["javascripts", "js", "assets/javascripts", "docs/javascripts", "docs/js"].map { "\($0)/\(name).js" }
        },
        folders: ["docs/javascripts", "docs/js", "docs/assets/javascripts", "javascripts", "overrides"])
    ),
    ([.mdbook], FormulaSettings(definitions: ["book.toml"], folders: ["theme"])),
    ([.vitepress], FormulaSettings(definitions: pressSettings, settings: pressSettings)),
    ([.general], FormulaSettings(definitions: ["header.tex", "config.md"] + styleFiles, folders: ["javascripts", "_static"])),
    ([.pandoc], FormulaSettings(definitions: ["header.tex", "config.md"] + styleFiles)),
    ([.obsidian], FormulaSettings(definitions: ["preamble.sty", "_preamble.sty", "preamble.tex", "quartz.config.ts"])),
    ([.documenter], FormulaSettings(definitions: ["docs/make.jl", "make.jl"])),
    ([.docusaurus], FormulaSettings(definitions: ["docusaurus.config.js", "docusaurus.config.ts"])),
    ([.myst], FormulaSettings(definitions: ["myst.yml", "_config.yml", "conf.py"])),
    (
      [.bookdown, .rmarkdown],
      FormulaSettings(definitions: ["_output.yml", "_bookdown.yml", "index.Rmd", "preamble.tex", "latex/preamble.tex"])
    ),
    ([.quarto], FormulaSettings(definitions: ["_quarto.yml", "_quarto.yaml", "preamble.tex", "macros.tex"])),
  ]

  /// MkDocs' settings, which name scripts.
  static let projects = ["mkdocs.yml", "mkdocs.yaml"]
}
