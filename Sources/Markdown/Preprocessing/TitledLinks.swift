internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The source with words in links that have none, `[](./other.md)`, `[](other)`: the title of the file that they lead to, as MyST shows it. GitBook
/// writes the name of the file into links that are blocks, `[other.md](other.md)`, and shows the title.
func withTitlesOfLinks(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  let isOfGitBook = dialect?.tool == .honkit && source.bytes.find(TitledLinks.middle) != nil
  guard isOfGitBook || source.bytes.find(TitledLinks.opener) != nil else { return source }
  var links = TitledLinks(source, files, isOfGitBook: isOfGitBook)
  return rewritingLines(source, &diagnostics) { line, file in links.change(of: line, in: file) }
}

private struct TitledLinks {
  static let opener = Array("[](".utf8)
  static let middle = Array("](".utf8)

  private let source: Source
  private let files: FileAccess
  private var fences = OpenFences()
  private var known: [String: [UInt8]?] = [:]
  /// More files are not looked into.
  private static let most = 200

  private let isOfGitBook: Bool

  init(_ source: Source, _ files: FileAccess, isOfGitBook: Bool) {
    (self.source, self.files, self.isOfGitBook) = (source, files, isOfGitBook)
  }

  mutating func change(of line: ArraySlice<UInt8>, in file: Source.File) -> LineChange {
    fences.pass(line)
    guard !fences.isCode else { return .keep }
    if isOfGitBook, let words = lone(line, in: file) { return .write(words) }
    var out: [UInt8] = []
    var isCode = false
    for (index, byte) in zip(line.indices, line) {
      out.append(byte)
      if byte == ASCII.backtick { isCode.toggle() }
      guard !isCode, byte == ASCII.openBracket, line[index...].starts(with: Self.opener),
        index == line.startIndex || line[index - 1] != UInt8(ascii: "!") && line[index - 1] != ASCII.backslash,
        let close = line[(index + 3)...].prefix(300).firstIndex(of: ASCII.closeParenthesis),
        let title = title(of: String(decoding: line[(index + 3)..<close], as: UTF8.self), in: file)
      else { continue }
      out += title
    }
    return out.count == line.count ? .keep : .write(out)
  }

  /// A link that is all of a line and shows the last part of its own address, `[a.md](../a.md)`, `[b](../b/)`, with the title of its page.
  private mutating func lone(_ line: ArraySlice<UInt8>, in file: Source.File) -> [UInt8]? {
    guard line.first == ASCII.openBracket, line.last == ASCII.closeParenthesis, let middle = line.firstRange(of: Self.middle) else {
      return nil
    }
    let words = String(decoding: line[(line.startIndex + 1)..<middle.lowerBound], as: UTF8.self)
    var target = String(decoding: line[middle.upperBound...].dropLast(), as: UTF8.self)
    guard !words.isEmpty, target.split(separator: "/").last.map(String.init) == words else { return nil }
    if target.hasSuffix("/") { target += "README.md" }
    guard target.hasSuffix(".md"), let title = title(of: target, in: file) else { return nil }
    return [ASCII.openBracket] + title + Array(line[middle.lowerBound...])
  }

  /// The title of a file of the project; nil for files of the document itself, whose headings are known later, and for what is no page.
  private mutating func title(of target: String, in file: Source.File) -> [UInt8]? {
    if let address = Self.shown(target) { return address }
    guard !target.isEmpty, !target.contains("#"), !target.contains(":"), !target.contains(" "), !target.hasPrefix("/") else { return nil }
    let name = target.hasSuffix(".md") ? target : target + ".md"
    guard !source.files.contains(where: { $0.name.hasSuffix(name.drop { $0 == "." || $0 == "/" }) }) else { return nil }
    let key = (file.folder ?? "") + "\0" + name
    if let found = known[key] { return found }
    guard known.count < Self.most else { return nil }
    let read = try? files.read(name, from: file.folder, limit: 1 << 20)
    let found = read.flatMap { Self.title(in: $0.bytes) }
    known[key] = .some(found)
    return found
  }

  /// A web address without its scheme, with escapes for Markdown: on paper nothing else would show that there is a link.
  private static func shown(_ target: String) -> [UInt8]? {
    guard let scheme = ["https://", "http://"].first(where: target.hasPrefix), !target.contains("\"") else { return nil }
    var words = target.dropFirst(scheme.count)
    if words.hasPrefix("www.") { words = words.dropFirst(4) }
    guard !words.isEmpty else { return nil }
    return words.utf8.flatMap { "_*`[]<&\\".utf8.contains($0) ? [ASCII.backslash, $0] : [$0] }
  }

  /// The title in the front matter of a page, else its first heading.
  private static func title(in page: [UInt8]) -> [UInt8]? {
    if let title = FrontMatter.of(page).value("title")?.text, !title.isEmpty { return Array(title.utf8) }
    var fence: CodeFence?
    for line in page[FrontMatter.length(in: page)...].prefix(20_000).split(separator: ASCII.newline) {
      fence = CodeFence.after(line, within: fence)
      guard fence == nil, line.first == ASCII.hash, line.dropFirst().first == ASCII.space else { continue }
      var words = line.dropFirst(2)
      while let last = words.last, last <= 0x20 || last == ASCII.hash { words.removeLast() }
      return words.isEmpty || words.contains(ASCII.openBracket) ? nil : Array(words)
    }
    return nil
  }
}
