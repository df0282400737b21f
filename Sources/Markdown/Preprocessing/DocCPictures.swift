internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with the places of DocC's pictures, which are called by their names alone, `![words](macro-expansion)`: they are in a folder of
/// the documentation's, in sizes for several screens.
func withPicturesOfDocC(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("!["), source.holds("](") else { return source }
  var pictures = DocCPictures(files: files)
  return rewritingLines(source, &diagnostics) { line, file in pictures.change(of: line, from: file.folder) }
}

private struct DocCPictures {
  let files: FileAccess
  private var fences = OpenFences()
  /// Where a picture is, by the folder of the page and its name; empty for nowhere.
  private var known: [String: String] = [:]

  private static let folders = ["Assets/", "Resources/", "Images/", ""]
  private static let endings = ["@2x.png", ".png", ".svg", "@2x.jpg", ".jpg", "@3x.png", ".gif"]

  init(files: FileAccess) { self.files = files }

  mutating func change(of line: ArraySlice<UInt8>, from folder: String?) -> LineChange {
    fences.pass(line)
    guard !fences.isCode, line.count < 5_000, var open = line.firstRange(of: "![".utf8) else { return .keep }
    var out: [UInt8] = []
    var place = line.startIndex
    while let middle = line[open.upperBound...].firstRange(of: "](".utf8),
      let close = line[middle.upperBound...].firstIndex(of: ASCII.closeParenthesis)
    {
      if let path = path(of: line[middle.upperBound..<close], from: folder) {
        out += line[place..<middle.upperBound] + path.utf8
        place = close
      }
      guard let next = line[close...].firstRange(of: "![".utf8) else { break }
      open = next
    }
    return place > line.startIndex ? .write(out + line[place...]) : .keep
  }

  /// The path of a picture that is called by a name without an ending.
  private mutating func path(of name: ArraySlice<UInt8>, from folder: String?) -> String? {
    guard !name.isEmpty, name.count < 100,
      name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return nil }
    let name = String(decoding: name, as: UTF8.self)
    let key = (folder ?? "") + "\0" + name
    if known[key] == nil, known.count < 1_000 { known[key] = files.has(name, from: folder) ? "" : search(name, from: folder) }
    return known[key].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func search(_ name: String, from folder: String?) -> String {
    for depth in 0...3 {
      for place in Self.folders {
        for ending in Self.endings {
          let path = String(repeating: "../", count: depth) + place + name + ending
          if files.has(path, from: folder) { return path }
        }
      }
    }
    return ""
  }
}
