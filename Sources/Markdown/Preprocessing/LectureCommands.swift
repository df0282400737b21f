internal import TypesetDiagnostics
internal import TypesetFiles

/// The source of notes for a lecture in the manner of the preprocessor lamd, of which notes, slides and notebooks are made: `\notes{…}` is text, `\slides{…}`
/// is on slides only, `\code{…}` is a cell, `\figure{\includediagram{a}{50%}}{Words}{label}` a figure, `\include{_ai/includes/a.md}` another file.
func withLectureCommands(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard LectureCommands.areIn(source), source.files.count == 1 else { return source }
  var source = source
  for _ in 0..<LectureCommands.deepest {
    guard let included = LectureCommands.including(source, files, &diagnostics) else { break }
    source = included
  }
  var commands = LectureCommands(source)
  commands.run(0..<source.bytes.count)
  commands.text.copy(upTo: source.bytes.count)
  diagnostics = commands.text.moved(diagnostics) + commands.diagnostics
  return commands.text.result
}

private struct LectureCommands {
  static let deepest = 4
  private static let mostBytes = 1 << 18

  private let bytes: [UInt8]
  var text: RewrittenText
  private(set) var diagnostics: [Diagnostic] = []
  private var depth = 0

  /// Commands whose braces hold text, code, or what pages do not show, with the number of their arguments.
  private static let shown: Set = ["notes", "centerdiv", "aligncenter", "alignleft", "largetext", "smalltext"]
  private static let code: Set = ["code", "setupcode", "helpercode", "plotcode", "setuphelpercode", "displaycode"]
  private static let silent = [
    "slides": 1, "speakernotes": 1, "newslide": 1, "addreading": 2, "addblog": 2, "addvideo": 2, "define": 1, "ifndef": 1, "editme": 0,
    "endif": 0,
    "endslides": 0, "reading": 0, "thanks": 0, "subsubsubsection": 0,
  ]

  static func areIn(_ source: Source) -> Bool {
    source.holds("\\notes{") && ["\\slides{", "\\newslide{", "\\speakernotes{"].contains(where: source.holds)
  }

  init(_ source: Source) {
    bytes = source.bytes
    text = RewrittenText(source)
    text.begin(source.files[0])
  }

  // MARK: Files

  /// The source with the files that lines of `\include{a.md}` name, from the nearest folder that has them; nil without any.
  static func including(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source? {
    guard source.holds("\n\\include{"), let folder = source.files[0].folder else { return nil }
    let bytes = source.bytes
    var text = RewrittenText(source)
    text.begin(source.files[0])
    var missing: [Diagnostic] = []
    let opener = Array("\n\\include{".utf8)
    while let start = bytes.find(opener, from: text.place) {
      guard let group = LaTeXReading.group(bytes, at: start + opener.count - 1, to: bytes.count) else { break }
      let path = String(decoding: bytes[group], as: UTF8.self)
      text.copy(upTo: start + 1)
      if let level = files.namesAbove(folder, among: [path], upTo: ".git").first(where: { $0.names.contains(path) }),
        case let name = String(repeating: "../", count: level.ups) + path,
        let found = try? files.read(name, from: folder, limit: mostBytes)
      {
        let lines = GivenLines(bytes: found.bytes, file: name, line: 1)
        text.write("\n".utf8)
        text.write(lines.bytes, ofFile: lines.name(beside: source.files[0].name), line: 1)
        text.write("\n".utf8)
      } else {
        missing.append(
          Diagnostic(
            .warning, "include.unread", at: SourceSpan(text.out.count, text.out.count), "\(path) is not in the project and is left out",
            hint: "put the file into the project"))
      }
      text.skip(to: group.upperBound + 1)
    }
    text.copy(upTo: bytes.count)
    diagnostics = text.moved(diagnostics) + missing
    return text.result
  }

  // MARK: Commands

  mutating func run(_ range: Range<Int>) {
    var index = range.lowerBound
    depth += 1
    defer { depth -= 1 }
    while index < range.upperBound, let slash = bytes[index..<range.upperBound].firstIndex(of: ASCII.backslash) {
      let name = LaTeXReading.name(bytes, after: slash, to: range.upperBound)
      index = max(slash + 2, name.upperBound)
      let word = String(decoding: bytes[name], as: UTF8.self)
      if let count = Self.silent[word] {
        text.copy(upTo: slash)
        index = arguments(count, after: name.upperBound, to: range.upperBound).last.map { $0.upperBound + 1 } ?? name.upperBound
        text.skip(to: index)
      } else if Self.shown.contains(word), depth < 20, let group = arguments(1, after: name.upperBound, to: range.upperBound).first {
        text.copy(upTo: slash)
        text.write("\n\n".utf8)
        text.skip(to: group.lowerBound)
        run(group)
        text.copy(upTo: group.upperBound)
        text.write("\n\n".utf8)
        index = group.upperBound + 1
        text.skip(to: index)
      } else if Self.code.contains(word), let group = arguments(1, after: name.upperBound, to: range.upperBound).first {
        text.copy(upTo: slash)
        text.write("\n```python\n".utf8)
        text.skip(to: group.lowerBound)
        text.copy(upTo: group.upperBound)
        text.write("\n```\n".utf8)
        index = group.upperBound + 1
        text.skip(to: index)
      } else if word == "figure", case let groups = arguments(3, after: name.upperBound, to: range.upperBound), groups.count > 1 {
        text.copy(upTo: slash)
        text.write(figure(groups).utf8)
        index = groups[groups.count - 1].upperBound + 1
        text.skip(to: index)
      }
    }
  }

  /// Up to a number of arguments in braces.
  private func arguments(_ count: Int, after start: Int, to limit: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var end = start
    while found.count < count, let group = LaTeXReading.group(bytes, at: end, to: limit) {
      found.append(group)
      end = group.upperBound + 1
    }
    return found
  }

  private static let endings = [
    "includediagram": ".svg", "includepng": ".png", "includejpg": ".jpg", "includegif": ".gif", "includeimg": "",
  ]

  /// The picture, the words and the label of a figure as Markdown.
  private func figure(_ groups: [Range<Int>]) -> String {
    func words(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).trimmedWhitespace() }
    let caption = words(groups[1]).replacing("\n", with: " ")
    let label = groups.count > 2 ? words(groups[2]) : ""
    let id = label.isEmpty || label.contains(where: { $0.isWhitespace || "{}#".contains($0) }) ? "" : "#fig:\(label)"
    guard let slash = bytes[groups[0]].firstIndex(of: ASCII.backslash),
      case let name = LaTeXReading.name(bytes, after: slash, to: groups[0].upperBound),
      let ending = Self.endings[String(decoding: bytes[name], as: UTF8.self)],
      case let inner = arguments(2, after: name.upperBound, to: groups[0].upperBound), let first = inner.first
    else { return "\n\n\(caption)\n\n" }
    let path = words(first).replacing("\\diagramsDir", with: "slides/diagrams").replacing("\\writeDiagramsDir", with: "slides/diagrams")
    let width = inner.count > 1 && words(inner[1]).hasSuffix("%") ? " width=\(words(inner[1]))" : ""
    return "\n\n![\(caption)](\(path)\(ending)){\(id)\(width)}\n\n"
  }
}
