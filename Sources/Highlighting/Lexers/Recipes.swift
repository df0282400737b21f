import TypesetBytes

// Make and Dockerfiles.

extension LineLexer {
  private static let directives = WordTable(
    [(.keyword, "ifeq ifneq ifdef ifndef else endif include define endef export unexport override vpath -include sinclude")],
    ignoresCase: false)

  mutating func lexMake() {
    var isRecipe = false
    while let line = nextLine() {
      let start = ink(line)
      guard start < line.upperBound else { continue }
      if bytes[start] == UInt8(ascii: "#") {
        sink.add(.comment, start, line.upperBound)
      } else if bytes[line.lowerBound] == 0x09 || isRecipe && bytes[line.lowerBound] == 0x20 {
        var command = start
        while command < line.upperBound, "@-+".utf8.contains(bytes[command]) { command += 1 }
        sink.add(.prompt, start, command)
        inner(command..<line.upperBound, .code(ShellLanguages.recipe))
      } else {
        isRecipe = lexMakeLine(start..<line.upperBound)
      }
    }
  }

  /// A rule, an assignment or a directive; true where recipes may follow.
  private mutating func lexMakeLine(_ line: Range<Int>) -> Bool {
    var word = line.lowerBound
    while word < line.upperBound, bytes[word].isNameByte || bytes[word] == UInt8(ascii: "-") { word += 1 }
    if let keyword = Self.directives.find(bytes, line.lowerBound, word) {
      sink.add(keyword, line.lowerBound, word)
      inner(word..<line.upperBound, .code(ShellLanguages.makeValues))
      return false
    }
    let sign = line.first { position in
      let byte = bytes[position]
      return byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":")
    }
    guard let sign else {
      inner(line, .code(ShellLanguages.makeValues))
      return false
    }
    let isAssignment =
      bytes[sign] == UInt8(ascii: "=") || sign + 1 < line.upperBound && bytes[sign + 1] == UInt8(ascii: "=")
      || has("::=", at: sign, in: line)
    var name = sign
    while name > line.lowerBound, bytes[name - 1].isBlank || "?+!".utf8.contains(bytes[name - 1]) { name -= 1 }
    sink.add(isAssignment ? .variable : .function, line.lowerBound, name)
    inner(sign..<line.upperBound, .code(ShellLanguages.makeValues))
    return !isAssignment
  }

  private static let instructions = WordTable(
    [
      (
        .keyword,
        "from run cmd label expose env add copy entrypoint volume user workdir arg onbuild stopsignal healthcheck shell maintainer"
      )
    ],
    ignoresCase: true)

  mutating func lexDocker() {
    var isContinued = false
    while let line = nextLine() {
      let start = ink(line)
      guard start < line.upperBound else { continue }
      if bytes[start] == UInt8(ascii: "#") {
        sink.add(.comment, start, line.upperBound)
        continue
      }
      var rest = start
      if !isContinued {
        while rest < line.upperBound, bytes[rest].isLetter { rest += 1 }
        if let keyword = Self.instructions.find(bytes, start, rest) { sink.add(keyword, start, rest) } else { rest = start }
      }
      let isCommand = isContinued || has("RUN", at: start, in: line) || has("CMD", at: start, in: line)
      inner(rest..<line.upperBound, .code(isCommand ? ShellLanguages.shell : ShellLanguages.dockerArguments))
      isContinued = bytes[line].last { !$0.isSpace } == UInt8(ascii: "\\")
    }
  }
}
