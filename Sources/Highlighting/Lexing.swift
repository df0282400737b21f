import TypesetBytes

/// How the source of a language is read.
enum Lexing: Sendable {
  case code(CompiledGrammar)
  case markup(isHTML: Bool)
  case styleSheet
  case yaml
  case settings
  case diff
  case tex
  case bibliography
  case markdown
  /// A script, or what was typed at a prompt and printed, if a line begins with the prompt.
  case script(CompiledGrammar, prompt: StaticString)
  /// Commands after prompts, and what they print.
  case console(CompiledGrammar)
  case make
  case docker
}

/// Reads a language that needs to know nothing but its bytes.
protocol Lexer: CodeReading {
  /// - Parameters:
  ///   - end: The first byte that is not read.
  ///   - index: The first byte that is.
  init(bytes: [UInt8], end: Int, index: Int, sink: TokenSink)
  mutating func lex()
}

extension Lexer {
  static func lex(_ bytes: [UInt8], _ range: Range<Int>, _ sink: TokenSink) -> TokenSink {
    var lexer = Self(bytes: bytes, end: range.upperBound, index: range.lowerBound, sink: sink)
    lexer.lex()
    return lexer.sink
  }
}

/// Reads a range of bytes; languages inside of others come here again, `depth` deep.
func lex(_ bytes: [UInt8], _ range: Range<Int>, as lexing: Lexing, into sink: TokenSink, depth: Int = 0) -> TokenSink {
  guard !range.isEmpty, depth < 4 else { return sink }
  switch lexing {
  case .code(let grammar):
    if grammar.grammar.codeTags, depth == 0 { return lexCodeTags(bytes, range, grammar, sink) }
    var lexer = CodeLexer(bytes, range, grammar, sink)
    lexer.lex()
    return lexer.sink
  case .script(let grammar, let prompt):
    guard beginsLine(prompt, bytes, range) else { return lex(bytes, range, as: .code(grammar), into: sink, depth: depth) }
    var lexer = LineLexer(bytes, range, sink, depth: depth)
    lexer.lexConsole(grammar, hasComments: true)
    return lexer.sink
  case .markup(let isHTML):
    var lexer = MarkupLexer(bytes, range, isHTML: isHTML, sink, depth: depth)
    lexer.lex()
    return lexer.sink
  case .styleSheet: return StyleSheetLexer.lex(bytes, range, sink)
  case .yaml: return YAMLLexer.lex(bytes, range, sink)
  case .tex: return TeXLexer.lex(bytes, range, sink)
  case .bibliography: return BibliographyLexer.lex(bytes, range, sink)
  case .settings, .diff, .markdown, .console, .make, .docker:
    var lexer = LineLexer(bytes, range, sink, depth: depth)
    switch lexing {
    case .settings: lexer.lexSettings()
    case .diff: lexer.lexDiff()
    case .markdown: lexer.lexMarkdown()
    case .console(let grammar): lexer.lexConsole(grammar)
    case .make: lexer.lexMake()
    default: lexer.lexDocker()
    }
    return lexer.sink
  }
}

/// True if one of the first lines begins with a prompt.
private func beginsLine(_ prompt: StaticString, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
  let prompt = Array("\(prompt)".utf8)
  return bytes[range].prefix(4_000).split(separator: 0x0A).contains { $0.starts(with: prompt) }
}

/// PHP between `<?php` and `?>`, HTML around; without the tags all is PHP.
private func lexCodeTags(_ bytes: [UInt8], _ range: Range<Int>, _ grammar: CompiledGrammar, _ sink: TokenSink) -> TokenSink {
  var sink = sink
  func find(_ first: UInt8, _ second: UInt8, from start: Int) -> Int? {
    var index = start
    while index + 1 < range.upperBound {
      if bytes[index] == first, bytes[index + 1] == second { return index }
      index += 1
    }
    return nil
  }
  let question = UInt8(ascii: "?")
  guard var open = find(UInt8(ascii: "<"), question, from: range.lowerBound) else {
    return lex(bytes, range, as: .code(grammar), into: sink, depth: 1)
  }
  var index = range.lowerBound
  while index < range.upperBound {
    sink = lex(bytes, index..<open, as: .markup(isHTML: true), into: sink, depth: 1)
    guard open < range.upperBound else { break }
    var start = open + 2
    while start < range.upperBound, bytes[start].isLetter || bytes[start] == UInt8(ascii: "=") { start += 1 }
    sink.add(.attribute, open, start)
    let close = find(question, UInt8(ascii: ">"), from: start) ?? range.upperBound
    sink = lex(bytes, start..<close, as: .code(grammar), into: sink, depth: 1)
    index = min(range.upperBound, close + 2)
    sink.add(.attribute, close, index)
    open = find(UInt8(ascii: "<"), question, from: index) ?? range.upperBound
  }
  return sink
}
