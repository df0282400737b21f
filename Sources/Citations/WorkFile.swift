internal import TypesetDiagnostics
internal import TypesetJSON
package import TypesetYAML

/// A file of works: BibTeX or BibLaTeX (`.bib`), CSL JSON, CSL YAML, RIS.
package struct WorkFile: Sendable {
  private enum Content: Sendable {
    case bibtex(BibTeXFile)
    case items([String: Item])
  }

  private var content: Content
  /// In the order of the file.
  package private(set) var keys: [String] = []
  /// What is wrong with the file; faults of an entry are in its `Item`.
  package private(set) var faults: [BibTeXFile.Fault] = []

  /// - Parameter name: The file's name, whose ending says what it is; a text that begins like JSON is that.
  package init(_ bytes: [UInt8], name: String) {
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    let first = bytes.first { $0 > 0x20 }
    if ending == "json" || ending != "bib" && (first == UInt8(ascii: "[") || first == UInt8(ascii: "{")) {
      do {
        let json = try JSON(bytes[...])
        self.init((json.items ?? json["items"]?.items ?? json["references"]?.items ?? []).compactMap { Item($0) })
      } catch {
        self.init([])
        let line = 1 + bytes.prefix(error.place).count { $0 == 0x0A }
        faults.append(BibTeXFile.Fault(message: "\(error)", line: line))
      }
    } else if ending == "yaml" || ending == "yml" {
      let (value, diagnostics) = parseYAML(bytes)
      self.init(Self.items(of: value?["references"] ?? value))
      faults += diagnostics.map { fault in
        BibTeXFile.Fault(message: fault.message, line: 1 + bytes.prefix(Int(fault.span?.start ?? 0)).count { $0 == 0x0A })
      }
    } else if ending == "ris" || bytes.starts(with: "TY  -".utf8) {
      self.init(RISFile.items(String(decoding: bytes, as: UTF8.self)))
    } else {
      let file = BibTeXFile(bytes)
      self.init([])
      content = .bibtex(file)
      (keys, faults) = (file.keys, file.faults)
    }
  }

  package init(_ items: [Item]) {
    content = .items(Dictionary(items.map { ($0.id, $0) }) { first, _ in first })
    keys = items.map(\.id)
  }

  /// Works that a document lists itself, in the terms of CSL YAML.
  package static func items(of value: YAMLValue?) -> [Item] { value?.items?.compactMap { json($0, levels: 20).flatMap { Item($0) } } ?? [] }

  private static func json(_ value: YAMLValue, levels: Int) -> JSON? {
    guard levels > 0 else { return nil }
    switch value.content {
    case .scalar(let text, let isPlain):
      if isPlain, text == "true" || text == "false" { return .bool(text == "true") }
      return .string(text)
    case .sequence(let items):
      return .array(items.compactMap { json($0, levels: levels - 1) })
    case .mapping(let entries):
      // `issued: {year: 1999}` and `issued: [{year: 1999}]` are pandoc's older forms.
      if let year = value["year"]?.text {
        let parts = [year, value["month"]?.text, value["day"]?.text].compactMap(\.self).map { JSON.string($0) }
        return .object([JSON.Member("date-parts", .array([.array(parts)]))])
      }
      return .object(entries.compactMap { entry in json(entry.value, levels: levels - 1).map { JSON.Member(entry.key, $0) } })
    }
  }

  /// The work with a key; nil for an unknown key.
  package func item(_ key: String) -> Item? {
    switch content {
    case .bibtex(let file): file.item(key)
    case .items(let items): items[key]
    }
  }
}

extension WorkFile {
  /// All works of the file, in its order.
  package var items: [Item] { keys.mappedConcurrently { item($0) }.compactMap(\.self) }
}

/// Research Information Systems' format: `TY  - JOUR`, a tag a line.
enum RISFile {
  private static let types: [String: String] = [
    "JOUR": "article-journal", "JFULL": "article-journal", "EJOUR": "article-journal", "MGZN": "article-magazine",
    "NEWS": "article-newspaper",
    "BOOK": "book", "EBOOK": "book", "EDBOOK": "book", "CHAP": "chapter", "ECHAP": "chapter", "CONF": "paper-conference",
    "CPAPER": "paper-conference",
    "THES": "thesis", "RPRT": "report", "ELEC": "webpage", "WEB": "webpage", "DATA": "dataset", "PAT": "patent", "COMP": "software",
    "MAP": "map",
    "UNPB": "manuscript", "VIDEO": "motion_picture", "STAND": "standard",
  ]
  private static let texts: [String: String] = [
    "TI": "title", "T1": "title", "CT": "title", "BT": "container-title", "JO": "container-title", "JF": "container-title",
    "T2": "container-title",
    "JA": "container-title-short", "J2": "container-title-short", "VL": "volume", "IS": "issue", "PB": "publisher", "CY": "publisher-place",
    "DO": "DOI", "UR": "URL", "SN": "ISSN", "AB": "abstract", "N2": "abstract", "ET": "edition", "LA": "language", "T3": "collection-title",
  ]
  private static let people: [String: String] = [
    "AU": "author", "A1": "author", "ED": "editor", "A2": "editor", "A3": "collection-editor", "A4": "translator",
  ]

  static func items(_ text: String) -> [Item] {
    var out: [Item] = []
    var item: Item?
    var pages = ("", "")
    for line in text.split(whereSeparator: \.isNewline) {
      let tag = String(line.prefix(2))
      guard line.count >= 5, let dash = line.dropFirst(2).firstIndex(of: "-") else { continue }
      let value = line[line.index(after: dash)...].trimmed()
      switch tag {
      case "TY":
        item = Item(id: "", type: types[value] ?? "document")
        pages = ("", "")
      case "ER":
        guard var done = item else { break }
        if !pages.0.isEmpty { done.texts["page"] = pages.0 + (pages.1.isEmpty ? "" : "-" + pages.1) }
        if done.id.isEmpty {
          let year = done.dates["issued"]?.start.map { "\($0.year)" } ?? ""
          done.id = (done.names["author"]?.first?.family ?? "item\(out.count + 1)").filter { !$0.isWhitespace }.lowercased() + year
        }
        out.append(done)
        item = nil
      case "ID": item?.id = value
      case "SP": pages.0 = value
      case "EP": pages.1 = value
      case "PY", "Y1", "DA":
        let parts = value.split(separator: "/", omittingEmptySubsequences: false).map { DocumentNumber.whole($0) ?? 0 }
        if let year = parts.first, year > 0, year < 100_000, item?.dates["issued"] == nil || parts.count > 1 {
          item?.dates["issued"] = PartialDate(
            start: PartialDate.Day(
              year: year, month: parts.count > 1 ? min(max(parts[1], 0), 12) : 0, day: parts.count > 2 ? min(max(parts[2], 0), 31) : 0))
        }
      default:
        if let variable = people[tag] {
          var name = PersonName()
          let parts = value.split(separator: ",", maxSplits: 2).map { $0.trimmed() }
          name.family = parts.first ?? ""
          if parts.count > 1 { name.given = parts[1] }
          if parts.count > 2 { name.suffix = parts[2] }
          if parts.count == 1, value.contains(" ") { name = PersonName(literal: value) }
          item?.names[variable, default: []].append(name)
        } else if let variable = texts[tag], item?.texts[variable] == nil {
          item?.texts[variable] = value
        }
      }
    }
    return out
  }
}
