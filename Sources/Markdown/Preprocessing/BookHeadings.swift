internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// Chapters with definitions for the headings of other chapters that they name in brackets, `[A heading]`: bookdown gives pandoc a book as one text, in
/// which such a name leads to its heading wherever that is. What the chapter has or defines itself comes first, then the book's order.
func withHeadingsOfOtherChapters(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .bookdown || dialect?.tool == .pandoc && source.files.count > 1 else { return source }
  return BookHeadings(source).result(files, &diagnostics)
}

private struct BookHeadings {
  private struct Heading {
    /// As labels are compared.
    var key: String
    /// What a link to it is written with.
    var target: String
    /// The number of its file; nil for one that is not part of the source.
    var file: Int?
  }

  private static let mostChapters = 200
  private static let mostBytes = 8 << 20

  private let source: Source
  private var headings: [Heading] = []

  init(_ source: Source) { self.source = source }

  private func range(_ file: Int) -> Range<Int> { source.files[file].start..<source.end(ofFile: file) }

  func result(_ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
    var copy = self
    let labels = source.files.indices.map { file in
      let bytes = Array(source.bytes[range(file)])
      copy.read(bytes[...], of: file)
      return HeadingReferences.labels(in: bytes, from: 0)
    }
    guard labels.contains(where: { !$0.used.isEmpty }) else { return source }
    if source.files.count == 1, let folder = source.files[0].folder { copy.readChapters(in: folder, files) }
    let definitions = labels.indices.map { copy.definitions(for: labels[$0], in: $0) }
    guard definitions.contains(where: { !$0.isEmpty }) else { return source }
    var text = RewrittenText(source)
    for (file, lines) in definitions.enumerated() {
      text.begin(source.files[file])
      text.copy(upTo: range(file).upperBound)
      if !lines.isEmpty { text.write("\n\n\(lines.joined(separator: "\n"))\n".utf8) }
    }
    diagnostics = text.moved(diagnostics)
    return text.result
  }

  private func definitions(for labels: HeadingReferences.Labels, in file: Int) -> [String] {
    var known = labels.defined.union(headings.lazy.filter { $0.file == file }.map(\.key))
    var found: [String] = []
    for heading in headings where labels.used.contains(heading.key) && known.insert(heading.key).inserted {
      found.append("[\(heading.key)]: <#\(heading.target)>")
    }
    return found
  }

  /// Adds the headings of a text.
  ///
  /// - Parameter file: Nil for a chapter that is not part of the source, whose headings are found by their own names.
  private mutating func read(_ bytes: ArraySlice<UInt8>, of file: Int?) {
    var fences = OpenFences()
    for line in bytes.split(separator: ASCII.newline) {
      guard !fences.passesCode(line), line.first == ASCII.hash else { continue }
      let words = HeadingReferences.words(line.last == ASCII.carriageReturn ? line.dropLast() : line)
      guard HeadingReferences.isPlain(words) else { continue }
      let name = String(decoding: words, as: UTF8.self)
      let target = HeadingReferences.id(of: line).map { String(decoding: $0, as: UTF8.self) } ?? (file == nil ? Self.anchor(name) : name)
      headings.append(Heading(key: HeadingReferences.key(words), target: target, file: file))
    }
  }

  /// pandoc's name for a heading without one (Manual, "Extension: auto_identifiers").
  private static func anchor(_ words: String) -> String {
    let letters = words.lowercased().filter { $0.isLetter || $0.isNumber || " -_.".contains($0) }.drop { !$0.isLetter }
    return letters.split(separator: " ").joined(separator: "-")
  }

  /// The chapters beside one that is set alone.
  private mutating func readChapters(in folder: String, _ files: FileAccess) {
    let names = ["_bookdown.yml", "_bookdown.yaml"]
    guard let level = files.namesAbove(folder, among: names, upTo: ".git").first(where: { !$0.names.isDisjoint(with: names) }) else {
      return
    }
    var rest = Self.mostBytes
    let settings = level.names.lazy.compactMap { try? files.read(level.folder + "/" + $0, from: folder, limit: 1 << 16) }.first
    let list = settings.flatMap { parseYAML($0.bytes[...], offset: 0).value?["rmd_files"] }
    var order = ((list?["html"] ?? list?["latex"] ?? list)?.items ?? []).compactMap(\.text).filter { !$0.contains("..") }
    if order.isEmpty {
      let chapters = files.entries(in: level.folder, endings: [".Rmd"]).filter { !$0.isFolder && !$0.name.hasPrefix("_") }
      // bookdown takes `index.Rmd` first, then the others by their names.
      order = chapters.map(\.name).sorted { $0 == "index.Rmd" ? $1 != "index.Rmd" : $1 != "index.Rmd" && $0 < $1 }
    }
    for name in order.prefix(Self.mostChapters) {
      guard rest > 0, let file = try? files.read(level.folder + "/" + name, from: folder, limit: rest) else { continue }
      rest -= file.bytes.count
      read(file.bytes[...], of: nil)
    }
  }
}
