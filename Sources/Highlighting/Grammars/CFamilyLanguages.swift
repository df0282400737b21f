// C, and languages that are written as it is.

enum CFamilyLanguages {
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
    grammar.strings = [StringForm("\""), StringForm("'", longest: 14)]
    grammar.hasDirectives = true
    grammar.capitals = .constants
  }

  static let c = CompiledGrammar { c(&$0) }

  static let cpp = CompiledGrammar {
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

  static let objectiveC = CompiledGrammar {
    c(&$0)
    $0.words += [
      (.constant, "YES NO nil Nil"), (.builtin, "self super"), (.type, "id instancetype BOOL SEL IMP Class NSInteger NSUInteger CGFloat"),
    ]
    $0.hasAtAttributes = true
    $0.capitals = .types
  }

  static let shader = CompiledGrammar {
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
}
