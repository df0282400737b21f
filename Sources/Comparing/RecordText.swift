import TypesetFiles

/// Why a reference cannot be used, in words that end a sentence: *the reference …*
package enum RecordFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case otherVersion(String)
  case damaged

  package var description: String {
    switch self {
    case .otherVersion(let version): "has the format \(version), which this program does not read; record it again with --update"
    case .damaged: "is damaged; record it again with --update"
    }
  }
}

// The text of a record: a line for each font, style, page, unit and part, the last one with a digest of those before it.

extension DocumentRecord {
  private static let magic = "mdtypeset-reference"
  private static let version = "1"

  package var text: String {
    var out = "\(Self.magic) \(Self.version)\nprogram \(program)\nsource \(source)\n"
    for setting in settings { out += "set \(setting.name) \(Self.inOneLine(setting.value))\n" }
    for font in fonts { out += "font \(font.isBundled ? "bundled" : "system") \(font.digest) \(Self.inOneLine(font.name))\n" }
    for style in styles { out += "style \(Self.inOneLine(style))\n" }
    for sheet in sheets { out += "page \(sheet.width) \(sheet.height) \(sheet.background) \(Self.inOneLine(sheet.label))\n" }
    var file = ""
    for unit in units {
      if unit.file != file {
        out += "file \(Self.inOneLine(unit.file))\n"
        file = unit.file
      }
      out += "u \(unit.kind.rawValue) \(unit.line) \(unit.block) \(unit.style)\n"
      for part in unit.parts {
        out += "\(part.isDivided ? "-" : "l") \(part.page) \(part.x) \(part.y) \(part.width) \(part.height) \(String(part.hash, radix: 36))"
        out += part.text.isEmpty ? "\n" : " \(Self.inOneLine(part.text))\n"
      }
    }
    return out + "end \(Digest.of(Array(out.utf8)).prefix(16))\n"
  }

  /// Without line ends, other control characters and blanks at its ends: as a line of the record has it.
  static func inOneLine(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { out.append(scalar.value < 32 || scalar.value == 127 ? " " : scalar) }
    while out.last == " " { out.removeLast() }
    return String(String(out).drop { $0 == " " })
  }

  package init(text: String) throws(RecordFailure) {
    self.init()
    let bytes = Array(text.utf8)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let head = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard head.hasPrefix(Self.magic + " ") else { throw .damaged }
    let version = String(head.dropFirst(Self.magic.count + 1))
    guard version == Self.version else { throw .otherVersion(String(version.prefix(20))) }
    guard lines.count > 2, let last = lines.dropLast().last, lines.last?.isEmpty == true,
      String(decoding: last, as: UTF8.self) == "end \(Digest.of(bytes[..<last.startIndex]).prefix(16))"
    else { throw .damaged }
    var file = ""
    for line in lines.dropFirst().dropLast(2) where !read(String(decoding: line, as: UTF8.self), &file) { throw .damaged }
    guard
      units.allSatisfy({ $0.parts.allSatisfy { sheets.indices.contains($0.page) } && ($0.style == 0 || styles.indices.contains($0.style)) })
    else { throw .damaged }
  }

  /// Takes one line; false where it cannot be read.
  private mutating func read(_ line: String, _ file: inout String) -> Bool {
    func fields(_ count: Int) -> [Substring] {
      line.split(separator: " ", maxSplits: count, omittingEmptySubsequences: false)[...].dropFirst().map { $0 }
    }
    switch line.prefix(while: { $0 != " " }) {
    case "program": program = String(line.dropFirst(8))
    case "source": source = String(line.dropFirst(7))
    case "file": file = String(line.dropFirst(5))
    case "style": styles.append(String(line.dropFirst(6)))
    case "set":
      let parts = fields(2)
      guard parts.count == 2 else { return false }
      settings.append(Setting(String(parts[0]), String(parts[1])))
    case "font":
      let parts = fields(3)
      guard parts.count == 3 else { return false }
      fonts.append(Font(name: String(parts[2]), digest: String(parts[1]), isBundled: parts[0] == "bundled"))
    case "page":
      let parts = fields(4)
      guard parts.count == 4, let width = Int(parts[0]), let height = Int(parts[1]) else { return false }
      sheets.append(Sheet(width: width, height: height, background: String(parts[2]), label: String(parts[3])))
    case "u":
      let parts = fields(4)
      guard parts.count == 4, let kind = Kind(rawValue: String(parts[0])), let number = Int(parts[1]), let block = Int32(parts[2]),
        let style = Int(parts[3])
      else { return false }
      units.append(Unit(kind: kind, file: file, line: number, block: block, style: style))
    case "l", "-":
      let parts = fields(7)
      guard parts.count >= 6, !units.isEmpty, let hash = UInt32(parts[5], radix: 36) else { return false }
      let numbers = parts[..<5].compactMap { Int($0) }
      guard numbers.count == 5 else { return false }
      var part = Part(page: numbers[0], x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4], hash: hash)
      part.isDivided = line.hasPrefix("-")
      if parts.count > 6 { part.text = String(parts[6]) }
      units[units.count - 1].parts.append(part)
    default: return false
    }
    return true
  }
}
