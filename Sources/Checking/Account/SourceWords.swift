/// Words of sources that are for tools.
enum SourceWords {
  /// Options of a chunk whose code is not shown.
  static let hidden = [
    "echo=FALSE", "echo = FALSE", "include=FALSE", "include = FALSE", "echo=F,", "echo=F}", "echo = F,", "echo = F}",
  ]

  /// Comments in code by which sites mark its lines.
  static let codeMarks = ["highlight-next-line", "highlight-start", "highlight-end"]

  /// Classes of figures that are not for paper.
  static let dark = ["only-dark", "dark-only", "dark-mode-only"]

  /// Callouts between fences of backticks.
  static let callouts = ["smart", "warn", "ponder", "online", "offline", "ad-"]

  /// Blocks for a tool: lists of files, text in another format.
  static let foreign = [
    "{raw", "{toctree", "@contents", "@index", "@docs", "@autodocs", "@meta", "@setup", "@raw", "{=", "{autosummary", "{eval-rst",
  ]

  /// Commands of LaTeX whose lines say nothing.
  static let definitions = [
    "\\newcommand", "\\renewcommand", "\\providecommand", "\\def", "\\let", "\\DeclareMath", "\\usepackage", "\\newpage", "\\pagebreak",
    "\\newtheorem", "\\setlength", "\\setcounter", "\\input", "\\include", "\\gdef", "\\index", "\\label", "\\addcontentsline",
    "\\pagestyle",
    "\\thispagestyle", "\\pagenumbering", "\\documentclass", "\\bibliography", "\\appendix", "\\newenvironment", "\\vspace", "\\hspace",
    "\\markboth", "\\markright", "\\captionsetup", "\\addtolength", "\\fancyhead", "\\fancyfoot", "\\newgeometry", "\\hypersetup",
    "\\listof", "\\begin{spacing}",
  ]

  /// Commands of LaTeX whose arguments are no words.
  static let silent = [
    "label", "ref", "eqref", "cref", "Cref", "autoref", "cite", "citep", "citet", "index", "begin", "end", "color", "textcolor", "hspace",
    "vspace", "phantom", "hphantom", "vphantom", "href", "url", "includegraphics", "includesvg", "pageref", "nameref", "footnotemark",
    "bibliography", "require",
  ]

  /// Languages of diagrams, whose code a picture may replace.
  static let drawn = ["dot", "graphviz", "mermaid", "plantuml", "puml", "svg", "tikz", "math"]
}
