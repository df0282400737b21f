internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The source of Dendron's notes with links as other vaults have them: `[[words|target]]` becomes `[[target|words]]`, and `[[a.b.note]]` gets the
/// title of that note as its words.
func withTargetsFirst(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard DendronLinks.isOfDendron(source) else { return source }
  var links = DendronLinks(files)
  return rewritingLines(source, &diagnostics) { line, file in links.change(of: line, in: file) }
}

struct DendronLinks {
  private static let scheme = Array("[[dendron://".utf8)
  private static let schemeAfterWords = Array("|dendron://".utf8)
  private static let keys = ["id:", "title:", "desc:", "updated:", "created:"]
  private var fences = OpenFences()
  private let files: FileAccess
  /// The titles of notes, by folder and name.
  private var titles: [String: String?] = [:]
  /// More notes are not looked into.
  private static let most = 200

  fileprivate init(_ files: FileAccess) { self.files = files }

  /// True for a note whose front matter has all of Dendron's keys, or that names a vault by its address.
  fileprivate static func isOfDendron(_ source: Source) -> Bool {
    let bytes = source.bytes
    guard bytes.starts(with: "---".utf8), bytes.find(Array("[[".utf8)) != nil else { return false }
    let lines = bytes[..<FrontMatter.length(in: bytes)].split(separator: ASCII.newline)
    return keys.allSatisfy { key in lines.contains { $0.starts(with: key.utf8) } }
      || bytes.find(scheme) != nil || bytes.find(schemeAfterWords) != nil
  }

  fileprivate mutating func change(of line: ArraySlice<UInt8>, in file: Source.File) -> LineChange {
    fences.pass(line)
    guard !fences.isCode, line.firstRange(of: "[[".utf8) != nil else { return .keep }
    var out: [UInt8] = []
    var (index, isCode, hasChanged) = (line.startIndex, false, false)
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      if !isCode, line[index...].starts(with: "[[".utf8), let close = line[index...].prefix(400).firstRange(of: Array("]]".utf8)),
        case let parts = line[(index + 2)..<close.lowerBound].split(separator: ASCII.pipe), parts.count == 2, Self.isTarget(parts[1]),
        !Self.isTarget(parts[0]) || parts[1].contains(UInt8(ascii: "."))
      {
        out += Array("[[".utf8) + parts[1] + [ASCII.pipe] + Self.trimmed(parts[0]) + "]]".utf8
        index = close.upperBound
        hasChanged = true
      } else if !isCode, line[index...].starts(with: "[[".utf8), index == line.startIndex || line[index - 1] != UInt8(ascii: "!"),
        let close = line[index...].prefix(400).firstRange(of: Array("]]".utf8)),
        let title = title(of: line[(index + 2)..<close.lowerBound], in: file)
      {
        out += Array(line[index..<close.lowerBound]) + [ASCII.pipe] + Array((title + "]]").utf8)
        index = close.upperBound
        hasChanged = true
      } else if !isCode, line[index...].starts(with: "![[".utf8), let (name, end) = Self.embedded(line[index...]) {
        out += Array("![[".utf8) + name + "]]".utf8
        index = end
        hasChanged = true
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return hasChanged ? .write(out) : .keep
  }

  /// The title of a note beside the one that is read.
  private mutating func title(of name: ArraySlice<UInt8>, in file: Source.File) -> String? {
    guard !name.isEmpty, name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || "._-".utf8.contains($0) }),
      titles.count < Self.most
    else { return nil }
    let note = String(decoding: name, as: UTF8.self) + ".md"
    let key = (file.folder ?? "") + "\0" + note
    if let known = titles[key] { return known }
    let read = try? files.read(note, from: file.folder, limit: 1 << 20)
    let title = read.flatMap { FrontMatter.of($0.bytes).value("title")?.text }
    let isPlain = title.map { !$0.isEmpty && !$0.contains { "[]|".contains($0) } } ?? false
    titles[key] = .some(isPlain ? title : nil)
    return isPlain ? title : nil
  }

  /// `![[dendron://vault/a.b#first,1:#last]]`: the note, and the heading where the part begins that is shown.
  private static func embedded(_ text: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, end: Int)? {
    guard let close = text.prefix(400).firstRange(of: Array("]]".utf8)) else { return nil }
    let written = text[(text.startIndex + 3)..<close.lowerBound]
    var name = written
    if name.starts(with: scheme.dropFirst(2)) {
      let path = name.dropFirst(scheme.count - 2)
      guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      name = path[(slash + 1)...]
    }
    if let hash = name.firstIndex(of: ASCII.hash), let comma = name[hash...].firstIndex(of: UInt8(ascii: ",")) { name = name[..<comma] }
    return name.count == written.count ? nil : (name, close.upperBound)
  }

  private static func trimmed(_ words: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = words.firstIndex { !ASCII.isBlank($0) } ?? words.endIndex
    return words[start..<max(start, (words.lastIndex { !ASCII.isBlank($0) } ?? start - 1) + 1)]
  }

  /// `a.b.c`, `dendron://vault/a.b#heading`: names without blanks.
  private static func isTarget(_ words: ArraySlice<UInt8>) -> Bool { !words.isEmpty && words.allSatisfy { $0 > 0x20 } }
}
