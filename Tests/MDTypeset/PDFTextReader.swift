import Foundation

/// The text of a tagged PDF as its structure tree gives it (ISO 32000-1, 14.7 to 14.9): what is shown goes through ToUnicode, what has an
/// `ActualText` or an `Alt` stands for it, formulas are their LaTeX, artifacts are left out.
struct PDFTextReader {
  /// One line for each element that is no part of a line, with its type.
  private(set) var lines: [String] = []
  private let file: PDFFile
  /// By page, the text of each marked-content sequence.
  private var contents: [String: [Int: String]] = [:]
  private var open: (kind: String, text: String)?

  init(_ bytes: [UInt8]) throws {
    file = try PDFFile(bytes)
    var fonts = PDFFontTexts(file)
    for page in file.pages { contents[page] = PDFPageText(of: page, in: file, &fonts).texts }
    for kid in file.array(file.dictionary(file.catalog["/StructTreeRoot"])?["/K"]) { walk(kid, page: nil, isInline: false) }
    close()
  }

  /// Types that are lines of their own wherever they stand; others are where nothing around them is.
  private static let blocks: Set<String> = [
    "/Document", "/Div", "/Sect", "/BlockQuote", "/P", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6", "/L", "/LI", "/Lbl", "/LBody", "/Table",
    "/THead", "/TBody", "/TR", "/TH", "/TD", "/Caption", "/TOC", "/TOCI", "/Note",
  ]

  /// Of those, the ones that hold others, and no text.
  private static let groups: Set<String> = [
    "/Document", "/Div", "/Sect", "/BlockQuote", "/L", "/LI", "/LBody", "/Table", "/THead", "/TBody", "/TR", "/TOC", "/Note",
  ]

  private mutating func walk(_ value: Any, page: String?, isInline: Bool) {
    guard let element = file.dictionary(value), let kind = element["/S"] as? String else { return }
    let page = element["/Pg"] as? String ?? page
    let isBlock = Self.blocks.contains(kind) || !isInline
    let outer = open?.kind
    if isBlock {
      close()
      open = (String(kind.dropFirst()), "")
    }
    let properties = file.array(file.dictionary(element["/A"])?["/P"]).compactMap { file.dictionary($0) }
    if let source = PDFFile.text(properties.first { PDFFile.text($0["/N"]) == "LaTeX" }?["/V"]) ?? PDFFile.text(element["/Alt"]) {
      open?.text += source
    } else {
      let isText = isBlock && !Self.groups.contains(kind)
      for kid in file.array(element["/K"]) {
        switch kid {
        case let identifier as Int: show(identifier, of: page)
        case let name as String: walk(name, page: page, isInline: isBlock ? isText : isInline)
        case let part as [String: Any]:
          if let identifier = part["/MCID"] as? Int {
            show(identifier, of: part["/Pg"] as? String)
          } else {
            walk(part, page: page, isInline: isBlock ? isText : isInline)
          }
        default: break
        }
      }
    }
    if isBlock {
      close()
      // What stands behind a note goes on with the line that refers to it.
      if let outer { open = (outer, "") }
    }
  }

  private mutating func show(_ identifier: Int, of page: String?) {
    open?.text += page.flatMap { contents[$0]?[identifier] } ?? "\u{FFFD}"
  }

  private mutating func close() {
    if var open {
      while open.text.hasSuffix(" ") { open.text.removeLast() }
      if !open.text.isEmpty { lines.append("\(open.kind): \(open.text)") }
    }
    open = nil
  }
}

/// What the glyphs of a file's fonts stand for, by the fonts' ToUnicode maps.
struct PDFFontTexts {
  private let file: PDFFile
  private var maps: [String: [String: String]] = [:]

  init(_ file: PDFFile) { self.file = file }

  /// By the code in hexadecimal digits.
  mutating func map(of font: String) -> [String: String] {
    if let known = maps[font] { return known }
    var map: [String: String] = [:]
    let lines = String(decoding: file.stream(file.dictionary(font)?["/ToUnicode"]), as: UTF8.self).split(separator: "\n")
    for line in lines where line.hasPrefix("<") && line.contains("><") {
      let parts = line.dropFirst().dropLast().components(separatedBy: "><")
      guard parts.count == 2 else { continue }
      map[parts[0].uppercased()] = Self.text(ofHex: parts[1])
    }
    maps[font] = map
    return map
  }

  /// UTF-16, the byte order mark left out.
  static func text(ofHex digits: String) -> String {
    var units: [UInt16] = []
    var rest = digits[...]
    while rest.count >= 4 {
      units.append(UInt16(rest.prefix(4), radix: 16) ?? 0xFFFD)
      rest = rest.dropFirst(4)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    return String(decoding: units, as: UTF16.self)
  }
}

extension PDFFile {
  /// How many hexadecimal digits a code of a font has.
  func codeDigits(_ font: Any?) -> Int {
    let entries = dictionary(font) ?? [:]
    return entries["/Subtype"] as? String == "/Type0" && entries["/Encoding"] as? String == "/Identity-H" ? 4 : 2
  }

  /// What the CMap of a font has for codes of one byte (ISO 32000-1, 9.7.5.3): character identifiers by codes in hexadecimal digits.
  func identifiers(_ map: Any?) -> [String: Int] {
    var out: [String: Int] = [:]
    for line in String(decoding: stream(map), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2, parts[0].count == 8, let first = Int(parts[1]) else { continue }
      let ends = parts[0].split { "<>".contains($0) }.compactMap { Int($0, radix: 16) }
      guard ends.count == 2, ends[0] <= ends[1] else { continue }
      for code in ends[0]...ends[1] { out[String(format: "%02X", code)] = first + code - ends[0] }
    }
    return out
  }
}

/// The text of one page by its marked-content sequences.
struct PDFPageText {
  private(set) var texts: [Int: String] = [:]

  private enum Mark {
    case sequence(Int)
    case artifact
    case actual(String)
    case other
  }

  init(of page: String, in file: PDFFile, _ fonts: inout PDFFontTexts) {
    let dictionary = file.dictionary(page) ?? [:]
    let names = file.dictionary(file.dictionary(dictionary["/Resources"])?["/Font"]) ?? [:]
    var open: [Mark] = []
    var operands: [String] = []
    var font: [String: String] = [:]
    var digits = 4
    for token in PDFContentWalk.tokens(file.stream(dictionary["/Contents"])) {
      guard let first = token.unicodeScalars.first, first.properties.isAlphabetic || first == "'" else {
        operands.append(token)
        continue
      }
      switch token {
      case "BMC", "BDC":
        let mark = Self.mark(operands)
        if case .actual(let text) = mark { add(text, open) }
        open.append(mark)
      case "EMC": _ = open.popLast()
      case "Tf":
        let name = names[operands.first ?? ""] as? String ?? ""
        font = fonts.map(of: name)
        digits = file.codeDigits(name)
      case "Tj", "TJ":
        var glyphs: [String] = []
        for operand in operands where operand.hasPrefix("<") {
          var rest = operand.dropFirst().dropLast()
          while rest.count >= digits {
            glyphs.append(font[rest.prefix(digits).uppercased()] ?? "\u{FFFD}")
            rest = rest.dropFirst(digits)
          }
        }
        if open.contains(where: { if case .actual = $0 { true } else { false } }) { break }
        add(glyphs.joined(), open)
      default: break
      }
      operands.removeAll()
    }
  }

  private mutating func add(_ text: String, _ open: [Mark]) {
    for mark in open.reversed() {
      if case .sequence(let identifier) = mark { return texts[identifier, default: ""] += text }
      if case .artifact = mark { return }
    }
  }

  private static func mark(_ operands: [String]) -> Mark {
    switch operands.first {
    case "/Artifact": return .artifact
    default: break
    }
    if let place = operands.firstIndex(of: "/MCID"), operands.indices.contains(place + 1) {
      return .sequence(Int(operands[place + 1]) ?? -1)
    }
    if let place = operands.firstIndex(of: "/ActualText"), operands.indices.contains(place + 1) {
      let string = operands[place + 1]
      if string.hasPrefix("<") { return .actual(PDFFontTexts.text(ofHex: String(string.dropFirst().dropLast()))) }
      return .actual(unescaped(string.dropFirst().dropLast()))
    }
    return .other
  }

  private static func unescaped(_ string: Substring) -> String {
    var out = ""
    var isEscaped = false
    for scalar in string.unicodeScalars {
      if isEscaped {
        out.unicodeScalars.append(scalar == "r" ? "\r" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
