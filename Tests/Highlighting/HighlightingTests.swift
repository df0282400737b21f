import Glibc
import Testing
import TypesetHighlighting

/// What this thread has computed so far, in seconds; other programs do not count.
func threadTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Code with its tokens marked: `keyword{let} x = number{1}`.
func marked(_ code: String, _ name: String) throws -> String {
  let bytes = Array(code.utf8)
  var out = ""
  var last = 0
  for token in highlight(bytes, as: try #require(Language(name))) {
    let (low, high) = (Int(token.range.lowerBound), Int(token.range.upperBound))
    out +=
      String(decoding: bytes[last..<low], as: UTF8.self) + "\(token.kind.rawValue){" + String(decoding: bytes[low..<high], as: UTF8.self)
      + "}"
    last = high
  }
  return out + String(decoding: bytes[last...], as: UTF8.self)
}

@Suite struct HighlightingTests {
  @Test(arguments: [
    ("swift", #"let s = "a\(x + 1)b""#, #"keyword{let} s = string{"a}escape{\(}x + number{1}escape{)}string{b"}"#),
    ("swift", ##"#"a\(x)\#(y)"#"##, ##"string{#"a\(x)}escape{\#(}yescape{)}string{"#}"##),
    ("swift", "@MainActor func f() -> Int {}", "attribute{@MainActor} keyword{func} function{f}() -> type{Int} {}"),
    (
      "python", "def f(x): return f'{x!r}' # c",
      "keyword{def} function{f}(x): keyword{return} string{f'}escape{{}x!rescape{}}string{'} comment{# c}"
    ),
    ("python", "r'\\d' '\\n'", "string{r'\\d'} string{'}escape{\\n}string{'}"),
    ("js", "const a = b / 2, r = /[/]x/g", "keyword{const} a = b / number{2}, r = string{/[/]x/g}"),
    ("js", "`a${f({b: 1})}c`", "string{`a}escape{${}function{f}({property{b}: number{1}})escape{}}string{c`}"),
    (
      "jsx", "return <A b=\"c\" d={e}>x<B/></A>;",
      "keyword{return} tag{<A} property{b}=string{\"c\"} property{d}=escape{{}eescape{}}tag{>}xtag{<B/></A>};"
    ),
    ("ts", "let x: string = f<T>(y)", "keyword{let} x: type{string} = f<type{T}>(y)"),
    (
      "rust", "fn f<'a>(c: &'a str) { println!(\"{}\", 'x'); }",
      "keyword{fn} function{f}<attribute{'a}>(c: &attribute{'a} type{str}) { function{println}!(string{\"{}\"}, string{'x'}); }"
    ),
    ("rust", "#[derive(Debug)] struct A;", "attribute{#[derive(Debug)]} keyword{struct} type{A};"),
    (
      "go", "func (r *R) Get() error { return nil }",
      "keyword{func} (r *type{R}) function{Get}() type{error} { keyword{return} constant{nil} }"
    ),
    (
      "c", "#include <stdio.h>\nint main(void) { return 0x1F; }",
      "attribute{#include} string{<stdio.h>}\ntype{int} function{main}(type{void}) { keyword{return} number{0x1F}; }"
    ),
    ("cpp", "auto n = 1'000; R\"x(a)\")x\"", "keyword{auto} n = number{1'000}; string{R\"x(a)\")x\"}"),
    (
      "java", "@Override public int f() { return 'c'; }",
      "attribute{@Override} keyword{public} type{int} function{f}() { keyword{return} string{'c'}; }"
    ),
    ("kotlin", "val s = \"$a ${b.c}\"", "keyword{val} s = string{\"}variable{$a}string{ }escape{${}b.cescape{}}string{\"}"),
    (
      "c#", "var s = $\"{a}\" + @\"b\"\"c\";",
      "keyword{var} s = string{$\"}escape{{}aescape{}}string{\"} + string{@\"b}escape{\"\"}string{c\"};"
    ),
    (
      "ruby", "x = <<~A\n  #{y} z\nA\nputs :ok",
      "x = <<string{~A}\nstring{  }variable{#{y}}string{ z}\nstring{A}\nbuiltin{puts} constant{:ok}"
    ),
    (
      "php", "<p><?php echo \"a $b\"; ?></p>",
      "tag{<p>}attribute{<?php} keyword{echo} string{\"a }variable{$b}string{\"}; attribute{?>}tag{</p>}"
    ),
    ("sql", "SELECT 'it''s' FROM t -- x", "keyword{SELECT} string{'it}escape{''}string{s'} keyword{FROM} t comment{-- x}"),
    (
      "bash", "A=1 git log --all \"$x\" | wc -l # c",
      "variable{A}=number{1} function{git} log property{--all} string{\"}variable{$x}string{\"} | function{wc} property{-l} comment{# c}"
    ),
    ("bash", "cat <<'E'\n$x\nE\nls", "function{cat} <<string{'E'}\nstring{$x}\nstring{E}\nfunction{ls}"),
    ("bash", "# list\n$ ls \\\n  -a\nfor a.md in\n", "comment{# list}\nprompt{$ }function{ls} \\\n  property{-a}\noutput{for a.md in}\n"),
    ("console", "$ ls\na.md", "prompt{$ }function{ls}\noutput{a.md}"),
    ("json", "{\"a\": [1, true, \"b\"]}", "{property{\"a\"}: [number{1}, constant{true}, string{\"b\"}]}"),
    (
      "yaml", "a: [1, x]\nb: |\n  c: d\ne: yes # f",
      "property{a}: [number{1}, string{x}]\nproperty{b}: |\n  string{c: d}\nproperty{e}: constant{yes} comment{# f}"
    ),
    ("toml", "[a]\nb = \"c\" # d", "heading{[a]}\nproperty{b} = string{\"c\"} comment{# d}"),
    (
      "html", "<a href=\"x\">&amp;</a><script>let a</script>",
      "tag{<a} property{href}=string{\"x\"}tag{>}escape{&amp;}tag{</a><script>}keyword{let} atag{</script>}"
    ),
    (
      "css", "a:hover { color: #fff; margin: 0 2px }",
      "tag{a}builtin{:hover} { property{color}: constant{#fff}; property{margin}: number{0} number{2px} }"
    ),
    ("xml", "<!-- c --><a b='1'/>", "comment{<!-- c -->}tag{<a} property{b}=string{'1'}tag{/>}"),
    ("python", "@cache\ny = x@a @ b", "attribute{@cache}\ny = x@a @ b"),
    ("make", "A := b\nall: $(A)\n\techo $@", "variable{A} := b\nfunction{all}: variable{$(A)}\n\tbuiltin{echo} variable{$@}"),
    ("diff", "@@ -1 +1 @@\n-a\n+b\n c", "hunk{@@ -1 +1 @@}\ndeleted{-a}\ninserted{+b}\n c"),
    ("latex", "\\begin{x} $a_1$ % c", "keyword{\\begin}{type{x}} string{$}aescape{_}number{1}string{$} comment{% c}"),
    (
      "bibtex", "@misc{a2021b,\n  title = {A {B} 50% $x_1$},\n year=2021, url=\"c%20d\"\n}\n% e",
      "keyword{@misc}{a2021b,\n  property{title} = string{{A {B} 50% $x_1$}},\n property{year}=number{2021}, property{url}=string{\"c%20d\"}\n}\ncomment{% e}"
    ),
    ("haskell", "f :: Int -> a' -- c", "f :: type{Int} -> a' comment{-- c}"),
    ("lua", "local s = [[a]] --[[ b\n]] x", "keyword{local} s = string{[[a]]} comment{--[[ b\n]]} x"),
    ("r", "x.y <- f(TRUE) # c", "x.y <- function{f}(constant{TRUE}) comment{# c}"),
    (
      "markdown", "# A\n- `b` **c**\n```py\ndef\n```",
      "heading{# A}\nkeyword{-} string{`b`} strong{**c**}\nattribute{```py}\nkeyword{def}\nattribute{```}"
    ),
    ("dockerfile", "FROM a:1 AS b\nRUN ls -l", "keyword{FROM} a:1 keyword{AS} b\nkeyword{RUN} function{ls} property{-l}"),
  ])
  func `tokens of a language`(_ name: String, _ code: String, _ expected: String) throws {
    let actual = try marked(code, name)
    #expect(actual == expected)
  }

  @Test func `names of languages are found as info strings write them`() {
    #expect(Language("C++")?.name == "cpp")
    #expect(Language(".python")?.name == "python")
    #expect(Language("Shell-Session")?.name == "console")
    #expect(Language("smart") == nil)
    #expect(Language("") == nil)
  }

  /// Openers that never close, many times: the time of one must not depend on how many there were before.
  @Test(arguments: Language.allNames)
  func `hostile code takes linear time and its tokens stay in order`(_ name: String) throws {
    let language = try #require(Language(name))
    func run(_ opener: String, count: Int) -> (time: Double, code: [UInt8], tokens: [Token]) {
      let code = Array(repeatElement(opener, count: count).joined().utf8)
      let start = threadTime()
      let tokens = highlight(code, as: language)
      return (threadTime() - start, code, tokens)
    }
    for opener in [
      "\"${", "`${", "<a ", "/*", "/[", "#[", "<<A\n", "((", "'", "\\", "{\"", "[[", "$(", "é\u{1F600}", "<!", "\"\\(", "* [", "${", "@\"",
      "a: ",
    ] {
      let (time, code, tokens) = run(opener, count: 2_000)
      // Four times as much takes four times as long, seven where it looks ahead; sixteen would be the square.
      if time > 0.03 {
        // The least of some runs is what the code takes; the rest is the machine.
        let whole = (0..<3).map { _ in run(opener, count: 2_000).time }.min() ?? 0
        let quarter = (0..<3).map { _ in run(opener, count: 500).time }.min() ?? 0
        #expect(whole < quarter * 10, "\(opener)")
      }
      var last: Int32 = 0
      for token in tokens {
        #expect(token.range.lowerBound >= last && token.range.upperBound <= Int32(code.count))
        last = token.range.upperBound
      }
    }
  }

  /// Signs that mean something to some language, in any order: a generator of numbers with a fixed seed chooses.
  @Test(arguments: Language.allNames)
  func `code of random signs gives tokens in order`(_ name: String) throws {
    let language = try #require(Language(name))
    let pieces = [
      "\"", "'", "`", "\"\"\"", "'''", "${", "#{", "$(", "}", ")", "(", "{", "[", "]", "<", ">", "</", "/>", "<<", "<<<", "EOT", "-->",
      "<!--",
      "/*", "*/", "//", "#", "--", "--[[", "]]", "=begin", "@", "@a", "$a", "\\", "\\(", "\n", "\t", " ", "\r", "a", "B", "C_D", "0x1",
      "1.5e",
      ".", ":", "=", "+", "-", "é", "中", "\u{0}", "R\"(", "#!", "if", "def", "class", "r\"", "f'", "b", "|", "&", ";", "%", "---", "```",
      "<?",
      "?>", "<script>", "</script>",
    ].map { Array($0.utf8) }
    var seed: UInt64 = 2026
    for _ in 0..<40 {
      var code: [UInt8] = []
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        code += pieces[Int(seed >> 33) % pieces.count]
      }
      // Cut anywhere, also within a character.
      code.removeLast(Int(seed >> 62))
      var last: Int32 = 0
      for token in highlight(code, as: language) {
        #expect(token.range.lowerBound >= last && token.range.lowerBound < token.range.upperBound)
        last = token.range.upperBound
      }
      #expect(Int(last) <= code.count)
    }
  }
}
