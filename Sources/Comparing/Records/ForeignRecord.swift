internal import TypesetDiagnostics
extension DocumentRecord {
  /// What `pdftotext -bbox-layout` says of a PDF that any program made: pages, blocks, lines and words with their boxes.
  ///
  /// - Parameters:
  ///   - text: The program's output; what is no page, block, line or word of it is skipped.
  ///   - source: What tells the file from others.
  ///   - markingFurniture: False for a part of a file: `markFurniture` is called for the whole.
  package init(boundingBoxes text: String, source: String, markingFurniture: Bool = true) {
    self.init()
    self.source = source
    styles = [""]
    var words: [String] = []
    var line: Part?
    for row in text.utf8.split(separator: 0x0A) {
      let row = Substring(row).drop { $0 == " " }
      guard row.hasPrefix("<"), let name = row.dropFirst().split(whereSeparator: { $0 == " " || $0 == ">" }).first else { continue }
      switch name {
      case "page":
        sheets.append(
          Sheet(
            width: Self.hundredths("width", row) ?? 0, height: Self.hundredths("height", row) ?? 0, background: "-",
            label: "\(sheets.count + 1)"))
      case "block" where !sheets.isEmpty: units.append(Unit(kind: .paragraph))
      case "line":
        line = Self.part(row, page: sheets.count - 1)
        words = []
      case "word":
        if let start = row.firstIndex(of: ">"), let end = row.lastIndex(of: "<"), start < end {
          words.append(Self.unescaped(row[row.index(after: start)..<end]))
        }
      case "/line":
        guard var part = line, !units.isEmpty else { continue }
        part.text = Self.inOneLine(words.joined(separator: " "))
        // The places of words within a line show in its width.
        var hash = InkHash()
        hash.add(part.text)
        hash.add(part.width)
        part.hash = hash.value
        units[units.count - 1].parts.append(part)
        line = nil
      default: continue
      }
    }
    units.removeAll(where: \.parts.isEmpty)
    if markingFurniture { markFurniture() }
  }

  /// Adds the pages of another part of the same file.
  package mutating func append(pagesOf other: DocumentRecord) {
    let first = sheets.count
    for var sheet in other.sheets {
      sheet.label = "\(sheets.count + 1)"
      sheets.append(sheet)
    }
    for var unit in other.units {
      for index in unit.parts.indices { unit.parts[index].page += first }
      units.append(unit)
    }
  }

  private static func part(_ row: Substring, page: Int) -> Part? {
    guard let left = hundredths("xMin", row), let top = hundredths("yMin", row), let right = hundredths("xMax", row),
      let bottom = hundredths("yMax", row)
    else { return nil }
    return Part(page: page, x: left, y: top, width: right - left, height: bottom - top, hash: 0)
  }

  /// The value of an attribute in hundredths; nil where it is no number of a page.
  private static func hundredths(_ name: String, _ row: Substring) -> Int? {
    guard let range = row.firstRange(of: name + "=\"") else { return nil }
    guard let value = DocumentNumber.real(row[range.upperBound...].prefix { $0 != "\"" }), value.isFinite, abs(value) < 1e7 else {
      return nil
    }
    return Int(clamping: (value * 100).rounded())
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    return String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing(
      "&#39;", with: "'"
    )
    .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
  }

  /// With the places of another record where the same text is no farther away than a threshold, in hundredths of a point.
  package func snapped(to old: DocumentRecord, within threshold: Int) -> DocumentRecord {
    guard threshold > 0 else { return self }
    struct Key: Hashable {
      var kind: Kind
      var text: String
    }
    func keys(_ record: DocumentRecord) -> [Key] { record.units.map { Key(kind: $0.kind, text: $0.text) } }
    // Where the ink is known, its hash has more than places.
    let knowsInk = styles.contains { !$0.isEmpty }
    var out = self
    for case (let i?, let j?) in SequenceAlignment(keys(old), keys(self)).pairs where old.units[i].parts.count == units[j].parts.count {
      for (index, before) in old.units[i].parts.enumerated() {
        let after = units[j].parts[index]
        let distances = [after.x - before.x, after.y - before.y, after.width - before.width, after.height - before.height]
        guard after.page == before.page, after.text == before.text, distances.allSatisfy({ abs($0) <= threshold }) else { continue }
        out.units[j].parts[index] = before
        if knowsInk { out.units[j].parts[index].hash = after.hash }
      }
    }
    for index in sheets.indices where old.sheets.indices.contains(index) {
      let (before, after) = (old.sheets[index], sheets[index])
      guard abs(before.width - after.width) <= threshold, abs(before.height - after.height) <= threshold else { continue }
      (out.sheets[index].width, out.sheets[index].height) = (before.width, before.height)
    }
    return out
  }
}
