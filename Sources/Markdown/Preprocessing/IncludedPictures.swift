internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with pictures of included files at their places: what is not beside the file that includes them is looked for beside the included one, as
/// Slidev does for `src: pages/one.md`.
func withPicturesOfIncludedFiles(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  let names = Set(source.files.map(\.name))
  guard source.runs.contains(where: { !names.contains($0.file) && $0.file.utf8.contains(UInt8(ascii: "/")) }) else { return source }
  var pictures = IncludedPictures(source, files)
  return rewritingLines(source, &diagnostics) { pictures.rewritten($0, in: $1) }
}

private struct IncludedPictures {
  private let runs: [Source.Run]
  private let files: FileAccess
  /// The first run behind the last line.
  private var next = 0
  /// Where pictures are, by folder and address; nil where they stay.
  private var known: [String: String?] = [:]

  init(_ source: Source, _ files: FileAccess) { (runs, self.files) = (source.runs, files) }

  mutating func rewritten(_ line: ArraySlice<UInt8>, in file: Source.File) -> LineChange {
    while next < runs.count, runs[next].start <= line.startIndex { next += 1 }
    guard next > 0, let folder = Self.folder(of: runs[next - 1].file, from: file.name) else { return .keep }
    var out: [UInt8] = []
    var copied = line.startIndex
    for address in Self.addresses(in: line) {
      let written = String(decoding: line[address], as: UTF8.self)
      guard let place = place(of: written, below: folder, from: file.folder) else { continue }
      out += line[copied..<address.lowerBound] + place.utf8
      copied = address.upperBound
    }
    return copied == line.startIndex ? .keep : .write(out + line[copied...])
  }

  /// The folder of an included file, from that of the file that includes it; nil where both are the same.
  private static func folder(of name: String, from input: String) -> String? {
    func parts(_ name: String) -> [Substring] { name.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
    let (own, base) = (parts(name), parts(input))
    let shared = zip(own, base).prefix { $0 == $1 }.count
    guard own.count > shared || base.count > shared, !base[shared...].contains(where: { $0 == ".." }) else { return nil }
    return ([Substring](repeating: "..", count: base.count - shared) + own[shared...]).joined(separator: "/")
  }

  private mutating func place(of address: String, below folder: String, from base: String?) -> String? {
    guard !address.isEmpty, !address.utf8.contains(UInt8(ascii: ":")), !["/", "#"].contains(address.prefix(1)) else { return nil }
    let key = folder + "\0" + address
    if let known = known[key] { return known }
    let path = percentDecoded(address)
    let isBeside = !files.has(path, from: base) && files.has(folder + "/" + path, from: base)
    known[key] = .some(isBeside ? Self.joined(folder, address) : nil)
    return known[key] ?? nil
  }

  /// `pages` and `../a.png` are `a.png`.
  private static func joined(_ folder: String, _ path: String) -> String {
    var parts: [Substring] = []
    for part in (folder + "/" + path).split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// `![words](address)` and `src="address"`, at most 50 of a line.
  private static func addresses(in line: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = line.startIndex
    while index < line.endIndex, found.count < 50 {
      defer { index += 1 }
      if line[index] == UInt8(ascii: "!"), line[index...].starts(with: "![".utf8),
        let middle = line[index...].prefix(1_000).firstRange(of: Array("](".utf8))
      {
        let end = line[middle.upperBound...].firstIndex { ASCII.isBlank($0) || $0 == ASCII.closeParenthesis } ?? line.endIndex
        if end < line.endIndex { found.append(middle.upperBound..<end) }
        index = max(index, end - 1)
      } else if line[index] == UInt8(ascii: "s"), line[index...].starts(with: "src=\"".utf8) || line[index...].starts(with: "src='".utf8) {
        let start = index + 5
        guard let end = line[start...].firstIndex(of: line[start - 1]) else { continue }
        found.append(start..<end)
        index = end
      }
    }
    return found
  }
}
