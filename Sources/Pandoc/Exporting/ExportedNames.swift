internal import TypesetBytes
internal import TypesetDiagnostics
internal import TypesetMarkdown

/// The identifiers of a document's headings, and what links to them become.
struct ExportedNames {
  private let source: Source
  private var ids: [Tree.Index: String] = [:]
  /// Identifiers by the names that GitHub gives headings, for each file.
  private var slugs: [Int: [String: String]] = [:]
  private var taken: Set<String> = []
  /// The last number that was appended to a name.
  private var numbers: [String: Int] = [:]
  /// The indexes of the source's files, by their paths.
  private let files: [[Substring]: Int]
  /// The first heading of each file.
  private var firsts: [Int: String] = [:]
  /// True if citations have been resolved.
  private(set) var hasReferences = false

  init(of tree: Tree, in source: Source) {
    self.source = source
    var files: [[Substring]: Int] = [:]
    for (number, file) in source.files.enumerated() {
      let path = file.name.split(separator: "/").filter { $0 != "." }
      if files[path] == nil { files[path] = number }
    }
    self.files = files
    for index in tree.nodes.indices {
      guard let attributes = tree.attributes(of: Tree.Index(index)) else { continue }
      if let id = attributes.id { taken.insert(id) }
      if attributes.classes.contains("csl-entry") || attributes.classes.contains("references") { hasReferences = true }
    }
    // The order of nodes is not the document's, where files were joined.
    var stack: [Tree.Index] = [0]
    while let index = stack.popLast() {
      if case .heading = tree[index].kind {
        add(index, tree)
      } else {
        stack += tree.children(of: index).reversed()
      }
    }
  }

  private mutating func add(_ index: Tree.Index, _ tree: Tree) {
    let words = tree.plainText(of: index)
    let own = tree.attributes(of: index)?.id
    let id = own ?? free(Self.identifier(words))
    taken.insert(id)
    ids[index] = id
    let file = file(at: tree[index].span)
    slugs[file, default: [:]][own ?? Self.slug(words)] = id
    if firsts[file] == nil { firsts[file] = id }
  }

  private mutating func free(_ name: String) -> String {
    guard taken.contains(name) else { return name }
    var number = numbers[name, default: 0] + 1
    while taken.contains("\(name)-\(number)") { number += 1 }
    numbers[name] = number
    return "\(name)-\(number)"
  }

  func id(of heading: Tree.Index) -> String? { ids[heading] }

  /// A link's address; one to another file of the document leads to its heading.
  func address(_ address: String, from span: SourceSpan) -> String {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let path = parts.first ?? ""
    let name = parts.count > 1 ? parts[1] : ""
    let own = file(at: span)
    if path.isEmpty {
      guard !name.isEmpty, let id = slugs[own]?[name] else { return address }
      return "#" + id
    }
    guard source.files.count > 1, !path.contains(":"), let other = number(of: path, from: own) else { return address }
    return "#" + (slugs[other]?[name] ?? (taken.contains(name) ? name : firsts[other] ?? name))
  }

  /// The file that a path names.
  private func number(of path: String, from file: Int) -> Int? {
    var parts: [Substring] = []
    for part in source.files[file].name.split(separator: "/").dropLast() + path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return files[parts]
  }

  /// True for a place with the words of a citation.
  func isCitation(_ span: SourceSpan) -> Bool {
    let bytes = source.bytes[span.range(within: source.bytes.count)]
    return bytes.first == UInt8(ascii: "@")
      || bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]") && bytes.contains(UInt8(ascii: "@"))
  }

  private func file(at span: SourceSpan) -> Int {
    max(source.files.partitioningIndex { $0.start > Int(span.start) } - 1, 0)
  }

  /// pandoc's `auto_identifiers`.
  private static func identifier(_ words: String) -> String {
    var out = ""
    for character in words.lowercased() {
      if character.isWhitespace {
        if out.last != "-" { out.append("-") }
      } else if character.isLetter || character.isNumber || "_-.".contains(character) {
        out.append(character)
      }
    }
    let name = String(out.drop { !$0.isLetter })
    return name.isEmpty ? "section" : String(name.reversed().drop { $0 == "-" }.reversed())
  }

  /// GitHub's name for a heading.
  private static func slug(_ words: String) -> String {
    String(words.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : nil })
  }
}
