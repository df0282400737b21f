internal import TypesetDiagnostics
import TypesetFiles
import TypesetPictures

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

// The text of a record: a line for each font, style, page, unit and part, the last line with a digest of the lines before it. Lines and places are relative to
// the lines and places before them, and what is the same as before is a dot, so that a change in a document changes few lines of its reference.

extension DocumentRecord {
  private static let magic = "mdtypeset-reference"
  private static let version = "5"
  /// Versions that are read; the first one does not say what is not seen, the second one not what is drawn with letters.
  private static let known = ["3", "4", "5"]

  /// The record as a reference file; `init(text:)` reads it.
  package var text: String {
    var out = "\(Self.magic) \(Self.version)\nprogram \(program)\nlibraries \(libraries.joined(separator: ", "))\nsource \(source)\n"
    for setting in settings { out += "\(setting.isOfTheme ? "theme" : "set") \(setting.name) \(Self.inOneLine(setting.value))\n" }
    for font in fonts { out += "font \(font.isBundled ? "bundled" : "system") \(font.digest) \(Self.inOneLine(font.name))\n" }
    for style in styles { out += "style \(shortened(Self.inOneLine(style)))\n" }
    for sheet in sheets {
      out += "page \(sheet.width) \(sheet.height) \(sheet.background) \(Self.inOneLine(sheet.label))\n"
      if let look = sheet.look { out += "look \(look.text)\n" }
    }
    var last = Memory()
    for (index, unit) in units.enumerated() {
      // A unit without a place leaves the current place unchanged.
      if unit.line > 0, unit.file != last.file { out += "file \(Self.inOneLine(unit.file))\n" }
      out += "\(unit.kind.rawValue) \(unit.line > 0 ? "\(unit.line - last.line)" : "-") \(same(unit.style, last.style))"
      out += unit.path.isEmpty ? "\n" : " \(unit.path)\n"
      if unit.line > 0 { (last.file, last.line) = (unit.file, unit.line) }
      last.style = unit.style
      for (place, part) in unit.parts.enumerated() {
        add(part, to: &out, &last)
        for mark in part.marks { out += "with \(mark.letters.lowerBound) \(mark.letters.count) \(mark.look)\n" }
        if let names = classes[PartPlace(unit: index, part: place)] { out += "class \(names.joined(separator: " "))\n" }
      }
    }
    TraceText.add(self, to: &out)
    return out + "end \(Digest.of(Array(out.utf8)).prefix(16))\n"
  }

  static func digits(_ number: UInt32, _ count: Int) -> String {
    let text = String(number, radix: 36)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// A style with numbers for the names of fonts, and without black.
  private func shortened(_ style: String) -> String {
    style.parts(between: "; ").map { part in
      let words = part.split(separator: " ")
      guard words.count >= 3, let font = fonts.firstIndex(where: { $0.name == words.dropLast(2).joined(separator: " ") }) else {
        return String(part)
      }
      return "@\(font) \(words[words.count - 2])" + (words.last == "#000000" ? "" : " \(words[words.count - 1])")
    }.joined(separator: "; ")
  }

  /// The style that `shortened` has made; nil where a font has no such number.
  private func lengthened(_ style: String) -> String? {
    var out: [String] = []
    for part in style.parts(between: "; ") where !part.isEmpty {
      let words = part.split(separator: " ")
      guard let first = words.first, first.hasPrefix("@") else {
        out.append(String(part))
        continue
      }
      guard let font = DocumentNumber.whole(first.dropFirst(), in: -1 << 47...1 << 47), fonts.indices.contains(font), words.count > 1 else {
        return nil
      }
      out.append("\(fonts[font].name) \(words[1]) \(words.count > 2 ? String(words[2]) : "#000000")")
    }
    return out.joined(separator: "; ")
  }

  /// What the lines before say.
  private struct Memory {
    var file = ""
    var line = 0
    var style = 0
    var page = 0
    var x = 0
    var y = 0
    var width = 0
    var height = 0
    /// Of what pages do not show.
    var traced = TraceText.Place()
  }

  private func same<Number: BinaryInteger>(_ number: Number, _ last: Number) -> String { number == last ? "." : "\(number)" }

  private func add(_ part: Part, to out: inout String, _ last: inout Memory) {
    if part.page != last.page { out += "p \(part.page)\n" }
    out += part.isDivided ? "-" : "l"
    out += " \(same(part.x, last.x)) \(part.y - last.y) \(same(part.width, last.width)) \(same(part.height, last.height))"
    out += " \(look(of: part))" + (part.text.isEmpty ? "\n" : " \(Self.inOneLine(part.text))\n")
    (last.page, last.x, last.y, last.width, last.height) = (part.page, part.x, part.y, part.width, part.height)
  }

  /// What a part looks like: the hash in five digits, the hash of the glyphs in three, then a letter for the font of each run with its length:
  /// `vmijm4f2/a5b`. The last run has the rest of the line.
  private func look(of part: Part) -> String {
    guard part.glyphs > 0 else { return Self.digits(part.hash, 5) }
    func letter(_ run: Run) -> String { String(Unicode.Scalar(UInt8(97 + min(run.font, 25)))) }
    let last = part.runs.last.map { letter($0) + ($0.count == 0 ? "0" : "") } ?? ""
    let runs = part.runs.dropLast().map { "\(letter($0))\($0.count)" }.joined() + last
    return Self.digits(part.hash, 5) + Self.digits(part.glyphs, 3) + (runs.isEmpty ? "" : "/" + runs)
  }

  /// Without line ends, other control characters and blanks at its ends: as a line of the record has it.
  static func inOneLine(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { out.append(scalar.value < 32 || scalar.value == 127 ? " " : scalar) }
    while out.last == " " { out.removeLast() }
    return String(String(out).drop { $0 == " " })
  }

  /// - Throws: If the text is no reference, of an unknown version, or damaged.
  package init(text: String) throws(RecordFailure) {
    self.init()
    let bytes = Array(text.utf8)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let head = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard head.hasPrefix(Self.magic + " ") else { throw .damaged }
    let version = String(head.dropFirst(Self.magic.count + 1))
    guard Self.known.contains(version) else { throw .otherVersion(String(version.prefix(20))) }
    knowsMarks = version == Self.version
    guard lines.count > 2, let end = lines.dropLast().last, lines.last?.isEmpty == true,
      String(decoding: end, as: UTF8.self) == "end \(Digest.of(bytes[..<end.startIndex]).prefix(16))"
    else { throw .damaged }
    var last = Memory()
    for line in lines.dropFirst().dropLast(2) where !read(String(decoding: line, as: UTF8.self), &last) { throw .damaged }
    guard units.allSatisfy({ $0.parts.allSatisfy { sheets.indices.contains($0.page) } && styles.indices.contains($0.style) })
    else { throw .damaged }
  }

  /// Takes one line; false where it cannot be read.
  private mutating func read(_ line: String, _ last: inout Memory) -> Bool {
    let name = line.prefix { $0 != " " }
    let rest = line.dropFirst(name.count + 1)
    func fields(_ count: Int) -> [Substring] { rest.split(separator: " ", maxSplits: count - 1, omittingEmptySubsequences: false) }
    switch name {
    case "program": program = String(rest)
    case "libraries": libraries = rest.parts(between: ", ").filter { !$0.isEmpty }.map(String.init)
    case "source": source = String(rest)
    case "file": last.file = String(rest)
    case "style":
      guard let style = lengthened(String(rest)) else { return false }
      styles.append(style)
    case "set", "theme":
      let parts = fields(2)
      guard parts.count == 2 else { return false }
      settings.append(Setting(String(parts[0]), String(parts[1]), isOfTheme: name == "theme"))
    case "font":
      let parts = fields(3)
      guard parts.count == 3 else { return false }
      fonts.append(Font(name: String(parts[2]), digest: String(parts[1]), isBundled: parts[0] == "bundled"))
    case "page":
      let parts = fields(4)
      guard parts.count == 4, let width = number(parts[0], or: 0), let height = number(parts[1], or: 0) else { return false }
      sheets.append(Sheet(width: width, height: height, background: String(parts[2]), label: String(parts[3])))
    case "look":
      guard let look = PerceptualHash(text: rest), !sheets.isEmpty else { return false }
      sheets[sheets.count - 1].look = look
    case "p":
      guard let page = DocumentNumber.whole(rest, in: -1 << 47...1 << 47), page >= 0 else { return false }
      last.page = page
    case "macro", "input":
      let parts = fields(2)
      guard parts.count == 2 else { return false }
      if name == "macro" {
        macros.append(Setting(String(parts[0]), String(parts[1])))
      } else {
        inputs.append(Setting(String(parts[1]), String(parts[0])))
      }
    case "read": reads.append(String(rest))
    case "with": return readMark(fields(3))
    case "class":
      guard let part = units.last?.parts.indices.last else { return false }
      classes[PartPlace(unit: units.count - 1, part: part)] = rest.split(separator: " ").map(String.init)
    case "copy":
      let parts = fields(2)
      guard parts.count == 2, let hash = UInt32(parts[0], radix: 36), let bytes = base64Decoded(Array(parts[1].utf8)) else { return false }
      copies[hash] = bytes
    case "in": last.traced.file = String(rest)
    case "block": return TraceText.readBlock(fields(2), &self, &last.traced)
    case "l", "-": return readPart(fields(6), isDivided: name == "-", &last)
    default:
      if let kind = Sense.Kind(rawValue: String(name)) { return TraceText.readSense(kind, fields(2), &self, &last.traced) }
      guard let kind = Kind(rawValue: String(name)) else { return false }
      return readUnit(kind, fields(3), &last)
    }
    return true
  }

  /// Lengths of references are within a thousand times the largest page, so that sums of them are numbers too.
  private static let mostHundredths = 1 << 40

  /// A number, or for a dot the one before.
  private func number<Number: FixedWidthInteger>(_ word: Substring, or last: Number) -> Number? {
    guard word != "." else { return last }
    return Number(word).flatMap { $0.magnitude < Self.mostHundredths ? $0 : nil }
  }

  private mutating func readUnit(_ kind: Kind, _ parts: [Substring], _ last: inout Memory) -> Bool {
    guard parts.count >= 2, let style = number(parts[1], or: last.style) else { return false }
    var unit = Unit(kind: kind, style: style)
    if parts[0] != "-" {
      guard let step = DocumentNumber.whole(parts[0], in: -1 << 47...1 << 47),
        case let (line, false) = last.line.addingReportingOverflow(step), line > 0
      else { return false }
      last.line = line
      (unit.file, unit.line) = (last.file, line)
    }
    if parts.count > 2 { unit.path = String(parts[2]) }
    last.style = style
    units.append(unit)
    return true
  }

  private mutating func readMark(_ parts: [Substring]) -> Bool {
    guard parts.count == 3, let unit = units.indices.last, let part = units[unit].parts.indices.last,
      let start = DocumentNumber.whole(parts[0], in: 0...1_000_000), let count = DocumentNumber.whole(parts[1], in: 1...1_000_000)
    else { return false }
    units[unit].parts[part].marks.append(LetterMark(letters: start..<start + count, look: String(parts[2])))
    return true
  }

  private static func look(_ word: Substring) -> (hash: UInt32, glyphs: UInt32, runs: [Run])? {
    let halves = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let digits = halves.first, digits.count == 5 || digits.count == 8, let hash = UInt32(digits.prefix(5), radix: 36) else {
      return nil
    }
    guard let glyphs = digits.count == 5 ? 0 : UInt32(digits.dropFirst(5), radix: 36) else { return nil }
    var runs: [Run] = []
    var rest = halves.dropFirst().joined().utf8[...]
    while let letter = rest.popFirst() {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      rest = rest.dropFirst(digits.count)
      guard 97...122 ~= letter,
        let count = digits.isEmpty ? -1 : DocumentNumber.whole(String(decoding: digits, as: UTF8.self), in: -1 << 47...1 << 47),
        count < 1_000_000
      else {
        return nil
      }
      runs.append(Run(font: Int(letter) - 97, count: count))
    }
    return (hash, glyphs, runs)
  }

  private mutating func readPart(_ parts: [Substring], isDivided: Bool, _ last: inout Memory) -> Bool {
    guard parts.count >= 5, !units.isEmpty, let x = number(parts[0], or: last.x),
      let step = DocumentNumber.whole(parts[1], in: -1 << 47...1 << 47),
      let width = number(parts[2], or: last.width), let height = number(parts[3], or: last.height),
      let look = Self.look(parts[4]), case let (y, false) = last.y.addingReportingOverflow(step),
      y.magnitude < UInt(Self.mostHundredths)
    else { return false }
    (last.x, last.y, last.width, last.height) = (x, y, width, height)
    var part = Part(page: last.page, x: x, y: y, width: width, height: height, hash: look.hash)
    (part.glyphs, part.runs) = (look.glyphs, look.runs)
    part.isDivided = isDivided
    if parts.count > 5 { part.text = String(parts[5]) }
    if let run = part.runs.last, run.count < 0 {
      let letters = part.text.countedLetters
      part.runs[part.runs.count - 1].count = max(0, letters - part.runs.dropLast().reduce(0) { $0 + max(0, $1.count) })
    }
    units[units.count - 1].parts.append(part)
    return true
  }
}
