// Languages that are compiled, as data.

enum CompiledLanguages {
  static let swift = CompiledGrammar {
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
    $0.blockComments = [BlockComment("/*", "*/", nests: true)]
    $0.strings = [
      StringForm("\"\"\"", interpolation: "\\(", multiline: true, hashes: true), StringForm("\"", interpolation: "\\(", hashes: true),
      StringForm("`", escape: .none, .constant, longest: 80),
    ]
    $0.hasAtAttributes = true
    $0.hasDirectives = true
  }

  static let rust = CompiledGrammar {
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
    $0.blockComments = [BlockComment("/*", "*/", nests: true)]
    $0.stringPrefixes = "rbc"
    $0.strings = [StringForm("\"", multiline: true, hashes: true), StringForm("'", longest: 12)]
    $0.hasHashAttributes = true
    $0.hasLifetimes = true
    $0.hasBangMacros = true
  }

  static let go = CompiledGrammar {
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
    $0.strings = [StringForm("`", escape: .none, multiline: true), StringForm("\""), StringForm("'", longest: 14)]
    $0.capitals = .typesAndFunctions
  }

  static let java = CompiledGrammar {
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
    $0.strings = [StringForm("\"\"\"", multiline: true), StringForm("\""), StringForm("'", longest: 12)]
    $0.hasAtAttributes = true
  }

  static let kotlin = CompiledGrammar {
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
    $0.blockComments = [BlockComment("/*", "*/", nests: true)]
    $0.strings = [
      StringForm("\"\"\"", escape: .none, interpolation: "${", variables: true, multiline: true),
      StringForm("\"", interpolation: "${", variables: true), StringForm("'", longest: 12),
    ]
    $0.hasAtAttributes = true
  }

  static let cSharp = CompiledGrammar {
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
      StringForm("$\"\"\"", "\"\"\"", escape: .none, interpolation: "{", multiline: true),
      StringForm("\"\"\"", escape: .none, multiline: true),
      StringForm("$@\"", "\"", escape: .doubled, interpolation: "{", multiline: true),
      StringForm("@\"", "\"", escape: .doubled, multiline: true),
      StringForm("$\"", "\"", interpolation: "{"), StringForm("\""), StringForm("'", longest: 12),
    ]
    $0.hasDirectives = true
    $0.capitals = .typesAndFunctions
  }

  static let dart = CompiledGrammar {
    $0.words = [
      (.constant, "true false null"), (.builtin, "this super"), (.type, "bool double dynamic int num void"),
      (
        .keyword,
        """
        abstract as assert async await base break case catch class const continue covariant default deferred do else enum export extends
        extension external factory final finally for get hide if implements import in interface is late library mixin new on operator
        part required rethrow return sealed set show static switch sync throw try typedef var when while with yield
        """
      ),
    ]
    $0.stringPrefixes = "r"
    $0.strings = ["\"\"\"", "'''", "\"", "'"].map { StringForm($0, interpolation: "${", variables: true, multiline: $0.utf8.count == 3) }
    $0.hasAtAttributes = true
  }

  static let scala = CompiledGrammar {
    $0.words = [
      (.constant, "true false null None"), (.builtin, "this super"),
      (
        .keyword,
        """
        abstract case catch class def do else end enum export extends extension final finally for forSome given if implicit import inline
        lazy match new object opaque open override package private protected return sealed then throw trait transparent try type using
        val var while with yield
        """
      ),
    ]
    $0.declarations = [(.function, "def"), (.type, "class object trait enum type")]
    $0.stringPrefixes = "sfraw"
    $0.strings = [
      StringForm("\"\"\"", escape: .none, interpolation: "${", multiline: true, interpolatingPrefixes: "sf"),
      StringForm("\"", interpolation: "${", interpolatingPrefixes: "sf"), StringForm("'", longest: 12),
    ]
    $0.hasAtAttributes = true
  }

  static let groovy = CompiledGrammar {
    $0.words = [
      (.constant, "true false null"), (.builtin, "this super it"), (.type, "boolean byte char double float int long short void"),
      (
        .keyword,
        """
        abstract as assert break case catch class continue def default do else enum extends final finally for if implements import in
        instanceof interface new package private protected public return static switch throw throws trait try var while
        """
      ),
    ]
    $0.strings = [
      StringForm("\"\"\"", interpolation: "${", variables: true, multiline: true), StringForm("'''", multiline: true),
      StringForm("\"", interpolation: "${", variables: true), StringForm("'"),
    ]
    $0.hasAtAttributes = true
    $0.hasKeys = true
  }

  static let zig = CompiledGrammar {
    $0.words = [
      (.constant, "true false null undefined"),
      (.type, "bool u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 f128 void type anyerror anytype noreturn comptime_int"),
      (
        .keyword,
        """
        addrspace align allowzero and anyframe asm async await break callconv catch comptime const continue defer else enum errdefer error
        export extern fn for if inline linksection noalias noinline opaque or orelse packed pub resume return struct suspend switch test
        threadlocal try union unreachable usingnamespace var volatile while
        """
      ),
    ]
    $0.declarations = [(.function, "fn")]
    $0.blockComments = []
    $0.strings = [StringForm("\\\\", "\n", escape: .none, multiline: true), StringForm("\""), StringForm("'", longest: 12)]
    $0.hasAtAttributes = true
  }

  static let nim = CompiledGrammar {
    $0.words = [
      (.constant, "true false nil"), (.type, "int int8 int16 int32 int64 uint float float32 float64 bool char string seq array auto void"),
      (
        .keyword,
        """
        addr and as asm bind block break case cast concept const continue converter defer discard distinct div do elif else end enum
        except export finally for from func if import in include interface is isnot iterator let macro method mixin mod not notin object
        of or out proc ptr raise ref return shl shr static template try tuple type using var when while xor yield
        """
      ),
    ]
    $0.declarations = [(.function, "proc func method iterator macro template converter")]
    $0.lineComments = ["#"]
    $0.blockComments = [BlockComment("#[", "]#", nests: true)]
    $0.strings = [StringForm("\"\"\"", escape: .none, multiline: true), StringForm("\""), StringForm("'", longest: 8)]
  }

  static let solidity = CompiledGrammar {
    $0.words = [
      (.constant, "true false"), (.builtin, "this super msg block tx abi"),
      (.type, "address bool bytes bytes4 bytes32 int int256 string uint uint8 uint16 uint32 uint64 uint128 uint256 mapping"),
      (
        .keyword,
        """
        abstract anonymous as assembly break calldata catch constant constructor continue contract delete do else emit enum error event
        external fallback for function if immutable import indexed interface internal is library memory modifier new override payable
        pragma private public pure receive require return returns revert storage struct try type unchecked using view virtual while
        """
      ),
    ]
    $0.declarations = [(.function, "function modifier event error"), (.type, "contract interface library struct enum")]
    $0.strings = [StringForm("\""), StringForm("'")]
  }

  static let pascal = CompiledGrammar {
    $0.words = [
      (.constant, "true false nil"),
      (.type, "array boolean byte cardinal char double extended integer int64 longint real record set shortint single string word"),
      (
        .keyword,
        """
        and as asm begin case class const constructor destructor div do downto else end except exports file finalization finally for forward
        function goto if implementation in inherited initialization inline interface is label library mod not object of on operator or out
        override packed private procedure program property protected public published raise repeat shl shr then threadvar to try type unit
        until uses var virtual while with xor
        """
      ),
    ]
    $0.ignoresCase = true
    $0.declarations = [(.function, "function procedure constructor destructor"), (.type, "program unit")]
    $0.blockComments = [BlockComment("{$", "}", .attribute), BlockComment("{", "}"), BlockComment("(*", "*)")]
    $0.strings = [StringForm("'", escape: .doubled)]
    $0.capitals = .plain
  }

  static let assembly = CompiledGrammar {
    $0.words = [
      (
        .builtin,
        """
        al ah ax eax rax bl bh bx ebx rbx cl ch cx ecx rcx dl dh dx edx rdx si esi rsi di edi rdi sp esp rsp bp ebp rbp r8 r9 r10 r11 r12
        r13 r14 r15 x0 x1 x2 x3 x29 x30 w0 w1 xmm0 xmm1 lr pc
        """
      ),
      (.type, "byte word dword qword tword ptr"),
      (
        .keyword,
        """
        section segment global extern bits org equ db dw dd dq resb resw resd resq times align proc endp end mov movzx movsx lea push pop
        add sub mul imul div idiv inc dec neg not and or xor shl shr sal sar rol ror cmp test jmp je jne jz jnz jg jge jl jle ja jae jb jbe
        call ret leave enter nop int syscall loop rep movsb stosb ldr str ldp stp bl b cbz cbnz
        """
      ),
    ]
    $0.ignoresCase = true
    $0.lineComments = [";", "//", "#"]
    $0.strings = [StringForm("\""), StringForm("'", longest: 80)]
    $0.wordBytes = "."
    $0.sigils = "%$"
    $0.capitals = .plain
  }
}
