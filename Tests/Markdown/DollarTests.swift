import Testing
import TypesetDiagnostics
import TypesetMarkdown

/// Dollars that authors put wrongly, or not for formulas.
@Suite struct DollarTests {
  private func codes(_ text: String) -> [String] { parse(Source(name: "a.md", text: text)).diagnostics.map(\.code) }

  // MARK: Words

  @Test(arguments: [
    ("of systems $Linear Time-Invariant$ (LTI)", ["$Linear Time-Invariant$"]), ("`b1`$species Seal$ + 1", ["$species Seal$"]),
    ("$Área total$ de", ["$Área total$"]),
    ("$season:species Litt.$", []), ("$season:species Litt$", ["$season:species Litt$"]), ("`df`, a$one and b$ then", []),
    ("$the sum of all$ is", []), ("$one two three four five$", []),
  ])
  func `names of several words are formulas to pandoc`(text: String, wanted: [String]) {
    func found(_ tool: Dialect.Tool) -> [String] {
      var options = ParseOptions()
      options.dialect = Dialect(tool)
      let tree = parse(Source(name: "a.md", text: text), options: options, budget: Budget()).tree
      return tree.nodes.compactMap { if case .math(let span) = $0.kind { "$\(span.tex)$" } else { nil } }
    }
    #expect(found(.quarto) == wanted)
    #expect(found(.rmarkdown) == wanted)
    #expect(found(.github).isEmpty)
  }

  @Test(arguments: [
    "problem: $$$$\\begin{equation}\nx\n\\end{equation}$$$$where $$p$$ is", "so $$$$ \\begin{align}\nx\n\\end{align}\n$$$$ and",
  ])
  func `empty displays around an environment are not seen`(text: String) {
    let tree = parse(Source(name: "a.md", text: text)).tree
    #expect(!tree.nodes.contains { if case .text(let words) = $0.kind { words.contains("$") } else { false } }, "\(tree)")
  }

  @Test(arguments: ["> Words\n>\n> $$ $$\n", "Words\n$$  $$\nmore", "- $$ $$\n"])
  func `an empty display on its line is space`(text: String) {
    let tree = parse(Source(name: "a.md", text: text)).tree
    #expect(!tree.nodes.contains { if case .text(let words) = $0.kind { words.contains("$") } else { false } }, "\(tree)")
  }

  @Test(arguments: ["a $$$$ b", "a $$ $$ b", "A restaurant, $$$$, with \\begin{x}", "$$$$"]) func `other dollars stay`(text: String) {
    let tree = parse(Source(name: "a.md", text: text)).tree
    #expect(tree.nodes.contains { if case .text(let words) = $0.kind { words.contains("$$") } else { false } })
  }

  @Test func `a formula between escaped parentheses has them`() {
    let tree = parse(Source(name: "a.md", text: "Let \\( $A = [a_{ij}]$ \\) and \\( $B$ \\) be, and \\(x_1\\).")).tree
    #expect(formulas("Let \\( $A = [a_{ij}]$ \\) and \\( $B$ \\) be, and \\(x_1\\).") == ["$A = [a_{ij}]$", "$B$", "$x_1$"])
    #expect(tree.nodes.contains { $0.kind == .text("Let ( ") || $0.kind == .text("( ") }, "\(tree)")
  }

  // MARK: Lost partners

  @Test(arguments: [
    ("$$\nx = 1\n\n# Next\n\nText $y$.\n\n$$\nz\n$$\n", ["$$\nx = 1$$", "$y$", "$$\nz\n$$"]),
    ("$$x = 1\n\n- Then $y$ is\n- the other\n\n$$\nz\n$$\n", ["$$x = 1$$", "$y$", "$$\nz\n$$"]),
    ("x = 1\n$$\n\nHence\n\n$$\nz\n$$\n", ["$$\nz\n$$"]),
    ("x = 1\n$$\n\nwhere $y$ and $w$ are\n\n$$\nz\n$$\n", ["$y$", "$w$", "$$\nz\n$$"]),
    ("$$\nx = 1\nThen the sum of all the others is:\n$$\nz\n$$\n", ["$$\nx = 1$$", "$$\nz\n$$"]),
    ("1. a\n   $$\n   x = 1\n2. The second\n   $$\n   z\n   $$\n", ["$$\nx = 1$$", "$$\nz\n$$"]),
    ("所以 $$x = 1\n\n由此可见，结论成立。\n\n$$\nz\n$$\n", ["$$\nz\n$$"]),
    ("$$\nx = 1\n\n由此可见，结论成立。\n\n$$\nz\n$$\n", ["$$\nx = 1$$", "$$\nz\n$$"]),
    ("$$\nx = 1\n\n```\ncode\n```\n\n$$\nz\n$$\n", ["$$\nx = 1$$", "$$\nz\n$$"]),
    ("so $$x = 1. Then $y$ is the other one, and $$z = 2$$ holds", ["$y$", "$$z = 2$$"]),
  ])
  func `a display without a partner ends with its paragraph`(text: String, wanted: [String]) {
    #expect(formulas(text) == wanted)
  }

  @Test(arguments: [
    "$$\na\n\n- b\n\n+ c\n$$", "$$\n\na = b\n\n$$", "$$\nf(x) = 1 \\quad if x is even\n\n= 0 \\quad otherwise\n$$",
    "$$\n\\text{if $x$ is even, then we have the sum}\n\n= 0\n$$", "$$\n\\begin{aligned}\na\n\n&= b\n\\end{aligned}\n$$",
    "$$\\text{accuracy} = number of correct predictions / total number of predictions$$",
    "$$\nP(\\text{the cat}) = P(the) P(cat | the)\n\n= 1\n$$", "$$\n准确率 = 预测正确的样本数 / 总样本数\n$$",
    "$$\n\nP_{\\theta}\\left{a<G\\right} \\geq 1-\\alpha 且尽可能接近 1-\\alpha. (7.3.4)\n\n$$",
    "$$\n\n\\mu is the mean of all that we have measured, and \\sigma is it not.\n\n$$",
  ])
  func `blank lines, minus signs and words in a display are its own`(text: String) {
    #expect(formulas(text) == [text.trimmingBlanks()])
    #expect(codes(text) == [])
  }

  @Test func `an unclosed environment leaves the next one alone`() {
    let text = "\\begin{align}\nx\n\nText.\n\n\\begin{align}\ny\n\\end{align}\n"
    #expect(formulas(text) == ["$$\\begin{align}\ny\n\\end{align}$$"])
    #expect(codes(text) == ["math.unclosed"])
  }

  @Test func `a lost partner is said once`() {
    #expect(codes("x = 1\n$$\n\nThen we have the sum of it.\n\n$$\nz\n$$\n") == ["math.unclosed"])
  }

  // MARK: Places

  private func kinds(_ text: String) -> [String] {
    let tree = parse(Source(name: "a.md", text: text)).tree
    return tree.children(of: 0).map { index in
      switch tree[index].kind {
      case .list(let start, _, _): "list \(start ?? 0)"
      case .mathBlock: "math"
      case .paragraph: "paragraph"
      case .blockQuote: "quote"
      default: "other"
      }
    }
  }

  @Test func `a display on a lazy line belongs to the outer block, or to the item where the next one is right below`() {
    #expect(kinds("1. one\n$$\nx\n\ny\n$$\n\nText.\n\n2. two\n") == ["list 1", "math", "paragraph", "list 2"])
    #expect(kinds("1. one\n$$\nx\n\ny\n$$\n2. two\n") == ["list 1"])
    #expect(kinds("- one\n$$x$$\n- two\n") == ["list 0"])
    // Right below it, lines with the item's indent or more are its text, and no code.
    #expect(kinds("1) one\n$$\nx\n$$\n\t\twhere\n2) two\n") == ["list 1"])
    #expect(kinds("- one\n$$\nx\n$$\n  where\n- two\n") == ["list 0"])
    #expect(kinds("> one\n$$\nx\n$$\n") == ["quote", "math"])
    #expect(kinds("> one\n> $$\nx\n$$\n") == ["quote"])
    #expect(kinds("- one\n\\[note\\] two\n") == ["list 0"])
    #expect(kinds("- one\n  $$\n  x\n  $$\n- two\n") == ["list 0"])
  }

  @Test func `a display that opens amid a line has lines that look like items`() {
    #expect(formulas("such that $$\na\n- b\n+ c_1\n$$\nand $d$") == ["$$\na\n- b\n+ c_1\n$$", "$d$"])
    #expect(formulas("pid $$ of\n- the $x$ shell $$\n") == ["$x$"])
  }

  @Test func `an environment between single dollars belongs to them`() {
    let text = "so $\n\\begin{eqnarray}\na &=& b\n\\end{eqnarray}\n$ and $c$"
    #expect(formulas(text) == ["$$\n\\begin{eqnarray}\na &=& b\n\\end{eqnarray}\n$$", "$c$"])
    #expect(formulas("for $5:\n\\begin{align}\na\n\\end{align}\n") == ["$$\\begin{align}\na\n\\end{align}$$"])
  }

  // MARK: One dollar

  @Test(arguments: [
    ("take $x_1 $ and $ \\alpha$", ["$x_1 $", "$ \\alpha$"]), ("若 $x = y^2 $，则 $z$", ["$x = y^2 $", "$z$"]),
    ("设$x$，则$y$", ["$x$", "$y$"]), ("is $ O(n) $ and $n $.", ["$ O(n) $", "$n $"]), ("$ \\frac{a}{b}$,", ["$ \\frac{a}{b}$"]),
    ("the $n$-th, $n$th, $k$NN and 2$\\pi$r", ["$n$", "$n$", "$k$", "$\\pi$"]), ("the $n-$th", ["$n-$"]), ("$a$$b$", ["$a$", "$b$"]),
    ("$准确率=预测正确的样本数/总样本数$", ["$准确率=预测正确的样本数/总样本数$"]),
    ("标记 $mul$ 与 $add$，$sum,pre,suf,ans$ 四个值", ["$mul$", "$add$", "$sum,pre,suf,ans$"]),
  ])
  func `blanks inside a dollar don't hide a formula`(text: String, wanted: [String]) {
    #expect(formulas(text) == wanted)
  }

  @Test(arguments: [
    "5$ and 6$. 100$ is more", "花了5$，又花了6$", "queue$V2abc _foo_$s12 more", "Outer$Inner and Map$Entry_x",
    "set $HOME and $PATH", "use $FOO_BAR and then $BAZ_QUX", "$HOME/$USER:${A}:${B}-${C}", "$FOO_BAR:$BAZ_QUX", "$(pwd)/$(date)",
    "call $('a').hide() and $('b').show()", "$x = $y + 1; echo $x_1;", "$this->f($x_1, $y_2)", "$i=0;$i<10;$i++",
    "between $5 and 10$ a day, $5-$10, $1M–$2M", "US$30 or 20$", "$ npm install\n$ npm start", "$ ls $ cd",
    "C:\\$Recycle and $x_foo and bar",
    "$5. Then we have the rest of it for the 6$ of us", "x，$，则$ y", "`a` ^\\d+$ and ^[a-z]+$ match", "US$100, A$20, R$ 5,00 e R$ 6,00",
    "$5--$10, or US$ 20 and A$ 30",
  ])
  func `money, shells and code have no formulas`(text: String) {
    #expect(formulas(text) == [])
  }

  @Test func `commands left as text between dollars are said`() {
    #expect(codes("so $\\alpha is `x` it $ and") == ["math.text"])
    #expect(codes("so $\\frac12 it is") == ["math.text"])
    #expect(codes("costs $5 on C:\\Users\\x") == [])
    #expect(codes("$HOME\\Documents and $PATH\\x") == [])
  }

  @Test func `dollars of a display close no single dollar`() {
    #expect(formulas("costs $5 x_1 $$y_1$$") == ["$$y_1$$"])
  }

  // MARK: Tables

  private func row(_ row: String) -> [String] { formulas("| a | b |\n|---|---|\n\(row)\n") }

  @Test func `a cell between dollars is a formula`() {
    #expect(row("| $ \\alpha $ | $\\beta $ |") == ["$ \\alpha $", "$\\beta $"])
    #expect(row("| costs $a_1 | $\\alpha$ |") == ["$\\alpha$"])
    #expect(row("| $5 | 6$ |") == [])
    #expect(row("| $5 | $6 |") == [])
    #expect(row("| $P(A|B)$ | $|x|$ |") == ["$P(A|B)$", "$|x|$"])
    #expect(row("| $5 each | $\\frac{1}{2}$ |") == ["$\\frac{1}{2}$"])
  }

  @Test func `a norm in a cell has escaped bars with blanks beside them`() {
    #expect(row("| $\\|x\\| = 1$ | $\\|a_i\\| < 1$ |") == ["$|x| = 1$", "$|a_i| < 1$"])
  }

  @Test(arguments: [
    ("And \\(a $$b$$ c\\) d.", ["$b$"]), ("\\( multi $$ y_1 \\\\ x $$ where $$X$$ is a matrix.\\)", ["$ y_1 \\\\ x $", "$X$"]),
  ])
  func `escaped parentheses around formulas are parentheses`(text: String, wanted: [String]) {
    #expect(formulas(text) == wanted)
    #expect(codes(text) == [])
  }

  // MARK: Beside letters

  @Test(arguments: [
    ("(H$_2$O, NH$_3$, CH$_4$)", ["$_2$", "$_3$", "$_4$"]), ("Fe$_2$O$_3$ and Na$^+$", ["$_2$", "$_3$", "$^+$"]),
    ("C$_6$H$_{12}$O$_6$", ["$_6$", "$_{12}$", "$_6$"]), ("SO$_4^{2-}$and", ["$_4^{2-}$"]),
    ("the $X_{i}$s and the $x_{ij}$th", ["$X_{i}$", "$x_{ij}$"]), ("queue$V2 and _$s12", []), ("in ${AB}$C and $ab{c}$d", []),
    ("Perl's a$_ and b$_c", []), ("M$\\ddot o$bius, E$\\hat{o}$n, c$\\a\\b$d", ["$\\ddot o$", "$\\hat{o}$"]),
  ])
  func `scripts may stand between letters, names with dollars stay`(text: String, wanted: [String]) {
    #expect(formulas(text) == wanted)
  }

  @Test(arguments: [
    ("is $ [1;16]$. Y $ x$", ["$ [1;16]$", "$ x$"]), ("in $ {1, 2}$ or $ -1$ or $ 5$,", ["$ {1, 2}$", "$ -1$", "$ 5$"]),
    ("costs $ 5, or $ 6 in all", []), ("costs US$ 5$ or so", []), ("$ 5 and 6$", []),
    ("是 $ m×n $，和 $ 2×2 $：", ["$ m×n $", "$ 2×2 $"]), ("costs $ 5 × 2 and $ 6 is", []),
    ("<span>$ m×n $</span> 的 <span>$ f $</span>，定义 <span>$ A $</span>", ["$ m×n $", "$ f $", "$ A $"]),
    ("if $ ay(x(t))+b y(t)== y(ax(t))$ then", ["$ ay(x(t))+b y(t)== y(ax(t))$"]),
  ])
  func `numbers may have a blank before them, amounts stay`(text: String, wanted: [String]) {
    #expect(formulas(text) == wanted)
  }

  // MARK: Two dollars within a line

  @Test func `kramdown's documents have two dollars in their lines`() {
    #expect(formulas("so $$x$$ is, and it is $$y$$") == ["$x$", "$y$"])
    #expect(formulas("$$x$$ is, and $$y$$ too") == ["$x$", "$y$"])
    #expect(formulas("---\nlayout: post\n---\n\nis $$\\sum_{i=1}^n x_i$$ too") == ["$\\sum_{i=1}^n x_i$"])
    #expect(formulas("so $$x$$ is.\n\n$$\ny\n$$\n\n$$z$$\n") == ["$x$", "$$\ny\n$$", "$$z$$"])
  }

  @Test func `documents with single dollars have displays in their lines`() {
    #expect(formulas("let $x$ be, so $$y = x$$ is") == ["$x$", "$$y = x$$"])
    #expect(formulas("let \\(x_1\\) be, so $$y$$ is") == ["$x_1$", "$$y$$"])
    #expect(formulas("is $$\\sum_{i=1}^n x_i$$ too") == ["$$\\sum_{i=1}^n x_i$$"])
    #expect(formulas("## On $$y$$ here\n\nlet $x$, $$z$$ be\n\n| a |\n|---|\n| b $$c$$ d |\n") == ["$y$", "$x$", "$$z$$", "$c$"])
  }

  @Test(arguments: [
    ("$$x$$.", ["$$x.$$"]), ("$$\nx\n$$ ,\n\nthen", ["$$\nx\n,$$"]), ("$$x$$。\n后", ["$$x。$$"]),
    ("let $a$: $$x$$; then", ["$a$", "$$x;$$"]),
    ("\\[ x_1 \\].\n", ["$$ x_1 .$$"]),
    ("\\begin{align}\na \\\\\nb \\\\\n\\end{align}.", ["$$\\begin{align}\na \\\\\nb. \\\\\n\\end{align}$$"]),
    ("$$x$$.5", ["$$x$$"]), ("$$x$$...", ["$$x$$"]), ("so $$x$$ is, $$y$$. But", ["$x$", "$y$"]),
  ])
  func `a stop after a display belongs to it`(text: String, wanted: [String]) {
    #expect(formulas(text) == wanted)
  }

  @Test func `the places of a stop are the author's`() throws {
    let source = Source(name: "a.md", text: "\\begin{align}\na\n\\end{align} ,")
    let span = try #require(parse(source).tree.nodes.compactMap { if case .mathBlock(let span) = $0.kind { span } else { nil } }.first)
    #expect(span.tex == "\\begin{align}\na,\n\\end{align}")
    #expect(source.text(span.sourceSpan(ofBody: 15..<16)) == ",")
    #expect(source.text(span.sourceSpan(ofBody: 17..<21)) == "\\end")
  }

  // MARK: Backslashes

  @Test func `doubled parentheses hold a formula whatever is inside`() {
    #expect(formulas("\\\\(10\\\\) and \\\\(ABC\\\\)") == ["$10$", "$ABC$"])
    #expect(formulas("\\\\( \\\\{x\\_1\\\\} \\\\frac12 \\, \\\\, a \\\\\\\\ b \\\\)") == ["$ \\{x_1\\} \\frac12 \\, \\, a \\\\ b $"])
    #expect(formulas("\\\\(k \\geq 1\\\\\\) and \\\\( \\{\\rm var}(X) \\\\)") == ["$k \\geq 1$", "$ {\\rm var}(X) $"])
    #expect(formulas("$\\\\{a\\\\}$ and $\\substack{a\\\\b}$") == ["$\\{a\\}$", "$\\substack{a\\\\b}$"])
  }

  @Test func `chat programs' brackets are formulas where one is evident`() {
    #expect(formulas("\\(x_1\\), \\(10\\), \\(ABC\\)") == ["$x_1$", "$10$", "$ABC$"])
    #expect(formulas("in \\(2020\\), see \\(the note\\)") == [])
    #expect(formulas("1. so \\[ x^2 \\] is\n2. \\[ 5 \\]\n") == ["$$ x^2 $$", "$$ 5 $$"])
    #expect(formulas("text \\[\n\\frac{a}{b}\n\\] more") == ["$$\n\\frac{a}{b}\n$$"])
    #expect(formulas("\\(\\text{if \\(x>0\\)}\\)") == ["$\\text{if \\(x>0\\)}$"])
    #expect(formulas("\\(oops and \\(x\\)") == ["$x$"])
  }

  @Test(arguments: [
    "- \\[x\\] done", "\\[ \\] to do", "see \\[some_name\\] and a\\[i_1\\]", "[P \\[HNOI2004\\] L](url)", "\\[note\\] this",
    "A. (2018). \\[Penalty-based tests to\nevaluate\\] Journal.", "(2018). \\[Penalty-based tests\nof words\\]", "a \\[b\nc\\] d",
  ])
  func `escaped brackets are brackets`(text: String) {
    #expect(formulas(text) == [])
  }

  @Test(arguments: [
    "call\\(std::set\\<int\\>&\\) and \\(e.g., string\\_view\\)", "fails \\(Clang \\<4.0 only\\)", "\\(const T& t\\)",
    "fixed \\(snake\\_case\\), \\(x64\\)", "\\(\\#3491\\) \\(ptr, len\\) \\(e.g. lang=de\\) \\(E\\)",
  ])
  func `parentheses that a program has escaped are parentheses`(text: String) {
    #expect(formulas(text) == [])
  }

  @Test func `escaped parentheses around words hide no formulas`() {
    #expect(formulas("\\(see $x$ in the notes\\)") == ["$x$"])
    #expect(formulas("\\(x_1\\) \\(as it was before\\) \\(n\\) \\(rate = 10\\)") == ["$x_1$", "$n$", "$rate = 10$"])
    #expect(formulas("\\(\\text{foo\\_bar}\\)") == ["$\\text{foo\\_bar}$"])
  }

  @Test func `two pairs of delimiters are one`() {
    #expect(formulas("where $\\( x \\in A \\)$ and $\\(y\\)$") == ["$ x \\in A $", "$y$"])
    #expect(formulas("$\\(x\\) + \\(y\\)$") == ["$\\(x\\) + \\(y\\)$"])
  }

  @Test func `a number after a display is its tag`() {
    #expect(formulas("$$x$$ (4.7)\n") == ["$$x\\tag*{(4.7)}$$"])
    #expect(formulas("a\n$$\nx\n$$ (12a)\n\nb") == ["$$\nx\n\\tag*{(12a)}$$"])
    #expect(formulas("\\[ x \\] (1)\n") == ["$$ x \\tag*{(1)}$$"])
    #expect(formulas("$$x$$ (see 4)\n") == ["$$x$$"])
    #expect(formulas("$$x$$ (1) and so on\n") == ["$$x$$"])
    #expect(formulas("$$x \\tag{2}$$ (1)\n") == ["$$x \\tag{2}$$"])
  }

  @Test func `Doxygen's formulas are formulas`() {
    #expect(formulas("range \\f$[-2^{53}, 2^{53}]\\f$ and \\f$n\\f$") == ["$[-2^{53}, 2^{53}]$", "$n$"])
    #expect(formulas("\\f[\n  x = 1\n\\f]\n") == ["$$\nx = 1\n$$"])
    #expect(formulas("\\f$ and \\f and $HOME") == [])
  }

  @Test func `a hyphen before the closing dollar joins a formula to a word`() {
    #expect(formulas("a $64-$bit, $2n-$dimensional, $x_1-$axis, $ij-$entry") == ["$64-$", "$2n-$", "$x_1-$", "$ij-$"])
    #expect(formulas("a $ID-$NAME, $foo-$bar") == [])
    #expect(formulas("from $5-$10 or $HOME-$USER") == [])
    #expect(formulas("the $Box - Pierce$ test, $Ent(D) $ 的值, $lcp\u{200B}$ too") == ["$Box - Pierce$", "$Ent(D) $", "$lcp\u{200B}$"])
    #expect(formulas("costs 5$ - Price$ and $HOME - $PATH, $main(x) $y") == [])
  }

  @Test func `names applied to several things, and joined by signs of mathematics, are formulas`() {
    for formula in ["$Inv(i )$", "$Poisson(n p)$", "$KeyGen → (sk, pk)$", "$Sign(m, sk) → s$", "$lfp(f) = fix(f) $"] {
      #expect(formulas("On suppose \(formula), so") == [formula])
    }
    #expect(formulas("from $foo(bar) is the one$ to $PATH(a) of $x") == [])
  }

  @Test func `numbers, applied names and short relations are formulas between blanks, and amounts are none`() {
    #expect(formulas("收敛于 $ 0 $ 附近，在 $-1.25 $ 至 $0 $ 之间") == ["$ 0 $", "$-1.25 $", "$0 $"])
    #expect(formulas("记作 $ Var(X) $ 。其中$ mn<0 $") == ["$ Var(X) $", "$ mn<0 $"])
    #expect(formulas("costs $ 5 and $ 10 each, $5, $6 or $20 - $30") == [])
    #expect(formulas("the words $1 $2 and $0 $@ of a script") == [])
  }

  @Test func `lists of names in brackets are formulas`() {
    #expect(formulas("for $[j, A.length]$ and $(i, x1)$") == ["$[j, A.length]$", "$(i, x1)$"])
    #expect(formulas("see $[one](a.md), [two]$ and more") == [])
  }

  @Test func `beside Chinese words a digit may follow a formula`() {
    #expect(formulas("旋转矩阵$R=[a,b,c]$9个元素,对应$R^TR=I$, 右手坐标系") == ["$R=[a,b,c]$", "$R^TR=I$"])
    #expect(formulas("价格$5到$10") == [])
    #expect(formulas("a price of $x=1$2") == [])
  }

  @Test func `variables of make begin no formula`() {
    #expect(formulas("moved $(FLIBS) to the end of the line\nand x = 1 is the value of $y") == [])
    #expect(formulas("run $(HOME)/bin and $(OBJ:.c=.o) of them all, which costs 5$") == [])
    #expect(formulas("$(AB)^2$ and $(AB)$ and $(x)$") == ["$(AB)^2$", "$(AB)$", "$(x)$"])
    #expect(formulas("En $(ID, NOMBRE)$ y $(FECHA, HORA)$ de la tabla") == ["$(ID, NOMBRE)$", "$(FECHA, HORA)$"])
    #expect(formulas("$(GCD(a, b))$ and $(END\\ CKPT)$ and $(MAX)$") == ["$(GCD(a, b))$", "$(END\\ CKPT)$", "$(MAX)$"])
  }

  @Test(arguments: [
    "\\(", "\\(a ", "\\({", "$$x$$ ", "${", "$$\n\nthe sum of the x is\n\n", "1. a\n$$\n", "| $\\a | ", "\\begin{align}\nx\n\n", "$\\frac ",
    "\\[ x ", "\\f$x ",
    "- $$x\n", "x$$ a\n", "$x_1 $y ",
  ])
  func `hostile dollars take linear time`(unit: String) {
    let text = String(repeating: unit, count: 30_000 / unit.utf8.count) + "\\)}$5"
    let time = processorTime { _ = parse(Source(name: "a.md", text: text)) }
    #expect(time < .seconds(4))
  }
}

extension String {
  fileprivate func trimmingBlanks() -> String { String(drop { $0 == " " }) }
}
