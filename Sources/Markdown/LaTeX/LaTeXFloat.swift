internal import TypesetDiagnostics

/// What a float says of itself and of its parts: labels, captions.
struct LaTeXFloat {
  private let bytes: [UInt8]
  private let limit: Int

  init(_ bytes: [UInt8], to limit: Int) { (self.bytes, self.limit) = (bytes, limit) }

  /// `\subfloat[Words]{…}`, `\subcaptionbox{Words}{…}`: parts that are commands.
  static let parts: Set = ["subfloat", "subfigure", "subtable", "subcaptionbox"]

  /// What stands in a float for a command that reads a file of LaTeX's, or defines another one; nil for other commands.
  ///
  /// - Parameter command: With its backslash.
  func replacement(of command: Range<Int>) -> (words: String, end: Int, fault: Diagnostic?)? {
    switch String(decoding: bytes[command.dropFirst()], as: UTF8.self) {
    case "def":
      let name = LaTeXReading.name(bytes, after: command.upperBound, to: limit)
      guard !name.isEmpty, let body = LaTeXReading.group(bytes, at: name.upperBound, to: limit) else { return nil }
      return ("", body.upperBound + 1, nil)
    case "input", "include", "includestandalone", "subfile", "lstinputlisting", "verbatiminput":
      guard let file = LaTeXReading.group(bytes, at: LaTeXReading.options(bytes, at: command.upperBound, to: limit).end, to: limit) else {
        return nil
      }
      let name = String(decoding: bytes[file], as: UTF8.self).filter { !"<>&".contains($0) }
      let fault = Diagnostic(
        .warning, "latex.drawing", at: SourceSpan(command.lowerBound, file.upperBound + 1), "\(name) is not drawn; its name is shown",
        hint: "include it as a picture")
      return ("<code>\(name)</code>", file.upperBound + 1, fault)
    default: return nil
    }
  }

  /// The element for a float: with its label, its width where it is a part of another one, and where its author wants it.
  ///
  /// - Parameters:
  ///   - options: `[ht]`.
  ///   - start: After the arguments.
  ///   - share: Of a part, in per cent of the measure.
  func tag(of name: String, _ options: Range<Int>?, after start: Int, share: Int?) -> String {
    let label = label(after: start).map { " id=\"\($0)\"" } ?? ""
    let width = share.map { " width=\"\($0)%\"" } ?? ""
    let place = options.map { String(decoding: bytes[$0], as: UTF8.self).filter { "htbpH!".contains($0) } } ?? ""
    let isPlaced = ["figure", "figure*", "table", "table*"].contains(name) && !place.isEmpty
    let wide = name == "figure*" || name == "table*" ? " class=\"wide\"" : ""
    return "<figure\(label)\(width)\(isPlaced ? " placement=\"\(place)\"" : "")\(wide)>"
  }

  /// bookdown's label in LaTeX that it has made itself, `\caption{Words}(\#fig:one)`: the name, and where it ends; nil where none begins.
  static func bookdownLabel(_ bytes: [UInt8], at open: Int, to limit: Int) -> (name: String, end: Int)? {
    guard bytes[open..<limit].starts(with: "(\\#".utf8), let close = bytes[open..<limit].prefix(120).firstIndex(of: ASCII.closeParenthesis),
      let name = name(bytes[(open + 3)..<close]), name.contains(":")
    else { return nil }
    return (name, close + 1)
  }

  /// Environments that only say where and how large something is: a label in them is the float's.
  private static let looks: Set = [
    "center", "flushleft", "flushright", "tiny", "scriptsize", "footnotesize", "small", "normalsize", "large", "adjustbox",
    "threeparttable", "tablenotes",
  ]

  /// The label of a float, not that of an environment or of a part in it.
  ///
  /// - Parameter start: After its `\begin`.
  func label(after start: Int) -> String? {
    var depth = 0
    var place = start
    while let found = bytes[place..<limit].firstIndex(of: ASCII.backslash) {
      let range = LaTeXReading.name(bytes, after: found, to: limit)
      place = max(range.upperBound, found + 2)
      guard place < limit else { return nil }
      switch String(decoding: bytes[range], as: UTF8.self) {
      case "begin", "end":
        if let name = LaTeXReading.group(bytes, at: range.upperBound, to: limit),
          Self.looks.contains(String(decoding: bytes[name], as: UTF8.self))
        {
          place = name.upperBound
        } else if bytes[range].first == UInt8(ascii: "b") {
          depth += 1
        } else {
          depth -= 1
          if depth < 0 { return nil }
        }
      case let command where Self.parts.contains(command):
        guard let part = part(command, after: range.upperBound) else { return nil }
        place = LaTeXReading.group(bytes, at: part.open, to: limit)?.upperBound ?? place
      case "label" where depth == 0:
        guard let group = LaTeXReading.group(bytes, at: range.upperBound, to: limit) else { return nil }
        return Self.name(bytes[group])
      case "" where depth == 0 && found > start:
        if let label = Self.bookdownLabel(bytes, at: found - 1, to: limit) { return label.name }
      default: break
      }
    }
    return nil
  }

  /// The label in a part's caption.
  func label(in words: Range<Int>) -> String? {
    guard let found = bytes[words].firstRange(of: Array("\\label{".utf8)),
      let group = LaTeXReading.group(bytes, at: found.upperBound - 1, to: words.upperBound)
    else { return nil }
    return Self.name(bytes[group])
  }

  /// Where the words of a part's caption are, and the brace before what the part shows.
  func part(_ command: String, after nameEnd: Int) -> (words: Range<Int>?, open: Int)? {
    var words: Range<Int>?
    var end = nameEnd
    if command == "subcaptionbox" {
      guard let group = LaTeXReading.group(bytes, at: end, to: limit) else { return nil }
      words = group
      end = group.upperBound + 1
    }
    for _ in 0..<2 {
      let (next, options) = LaTeXReading.options(bytes, at: end, to: limit)
      guard let options else { break }
      if command != "subcaptionbox" { words = options }
      end = next
    }
    while end < limit, ASCII.isBlank(bytes[end]) || bytes[end] == ASCII.newline { end += 1 }
    return end < limit && bytes[end] == ASCII.openBrace ? (words, end) : nil
  }

  /// A label that may be an attribute's value.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.+/".utf8.contains($0) } && !bytes.isEmpty
      ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
