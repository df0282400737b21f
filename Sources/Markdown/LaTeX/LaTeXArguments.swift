internal import TypesetDiagnostics

/// What `\includegraphics` and the package svg's `\includesvg` say of a picture.
struct LaTeXGraphics {
  private let isSVG: Bool
  private let page: String?
  /// The width, and whether its labels are LaTeX.
  private(set) var attributes: [(name: String, value: String)] = []

  init(_ name: String, _ options: String) {
    isSVG = name == "includesvg"
    page = LaTeXArguments.option("page", in: options)
    if let width = LaTeXArguments.width(options) { attributes.append(("width", width)) }
    if isSVG, LaTeXArguments.option("inkscapelatex", in: options) == "false" { attributes.append(("math", "off")) }
  }

  /// The file: `\includesvg` names it without what its name ends with.
  func source(_ path: String) -> String {
    (isSVG && !path.lowercased().hasSuffix(".svg") ? path + ".svg" : path) + (page.map { "#page=\($0)" } ?? "")
  }
}

/// What the arguments of environments and commands say: options, widths, columns of tables.
enum LaTeXArguments {
  /// The value of an option of `\includegraphics`.
  static func option(_ name: String, in options: String) -> String? {
    for option in options.split(separator: ",") {
      let parts = option.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\n" } }
      if parts.count == 2, parts[0] == name { return parts[1] }
    }
    return nil
  }

  /// `width=0.8\textwidth` is 80 %, `width=5cm` itself.
  static func width(_ options: String) -> String? {
    guard let width = option("width", in: options), let slash = width.firstIndex(of: "\\") else { return option("width", in: options) }
    guard [#"\textwidth"#, #"\linewidth"#, #"\columnwidth"#].contains(String(width[slash...])) else { return nil }
    let share = width[..<slash].isEmpty ? 1 : DocumentNumber.real(width[..<slash]) ?? 1
    return "\(Int(clamping: (min(max(share, 0.05), 1) * 100).rounded()))%"
  }

  /// What is said of a row with more cells than columns: TeX stops there; here they make the table wider.
  static func surplus(_ bytes: [UInt8], after end: Int, to limit: Int, _ columns: Int) -> Diagnostic {
    let words = bytes[end..<limit].prefix { $0 != ASCII.newline && $0 != UInt8(ascii: "&") && $0 != ASCII.backslash }
    return Diagnostic(
      .warning, "table.cells", at: SourceSpan(end - 1, words.endIndex), "the row has more cells than the \(columns) columns of its table",
      hint: "add columns to the environment's argument, or write \\& for the sign in words")
  }

  /// The number of columns, if all are LaTeX's own: documents may define others.
  static func count(_ columns: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for byte in columns {
      switch byte {
      case ASCII.openBrace: depth += 1
      case ASCII.closeBrace: depth -= 1
      default: if depth == 0, !"lcrXSpmb|@!>< :*\n\t".utf8.contains(byte) { return nil }
      }
    }
    let count = aligns(columns).count
    return count == 0 ? nil : count
  }

  /// `{|l|c|p{3cm}|}`
  static func aligns(_ columns: ArraySlice<UInt8>) -> [String] {
    var out: [String] = []
    var index = columns.startIndex
    func skipGroup() {
      if let group = LaTeXReading.group(Array(columns), at: index - columns.startIndex, to: columns.count) {
        index = columns.startIndex + group.upperBound + 1
      }
    }
    while index < columns.endIndex, out.count < 100 {
      let byte = columns[index]
      index += 1
      switch byte {
      case UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "X"): out.append("left")
      case UInt8(ascii: "c"), UInt8(ascii: "C"): out.append("center")
      case UInt8(ascii: "r"), UInt8(ascii: "R"): out.append("right")
      case UInt8(ascii: "S"): out.append("char")
      case UInt8(ascii: "d"), UInt8(ascii: "D"):
        // dcolumn's signs and places.
        out.append("char")
        for _ in 0..<3 { skipGroup() }
      case UInt8(ascii: "["): index = columns[index...].firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? index
      case UInt8(ascii: "p"), UInt8(ascii: "m"), UInt8(ascii: "b"):
        out.append("left")
        skipGroup()
      case UInt8(ascii: "@"), UInt8(ascii: "!"), ASCII.greater, ASCII.less: skipGroup()
      case UInt8(ascii: "*"):
        let all = Array(columns)
        guard let count = LaTeXReading.group(all, at: index - columns.startIndex, to: all.count),
          let inner = LaTeXReading.group(all, at: count.upperBound + 1, to: all.count)
        else { continue }
        let repeated = aligns(all[inner])
        for _ in 0..<(DocumentNumber.whole(String(decoding: all[count], as: UTF8.self), in: 0...50) ?? 1) { out += repeated }
        index = columns.startIndex + inner.upperBound + 1
      default: break
      }
    }
    return out
  }

  /// True if there is a rule right below the first row, and more rows after it.
  static func hasHead(_ bytes: [UInt8], after start: Int, to limit: Int) -> Bool {
    guard let end = bytes[start..<limit].firstRange(of: Array("\\\\".utf8))?.upperBound else { return false }
    var rest = end
    while rest < limit, ASCII.isBlank(bytes[rest]) { rest += 1 }
    guard rest < limit, bytes[rest] == ASCII.backslash else { return false }
    let name = LaTeXReading.name(bytes, after: rest, to: limit)
    guard ["hline", "midrule", "cline", "cmidrule"].contains(String(decoding: bytes[name], as: UTF8.self)) else { return false }
    // A table with rules below all of its rows has its head in the first row as well.
    return bytes[name.upperBound..<limit].firstRange(of: Array("\\\\".utf8)) != nil
  }

  /// Where a length without braces ends, `\vskip5mm plus 1fil`, `\hspace*\fill`; the place itself where there is none.
  static func lengthEnd(_ bytes: [UInt8], at start: Int, to limit: Int) -> Int {
    var end = start
    func passBlanks() { while end < limit, bytes[end] == ASCII.space { end += 1 } }
    func passLength() -> Bool {
      if end < limit, bytes[end] == ASCII.backslash {
        end = LaTeXReading.name(bytes, after: end, to: limit).upperBound
        return true
      }
      if end < limit, bytes[end] == UInt8(ascii: "-") { end += 1 }
      let number = bytes[end..<limit].prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
      let unit = bytes[number.endIndex..<limit].prefix(4).prefix(while: ASCII.isLetter)
      guard !number.isEmpty, units.contains(String(decoding: unit, as: UTF8.self)) else { return false }
      end = unit.endIndex
      return true
    }
    passBlanks()
    guard passLength() else { return start }
    for word in [" plus ", " minus "] where bytes[end..<limit].starts(with: word.utf8) {
      let last = end
      end += word.utf8.count
      if !passLength() { end = last }
    }
    return end
  }

  private static let units: Set<String> = ["pt", "mm", "cm", "in", "ex", "em", "bp", "pc", "dd", "cc", "sp", "fil", "fill"]
}

extension LaTeXGraphics {
  /// The command of a picture, also directly behind one that centres it, `\centering\includegraphics{a}`, and where its name ends.
  static func command(_ name: String, _ end: Int, in bytes: [UInt8]) -> (name: String, end: Int)? {
    guard name.hasPrefix("center") else { return (name, end) }
    let next = bytes[end...].firstIndex { $0 != ASCII.space && $0 != ASCII.tab } ?? bytes.count
    return ["includegraphics", "includesvg"].first { bytes[next...].starts(with: ("\\" + $0).utf8) }.map { ($0, next + 1 + $0.utf8.count) }
  }
}
