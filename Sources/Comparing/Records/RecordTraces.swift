import TypesetBoxes
import TypesetBytes
import TypesetChecking
import TypesetDiagnostics
import TypesetFiles
import TypesetPictures

/// A top-level block or a footnote: where two records have the same digests, nothing in it changed, wherever it is on the pages.
struct RecordBlock: Hashable, Sendable {
  var file = ""
  /// Of its first character; 0 where the document brings it without a place in the source.
  var line = 0
  /// Of its source without blanks.
  var source: UInt32
  /// Of its boxes, spaces and ink before they are on pages.
  var look: UInt32
  /// Of the spaces around it and its frames.
  var edges: UInt32
  /// Of what is copied, linked and read aloud.
  var sense: UInt32
}

/// Something that is there and not seen.
struct RecordSense: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case link, reference, name, alternative, language, expansion
    case title, author, subject, keywords, rights, documentLanguage = "document-language"

    /// As messages call it.
    var noun: String {
      switch self {
      case .link: "address of a link"
      case .reference: "target of a reference"
      case .name: "name of a target"
      case .alternative: "alternative text"
      case .language: "language of a text"
      case .expansion: "expansion of an abbreviation"
      case .title: "title in the metadata"
      case .author: "author in the metadata"
      case .subject: "subject in the metadata"
      case .keywords: "keyword in the metadata"
      case .rights: "licence in the metadata"
      case .documentLanguage: "language of the document"
      }
    }

    var isOfDocument: Bool {
      switch self {
      case .link, .reference, .name, .alternative, .language, .expansion: false
      case .title, .author, .subject, .keywords, .rights, .documentLanguage: true
      }
    }
  }

  var kind: Kind
  var file = ""
  var line = 0
  var value: String
}

/// Reads from a document what its pages do not show.
struct RecordTraces {
  private typealias Record = DocumentRecord
  private let document: CheckedDocument
  private let traces: BlockTraces
  private let index: LineIndex
  private(set) var blocks: [DocumentRecord.Block] = []
  private(set) var senses: [DocumentRecord.Sense] = []
  /// Elements whose words have been read.
  private var known: Set<Int> = []

  init(_ document: CheckedDocument, _ traces: BlockTraces) {
    (self.document, self.traces) = (document, traces)
    index = LineIndex(document.source)
    readBlocks()
    readInfo()
    for page in document.pages { read(page) }
  }

  private mutating func readBlocks() {
    let placed = traces.digests.map { number, digest in
      (document.blockSpans.indices.contains(Int(number)) ? document.blockSpans[Int(number)] : SourceSpan(0, 0), digest, number)
    }
    // Content between two blocks, such as a command for space, belongs to the block after it.
    var end = document.matterEnd
    for (span, digest, _) in placed.sorted(by: { ($0.0.start, $0.2) < ($1.0.start, $1.2) }) {
      let before = SourceSpan(min(end, Int(span.start)), Int(span.start))
      if !span.isEmpty { end = max(end, Int(span.end)) }
      var block = Record.Block(
        source: Self.source(document.source.bytes, span.isEmpty ? span : before, span), look: Self.short(digest.look),
        edges: Self.short(digest.edges),
        sense: Self.short(digest.sense))
      if !span.isEmpty { (block.file, block.line) = index.place(of: Int(span.start)) }
      blocks.append(block)
    }
    blocks.sort { ($0.file, $0.line) < ($1.file, $1.line) }
  }

  /// Below 36⁶.
  private static func short(_ digest: UInt64) -> UInt32 { UInt32(digest % 2_176_782_336) }

  /// FNV-1a of parts of the source without blanks and comments.
  private static func source(_ bytes: [UInt8], _ spans: SourceSpan...) -> UInt32 {
    var hash = FNV1a()
    for span in spans {
      let start = min(max(Int(span.start), 0), bytes.count)
      let end = min(max(Int(span.end), start), bytes.count)
      var index = start
      while index < end {
        if bytes[index] == UInt8(ascii: "<"), bytes[index..<end].starts(with: "<!--".utf8) {
          index = bytes.find(Array("-->".utf8), from: index, to: end).map { $0 + 3 } ?? end
          continue
        }
        if bytes[index] > 0x20 { hash.add(bytes[index]) }
        index += 1
      }
    }
    return short(hash.value)
  }

  private mutating func readInfo() {
    let info = traces.info
    func add(_ kind: Record.Sense.Kind, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      senses.append(Record.Sense(kind: kind, value: Record.inOneLine(value)))
    }
    add(.title, info.title)
    for author in info.authors { add(.author, author) }
    add(.subject, info.subject)
    for word in info.keywords { add(.keywords, word) }
    add(.rights, info.rights)
    add(.documentLanguage, info.language)
  }

  // MARK: Links, names and words of elements

  private mutating func read(_ page: Page) {
    var element = ElementID.artifact
    for item in page.flow {
      switch item {
      case .content(let next):
        element = next
        readElement(next)
      case .mark(let mark, _):
        switch page.ink.marks[Int(mark)] {
        case .link(let url): add(.link, url, element.block)
        case .reference(let destination): add(.reference, destination, element.block)
        case .destination(let name): add(.name, name, element.block)
        default: break
        }
      default: break
      }
    }
  }

  /// The words of an element and of the elements around it, each once.
  private mutating func readElement(_ id: ElementID) {
    guard var element = document.structure.index(of: id) else { return }
    var found: [(Record.Sense.Kind, String)] = []
    while known.insert(element).inserted {
      let entry = document.structure.elements[element]
      // A formula's words follow from its LaTeX.
      if entry.role != .formula, entry.role != .math {
        if let text = entry.alternative { found.append((.alternative, text)) }
        if let text = entry.language { found.append((.language, text)) }
        if let text = entry.expansion { found.append((.expansion, text)) }
      }
      guard entry.parent >= 0 else { break }
      element = Int(entry.parent)
    }
    for (kind, text) in found { add(kind, text, id.block) }
  }

  private mutating func add(_ kind: Record.Sense.Kind, _ value: String, _ block: Int32) {
    var sense = Record.Sense(kind: kind, value: Record.inOneLine(value))
    if block >= 0, Int(block) < document.blockSpans.count, !document.blockSpans[Int(block)].isEmpty {
      (sense.file, sense.line) = index.place(of: Int(document.blockSpans[Int(block)].start))
    }
    // Generated content, such as a table of contents, leads where its headings are; a link over two lines has two areas.
    guard sense.line > 0, !sense.value.isEmpty, senses.last(where: { $0.kind == kind }) != sense else { return }
    senses.append(sense)
  }

  // MARK: Files

  /// The names of the document and of all files that it read below the folders that it may read from, counted from its own folder.
  ///
  /// - Parameter roots: These folders.
  static func reads(_ traces: BlockTraces, of source: Source, below roots: [String]) -> [String] {
    guard let first = source.files.first, let given = first.folder else { return [] }
    let folder = FileAccess.realFolder(given)
    let own = first.name.split(separator: "/").last.map(String.init) ?? first.name
    let roots = roots.compactMap(realPath).filter { $0 != "/" }
    let names = traces.filesRead.flatMap { [Self.withoutDots($0)] + (realPath($0).map { [$0] } ?? []) }.filter { path in
      roots.contains { pathRemainder(of: path, below: $0) != nil }
    }.map { DocumentRecord.inOneLine(relativePath(of: $0, from: folder).path) }
    return [DocumentRecord.inOneLine(own)] + Set(names).subtracting([own]).sorted()
  }

  private static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The names of the theme's files, by the origins of settings.
  static func themeFiles(explained text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").compactMap { line in
        let name = line.split(separator: " ").last.map { $0.prefix { $0 != ":" } } ?? ""
        return name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? name.split(separator: "/").last.map(String.init) : nil
      })
  }

  /// What else has been read: works, strings, data.
  ///
  /// - Parameter named: Files whose keys are reported as settings.
  static func inputs(_ files: [String], of source: Source, besides named: Set<String>) -> [DocumentRecord.Setting] {
    let folder = source.files.first?.folder.map { FileAccess.realFolder($0) }
    let fonts = ["otf", "ttf", "ttc", "otc", "woff", "woff2"]
    let texts = ["md", "markdown", "qmd", "rmd", "ipynb", "tex", "txt"]
    return files.compactMap { path -> DocumentRecord.Setting? in
      let parts = path.split(separator: "/").map(String.init)
      let rest = folder.flatMap { folder in pathRemainder(of: path, below: folder).map(String.init) }
      let name = rest ?? parts.last ?? path
      let kind = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard !fonts.contains(kind), !texts.contains(kind), !named.contains(parts.last ?? ""),
        let bytes = try? readFile(path, limit: 64 << 20),
        PictureKind(recognizing: bytes) == nil
      else { return nil }
      return DocumentRecord.Setting(DocumentRecord.inOneLine(name), String(Digest.of(bytes).prefix(12)))
    }
  }
}

/// The definitions in a text of LaTeX: each with its name and a digest of it without blanks.
struct MacroDefinitions {
  private static let commands: Set<String> = [
    "newcommand", "renewcommand", "providecommand", "def", "gdef", "edef", "xdef", "let", "DeclareMathOperator", "DeclareRobustCommand",
    "DeclarePairedDelimiter", "DeclarePairedDelimiterX", "NewDocumentCommand", "RenewDocumentCommand", "newenvironment",
    "renewenvironment",
  ]

  private(set) var texts: [(name: String, text: String)] = []

  init(in source: String) {
    let bytes = Array(source.utf8)
    var depth = 0
    var index = 0
    // Where a definition begins, and its name once that is known.
    var open: (start: Int, name: String?)?
    func end(_ definition: (start: Int, name: String?)?, at end: Int, _ texts: inout [(name: String, text: String)]) {
      guard let definition, let name = definition.name else { return }
      texts.append((name, String(decoding: bytes[definition.start..<end].filter { $0 > 0x20 }, as: UTF8.self)))
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "%"):
        while index + 1 < bytes.count, bytes[index + 1] != 0x0A { index += 1 }
      case UInt8(ascii: "\\"):
        let start = index
        let name = Self.name(in: bytes, from: index + 1)
        index += max(1, name.utf8.count)
        if depth == 0, Self.commands.contains(name) {
          end(open, at: start, &texts)
          open = (start, nil)
        } else if open != nil, open?.name == nil {
          open?.name = "\\" + name
        }
      default: break
      }
      index += 1
    }
    end(open, at: bytes.count, &texts)
  }

  private static func name(in bytes: [UInt8], from start: Int) -> String {
    func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "@") }
    guard start < bytes.count else { return "" }
    var end = start
    while end < bytes.count, isLetter(bytes[end]) { end += 1 }
    return String(decoding: bytes[start..<max(end, min(start + 1, bytes.count))], as: UTF8.self)
  }

  /// The last definition of a name holds.
  var digests: [DocumentRecord.Setting] {
    var known: [String: Int] = [:]
    var out: [DocumentRecord.Setting] = []
    let names = Set(texts.map(\.name))
    for (name, text) in texts {
      // With the definitions it uses, so that it changes with any of them.
      let value = String(Digest.of(text.utf8).prefix(8)) + Self.uses(of: names, in: text, besides: name)
      if let index = known[name] {
        out[index].value = value
      } else {
        known[name] = out.count
        out.append(DocumentRecord.Setting(DocumentRecord.inOneLine(name), value))
      }
    }
    return out
  }

  /// The names of other definitions in a definition, each after a blank.
  private static func uses(of names: Set<String>, in text: String, besides name: String) -> String {
    Set(commands(in: text)).filter { names.contains($0) && $0 != name }.sorted().map { " " + $0 }.joined()
  }
}

extension MacroDefinitions {
  /// The commands in a formula, with their backslashes.
  static func commands(in text: String) -> [String] {
    var out: [String] = []
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "\\" else {
        index += 1
        continue
      }
      var end = index + 1
      while end < scalars.count, scalars[end].isASCII, scalars[end].properties.isAlphabetic { end += 1 }
      if end == index + 1 { end = min(end + 1, scalars.count) }
      var name = String.UnicodeScalarView()
      name.append(contentsOf: scalars[index..<end])
      out.append(String(name))
      index = end
    }
    return out
  }
}

extension MacroDefinitions {
  /// The definitions that changed, and the definitions that use them: each with the definition that changed.
  static func changed(from old: DocumentRecord, to new: DocumentRecord) -> [String: String] {
    guard !old.blocks.isEmpty, !new.blocks.isEmpty else { return [:] }
    let (before, after) = (
      Dictionary(old.macros.map { ($0.name, $0.value) }) { $1 }, Dictionary(new.macros.map { ($0.name, $0.value) }) { $1 }
    )
    func own(_ value: String?) -> Substring? { value?.prefix { $0 != " " } }
    var out: [String: String] = [:]
    var users: [String: [String]] = [:]
    for name in Set(before.keys).union(after.keys) {
      if own(before[name]) != own(after[name]) { out[name] = name }
      for used in (after[name] ?? "").split(separator: " ").dropFirst() { users[String(used), default: []].append(name) }
    }
    var waiting = out.keys.sorted()
    while let name = waiting.popLast() {
      for user in users[name] ?? [] where out[user] == nil {
        out[user] = out[name]
        waiting.append(user)
      }
    }
    return out
  }

  /// The files that changed, came or are gone, besides text, pictures and what settings name.
  static func changedInputs(from old: DocumentRecord, to new: DocumentRecord) -> [String] {
    guard !old.blocks.isEmpty, !new.blocks.isEmpty else { return [] }
    let (before, after) = (
      Dictionary(old.inputs.map { ($0.name, $0.value) }) { $1 }, Dictionary(new.inputs.map { ($0.name, $0.value) }) { $1 }
    )
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }
}
