internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with the places of Obsidian's pictures: `![[a.png]]` is beside the note or anywhere else in the vault.
func withPlacesOfPictures(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard VaultPictures.next(in: source.bytes, from: 0, to: source.bytes.count) != nil else { return source }
  var search = VaultPictures(source, files)
  search.run()
  guard search.hasFound else { return source }
  diagnostics = search.text.moved(diagnostics) + search.diagnostics
  return search.text.result
}

private struct VaultPictures {
  private let source: Source
  private let files: FileAccess
  private(set) var text: RewrittenText
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var hasFound = false
  private lazy var search = FileSearch(files)
  /// What was looked for, by folder and name.
  private var known: [String: [String]] = [:]

  init(_ source: Source, _ files: FileAccess) {
    (self.source, self.files, text) = (source, files, RewrittenText(source))
  }

  mutating func run() {
    let bytes = source.bytes
    for (number, file) in source.files.enumerated() {
      let end = source.end(ofFile: number)
      text.begin(file)
      var index = file.start
      while let open = Self.next(in: bytes, from: index, to: end) {
        index = open + 3
        guard let target = target(from: index, to: end) else { continue }
        let name = String(decoding: bytes[target], as: UTF8.self)
        guard let path = path(of: name, in: file, at: open..<target.upperBound) else { continue }
        hasFound = true
        text.copy(upTo: target.lowerBound)
        text.write(path.utf8)
        text.skip(to: target.upperBound)
      }
    }
    text.copy(upTo: bytes.count)
  }

  /// Where the next embedded file begins.
  static func next(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      var index = start
      while index + 2 < end, let base = buffer.baseAddress {
        // Most of a text has no such sign.
        guard let found = unsafe memchr(base + index, 0x21, end - 2 - index) else { return nil }
        index = unsafe UnsafeRawPointer(found) - base
        if unsafe buffer[index + 1] == ASCII.openBracket, unsafe buffer[index + 2] == ASCII.openBracket { return index }
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

  /// Where a picture is that is not beside its note; nil if it is there, or nowhere.
  private mutating func path(of name: String, in file: Source.File, at place: Range<Int>) -> String? {
    guard !files.has(name, from: file.folder) else { return nil }
    let key = (file.folder ?? "") + "\0" + name
    let found = known[key] ?? search.paths(endingIn: name, near: file.folder).filter { files.has($0, from: file.folder) }
    if known[key] == nil, found.count > 1 {
      let start = text.out.count + place.lowerBound - text.place
      var diagnostic = Diagnostic(
        .warning, "picture.ambiguous", at: SourceSpan(start, start), "\(found.count) pictures are named \(name): \(found[0]) is shown",
        hint: "write more of its path: ![[\(found[0].split(separator: "/").filter { $0 != ".." }.suffix(2).joined(separator: "/"))]]")
      diagnostic.writtenSpan = SourceSpan(place.lowerBound, place.upperBound)
      diagnostics.append(diagnostic)
    }
    known[key] = found
    return found.first
  }
}
