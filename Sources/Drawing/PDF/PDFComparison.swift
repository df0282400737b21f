internal import TypesetFiles

/// The differences between two PDF files, page by page, in words.
public struct PDFComparison {
  /// Never empty where the files' bytes differ.
  public private(set) var findings: [String] = []

  /// - Parameters:
  ///   - file: The file in question; it is untrusted.
  ///   - original: What it should be; written by this program.
  public init(_ file: [UInt8], _ original: [UInt8]) {
    guard file != original else { return }
    var (file, original) = (PDFParts(file), PDFParts(original))
    let (pages, expected) = (file.pages, original.pages)
    if pages.count != expected.count {
      findings.append("the file has \(pages.count) pages, and its source becomes \(expected.count)")
    }
    for (number, (page, other)) in zip(pages, expected).enumerated() {
      let parts = file.page(page).differences(from: original.page(other))
      if !parts.isEmpty { findings.append("page \(number + 1): \(parts.joined(separator: ", "))") }
    }
    findings += file.document().differences(from: original.document())
    guard findings.isEmpty else { return }
    let count = min(file.reader.bytes.count, original.reader.bytes.count)
    let first = (0..<count).first { file.reader.bytes[$0] != original.reader.bytes[$0] } ?? count
    findings.append("the bytes differ from byte \(first) on, in nothing that a page or the document shows")
  }
}

/// A file's pages and other parts, each as a digest of everything that it refers to.
private struct PDFParts {
  var reader: PDFReader
  /// Of fonts and pictures, which many pages share.
  private var digests: [Int: String] = [:]
  private(set) var pages: [Int] = []
  private var pageNumbers: [Int: Int] = [:]

  init(_ bytes: [UInt8]) {
    reader = PDFReader(bytes)
    var seen: Set<Int> = []
    var waiting = reader.root.flatMap { reader.object($0)?["Pages"] }.flatMap { PDFReader.reference($0) }.map { [$0] } ?? []
    while let number = waiting.popLast() {
      guard seen.insert(number).inserted, let object = reader.object(number) else {
        // An unreadable page counts too, so that the others keep their numbers.
        pages.append(number)
        continue
      }
      guard let kids = object["Kids"] else {
        pages.append(number)
        continue
      }
      var numbers: [Int] = []
      CairoFile.forEachReference(kids) { numbers.append($0) }
      waiting += numbers.reversed()
    }
    for (index, page) in pages.enumerated() { pageNumbers[page] = index }
  }

  /// The parts of a page or document under common names, in the order in which they are reported.
  struct Contents {
    var parts: [(name: String, digest: String)] = []

    func differences(from other: Contents) -> [String] {
      var names: [String] = []
      for name in parts.map(\.name) + other.parts.map(\.name) where !names.contains(name) { names.append(name) }
      return names.filter { name in
        parts.filter { $0.name == name }.map(\.digest) != other.parts.filter { $0.name == name }.map(\.digest)
      }.map { "\($0) differs" }
    }
  }

  mutating func page(_ number: Int) -> Contents {
    guard let page = reader.object(number) else { return Contents(parts: [("its content", "unreadable")]) }
    var contents = Contents()
    var content: [UInt8] = []
    var isWhole = true
    page["Contents"].map { value in
      CairoFile.forEachReference(value) { stream in
        guard let bytes = reader.object(stream)?.stream else { return isWhole = false }
        content += bytes
      }
    }
    contents.parts.append(("its content", isWhole ? Digest.of(content) : "unreadable"))
    let resources = page["Resources"].flatMap { PDFReader.reference($0) }.flatMap { reader.object($0) }
    let used = Self.names(in: content)
    for (key, name) in [("XObject", "a picture"), ("Font", "a font"), ("ExtGState", "an opacity")] {
      guard let resources, let range = resources.dictionary[key] else { continue }
      let dictionary = PDFDictionary(resources.bytes, in: range)
      for (entry, value) in dictionary.entries where used.contains(entry) {
        contents.parts.append((name, digest(ofShared: resources.bytes[value])))
      }
    }
    if let annotations = page["Annots"] { contents.parts.append(("a link", digest(of: annotations))) }
    for (key, value) in page.dictionary.entries where !["Contents", "Resources", "Annots", "Parent"].contains(key) {
      contents.parts.append((key == "MediaBox" ? "its size" : "its entry \(key)", digest(of: page.bytes[value])))
    }
    return contents
  }

  private static let names = [
    "Outlines": "the outline", "Names": "the list of destinations and attached files", "StructTreeRoot": "the structure (tags)",
    "Metadata": "the metadata", "PageLabels": "the page labels", "Lang": "the language", "AF": "an attached file",
  ]

  mutating func document() -> Contents {
    var contents = Contents()
    if let info = reader.info, let object = reader.object(info) {
      contents.parts.append(("the information (title, author, …)", digest(of: object.bytes[object.range])))
    }
    guard let root = reader.root, let catalog = reader.object(root) else {
      contents.parts.append(("the catalog", "unreadable"))
      return contents
    }
    for (key, value) in catalog.dictionary.entries where key != "Pages" && key != "Type" {
      contents.parts.append((Self.names[key] ?? "the catalog's entry \(key)", digest(of: catalog.bytes[value])))
    }
    return contents
  }

  /// The names that a page's content uses: `/F1`, `/P3`.
  private static func names(in content: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var index = 0
    while index < content.count {
      defer { index += 1 }
      guard content[index] == UInt8(ascii: "/") else { continue }
      var scanner = PDFScanner(content, at: index)
      guard let name = scanner.name() else { continue }
      if name.utf8.count < 32 { names.insert(name) }
    }
    return names
  }

  private mutating func digest(ofShared value: ArraySlice<UInt8>) -> String {
    guard let number = PDFReader.reference(value) else { return digest(of: value) }
    if let known = digests[number] { return known }
    let found = digest(of: value)
    digests[number] = found
    return found
  }

  /// The digest of a value and of everything that it refers to. Objects are numbered in the order of visits, since they may have other numbers
  /// in another file and refer to each other. Pages are represented by their numbers, and parents of an object are ignored.
  private mutating func digest(of value: ArraySlice<UInt8>) -> String {
    var turns: [Int: Int] = [:]
    var waiting: [Int] = []
    var out: [UInt8] = []
    func add(_ bytes: ArraySlice<UInt8>) {
      out += CairoFile.renumbering(bytes) { number in
        if let page = pageNumbers[number] { return 1 << 30 + page }
        if let turn = turns[number] { return turn }
        turns[number] = turns.count + 1
        waiting.append(number)
        return turns.count
      }
      out.append(0x0A)
    }
    add(value)
    var next = 0
    while next < waiting.count {
      defer { next += 1 }
      guard let object = reader.object(waiting[next]) else {
        out += "unreadable\n".utf8
        continue
      }
      let dictionary = object.dictionary
      if dictionary.end > 0 {
        for (key, value) in dictionary.entries where !["Parent", "P", "StructParent", "StructParents", "Length", "Filter"].contains(key) {
          out += Array(key.utf8)
          add(object.bytes[value])
        }
      } else {
        add(object.bytes[object.range])
      }
      if let stream = object.stream { out += Digest.of(stream).utf8 } else if dictionary["Length"] != nil { out += "unreadable".utf8 }
      // Only the digest of a long chain of objects is kept.
      if out.count > 1 << 20 { out = Array(Digest.of(out).utf8) }
    }
    return Digest.of(out)
  }
}
