// Languages that are compiled, as data.

extension Grammars {
  static let dart = compile {
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
    $0.strings = ["\"\"\"", "'''", "\"", "'"].map { Text($0, interpolation: "${", variables: true, multiline: $0.utf8.count == 3) }
    $0.hasAtAttributes = true
  }

  static let scala = compile {
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
      Text("\"\"\"", escape: .none, interpolation: "${", multiline: true, interpolatingPrefixes: "sf"),
      Text("\"", interpolation: "${", interpolatingPrefixes: "sf"), Text("'", longest: 12),
    ]
    $0.hasAtAttributes = true
  }

  static let groovy = compile {
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
      Text("\"\"\"", interpolation: "${", variables: true, multiline: true), Text("'''", multiline: true),
      Text("\"", interpolation: "${", variables: true), Text("'"),
    ]
    $0.hasAtAttributes = true
    $0.hasKeys = true
  }

  static let zig = compile {
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
    $0.strings = [Text("\\\\", "\n", escape: .none, multiline: true), Text("\""), Text("'", longest: 12)]
    $0.hasAtAttributes = true
  }

  static let nim = compile {
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
    $0.blockComments = [Block("#[", "]#", nests: true)]
    $0.strings = [Text("\"\"\"", escape: .none, multiline: true), Text("\""), Text("'", longest: 8)]
  }

  static let solidity = compile {
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
    $0.strings = [Text("\""), Text("'")]
  }

  static let shader = compile {
    $0.words = [
      (.constant, "true false"),
      (
        .type,
        """
        bool double float half int mat2 mat3 mat4 sampler2D samplerCube uint vec2 vec3 vec4 ivec2 ivec3 ivec4 void float2 float3 float4
        float4x4 f32 i32 u32 vec2f vec3f vec4f
        """
      ),
      (
        .keyword,
        """
        attribute break buffer case cbuffer const constant continue default discard do else fn for highp if in inout kernel layout let
        lowp mediump out precision return shared struct switch uniform using var varying vertex fragment while
        """
      ),
    ]
    $0.hasDirectives = true
    $0.hasAtAttributes = true
    $0.capitals = .constants
  }

  static let pascal = compile {
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
    $0.blockComments = [Block("{$", "}", .attribute), Block("{", "}"), Block("(*", "*)")]
    $0.strings = [Text("'", escape: .doubled)]
    $0.capitals = .plain
  }

  static let assembly = compile {
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
    $0.strings = [Text("\""), Text("'", longest: 80)]
    $0.wordBytes = "."
    $0.sigils = "%$"
    $0.capitals = .plain
  }
}
