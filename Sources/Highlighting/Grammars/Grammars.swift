// Languages as data, after their reference manuals; each is compiled when it is first used.

/// The compiled grammars.
enum Grammars {
  static let swift = compile {
    $0.words = [
      (.constant, "true false nil"), (.builtin, "self Self super"),
      (
        .keyword,
        """
        actor any as associatedtype async await borrowing break case catch class consume consuming continue convenience default defer
        deinit didSet discardable do dynamic each else enum extension fallthrough fileprivate final for func get guard if import in
        indirect infix init inout internal is isolated lazy let macro mutating nonisolated nonmutating open operator optional override
        package postfix precedencegroup prefix private protocol public repeat required rethrows return sending set some static struct
        subscript switch throw throws try typealias unowned unsafe var weak where while willSet yield
        """
      ),
    ]
    $0.declarations = [(.function, "func macro"), (.type, "class struct enum protocol actor extension typealias associatedtype")]
    $0.blockComments = [Block("/*", "*/", nests: true)]
    $0.strings = [
      Text("\"\"\"", interpolation: "\\(", multiline: true, hashes: true), Text("\"", interpolation: "\\(", hashes: true),
      Text("`", escape: .none, .constant, longest: 80),
    ]
    $0.hasAtAttributes = true
    $0.hasDirectives = true
  }

  static let python = compile {
    $0.words = [
      (.constant, "True False None NotImplemented Ellipsis __name__ __file__ __doc__"), (.builtin, "self cls"),
      (
        .keyword,
        """
        and as assert async await break class continue def del elif else except finally for from global if import in is lambda
        match case nonlocal not or pass raise return try while with yield type
        """
      ),
      (
        .builtin,
        """
        abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod
        enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass
        iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set
        setattr slice sorted staticmethod str sum super tuple vars zip __import__
        """
      ),
    ]
    $0.declarations = [(.function, "def"), (.type, "class")]
    $0.lineComments = ["#"]
    $0.blockComments = []
    $0.stringPrefixes = "rRbBuUfFtT"
    $0.strings = ["\"\"\"", "'''", "\"", "'"].map {
      Text($0, interpolation: "{", multiline: $0.utf8.count == 3, interpolatingPrefixes: "fFtT")
    }
    $0.hasAtAttributes = true
  }

  private static let scriptWords: [(TokenClass, String)] = [
    (.constant, "true false null undefined NaN Infinity"),
    (.builtin, "this super arguments globalThis window document console require module exports process"),
    (
      .keyword,
      """
      async await break case catch class const continue debugger default delete do else export extends finally for from function get
      if import in instanceof let new of return set static switch throw try typeof var void while with yield as
      """
    ),
  ]
  private static let typeWords: [(TokenClass, String)] = [
    (
      .keyword,
      """
      abstract accessor asserts declare enum implements infer interface is keyof namespace override private protected public readonly
      satisfies type unique
      """
    ),
    (.type, "any bigint boolean never number object string symbol unknown"),
  ]

  private static func script(_ grammar: inout Grammar) {
    grammar.words = scriptWords
    grammar.declarations = [(.function, "function"), (.type, "class interface enum type namespace")]
    grammar.wordBytes = "$"
    grammar.strings = [Text("\""), Text("'"), Text("`", interpolation: "${", multiline: true)]
    grammar.hasAtAttributes = true
    grammar.hasKeys = true
    grammar.hasRegexes = true
  }

  static let javaScript = compile {
    script(&$0)
    $0.hasTags = true
  }
  static let typeScript = compile {
    script(&$0)
    $0.words += typeWords
  }
  static let typeScriptTags = compile {
    script(&$0)
    $0.words += typeWords
    $0.hasTags = true
  }

  static let rust = compile {
    $0.words = [
      (.constant, "true false None Some Ok Err"), (.builtin, "self Self super crate"),
      (.type, "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize"),
      (
        .keyword,
        """
        as async await break const continue dyn else enum extern fn for gen if impl in let loop macro_rules match mod move mut pub
        ref return static struct trait type union unsafe use where while yield
        """
      ),
    ]
    $0.declarations = [(.function, "fn"), (.type, "struct enum trait type union impl mod")]
    $0.blockComments = [Block("/*", "*/", nests: true)]
    $0.stringPrefixes = "rbc"
    $0.strings = [Text("\"", multiline: true, hashes: true), Text("'", longest: 12)]
    $0.hasHashAttributes = true
    $0.hasLifetimes = true
    $0.hasBangMacros = true
  }

  static let go = compile {
    $0.words = [
      (.constant, "true false nil iota"),
      (
        .type,
        """
        any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16
        uint32 uint64 uintptr
        """
      ),
      (
        .keyword,
        """
        break case chan const continue default defer else fallthrough for func go goto if import interface map package range return
        select struct switch type var
        """
      ),
      (.builtin, "append cap clear close complex copy delete imag len make max min new panic print println real recover"),
    ]
    $0.declarations = [(.function, "func"), (.type, "type")]
    $0.strings = [Text("`", escape: .none, multiline: true), Text("\""), Text("'", longest: 14)]
    $0.capitals = .typesAndFunctions
  }

  private static let cWords: [(TokenClass, String)] = [
    (.constant, "true false NULL nullptr EOF stdin stdout stderr"),
    (
      .keyword,
      """
      alignas alignof auto break case const constexpr continue default do else enum extern for goto if inline register restrict return
      sizeof static static_assert struct switch thread_local typedef typeof union volatile while _Atomic _Generic _Noreturn
      _Static_assert _Thread_local
      """
    ),
    (
      .type,
      """
      bool char double float int long short signed unsigned void _Bool _Complex size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t
      int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t wchar_t char8_t char16_t char32_t FILE time_t va_list
      """
    ),
  ]

  private static func c(_ grammar: inout Grammar) {
    grammar.words = cWords
    grammar.declarations = [(.type, "struct enum union class")]
    grammar.stringPrefixes = "LuU8R"
    grammar.strings = [Text("\""), Text("'", longest: 14)]
    grammar.hasDirectives = true
    grammar.capitals = .constants
  }

  static let c = compile { c(&$0) }
  static let cpp = compile {
    c(&$0)
    $0.words += [
      (
        .keyword,
        """
        and and_eq asm bitand bitor catch class co_await co_return co_yield compl concept consteval constinit const_cast decltype delete
        dynamic_cast explicit export final friend import module mutable namespace new noexcept not not_eq operator or or_eq override
        private protected public reinterpret_cast requires static_cast template throw try typeid typename using virtual xor xor_eq
        __global__ __device__ __host__ __shared__
        """
      ),
      (.builtin, "this std cout cin cerr endl"),
      (.type, "string string_view vector map set unordered_map unordered_set pair tuple optional variant array span unique_ptr shared_ptr"),
    ]
    $0.capitals = .types
  }
  static let objectiveC = compile {
    c(&$0)
    $0.words += [
      (.constant, "YES NO nil Nil"), (.builtin, "self super"), (.type, "id instancetype BOOL SEL IMP Class NSInteger NSUInteger CGFloat"),
    ]
    $0.hasAtAttributes = true
    $0.capitals = .types
  }

  static let java = compile {
    $0.words = [
      (.constant, "true false null"), (.builtin, "this super"), (.type, "boolean byte char double float int long short void"),
      (
        .keyword,
        """
        abstract assert break case catch class const continue default do else enum exports extends final finally for goto if implements
        import instanceof interface module native new non-sealed opens package permits private protected provides public record requires
        return sealed static strictfp switch synchronized throw throws transient try uses var volatile when while with yield
        """
      ),
    ]
    $0.declarations = [(.type, "class interface enum record")]
    $0.strings = [Text("\"\"\"", multiline: true), Text("\""), Text("'", longest: 12)]
    $0.hasAtAttributes = true
  }

  static let kotlin = compile {
    $0.words = [
      (.constant, "true false null"), (.builtin, "this super it field"),
      (
        .keyword,
        """
        abstract actual annotation as break by catch class companion const constructor continue crossinline data delegate do dynamic else
        enum expect external final finally for fun get if import in infix init inline inner interface internal is lateinit noinline
        object open operator out override package private protected public reified return sealed set suspend tailrec throw try
        typealias val value var vararg when where while
        """
      ),
    ]
    $0.declarations = [(.function, "fun"), (.type, "class interface object typealias")]
    $0.blockComments = [Block("/*", "*/", nests: true)]
    $0.strings = [
      Text("\"\"\"", escape: .none, interpolation: "${", variables: true, multiline: true),
      Text("\"", interpolation: "${", variables: true), Text("'", longest: 12),
    ]
    $0.hasAtAttributes = true
  }

  static let cSharp = compile {
    $0.words = [
      (.constant, "true false null"), (.builtin, "this base"),
      (
        .type,
        """
        bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong ushort void
        """
      ),
      (
        .keyword,
        """
        abstract add and as async await break case catch checked class const continue default delegate do else enum event explicit extern
        file finally fixed for foreach from get global goto if implicit in init interface internal into is join let lock managed
        namespace new not on operator or orderby out override params partial private protected public readonly record ref remove
        required return scoped sealed select set sizeof stackalloc static struct switch throw try typeof unchecked unmanaged unsafe
        using value var virtual volatile when where while with yield
        """
      ),
    ]
    $0.declarations = [(.type, "class interface struct enum record namespace")]
    $0.strings = [
      Text("$\"\"\"", "\"\"\"", escape: .none, interpolation: "{", multiline: true), Text("\"\"\"", escape: .none, multiline: true),
      Text("$@\"", "\"", escape: .doubled, interpolation: "{", multiline: true), Text("@\"", "\"", escape: .doubled, multiline: true),
      Text("$\"", "\"", interpolation: "{"), Text("\""), Text("'", longest: 12),
    ]
    $0.hasDirectives = true
    $0.capitals = .typesAndFunctions
  }

  static let ruby = compile {
    $0.words = [
      (.constant, "true false nil __FILE__ __LINE__ __method__"), (.builtin, "self super"),
      (
        .keyword,
        """
        alias and begin BEGIN break case class def defined? do else elsif end END ensure for if in module next not or redo rescue retry
        return then undef unless until when while yield
        """
      ),
      (
        .builtin,
        """
        attr_accessor attr_reader attr_writer extend include lambda loop p prepend print printf private proc protected public puts raise
        require require_relative
        """
      ),
    ]
    $0.declarations = [(.function, "def"), (.type, "class module")]
    $0.lineComments = ["#"]
    $0.blockComments = [Block("=begin", "=end")]
    $0.strings = [
      Text("\"", interpolation: "#{", multiline: true), Text("'", multiline: true), Text("`", interpolation: "#{"),
      Text("%w[", "]", escape: .none, multiline: true), Text("%i[", "]", escape: .none, multiline: true),
      Text("%q(", ")", escape: .none, multiline: true), Text("%Q(", ")", interpolation: "#{", multiline: true),
      Text("%(", ")", interpolation: "#{", multiline: true),
    ]
    $0.wordEndings = "?!"
    $0.sigils = "@$"
    $0.hasKeys = true
    $0.hasRegexes = true
    $0.hasSymbols = true
    $0.heredocs = .ruby
  }

  static let php = compile {
    $0.words = [
      (.constant, "true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__"),
      (.builtin, "self parent static"), (.type, "array bool callable float int iterable mixed never object string void"),
      (
        .keyword,
        """
        abstract and as break case catch class clone const continue declare default die do echo else elseif empty enddeclare endfor
        endforeach endif endswitch endwhile enum exit extends final finally fn for foreach function global goto if implements include
        include_once instanceof insteadof interface isset list match namespace new or print private protected public readonly require
        require_once return switch throw trait try unset use var while xor yield
        """
      ),
    ]
    $0.declarations = [(.function, "function"), (.type, "class interface trait enum")]
    $0.lineComments = ["//", "#"]
    $0.strings = [Text("\"", interpolation: "{$", variables: true, multiline: true), Text("'", multiline: true)]
    $0.sigils = "$"
    $0.hasHashAttributes = true
    $0.heredocs = .php
    $0.codeTags = true
  }

  static func compile(_ describe: (inout Grammar) -> Void) -> CompiledGrammar {
    var grammar = Grammar()
    describe(&grammar)
    return CompiledGrammar(grammar)
  }

  typealias Text = Grammar.Text
  typealias Block = Grammar.Block
}
