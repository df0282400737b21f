/// Generated documents: prose with formulas, lists, tables and code in the proportions of real ones.
struct Documents {
  /// Formulas as papers have them, some 25 tokens each.
  static let papers = [
    "\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx=\\sqrt{\\pi}+\\frac{1}{2}",
    "\\sum_{n=1}^{\\infty} \\frac{1}{n^2}=\\frac{\\pi^2}{6}, \\quad n\\in\\mathbb{N}",
    "A=\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}, \\quad \\det A=-2", "f(x)=a_0+\\sum_{k=1}^{n}\\left(a_k\\cos kx+b_k\\sin kx\\right)",
    "\\nabla\\times\\mathbf{B}=\\mu_0\\mathbf{J}+\\mu_0\\varepsilon_0\\frac{\\partial\\mathbf{E}}{\\partial t}",
    "p(\\theta\\mid x)=\\frac{p(x\\mid\\theta)p(\\theta)}{\\int p(x\\mid\\theta')p(\\theta')\\,d\\theta'}",
    "\\hat{y}=\\operatorname{softmax}\\left(\\frac{QK^\\top}{\\sqrt{d_k}}\\right)V",
    "|x|=\\begin{cases}x&\\text{if }x\\ge 0\\\\-x&\\text{otherwise}\\end{cases}",
  ]

  /// A linear congruential generator (Knuth's MMIX), so that every machine gets the same text.
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func random(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  private static let words = """
    the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all \
    her she there would their we him been has when who will no more if out so up said what its about than into them can only other \
    time new some could these two may first then do any like my now over such our man me even most made after also did many fore must \
    well back through years where much your way down should because long each just state those people too little good world make very \
    year still see own work men day get here old between both life being under three never know same last another while us off might \
    great go come since against right take used himself few house use place during without again home around small however found \
    mathematical theorem continuous function equation converges sequence uniformly compact metric space operator eigenvalue matrix \
    determinant integral derivative approximation consequently inequality neighbourhood transformation
    """.split(separator: " ").map(String.init)

  private static let formulas = [
    "x^2+y^2=z^2", "\\frac{a}{b}", "\\alpha_i", "e^{i\\pi}", "\\sum_{k=1}^n k", "f(x)", "\\sqrt{x}", "n\\to\\infty", "\\mathbb{R}^n",
    "\\lambda",
    "A_{ij}", "\\int_0^1 f", "\\|x\\|_2\\le 1", "O(n\\log n)", "g\\circ f",
  ]

  private static let displays = [
    "\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx=\\sqrt{\\pi}", "\\begin{aligned} a&=b+c\\\\ d&=e+f\\end{aligned}",
    "\\sum_{n=1}^\\infty \\frac{1}{n^2}=\\frac{\\pi^2}{6}", "A=\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}",
    "\\left(\\frac{1}{1+\\frac{1}{x}}\\right)^{n}\\le\\prod_{k=1}^{n}a_k",
  ]

  private mutating func sentence(_ count: Int) -> String {
    var words = (0..<count).map { _ in
      random(25) == 0 ? "$" + Self.formulas[random(Self.formulas.count)] + "$" : Self.words[random(Self.words.count)]
    }
    words[0] = words[0].prefix(1).uppercased() + words[0].dropFirst()
    return words.joined(separator: " ") + "."
  }

  /// Markdown of about this many pages.
  mutating func markdown(pages: Int) -> String {
    var out = "---\ntitle: A generated document\n---\n"
    while out.utf8.count < pages * 3300 {
      switch random(100) {
      case 0..<6: out += "\n## \(sentence(4).dropLast())\n"
      case 6..<14: out += "\n$$\(Self.displays[random(Self.displays.count)])$$\n"
      case 14..<20: out += "\n" + (0..<4).map { _ in "- \(sentence(12))\n" }.joined()
      case 20..<24: out += "\n```python\n" + (0..<8).map { "def f\($0)(x): return x + \($0)\n" }.joined() + "```\n"
      case 24..<27:
        out += "\n| name | value | count |\n|---|:-:|--:|\n"
        for row in 0..<5 {
          out += "| \(Self.words[random(Self.words.count)]) | $\(Self.formulas[random(Self.formulas.count)])$ | \(row) |\n"
        }
      default: out += "\n\(sentence(80))\n"
      }
    }
    return out
  }
}
