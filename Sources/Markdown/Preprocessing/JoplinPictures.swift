internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with the places of Joplin's pictures: `![](:/0123…)` names a file by 32 hexadecimal digits, which an export puts into a folder of
/// resources beside the notes.
func withPlacesOfResources(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard JoplinPictures.next(in: source.bytes, from: 0, to: source.bytes.count) != nil else { return source }
  var pictures = JoplinPictures(source, files)
  pictures.run()
  guard pictures.hasFound else { return source }
  diagnostics = pictures.text.moved(diagnostics)
  return pictures.text.result
}

private struct JoplinPictures {
  private let source: Source
  private let files: FileAccess
  private(set) var text: RewrittenText
  private(set) var hasFound = false
  /// What was looked for, by folder and name.
  private var known: [String: String?] = [:]

  /// Beside the note, or above it, where such paths are looked for, too.
  private static let folders = ["_resources", "resources"]
  private static let endings = ["png", "jpg", "jpeg", "svg", "gif", "webp", "pdf"]

  init(_ source: Source, _ files: FileAccess) { (self.source, self.files, text) = (source, files, RewrittenText(source)) }

  mutating func run() {
    for (number, file) in source.files.enumerated() {
      let end = source.end(ofFile: number)
      text.begin(file)
      var index = file.start
      while let start = Self.next(in: source.bytes, from: index, to: end) {
        index = start + 34
        guard let path = path(of: String(decoding: source.bytes[(start + 2)..<index], as: UTF8.self), in: file) else { continue }
        hasFound = true
        text.copy(upTo: start)
        text.write(path.utf8)
        text.skip(to: index)
      }
    }
    text.copy(upTo: source.bytes.count)
  }

  /// Where the next `:/` with 32 digits is, as an address.
  static func next(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      var index = max(start, 1)
      while index + 34 <= end, let base = buffer.baseAddress {
        guard let found = unsafe memchr(base + index, 0x3A, end - 33 - index) else { return nil }
        index = unsafe UnsafeRawPointer(found) - base
        if unsafe buffer[index + 1] == UInt8(ascii: "/"), unsafe "(\"'".utf8.contains(buffer[index - 1]),
          unsafe buffer[(index + 2)..<(index + 34)].allSatisfy({ ASCII.isDigit($0) || (0x61...0x66).contains($0) })
        {
          return index
        }
        index += 1
      }
      return nil
    }
  }

  private mutating func path(of name: String, in file: Source.File) -> String? {
    let key = (file.folder ?? "") + "\0" + name
    if let found = known[key] { return found }
    let found = Self.folders.lazy.flatMap { folder in Self.endings.lazy.map { "\(folder)/\(name).\($0)" } }
      .first { files.has($0, from: file.folder) }
    known[key] = .some(found)
    return found
  }
}
