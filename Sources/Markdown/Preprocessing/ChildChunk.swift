internal import TypesetDiagnostics

/// A chunk of knitr's whose text is in files: ```` ```{r child="part.Rmd"} ````, the line `#| child: part.Rmd`, or calls of `knit_child("part.Rmd")`
/// whose results are text, and such a call within a line of its own, `` `r knitr::knit_child("part.Rmd")` ``;
/// a block of names for pandoc's filter include-files, ```` ```{.include} ````.
struct ChildChunk {
  /// Empty where R computes them.
  let paths: [String]
  /// The line that begins it.
  let range: Range<Int>
  /// Before that line's words.
  let indent: Range<Int>
  /// Below its last line.
  let end: Int

  private static let call = "knit_child("
  private static let mostLines = 100

  /// True if a chunk of this kind may be at a place: behind the brace of a chunk's head, at the bar of its first option, or at the underscore of a call.
  static func mayBe(at index: Int, in bytes: [UInt8]) -> Bool {
    let rest = bytes[index...]
    switch bytes[index] {
    case ASCII.openBrace:
      let head = bytes[..<index].reversed().drop { $0 == ASCII.space }
      return head.starts(with: "```".utf8)
        && ["child", "{.include"].contains { rest.prefix(400).prefix { $0 != ASCII.newline }.firstRange(of: $0.utf8) != nil }
    case ASCII.pipe: return rest.dropFirst().starts(with: " child:".utf8)
    default: return ["_child(", "_string(", "_utf8(", "Lines(", "Markdown("].contains { rest.starts(with: $0.utf8) }
    }
  }

  /// - Parameters:
  ///   - lines: Of the file in which it is, from the one that may open it.
  ///   - text: The file.
  init?(_ lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]) {
    guard let first = lines.first else { return nil }
    let marks = text[first.range].drop { $0 == ASCII.space || $0 == ASCII.tab || $0 == ASCII.greater }
    range = marks.startIndex..<first.range.upperBound
    indent = first.range.lowerBound..<marks.startIndex
    let run = marks.prefix { $0 == UInt8(ascii: "`") }
    if run.count == 1, marks.dropFirst().starts(with: "r ".utf8) {
      let words = String(decoding: marks, as: UTF8.self).trimmedWhitespace()
      guard words.hasSuffix("`"), let place = words.firstRange(of: Self.call), !words.dropFirst().dropLast().contains("`"),
        case let found = Self.files(words[place.upperBound...]), !found.isEmpty
      else { return nil }
      (paths, end) = (found, lines.startIndex + 1)
      return
    }
    let head = marks[run.endIndex...].drop { $0 == ASCII.space }
    guard run.count > 2, head.first == ASCII.openBrace,
      head.dropFirst().first.map(ASCII.isLetter) == true || head.starts(with: "{.include".utf8)
    else { return nil }
    let info = String(decoding: head, as: UTF8.self)
    let isList = info.hasPrefix("{.include")
    var body: [String] = []
    for place in lines.indices.dropFirst().prefix(Self.mostLines) {
      let line = text[lines[place].range].drop { $0 == ASCII.space || $0 == ASCII.tab || $0 == ASCII.greater }
      guard line.prefix(while: { $0 == UInt8(ascii: "`") }).count >= run.count else {
        body.append(String(decoding: line, as: UTF8.self))
        continue
      }
      if isList {
        // A line of a comment begins with two strokes.
        let names = body.map { $0.trimmedWhitespace() }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
        guard !names.isEmpty, names.allSatisfy({ $0.contains(".") && !$0.contains(" ") }) else { return nil }
        (paths, end) = (names, place + 1)
        return
      }
      let code = body.joined(separator: "\n")
      let options = ChunkOptions(code, info: info)
      let isHidden = ["eval", "include"].contains { key in
        options[key].map { ["f", "false"].contains($0.lowercased()) } ?? false
      }
      guard !isHidden, let found = Self.files(named: options, info, code) else { return nil }
      (paths, end) = (found, place + 1)
      return
    }
    return nil
  }

  /// The files that an option or the calls in the code name; nil for another chunk.
  private static func files(named options: ChunkOptions, _ info: String, _ code: String) -> [String]? {
    if options["child"] != nil, !info.contains("child") {
      return options["child"].map { files(ofOption: $0) }
    }
    if let place = info.firstRange(of: "child"), case let value = info[place.upperBound...].drop(while: { $0 == " " }), value.first == "=",
      info[..<place.lowerBound].last.map({ " ,".contains($0) }) ?? false
    {
      let value = value.dropFirst().drop { $0.isWhitespace }
      return value.hasPrefix("NULL") || value.hasPrefix("character(") ? nil : files(value)
    }
    if let list = options.lists["child"] { return list }
    let isText = options["results"] == "asis" || options["output"] == "asis"
    guard let reader = readers.first(where: code.contains),
      isText || reader == "includeMarkdown(" || reader == call && code.contains("cat(")
    else { return nil }
    var found: [String] = []
    for piece in code.parts(between: reader).dropFirst() {
      let names = files(piece)
      // What reads any file may read one that is no text.
      guard !names.isEmpty, reader == call || names.allSatisfy({ name in endings.contains { name.hasSuffix($0) } }) else {
        return reader == call ? [] : nil
      }
      found += names
    }
    return found
  }

  private static let readers = [call, "includeMarkdown(", "file_string(", "read_utf8(", "readLines("]
  private static let endings = [".md", ".Rmd", ".rmd", ".qmd", ".markdown", ".txt"]

  private static func files(ofOption text: String) -> [String] {
    let value = text.hasPrefix("!expr") ? text.dropFirst(5).drop { $0 == " " } : text[...]
    return value.contains("(") || value.first == "\"" ? files(value) : [text]
  }

  /// The files of `"a.Rmd"`, `c("a.Rmd", "b.Rmd")`, `here::here("parts", "a.Rmd")`; none where R computes them.
  private static func files(_ value: Substring) -> [String] {
    for (call, joins, root) in [("here::here(", "/", "/"), ("here(", "/", "/"), ("file.path(", "/", ""), ("paste0(", "", "")]
    where value.hasPrefix(call) {
      let parts = IncludedGraphics.strings(value.dropFirst(call.count))
      return parts.isEmpty ? [] : [root + parts.joined(separator: joins)]
    }
    return IncludedGraphics.strings(value)
  }
}
