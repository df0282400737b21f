internal import TypesetDiagnostics

/// A Makefile, or another script that calls pandoc: its lines without comments, those that go on as one.
struct ScriptLines {
  /// With the numbers of the lines on which they begin.
  private var lines: [(number: Int, text: String)] = []
  private var variables: [String: String] = [:]

  private static let mostLines = 5_000

  init(_ script: [UInt8]) {
    let text = String(decoding: script.filter { $0 != ASCII.carriageReturn }, as: UTF8.self)
    var goesOn = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(Self.mostLines).enumerated() {
      let isComment = !goesOn && line.first { !$0.isWhitespace } == "#"
      let content = line.last == "\\" ? line.dropLast() : line
      if goesOn, !lines.isEmpty {
        lines[lines.count - 1].text += " " + content
      } else if !isComment, !content.isEmpty {
        lines.append((index + 1, String(content)))
      }
      goesOn = line.last == "\\" && !isComment
    }
    for line in lines { define(line.text) }
  }

  /// `NAME = words`, `NAME += words`.
  private mutating func define(_ line: String) {
    guard line.first != "\t", let equals = line.firstIndex(of: "=") else { return }
    let sign = line[..<equals].last
    var head = line[..<equals]
    while let last = head.last, " :?+".contains(last) { head.removeLast() }
    let name = String(head).trimmedWhitespace()
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return }
    let value = String(line[line.index(after: equals)...]).trimmedWhitespace()
    variables[name] = (sign == "+" ? variables[name, default: ""] + " " : "") + value
  }

  /// All words, as they are written.
  var words: [Substring] { lines.flatMap { Self.words(of: $0.text) } }

  private static func words(of text: String) -> [Substring] { text.split { $0.isWhitespace || "=\"'`;,()".contains($0) } }

  /// The words of the commands of pandoc's that are given a text, with the values of variables; empty without one.
  ///
  /// - Parameters:
  ///   - path: Of the text, from the script's folder.
  ///   - name: Without its folder, for commands where no path fits.
  func command(naming path: String, or name: String) -> [Substring] {
    let commands = lines.map { Self.words(of: MakefileSlides.expanded($0.text, variables)) }.filter { words in
      words.contains { $0.hasSuffix("pandoc") || $0.hasPrefix("pandoc") }
    }
    let own = commands.filter { words in words.contains { $0 == path || $0 == "./" + path } }
    if !own.isEmpty { return own.flatMap(\.self) }
    return commands.filter { words in words.contains { $0 == name || $0.hasSuffix("/" + name) } }.flatMap(\.self)
  }

  /// The number of the first line with a word, from 1.
  func line(holding word: String) -> Int { lines.first { $0.text.contains(word) }?.number ?? 1 }
}
