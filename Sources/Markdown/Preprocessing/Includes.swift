internal import TypesetBytes
internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with the files that it includes in their places.
///
/// mdBook's `{{#include a.md}}`, snippets' `--8<-- "a.md"`, Quarto's `{{< include a.qmd >}}` and VitePress' `<!--@include: a.md-->` are
/// directives about text, whatever it means: they hold in code blocks too. MyST's `{include}` and `{literalinclude}` are blocks.
func includingFiles(_ source: Source, files: FileAccess, budget: Budget) -> (source: Source, diagnostics: [Diagnostic]) {
  guard Inclusion.mayInclude(source) else { return (source, []) }
  var inclusion = Inclusion(access: files, budget: budget)
  // As large as it becomes, mostly: the text of a long document lives as long as its pages.
  inclusion.bytes.reserveCapacity(source.bytes.count + source.bytes.count / 32)
  for (number, file) in source.files.enumerated() {
    let end = source.end(ofFile: number)
    inclusion.files.append(file.moved(to: inclusion.bytes.count))
    let place = Inclusion.Place(name: file.name, folder: file.folder, origins: LineOrigins(of: source, in: file.start..<end))
    inclusion.append(source.bytes[file.start..<end], of: place)
  }
  let included = Source(files: inclusion.files, bytes: inclusion.bytes, runs: inclusion.runs).withPairs()
  return (withAddedMarks(inclusion.marks, in: included), inclusion.diagnostics)
}

/// Inserts included files into a text, and records where each piece comes from.
private struct Inclusion {
  /// The file that has the directive.
  struct Place {
    /// As messages show it.
    var name: String
    /// Where relative paths in it start; nil is the first root.
    var folder: String?
    /// Where its lines come from, if they were made of another format: the cells of a notebook.
    var origins = LineOrigins()
  }

  let access: FileAccess
  let budget: Budget
  var files: [Source.File] = []
  var bytes: [UInt8] = []
  var runs: [Source.Run] = []
  var diagnostics: [Diagnostic] = []
  /// Where marks of comments stand around directives that failed: these are nobody's words.
  private(set) var marks: [Range<Int>] = []
  /// Files that were read so far.
  private var count = 0
  /// Bytes of their lines that were included, and how many of those again.
  private var included = 0
  private var repeated = 0
  /// The same for each file, by name.
  private var includedOf: [String: Int] = [:]
  /// The files of a vault.
  private lazy var search = FileSearch(access)
  /// Bytes that were read again, and the files that were read.
  private var readAgain = 0
  private var hasRead: Set<String> = []
  /// The directives inside of each other whose files are being read: the files that have them, and their lines.
  private var open: [(file: String, line: Int)] = []

  init(access: FileAccess, budget: Budget) {
    self.access = access
    self.budget = budget
  }

  private static let fileOption = Array("file=".utf8)
  private static let includeOption = Array("include=".utf8)

  /// True if the text may hold an include directive.
  static func mayInclude(_ source: Source) -> Bool {
    source.bytes.first == UInt8(ascii: "i") || source.bytes.first == UInt8(ascii: "!") || source.mayHold(anyOf: signs)
      ? mayInclude(source.bytes) : false
  }

  /// One of them is in each directive that is not at the very beginning of a text.
  private static let signs = [
    "_child(", "_string(", "_utf8(", "Lines(", "Markdown(", "`{", "` ", "{csv-table}", "{src=", "{include}", "{literalinclude}", "{{", "{%",
    "{!", "| file:", "| child:", "![", "[!", "!!!include(", "\n!include ", ".. literalinclude::", ".mmd", ".mermaid", "::", "':include",
    "\":include", "<<", "<include ", "[import", "[include", "[iframe", "[file]{", "\nsrc:", "\nimport ", "8<-", "@include:", "@[code",
  ]

  private static func mayInclude(_ bytes: [UInt8]) -> Bool {
    if bytes.first == UInt8(ascii: "i"), ModuleParts.isImport(bytes[...]) { return true }
    var index = -1
    for byte in bytes {
      index += 1
      // Most of a text is lower-case letters and spaces, and this reads all of it.
      if byte &- 0x61 < 26 || byte == 0x20 { continue }
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "L"), UInt8(ascii: "M"): if ChildChunk.mayBe(at: index, in: bytes) { return true }
      case UInt8(ascii: "{"):
        guard index + 2 < bytes.count else { continue }
        if ChildChunk.mayBe(at: index, in: bytes) { return true }
        if bytes[index...].starts(with: "{csv-table}".utf8) || bytes[index...].starts(with: "{src=".utf8) { return true }
        if bytes[index...].starts(with: "{include}".utf8) || bytes[index...].starts(with: "{literalinclude}".utf8) { return true }
        if index > 2, bytes[index - 1] == UInt8(ascii: "`"), case let line = bytes[index...].prefix(200).prefix(while: { $0 != 0x0A }),
          line.firstRange(of: fileOption) != nil || line.firstRange(of: includeOption) != nil
        {
          return true
        }
        guard bytes[index + 1] == byte else { continue }
        if bytes[index + 2] == UInt8(ascii: "#") || bytes[index + 2] == UInt8(ascii: "<") { return true }
      case UInt8(ascii: "|"):
        if index > 0, bytes[(index + 1)...].starts(with: " file:".utf8) || ChildChunk.mayBe(at: index, in: bytes) {
          return true
        }
      case UInt8(ascii: "!"):
        if index == 0 || bytes[index - 1] == 0x0A, DrawnFile.mayBeCode(bytes[index...]) { return true }
        if index > 0, bytes[index - 1] == UInt8(ascii: "{") { return true }
        if index > 0, bytes[index - 1] == UInt8(ascii: "["), LearnIncludes.begins(bytes[index...]) { return true }
        if index + 2 < bytes.count, bytes[index + 1] == byte, bytes[index...].starts(with: "!!!include(".utf8) { return true }
        if index == 0 || bytes[index - 1] == 0x0A, bytes[index...].starts(with: "!include ".utf8) { return true }
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "["), bytes[index + 2] == UInt8(ascii: "[") { return true }
      case UInt8(ascii: "."):
        if index + 4 < bytes.count, bytes[index + 1] == UInt8(ascii: "."), bytes[index...].starts(with: ".. literalinclude::".utf8) {
          return true
        }
        if index + 4 < bytes.count, bytes[index + 1] == UInt8(ascii: "m"),
          DrawnFile.endings.contains(where: { bytes[index...].starts(with: $0.utf8) })
        {
          return true
        }
      case UInt8(ascii: "%"):
        if index > 0, bytes[index - 1] == UInt8(ascii: "{"),
          case let name = bytes[(index + 1)...].prefix(40).drop(while: { $0 <= 0x20 || $0 == UInt8(ascii: "-") }),
          name.starts(with: "include".utf8) || name.starts(with: "readfile".utf8)
        {
          return true
        }
      case UInt8(ascii: ":"):
        if index + 7 < bytes.count, bytes[index + 1] == byte, LearnIncludes.begins(bytes[(index + 1)...]) { return true }
        if TableDivision.mayFollow(index, in: bytes) { return true }
        if index > 0, "'\"".utf8.contains(bytes[index - 1]), bytes[index...].starts(with: ":include".utf8) { return true }
      case UInt8(ascii: "<"):
        if index + 2 < bytes.count, bytes[index + 1] == byte, bytes[index + 2] == byte { return true }
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "i"), bytes[index...].starts(with: "<include ".utf8) { return true }
      case UInt8(ascii: "["):
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "i"),
          bytes[index...].starts(with: "[import".utf8) || bytes[index...].starts(with: "[include".utf8)
            || bytes[index...].starts(with: "[iframe".utf8)
        {
          return true
        }
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "f"), bytes[index...].starts(with: "[file]{".utf8) { return true }
      case 0x0A:
        if index + 4 < bytes.count, bytes[index + 1] == UInt8(ascii: "s"), bytes[(index + 1)...].starts(with: "src:".utf8) { return true }
        if index + 8 < bytes.count, bytes[index + 1] == UInt8(ascii: "i"), ModuleParts.isImport(bytes[(index + 1)...]) { return true }
      case UInt8(ascii: "8"):
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "<"), bytes[index + 2] == UInt8(ascii: "-") { return true }
      case UInt8(ascii: "@"): if ["@include:", "@[code"].contains(where: { bytes[index...].starts(with: $0.utf8) }) { return true }
      default: break
      }
    }
    return false
  }

  /// Adds the text of an input, with the files that it includes.
  mutating func append(_ text: ArraySlice<UInt8>, of file: Place) {
    let text = Array(text)
    var lines: [IncludeDirective.Line] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      lines.append(IncludeDirective.Line(number: lines.count + 1, range: start..<end))
      start = end + 1
    }
    append(lines, of: text, file: file, prefix: [], isCode: false)
    if text.last == 0x0A { bytes.append(0x0A) }
  }

  /// Adds lines of a file, with newlines between them.
  ///
  /// - Parameters:
  ///   - prefix: The indent and quote marks of the line that includes them, which all but the first lack.
  ///   - isCode: True in a fenced block: the lines are shown as they are.
  private mutating func append(_ lines: [IncludeDirective.Line], of text: [UInt8], file: Place, prefix: [UInt8], isCode: Bool) {
    var fences = OpenFences()
    var indented = IndentedCode()
    var parts = ModuleParts()
    var isInSnippets = false
    var expected = 0
    // Below here lines of a directive of MyST's have been read with its first.
    var next = 0
    for (position, line) in lines.enumerated() where position >= next {
      if position > 0 { bytes.append(0x0A) }
      if line.number != expected || !prefix.isEmpty || file.origins.begin(at: line.number) {
        begin(file, line: line.number, position > 0 ? prefix : [])
      }
      expected = line.number + 1
      let content = text[line.range]
      guard !isCode else {
        bytes += content
        continue
      }
      let wasInFence = fences.isCode || !fences.isCode && indented.pass(content)
      if fences.isCode || !wasInFence { fences.pass(content) }
      if !wasInFence, let directive = IncludeBlock(lines[position...], of: text, in: file.folder) {
        next = directive.end
        fences.endCode()
        include(directive, in: text, of: file, line: line.number, prefix + text[directive.indent])
        expected = 0
      } else if !wasInFence, let child = ChildChunk(lines[position...], of: text) {
        next = child.end
        fences.endCode()
        include(child, in: text, of: file, line: line.number, prefix + text[child.indent])
        expected = 0
      } else if !wasInFence, let slides = SlideInclude(lines[position...], of: text) {
        next = slides.end
        include(slides, in: text, of: file, line: line.number)
        expected = 0
      } else if !wasInFence, isSnippetBlock(content) {
        isInSnippets.toggle()
      } else if isInSnippets {
        // Between two lines `--8<--` each line is a path.
        let path = String(decoding: content, as: UTF8.self).trimmedWhitespace()
        if !path.isEmpty, !path.hasPrefix(";") {
          let directive = IncludeDirective(form: .snippet, path: path, range: line.range)
          include(directive, in: content, of: file, line: line.number, prefix, isCode: false)
          expected = 0
        }
      } else if !wasInFence, let directive = parts.directive(in: content) {
        bytes += content[..<directive.range.lowerBound]
        include(directive, in: content, of: file, line: line.number, prefix + indent(content[..<directive.range.lowerBound]), isCode: false)
        expected = 0
      } else if append(content, of: file, line: line.number, prefix, isCode: wasInFence) {
        expected = 0
      }
    }
  }

  /// Adds a line; true where it includes a file.
  private mutating func append(_ content: ArraySlice<UInt8>, of file: Place, line: Int, _ prefix: [UInt8], isCode: Bool) -> Bool {
    var done = content.startIndex
    while let directive = IncludeDirective.first(in: content, from: done, isCode: isCode) {
      bytes += content[done..<directive.range.lowerBound]
      done = directive.range.upperBound
      let before = content[..<directive.range.lowerBound]
      guard isCode || before.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 0 else {
        bytes += content[directive.range]
        continue
      }
      let margin = directive.form == .note ? ItemEmbed.margin(of: before) ?? indent(before) : indent(before)
      include(directive, in: content, of: file, line: line, prefix + margin, isCode: isCode)
      begin(file, line: line, column: column(done, in: content))
    }
    var rest = content[done...]
    // mdBook: `\{{#include …}}` shows the directive itself. Outside of code that is Markdown's own escape.
    if isCode, let escaped = rest.indices.first(where: { rest[$0] == UInt8(ascii: "\\") && rest[$0...].starts(with: "\\{{#".utf8) }) {
      bytes += rest[..<escaped]
      rest = rest[(escaped + 1)...]
    }
    bytes += rest
    return done > content.startIndex
  }

  private func column(_ place: Int, in content: ArraySlice<UInt8>) -> Int {
    content[..<place].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// Text from here on is that of a file, after the indent of the line that includes it.
  private mutating func begin(_ file: Place, line: Int, column: Int = 1, _ prefix: [UInt8] = []) {
    let origin = file.origins.place(of: line) ?? (file.name, line)
    let run = Source.Run(start: bytes.count, file: origin.0, line: origin.1, column: column - prefix.count)
    if runs.last?.start == bytes.count { runs[runs.count - 1] = run } else { runs.append(run) }
    bytes += prefix
  }

  /// What the later lines of an included text begin with.
  private func indent(_ before: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    before.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") } ? before : []
  }

  /// `--8<--` alone on its line begins or ends a list of files.
  private func isSnippetBlock(_ content: ArraySlice<UInt8>) -> Bool {
    guard content.count < 40, content.contains(UInt8(ascii: "8")) else { return false }
    return IncludeDirective.snippetMark(String(decoding: content, as: UTF8.self).trimmedWhitespace())?.isEmpty == true
  }

  // MARK: Files

  private mutating func include(
    _ directive: IncludeDirective, in content: ArraySlice<UInt8>, of file: Place, line: Int, _ prefix: [UInt8], isCode: Bool
  ) {
    switch read(directive, namedIn: file, isCode: isCode) {
    case .success(let found) where directive.form == .note && FrontMatter.of(found.bytes).value("excalidraw-plugin") != nil:
      let fault = Fault(reason: "it is a drawing of Excalidraw", hint: "let the plugin export it as SVG, and embed that")
      leaveOut(directive, in: content, of: file, line: line, isCode: isCode, fault)
    case .success(let found):
      let isLiteral = directive.form == .playground || directive.form == .code
      open.append((file.name, line))
      defer { open.removeLast() }
      if let fault = loop(through: found.lines, of: found, isCode: isCode || isLiteral) ?? take(found.lines, of: found) {
        return leaveOut(directive, in: content, of: file, line: line, isCode: isCode, fault)
      }
      let fence = isLiteral && !isCode ? IncludeBlock.fence(around: found.lines, of: found.bytes) : []
      if !fence.isEmpty { bytes += fence + Array((directive.form == .code ? directive.info : "rust").utf8) + [0x0A] + prefix }
      append(found.lines, of: found.bytes, file: found.place, prefix: prefix, isCode: isCode || isLiteral)
      if !fence.isEmpty { bytes += [0x0A] + prefix + fence }
    case .failure(let fault): leaveOut(directive, in: content, of: file, line: line, isCode: isCode, fault)
    }
  }

  private mutating func leaveOut(
    _ directive: IncludeDirective, in content: ArraySlice<UInt8>, of file: Place, line: Int, isCode: Bool, _ fault: Fault
  ) {
    // A note that is nowhere is shown by its name.
    if directive.form == .note { return leaveNote(directive, in: content, of: file, line: line, fault) }
    // A tag is reported as one, a picture where it is looked for.
    let isTag =
      ["{%", "{{%"].contains { content[directive.range].starts(with: $0.utf8) }
      || content[directive.range].starts(with: "{{< readfile".utf8)
    guard !isTag, !content[directive.range].starts(with: "![".utf8) else {
      return bytes += content[directive.range]
    }
    // Code shows the directive that failed; elsewhere it means nothing to a reader.
    let isShown = isCode || content[directive.range].starts(with: "<!--".utf8)
    if !isShown { mark("<!-- ") }
    begin(file, line: line, column: column(directive.range.lowerBound, in: content))
    let message = "cannot include \(directive.path): \(fault.reason)"
    let (severity, code) = fault.isLimit ? (Diagnostic.Severity.error, "limit.include") : (.warning, "include.unread")
    diagnostics.append(Diagnostic(severity, code, at: here(directive), message, hint: fault.hint))
    bytes += content[directive.range]
    if !isShown { mark(" -->") }
  }

  private func here(_ directive: IncludeDirective) -> SourceSpan { SourceSpan(bytes.count, bytes.count + directive.range.count) }

  private mutating func mark(_ words: String) {
    marks.append(bytes.count..<bytes.count + words.utf8.count)
    bytes += words.utf8
  }

  private mutating func leaveNote(_ directive: IncludeDirective, in content: ArraySlice<UInt8>, of file: Place, line: Int, _ fault: Fault) {
    begin(file, line: line, column: column(directive.range.lowerBound, in: content))
    let message = "the embedded note \(directive.path) is shown by its name: \(fault.reason)"
    diagnostics.append(Diagnostic(.warning, "include.unread", at: here(directive), message, hint: fault.hint))
    bytes += content[directive.range]
  }

  /// A directive that takes several lines.
  private mutating func include(_ directive: IncludeBlock, in text: [UInt8], of file: Place, line: Int, _ prefix: [UInt8]) {
    bytes += text[directive.indent]
    let found: Found
    switch read(directive.order, namedIn: file, isCode: directive.isLiteral) {
    case .success(let file): found = file
    case .failure(let fault): return leaveOut(directive.order, in: text[directive.order.range], of: file, line: line, isCode: false, fault)
    }
    guard let lines = directive.shown(found.lines, of: found.bytes) else {
      let fault = Fault(reason: "the file has no such lines", hint: "check the options of the directive")
      return leaveOut(directive.order, in: text[directive.order.range], of: file, line: line, isCode: false, fault)
    }
    open.append((file.name, line))
    defer { open.removeLast() }
    if let fault = loop(through: lines, of: found, isCode: directive.isLiteral) ?? take(lines, of: found) {
      return leaveOut(directive.order, in: text[directive.order.range], of: file, line: line, isCode: false, fault)
    }
    let fence = directive.fence(around: lines, of: found.bytes)
    if !fence.isEmpty {
      for head in directive.heads(fence) {
        bytes += head + [0x0A] + prefix
      }
    }
    append(lines, of: found.bytes, file: found.place, prefix: prefix, isCode: directive.isLiteral)
    if !fence.isEmpty { bytes += [0x0A] + prefix + fence }
  }

  /// The texts of a chunk, each as blocks of their own.
  private mutating func include(_ child: ChildChunk, in text: [UInt8], of file: Place, line: Int, _ prefix: [UInt8]) {
    let order = IncludeDirective(form: .whole, path: "a child document", range: child.range)
    bytes += text[child.indent]
    guard !child.paths.isEmpty else {
      let fault = Fault(reason: "R gives the name of the file", hint: "write the name between quotes")
      return leaveOut(order, in: text[child.range], of: file, line: line, isCode: false, fault)
    }
    if !bytes.isEmpty, !bytes.suffix(2).elementsEqual([0x0A, 0x0A]) { bytes += [0x0A] + prefix }
    for (number, path) in child.paths.enumerated() {
      if number > 0 { bytes += [0x0A] + prefix }
      var order = order
      order.path = path
      include(order, in: text[child.range], of: file, line: line, prefix, isCode: false)
      bytes += [0x0A] + prefix
    }
  }

  /// The slides of another file; settings that stand with its name are those of the file's slides.
  private mutating func include(_ slides: SlideInclude, in text: [UInt8], of file: Place, line: Int) {
    switch read(slides.order, namedIn: file, isCode: true) {
    case .success(let found):
      let lines = slides.shown(found.lines, of: found.bytes)
      open.append((file.name, line))
      defer { open.removeLast() }
      if let fault = loop(through: lines, of: found, isCode: false) ?? take(lines, of: found) {
        bytes += "---\n\n".utf8
        leaveOut(slides.order, in: text[slides.order.range], of: file, line: line, isCode: false, fault)
        bytes.append(0x0A)
        return
      }
      if !SlideInclude.hasSettings(lines, of: found.bytes) { bytes += "---\n\n".utf8 }
      append(lines, of: found.bytes, file: found.place, prefix: [], isCode: false)
    case .failure(let fault):
      bytes += "---\n\n".utf8
      leaveOut(slides.order, in: text[slides.order.range], of: file, line: line, isCode: false, fault)
      bytes.append(0x0A)
    }
  }

  private struct Found {
    var place: Place
    var bytes: [UInt8]
    var lines: [IncludeDirective.Line]
  }

  /// The reason why a file is not included: the end of *can't include a.md: …*
  private struct Fault: Error {
    var reason: String
    var hint: String?
    /// True if a limit was reached, so that the document is incomplete.
    var isLimit = false
  }

  private mutating func read(_ directive: IncludeDirective, namedIn file: Place, isCode: Bool) -> Result<Found, Fault> {
    guard count < budget.includedFiles, open.count < 32 else {
      let hint = "at most \(budget.includedFiles) files are included, at most 32 inside each other"
      return .failure(Fault(reason: "too many includes", hint: hint))
    }
    // Snippets are looked for in the folders of the project, never beside the page: the page's own name is another file's.
    let isOwn = directive.form == .snippet && name(of: directive.path, in: file) == file.name
    // `![[#Heading]]` is of the note itself.
    let path = directive.path.isEmpty ? file.name.split(separator: "/").last.map(String.init) ?? "" : directive.path
    return find(path, namedIn: file, isNote: directive.form == .note, isOwn: isOwn).flatMap { found in
      count += 1
      let place = Place(name: name(of: found, named: path, in: file), folder: found.folder)
      if !hasRead.insert(place.name).inserted {
        guard found.bytes.count <= budget.rereadBytes - readAgain else {
          let reason = "files that are read more than once have more than \(budget.rereadBytes >> 10) KB together"
          return .failure(Fault(reason: reason, hint: "include it once, or split the document", isLimit: true))
        }
        readAgain += found.bytes.count
      }
      guard var lines = IncludeDirective.lines(of: directive.part, in: found.bytes) else {
        return .failure(Fault(reason: "the file has no such section", hint: "check the name of the section in the file"))
      }
      if directive.part == .whole, !isCode, directive.form != .playground, directive.form != .code {
        // The front matter of an included page is dropped.
        let end = FrontMatter.length(in: found.bytes)
        lines.removeAll { $0.range.lowerBound < end }
      }
      if let rows = directive.rows { lines = zip(1..., lines).filter { rows.contains($0.0) }.map(\.1) }
      if directive.part == .whole, directive.form == .code { lines = IncludeDirective.withoutRegions(lines, of: found.bytes) }
      return .success(Found(place: place, bytes: found.bytes, lines: lines))
    }
  }

  /// Why lines cannot be included: a directive that is being followed is among them.
  private func loop(through lines: [IncludeDirective.Line], of found: Found, isCode: Bool) -> Fault? {
    guard !isCode, let first = lines.first?.number, let last = lines.last?.number,
      let start = open.firstIndex(where: { $0.file == found.place.name && first...last ~= $0.line })
    else { return nil }
    let names = (open[start...].map(\.file) + [found.place.name]).joined(separator: " → ")
    return Fault(reason: "it would include itself again (\(names))", hint: "remove one of these directives")
  }

  /// Counts what is about to be included.
  ///
  /// - Returns: Why that is too much. The parts of a file may be included one by one: only what is more than all of it counts as included again.
  private mutating func take(_ lines: [IncludeDirective.Line], of found: Found) -> Fault? {
    let size = lines.reduce(0) { $0 + $1.range.count }
    let before = includedOf[found.place.name, default: 0]
    let again = min(size, max(0, before + size - found.bytes.count))
    let hint = "split the document, or allow more memory with --max-memory"
    guard size <= budget.includedBytes - included else {
      return Fault(reason: "all included files together have more than \(budget.includedBytes >> 10) KB", hint: hint, isLimit: true)
    }
    guard again <= budget.repeatedBytes - repeated else {
      let reason = "what is included more than once has more than \(budget.repeatedBytes >> 10) KB"
      return Fault(reason: reason, hint: "include it once, or split the document", isLimit: true)
    }
    included += size
    repeated += again
    includedOf[found.place.name] = before + size
    return nil
  }

  /// Reads a file relative to the one that names it, else relative to the first root or to its folder `docs`, as the tools do.
  ///
  /// - Parameters:
  ///   - isNote: True for a note of a vault, which may be anywhere in it.
  ///   - isOwn: True if the path beside the file that names it is that file's own.
  private mutating func find(
    _ path: String, namedIn file: Place, isNote: Bool = false, isOwn: Bool = false
  ) -> Result<FileAccess.File, Fault> {
    guard !path.contains("://") else { return .failure(Fault(reason: "files from the network are not included")) }
    var first: FileFailure?
    var places = [(path, file.folder), (path, nil), ("docs/" + path, nil), ("_includes/" + path, nil)]
    if isOwn { places = [("_snippets/" + path, file.folder), ("../_snippets/" + path, file.folder), ("includes/" + path, nil)] }
    // Quarto's paths in an included file begin at the document's own folder.
    if !isOwn, !open.isEmpty, let folder = files.last?.folder, folder != file.folder { places.insert((path, folder), at: 1) }
    if isNote { places = [(path, file.folder)] + search.paths(endingIn: path, near: file.folder).prefix(1).map { ($0, file.folder) } }
    if path.hasPrefix("@site/") || path.hasPrefix("@/") || path.hasPrefix("~/") || path.hasPrefix("/") {
      // From the root of the project, which is the folder of the file or one around it.
      let rest = String(path.drop { $0 != "/" }.dropFirst())
      places = (0..<6).map { (String(repeating: "../", count: $0) + rest, file.folder) }
    }
    for (path, folder) in places {
      do throws(FileFailure) {
        return .success(try access.read(path, from: folder, limit: budget.sourceBytes - bytes.count))
      } catch {
        first = first ?? error
        guard error == .missing || error.isOutside else { break }
      }
    }
    let failure = first ?? .missing
    return .failure(Fault(reason: "\(failure)", hint: failure.hint))
  }

  /// The name of a file for messages, which may be in another folder than its path says: one that the project names.
  private func name(of found: FileAccess.File, named path: String, in file: Place) -> String {
    let plain = name(of: path, in: file)
    let named = path.split(separator: "/").last.map(String.init) ?? path
    guard found.path.hasPrefix("/"), found.path.split(separator: "/").last.map(String.init) == named else { return plain }
    let base = FileAccess.realFolder(file.folder ?? ".").split(separator: "/")
    let place = found.path.split(separator: "/")
    let shared = zip(base, place).prefix { $0 == $1 }.count
    // A file's own folder has another name where that is a link.
    guard shared > 0, found.path != "/" + plain else { return plain }
    let ups = [Substring](repeating: "..", count: base.count - shared)
    return name(of: (ups + place[shared...]).joined(separator: "/"), in: file)
  }

  /// The name for messages: relative to the folder of the input.
  private func name(of path: String, in file: Place) -> String {
    var parts = file.name.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != "..", !last.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

/// Where the lines of a text come from that was made of another format.
struct LineOrigins {
  private var runs: [(line: Int, file: String, number: Int)] = []

  init() {}

  /// Nothing where the lines are a file's own.
  init(of source: Source, in range: Range<Int>) {
    var own = source.runs[...]
    own = own.drop { $0.start < range.lowerBound }.prefix { $0.start < range.upperBound }
    guard own.count > 1 else { return }
    var (line, place) = (1, range.lowerBound)
    for run in own {
      line += source.bytes[place..<run.start].count { $0 == 0x0A }
      place = run.start
      // A run that begins within a line counts from the next one.
      let isWhole = place == range.lowerBound || source.bytes[place - 1] == 0x0A
      let first = isWhole ? line : line + 1
      if runs.last?.line == first { runs.removeLast() }
      runs.append((first, run.file, isWhole ? run.line : run.line + 1))
    }
  }

  private func index(of line: Int) -> Int? {
    let count = runs.partitioningIndex { $0.line > line }
    return count > 0 ? count - 1 : nil
  }

  /// The file of a line, and its number there.
  func place(of line: Int) -> (String, Int)? {
    index(of: line).map { (runs[$0].file, runs[$0].number + line - runs[$0].line) }
  }

  /// True if a line is of another file or place than the one before.
  func begin(at line: Int) -> Bool { index(of: line).map { runs[$0].line == line } ?? false }
}

/// The fences that are open after a line: those of code, and those of MyST's directives, which hold Markdown.
struct OpenFences {
  private var code: CodeFence?
  private var directives: [CodeFence] = []

  var isCode: Bool { code != nil }

  mutating func endCode() { code = nil }

  /// Goes past a line; true for a line of code and for a fence of it.
  mutating func passesCode(_ line: ArraySlice<UInt8>) -> Bool {
    let wasCode = isCode
    pass(line)
    return wasCode || isCode
  }

  mutating func pass(_ line: ArraySlice<UInt8>) {
    guard code == nil else { return code = CodeFence.after(line, within: code) }
    if let last = directives.last, CodeFence.after(line, within: last) == nil {
      directives.removeLast()
    } else if let opened = CodeFence.after(line, within: nil) {
      if directives.count < 50, Self.holdsMarkdown(line) { directives.append(opened) } else { code = opened }
    }
  }

  /// True for a fence whose name in braces is a directive's with Markdown in it.
  private static func holdsMarkdown(_ line: ArraySlice<UInt8>) -> Bool {
    if FencedCallout.isOpened(by: line) { return true }
    guard let open = line.firstIndex(of: ASCII.openBrace), let close = line[open...].firstIndex(of: ASCII.closeBrace) else { return false }
    let name = String(decoding: line[(open + 1)..<close], as: UTF8.self)
    guard line[..<open].allSatisfy({ $0 <= 0x20 || "`~>".utf8.contains($0) }), Directive.isLabel(name), !Directive.engines.contains(name)
    else {
      return false
    }
    // Directives of a project's own hold Markdown, too.
    return Directive(name: name)?.isLiteral != true
  }
}

/// The fence of the code block that a line is in.
struct CodeFence {
  var byte: UInt8
  var length: Int

  /// The fence after a line.
  static func after(_ line: ArraySlice<UInt8>, within fence: CodeFence?) -> CodeFence? {
    let marks = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
    guard let byte = marks.first, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") else { return fence }
    let run = marks.prefix { $0 == byte }
    guard run.count >= 3 else { return fence }
    guard let fence else {
      let isSpan = byte == UInt8(ascii: "`") && marks[run.endIndex...].contains(byte)
      return isSpan ? nil : CodeFence(byte: byte, length: run.count)
    }
    let closes = byte == fence.byte && run.count >= fence.length && marks[run.endIndex...].allSatisfy { $0 <= 0x20 }
    return closes ? nil : fence
  }
}
