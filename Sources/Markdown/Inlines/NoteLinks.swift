import TypesetDiagnostics

/// Links by the names of notes, `[[Name]]` and `[[Folder/Name#Heading|text]]`, between the files of a work.
///
/// The parser of a file marks them; where they lead is known when all files are.
struct NoteLinks {
  /// What begins the destination of a link that is not resolved; no address can begin so.
  static let mark = "[["

  private let files: [Source.File]
  /// The numbers of the files of one name, in small letters and without its extension.
  private var numbers: [Substring: [Int]] = [:]

  init(_ files: [Source.File]) {
    self.files = files
    guard files.contains(where: { $0.chapter != nil }) else { return }
    for (number, file) in files.enumerated() where file.chapter != nil {
      if let name = Self.stem(file.name).split(separator: "/").last { numbers[name, default: []].append(number) }
    }
  }

  /// Makes the links of a file lead to others; those to notes that are not part of the work become text.
  func resolve(in tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .link(let destination, let title) = tree.nodes[index].kind, destination.hasPrefix(Self.mark) else { continue }
      let address = address(of: destination.dropFirst(Self.mark.count))
      tree.nodes[index].kind = address.map { .link(destination: $0, title: title) } ?? .span
    }
  }

  /// The path of a note from the root of the site, and the heading in it.
  private func address(of target: Substring) -> String? {
    let parts = target.split(separator: "#")
    guard let page = parts.first, page.startIndex == target.startIndex else { return nil }
    let wanted = Self.stem(String(page))
    guard let name = wanted.split(separator: "/").last, let found = numbers[name] else { return nil }
    guard let number = found.first(where: { ("/" + Self.stem(files[$0].name)).hasSuffix("/" + wanted) }) else { return nil }
    // `^block` is a place that has no name here.
    let heading = parts.dropFirst().last.flatMap { $0.hasPrefix("^") ? nil : "#" + $0 }
    return "/" + files[number].name.replacing("%", with: "%25") + (heading ?? "")
  }

  private static func stem(_ path: String) -> String {
    let lower = path.lowercased()
    return lower.hasSuffix(".md") ? String(lower.dropLast(3)) : lower
  }
}
