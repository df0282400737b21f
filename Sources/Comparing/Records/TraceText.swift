import TypesetDiagnostics
import TypesetFiles

/// The lines of a reference for what its pages do not show.
package enum TraceText {
  /// What the lines before say.
  struct Place {
    var file = ""
    var line = 0
  }

  /// The files that the document of a reference has read, its own first; nil where the reference does not know them.
  package static func reads(inReference bytes: [UInt8]) -> [String]? {
    let key = Array("read ".utf8)
    let names = bytes.split(separator: 0x0A).filter { $0.starts(with: key) }.map {
      String(decoding: $0.dropFirst(key.count), as: UTF8.self)
    }
    return names.isEmpty ? nil : names
  }

  /// What pages do not show.
  static func add(_ record: DocumentRecord, to out: inout String) {
    for macro in record.macros { out += "macro \(macro.name) \(macro.value)\n" }
    for input in record.inputs { out += "input \(input.value) \(input.name)\n" }
    for name in record.reads { out += "read \(name)\n" }
    for (hash, bytes) in record.copies.sorted(by: { $0.key < $1.key }) {
      out += "copy \(DocumentRecord.digits(hash, 5)) \(base64(bytes))\n"
    }
    var place = Place()
    func step(_ file: String, _ line: Int) -> String {
      guard line > 0 else { return "-" }
      if file != place.file { out += "in \(DocumentRecord.inOneLine(file))\n" }
      defer { (place.file, place.line) = (file, line) }
      return "\(line - place.line)"
    }
    for block in record.blocks {
      let line = step(block.file, block.line)
      out += "block \(line) " + [block.source, block.look, block.edges, block.sense].map { DocumentRecord.digits($0, 6) }.joined() + "\n"
    }
    place.line = 0
    for sense in record.senses {
      let line = step(sense.file, sense.line)
      out += "\(sense.kind.rawValue) \(line) \(sense.value)\n"
    }
  }

  /// The line of a trace, counted from the one before; 0 for a trace without a line.
  private static func line(_ word: Substring, _ place: inout Place) -> Int? {
    guard word != "-" else { return 0 }
    guard let step = DocumentNumber.whole(word, in: -1 << 47...1 << 47), case let (line, false) = place.line.addingReportingOverflow(step),
      line > 0
    else { return nil }
    place.line = line
    return line
  }

  static func readBlock(_ parts: [Substring], _ record: inout DocumentRecord, _ place: inout Place) -> Bool {
    guard parts.count == 2, parts[1].utf8.count == 24, let line = Self.line(parts[0], &place) else { return false }
    var digits = parts[1]
    var numbers: [UInt32] = []
    while !digits.isEmpty {
      guard let number = UInt32(digits.prefix(6), radix: 36) else { return false }
      numbers.append(number)
      digits = digits.dropFirst(6)
    }
    guard numbers.count == 4 else { return false }
    record.blocks.append(
      RecordBlock(
        file: line > 0 ? place.file : "", line: line, source: numbers[0], look: numbers[1], edges: numbers[2], sense: numbers[3]))
    return true
  }

  static func readSense(
    _ kind: RecordSense.Kind, _ parts: [Substring], _ record: inout DocumentRecord, _ place: inout Place
  ) -> Bool {
    if record.senses.isEmpty { place.line = 0 }
    guard parts.count == 2, let line = Self.line(parts[0], &place) else { return false }
    record.senses.append(RecordSense(kind: kind, file: line > 0 ? place.file : "", line: line, value: String(parts[1])))
    return true
  }
}
