import TypesetBytes

/// A programming language's lexical structure as data; `CodeLexer` reads any language described in this way.
struct Grammar: Sendable {
  /// Lists of words and their class; the first that has a word decides.
  var words: [(TokenClass, String)] = []
  var ignoresCase = false
  /// What begins a comment that ends with its line.
  var lineComments = ["//"]
  var blockComments = [BlockComment("/*", "*/")]
  /// The longest openers first.
  var strings = [StringForm("\"")]
  /// Letters before a quote that belong to the string.
  var stringPrefixes = ""
  /// Bytes in words beyond letters, digits, `_` and all that is not ASCII.
  var wordBytes = ""
  /// Bytes that a word may end with, once: Ruby's `?` and `!`.
  var wordEndings = ""
  /// Bytes before a name that make it a variable: `$` in PHP and shell.
  var sigils = ""
  /// `@name`, also with dots, is an attribute.
  var hasAtAttributes = false
  /// `#[…]` is an attribute (Rust, PHP).
  var hasHashAttributes = false
  /// A line that begins with `#` and a word is for the preprocessor.
  var hasDirectives = false
  /// Words that begin with a capital are types, words in capitals alone are constants.
  var capitals = Capitals.types
  /// A word before `(` is a function.
  var callsHaveParentheses = true
  /// A word or string before `:` is a key.
  var hasKeys = false
  /// `/…/` is a regular expression where no operand is before it.
  var hasRegexes = false
  /// `<name …>` is markup where no operand is before it (JSX).
  var hasTags = false
  var heredocs = Heredocs.none
  /// `'name` without a closing quote (Rust's lifetimes).
  var hasLifetimes = false
  /// `:name` is a constant (Ruby, Elixir, Clojure).
  var hasSymbols = false
  /// `name!` before a bracket is a function (Rust's macros).
  var hasBangMacros = false
  /// The first word of a command is a function (shell).
  var hasCommands = false
  /// `[[ … ]]` and `[==[ … ]==]` are strings, after `--` comments (Lua).
  var hasLongBrackets = false
  /// Words that give the word after them a class.
  var declarations: [(TokenClass, String)] = []
  /// Opener and closer that enclose code; all outside is HTML (PHP).
  var codeTags = false

  enum Capitals: Sendable {
    case types, constants, plain
    /// Types, but functions where they are called (Go, C#).
    case typesAndFunctions
  }
  enum Heredocs: Sendable { case none, shell, ruby, php }
}

/// How comments that may go over lines begin and end.
struct BlockComment: Sendable {
  var open: String
  var close: String
  var nests: Bool
  var kind: TokenClass

  init(_ open: String, _ close: String, nests: Bool = false, _ kind: TokenClass = .comment) {
    self.open = open
    self.close = close
    self.nests = nests
    self.kind = kind
  }
}

/// How strings of one kind are written.
struct StringForm: Sendable {
  var open: String
  var close: String
  var escape: Escape
  /// What begins code inside the string, and the bracket that ends it.
  var interpolation: String?
  /// A `$` and a name inside the string is a variable.
  var hasVariables: Bool
  var isMultiline: Bool
  /// Any number of `#` before the opener must follow the closer too (Swift, Rust).
  var hasHashes: Bool
  /// Only with one of these letters before the quote does `interpolation` hold: Python's f.
  var interpolatingPrefixes: String?
  var kind: TokenClass
  /// At most this many bytes, else the quote is no string: `'a'` in C, where `'` also divides digits.
  var longest: Int

  enum Escape: Sendable { case backslash, doubled, none }

  init(
    _ open: String, _ close: String? = nil, escape: Escape = .backslash, interpolation: String? = nil, variables: Bool = false,
    multiline: Bool = false, hashes: Bool = false, interpolatingPrefixes: String? = nil, _ kind: TokenClass = .string,
    longest: Int = .max
  ) {
    self.open = open
    self.close = close ?? open
    self.escape = escape
    self.interpolation = interpolation
    self.hasVariables = variables
    self.isMultiline = multiline
    self.hasHashes = hashes
    self.interpolatingPrefixes = interpolatingPrefixes
    self.kind = kind
    self.longest = longest
  }
}

/// A grammar with its tables, built once for each language that a process uses.
final class CompiledGrammar: Sendable {
  let grammar: Grammar
  let words: WordTable
  let declarations: WordTable
  let lineComments: [[UInt8]]
  let blockComments: [(open: [UInt8], close: [UInt8], nests: Bool, kind: TokenClass)]
  let strings: [(open: [UInt8], close: [UInt8], interpolation: [UInt8], rule: StringForm)]
  /// What a byte may begin.
  let starts: [Start]

  struct Start: OptionSet, Sendable {
    let rawValue: UInt8
    static let word = Start(rawValue: 1)
    static let wordPart = Start(rawValue: 2)
    static let digit = Start(rawValue: 4)
    static let comment = Start(rawValue: 8)
    static let string = Start(rawValue: 16)
    static let sigil = Start(rawValue: 32)
    static let prefix = Start(rawValue: 64)
    static let ending = Start(rawValue: 128)
  }

  /// - Parameter describe: Says what differs from the C family's ways.
  convenience init(_ describe: (inout Grammar) -> Void) {
    var grammar = Grammar()
    describe(&grammar)
    self.init(grammar)
  }

  init(_ grammar: Grammar) {
    self.grammar = grammar
    words = WordTable(grammar.words, ignoresCase: grammar.ignoresCase)
    declarations = WordTable(grammar.declarations, ignoresCase: grammar.ignoresCase)
    lineComments = grammar.lineComments.map { Array($0.utf8) }
    blockComments = grammar.blockComments.map { (Array($0.open.utf8), Array($0.close.utf8), $0.nests, $0.kind) }
    strings = grammar.strings.map { (Array($0.open.utf8), Array($0.close.utf8), Array(($0.interpolation ?? "").utf8), $0) }
    var starts = [Start](repeating: [], count: 256)
    for byte in 0..<256 {
      let value = UInt8(byte)
      if value.isLetter || value == UInt8(ascii: "_") || value >= 0x80 { starts[byte] = [.word, .wordPart] }
      if value.isDigit { starts[byte] = [.digit, .wordPart] }
    }
    for byte in grammar.wordBytes.utf8 {
      starts[Int(byte)].insert(.wordPart)
      if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "*") { starts[Int(byte)].insert(.word) }
    }
    for comment in lineComments + blockComments.map(\.open) { if let first = comment.first { starts[Int(first)].insert(.comment) } }
    for string in strings {
      if let first = string.open.first { starts[Int(first)].insert(.string) }
      if string.rule.hasHashes { starts[Int(UInt8(ascii: "#"))].insert(.string) }
    }
    for byte in grammar.sigils.utf8 { starts[Int(byte)].insert(.sigil) }
    for byte in grammar.stringPrefixes.utf8 { starts[Int(byte)].insert(.prefix) }
    for byte in grammar.wordEndings.utf8 { starts[Int(byte)].insert(.ending) }
    self.starts = starts
  }

  /// The class of a word that is in no table, by its letters and by what follows it.
  ///
  /// - Parameter follower: The next byte after the word that is no blank.
  func kind(of word: Range<Int>, follower: UInt8, in code: some CodeReading) -> TokenClass? {
    let bytes = code.bytes
    if grammar.hasBangMacros, follower == UInt8(ascii: "!"), code.byte(word.upperBound) == follower,
      [UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{")].contains(code.nextInk(from: word.upperBound + 1))
    {
      return .function
    }
    let first = bytes[word.lowerBound]
    if grammar.capitals != .plain, first.isCapital {
      let isConstant = word.count > 1 && word.allSatisfy { bytes[$0].isCapital || bytes[$0].isDigit || bytes[$0] == UInt8(ascii: "_") }
      if isConstant { return .constant }
      if grammar.capitals == .types { return .type }
      if grammar.capitals == .typesAndFunctions { return follower == UInt8(ascii: "(") ? .function : .type }
    }
    return grammar.callsHaveParentheses && follower == UInt8(ascii: "(") ? .function : nil
  }
}

extension UInt8 {
  var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isNameByte: Bool { isLetter || isDigit || self == UInt8(ascii: "_") || self >= 0x80 }
}
