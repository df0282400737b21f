internal import TypesetDiagnostics
internal import TypesetFiles

/// The source of a page of Franklin's, the site generator in Julia, in Markdown that others read: `@def title = "Words"` is front matter, what is
/// between `~~~` is HTML, `@@name … @@` a div, `\fig{a.png}` a picture, and `\literate{/a.jl}` the text and the code of a script for Literate.jl.
///
/// Known by its definitions, or by the `config.md` of its site, which has them.
func withFranklinMarks(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, FranklinMarks.isFranklin(source, files) else { return source }
  var marks = FranklinMarks(source, files)
  if let results = marks.firstResult {
    diagnostics.append(
      Diagnostic(
        .note, "code.hidden", at: SourceSpan(results, results + 1), "what code has printed or drawn is left out: no code is run",
        hint: "put the result in its place"))
  }
  let rewritten = rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
  guard !marks.matter.isEmpty, FrontMatter.length(in: rewritten.bytes) == 0 else { return rewritten }
  var text = RewrittenText(rewritten)
  text.begin(rewritten.files[0])
  text.write("---\n\(marks.matter)---\n\n".utf8)
  text.copy(upTo: rewritten.bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

private struct FranklinMarks {
  private let bytes: [UInt8]
  private let files: FileAccess
  private let folder: String?
  private var fences = OpenFences()
  /// True between two lines of tildes.
  private var isHTML = false
  private var isInList = false
  /// The divs that are open.
  private var divs = 0
  /// What scripts may still bring, in bytes: a page may name one again and again.
  private var scripts = 1 << 20
  /// The lines of front matter that definitions give.
  private(set) var matter = ""

  init(_ source: Source, _ files: FileAccess) {
    (bytes, self.files, folder) = (source.bytes, files, source.files.first?.folder)
  }

  /// Where the page first asks for what code has printed.
  var firstResult: Int? { Self.results.compactMap { bytes.firstRange(of: Array($0.utf8))?.lowerBound }.min() }

  private static let results = ["\\output{", "\\show{", "\\textoutput{", "\\tableinput{", "\\input{output}"]

  static func isFranklin(_ source: Source, _ files: FileAccess) -> Bool {
    let signs = ["\n@def ", "\n@@", "\n~~~\n", "\\fig{", "\\literate{", "\\toc\n"]
    if source.bytes.starts(with: "@def ".utf8) { return true }
    guard signs.contains(where: source.holds), let folder = source.files[0].folder else { return false }
    return files.namesAbove(folder, among: ["config.md"], upTo: ".git", remembering: 2).contains { level in
      guard level.names.contains("config.md"),
        let file = try? files.read(String(repeating: "../", count: level.ups) + "config.md", from: folder, limit: 1 << 18)
      else { return false }
      return file.bytes.starts(with: "@def ".utf8) || file.bytes.holds("\n@def ") || file.bytes.holds("\nprepath")
    }
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let words = String(decoding: line, as: UTF8.self).trimmedWhitespace()
    // To others tildes would begin code.
    if !fences.isCode, words == "~~~" {
      isHTML.toggle()
      return .write([])
    }
    if isHTML { return .keep }
    let wasCode = fences.isCode
    fences.pass(line)
    if !wasCode, fences.isCode {
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
      isCell = colon != nil || line.last == UInt8(ascii: "!")
      isHidden = isCell && isHiddenCell(below: line.endIndex)
      if isHidden { return .drop }
      // The file that code is written to, ```` ```julia:./code/a ````, is no part of its language.
      if let colon { return .write(Array(line[..<colon])) }
    }
    guard !wasCode, !fences.isCode else { return isShown(line, wasCode) ? .keep : .drop }
    if Self.results.contains(where: words.hasPrefix), words.hasSuffix("}") { return .write([]) }
    // Without code by its indent, which Franklin does not have.
    let marker = words.prefix { $0.isNumber }.count
    let isItem = marker > 0 ? [".", ")"].contains(words.dropFirst(marker).prefix(1)) : ["- ", "* ", "+ "].contains(words.prefix(2))
    if isItem { isInList = true } else if !words.isEmpty, line.first.map(ASCII.isBlank) != true { isInList = false }
    if !isInList, line.prefix(while: ASCII.isBlank).count > 3 { return .write(Array(words.utf8)) }
    if words.hasPrefix("@def ") {
      define(words.dropFirst(5))
      return .drop
    }
    if words == "@@", divs > 0 {
      divs -= 1
      return .write(Array("\n:::\n".utf8))
    }
    if words.hasPrefix("@@"), words.count > 2, words.dropFirst(2).allSatisfy({ $0.isLetter || $0.isNumber || "-_,".contains($0) }) {
      divs += 1
      let names = words.dropFirst(2).split(separator: ",").map { ".\($0)" }.joined(separator: " ")
      return .write(Array("\n::: {\(names)}\n".utf8))
    }
    if words == "\\toc" || words == "\\tableofcontents" { return .write(Array("[TOC]".utf8)) }
    return command(words)
  }

  // MARK: Cells

  /// True in code that the site runs.
  private var isCell = false
  /// True in a cell of which nothing is shown.
  private var isHidden = false

  /// True if `#hideall` is in a cell.
  private func isHiddenCell(below start: Int) -> Bool {
    for line in bytes[start...].dropFirst().prefix(1 << 16).split(separator: ASCII.newline) {
      if line.starts(with: "```".utf8) { return false }
      if Self.comment(line) == "hideall" { return true }
    }
    return false
  }

  /// False for the lines of a hidden cell and for those that end in `# hide`.
  private func isShown(_ line: ArraySlice<UInt8>, _ wasCode: Bool) -> Bool {
    guard wasCode, isCell else { return true }
    return !isHidden && Self.comment(line) != "hide"
  }

  /// The word in the comment that ends a line.
  private static func comment(_ line: ArraySlice<UInt8>) -> String? {
    line.lastIndex(of: ASCII.hash).map { String(decoding: line[($0 + 1)...], as: UTF8.self).trimmedWhitespace().lowercased() }
  }

  /// `title = "Words"`: what front matter has, too.
  private mutating func define(_ words: Substring) {
    guard let equals = words.firstIndex(of: "=") else { return }
    let name = String(words[..<equals]).trimmedWhitespace()
    var value = String(words[words.index(after: equals)...]).trimmedWhitespace()
    if value.hasPrefix("Date("), let open = value.firstIndex(of: "\""), value.hasSuffix(")") { value = String(value[open...].dropLast()) }
    guard ["title", "author", "authors", "date", "lang"].contains(name), value.count > 2, value.first == "\"", value.last == "\"" else {
      return
    }
    matter += "\(name): \(value)\n"
  }

  /// `\fig{a.png}`, `\figalt{words}{a.png}`, `\literate{/a.jl}` on a line of its own.
  private mutating func command(_ words: String) -> LineChange {
    guard words.hasPrefix("\\fig") || words.hasPrefix("\\literate{"), words.hasSuffix("}") else { return .keep }
    let groups = words.drop { $0 != "{" }.dropFirst().dropLast().parts(between: "}{", dividingAtMost: 1).map(String.init)
    if words.hasPrefix("\\fig{"), groups.count == 1 { return .write(Array("![](\(place(groups[0])))".utf8)) }
    if words.hasPrefix("\\figalt{"), groups.count == 2 { return .write(Array("![\(groups[0])](\(place(groups[1])))".utf8)) }
    guard words.hasPrefix("\\literate{"), let path = groups.first else { return .keep }
    // Absolute paths begin at the site's root.
    for ups in 0..<6 {
      let name = String(repeating: "../", count: ups) + path.drop { $0 == "/" }
      guard let script = try? files.read(name, from: folder, limit: min(scripts, 1 << 20)) else { continue }
      scripts -= script.bytes.count
      return .write(LiterateScript.markdown(of: script.bytes))
    }
    return .keep
  }

  /// Franklin publishes `_assets` as `assets`.
  private func place(_ path: String) -> String {
    guard path.hasPrefix("/assets/") else { return path }
    for ups in 0..<6 {
      let name = String(repeating: "../", count: ups) + "_" + path.dropFirst()
      if files.has(name, from: folder) { return name }
    }
    return path
  }
}

/// A script of Julia's for Literate.jl: lines that begin with `# ` are Markdown, the others code.
enum LiterateScript {
  static func markdown(of script: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var code: [[UInt8]] = []
    func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy(ASCII.isBlank) }
    func endCode() {
      while code.last.map(isBlank) == true { code.removeLast() }
      let lines = code.drop(while: isBlank)
      if !lines.isEmpty { out += Array("\n```julia\n".utf8) + lines.joined(separator: [ASCII.newline]) + Array("\n```\n\n".utf8) }
      code = []
    }
    for line in script.split(separator: ASCII.newline, omittingEmptySubsequences: false) {
      let line = line.last == ASCII.carriageReturn ? line.dropLast() : line
      // `#md` lines are Markdown, too; `##` is a comment of the code, and `#src` ends lines of the script's own.
      if line.elementsEqual("#".utf8) || line.starts(with: "# ".utf8) || line.starts(with: "#md # ".utf8) {
        endCode()
        out += line.starts(with: "#md".utf8) ? line.dropFirst(6) : line.dropFirst(2)
        out.append(ASCII.newline)
      } else if line.suffix(4).elementsEqual("#src".utf8) || line.starts(with: "#nb ".utf8) || line.starts(with: "#jl ".utf8) {
        continue
      } else {
        if code.isEmpty, isBlank(Array(line)) {
          if out.last.map({ $0 != ASCII.newline }) == false { out.append(ASCII.newline) }
          continue
        }
        code.append(Array(line))
      }
    }
    endCode()
    return out
  }
}
