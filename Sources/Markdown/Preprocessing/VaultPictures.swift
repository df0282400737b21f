internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with the places of Obsidian's pictures: `![[a.png]]`, in vaults also `![](a.png)`, is beside the note or anywhere else in the
/// vault. On Hugo's sites `![](a.png)` in `content/posts/b.md` may be `static/posts/b/a.png`, as its page's address has it.
func withPlacesOfPictures(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  let isHugo = dialect?.tool == .hugo
  let readsAddresses = isHugo || dialect?.tool == .obsidian
  guard VaultPictures.next(in: source.bytes, from: 0, to: source.bytes.count, withAddresses: readsAddresses) != nil else { return source }
  var search = VaultPictures(source, files, readsAddresses: readsAddresses, isHugo: isHugo)
  search.run()
  guard search.hasFound else { return source }
  diagnostics = search.text.moved(diagnostics) + search.diagnostics
  return search.text.result
}

private struct VaultPictures {
  private let source: Source
  private let files: FileAccess
  private let readsAddresses: Bool
  private let isHugo: Bool
  private(set) var text: RewrittenText
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var hasFound = false
  private lazy var search = FileSearch(files)
  /// What was looked for, by folder and name.
  private var known: [String: [String]] = [:]

  init(_ source: Source, _ files: FileAccess, readsAddresses: Bool, isHugo: Bool) {
    (self.source, self.files, text) = (source, files, RewrittenText(source))
    (self.readsAddresses, self.isHugo) = (readsAddresses, isHugo)
  }

  mutating func run() {
    let bytes = source.bytes
    for (number, file) in source.files.enumerated() {
      let end = source.end(ofFile: number)
      text.begin(file)
      var index = file.start
      while let open = Self.next(in: bytes, from: index, to: end, withAddresses: readsAddresses) {
        let isEmbedded = bytes[open + 2] == ASCII.openBracket
        index = open + (isEmbedded ? 3 : 2)
        guard let target = isEmbedded ? target(from: index, to: end) : address(from: index, to: end) else { continue }
        let name = String(decoding: bytes[target], as: UTF8.self)
        guard let path = path(of: isEmbedded ? name : percentDecoded(name), in: file, at: open..<target.upperBound) else { continue }
        hasFound = true
        text.copy(upTo: target.lowerBound)
        // A question mark would begin the query of an address.
        text.write(isEmbedded ? Array(path.replacing("?", with: "%3F").utf8) : Self.escaped(path))
        text.skip(to: target.upperBound)
      }
    }
    text.copy(upTo: bytes.count)
  }

  /// Where the next embedded file begins, or the next picture with an address.
  static func next(in bytes: [UInt8], from start: Int, to end: Int, withAddresses: Bool) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      var index = start
      while index + 2 < end, let base = buffer.baseAddress {
        // Most of a text has no such sign.
        guard let found = unsafe memchr(base + index, 0x21, end - 2 - index) else { return nil }
        index = unsafe UnsafeRawPointer(found) - base
        if unsafe buffer[index + 1] == ASCII.openBracket, unsafe withAddresses || buffer[index + 2] == ASCII.openBracket { return index }
        index += 1
      }
      return nil
    }
  }

  /// The name of a picture at a place, up to `#`, `|` or the end, without blanks behind it.
  private func target(from start: Int, to end: Int) -> Range<Int>? {
    var index = start
    while index < min(end, start + 300), !"#|]\n\\".utf8.contains(source.bytes[index]) { index += 1 }
    guard index < end, source.bytes[index] != ASCII.newline, index > start else { return nil }
    // `![[a.png | 200]]`
    while index > start, ASCII.isBlank(source.bytes[index - 1]) { index -= 1 }
    let name = String(decoding: source.bytes[start..<index], as: UTF8.self).lowercased()
    return PictureNames.isPicture(name) ? start..<index : nil
  }

  /// The address of a picture whose description begins at a place, on the same line; nil for those of the network, and from a root.
  private func address(from start: Int, to end: Int) -> Range<Int>? {
    let line = source.bytes[start..<min(end, start + 1_000)].prefix { $0 != ASCII.newline }
    guard let open = line.firstRange(of: Array("](".utf8)) else { return nil }
    // Parentheses in it are in pairs.
    var depth = 0
    let words = line[open.upperBound...].prefix { byte in
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      return depth >= 0 && !" \t<>\"".utf8.contains(byte)
    }
    guard !words.isEmpty, words.first != UInt8(ascii: "/"), !words.contains(UInt8(ascii: ":")),
      words.endIndex < line.endIndex,
      PictureNames.isPicture(percentDecoded(String(decoding: words, as: UTF8.self)).lowercased())
    else { return nil }
    return words.startIndex..<words.endIndex
  }

  /// A path as an address of Markdown's.
  private static func escaped(_ path: String) -> [UInt8] {
    path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case ASCII.space: Array("%20".utf8)
      case UInt8(ascii: "("): Array("%28".utf8)
      case UInt8(ascii: ")"): Array("%29".utf8)
      case UInt8(ascii: "%"): Array("%25".utf8)
      case UInt8(ascii: "?"): Array("%3F".utf8)
      default: [byte]
      }
    }
  }

  /// `/posts/b/a.png` for `a.png` in `content/posts/b.md`, if the site has that file.
  private func pathOfPage(_ name: String, in file: Source.File) -> String? {
    guard let folder = file.folder, case let names = folder.split(separator: "/"), let content = names.lastIndex(of: "content") else {
      return nil
    }
    let page = file.name.split(separator: "/").last ?? ""
    let path = "/" + (names[(content + 1)...] + [page.prefix { $0 != "." }, name[...]]).joined(separator: "/")
    return files.has(path, from: folder) ? path : nil
  }

  /// Where a picture is that is not beside its note; nil if it is there, or nowhere.
  private mutating func path(of name: String, in file: Source.File, at place: Range<Int>) -> String? {
    guard !files.has(name, from: file.folder) else { return nil }
    if isHugo { return pathOfPage(name, in: file) }
    let key = (file.folder ?? "") + "\0" + name
    let found = known[key] ?? search.paths(endingIn: name, near: file.folder).filter { files.has($0, from: file.folder) }
    if known[key] == nil, found.count > 1 {
      let start = text.out.count + place.lowerBound - text.place
      var diagnostic = Diagnostic(
        .warning, "picture.ambiguous", at: SourceSpan(start, start), "\(found.count) pictures are named \(name): \(found[0]) is shown",
        hint: "write more of its path: ![[\(found[0].split(separator: "/").filter { $0 != ".." }.suffix(2).joined(separator: "/"))]]")
      diagnostic.writtenSpan = text.written(place)
      diagnostics.append(diagnostic)
    }
    known[key] = found
    return found.first
  }
}
