internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with the files that LaTeX's commands put into it, each on a line of its own: `\lstinputlisting[caption={Words}]{a.py}`,
/// `\verbatiminput{a.txt}`, `\inputminted{python}{a.py}` as the environments that they stand for, `\input{fig/a}` and `\include{a}` as what is in the
/// file. What is not there stays as it is written.
func withInputsOfLaTeX(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, let folder = source.files[0].folder, dialect.map({ $0.tool.isPandoc || $0.tool == .general }) ?? true,
    LaTeXInputs.commands.contains(where: { source.holds("\\\($0)") })
  else { return source }
  var inputs = LaTeXInputs(files, from: folder)
  return rewritingLines(source, &diagnostics) { line, _ in inputs.change(of: line) }
}

private struct LaTeXInputs {
  static let commands = ["lstinputlisting", "verbatiminput", "inputminted", "input{", "include{"]

  private static let mostBytes = 200_000
  private static let mostFiles = 200

  private let files: FileAccess
  private let folder: String
  private var fences = OpenFences()
  /// How many environments are open, in which a file may be a drawing.
  private var depth = 0
  private var count = 0

  init(_ files: FileAccess, from folder: String) { (self.files, self.folder) = (files, folder) }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    guard !fences.isCode else { return .keep }
    let text = line.drop(while: ASCII.isBlank)
    guard text.first == ASCII.backslash else { return .keep }
    if text.starts(with: "\\begin{".utf8) { depth += 1 }
    if text.starts(with: "\\end{".utf8) { depth -= 1 }
    guard count < Self.mostFiles, let words = words(for: Array(text)) else { return .keep }
    count += 1
    return .write(words)
  }

  /// What stands in the place of a command that is alone on its line.
  private func words(for line: [UInt8]) -> [UInt8]? {
    let end = line.count - line.reversed().prefix(while: { $0 <= ASCII.space }).count
    let name = LaTeXReading.name(line, after: 0, to: end)
    let command = String(decoding: line[name], as: UTF8.self)
    let (open, options) = LaTeXReading.options(line, at: name.upperBound, to: end)
    guard var group = LaTeXReading.group(line, at: open, to: end) else { return nil }
    var language = ""
    if command == "inputminted" {
      language = String(decoding: line[group], as: UTF8.self)
      guard let next = LaTeXReading.group(line, at: group.upperBound + 1, to: end) else { return nil }
      group = next
    }
    guard group.upperBound + 1 == end else { return nil }
    let path = String(decoding: line[group], as: UTF8.self).trimmedWhitespace()
    switch command {
    case "input", "include":
      guard depth <= 0, let text = text(path.hasSuffix(".tex") ? path : path + ".tex") else { return nil }
      return [ASCII.newline] + text + [ASCII.newline]
    case "lstinputlisting", "verbatiminput", "inputminted":
      guard let text = text(path) else { return nil }
      let pairs = options.map { [String(decoding: line[$0], as: UTF8.self)] } ?? []
      let all = (pairs + (language.isEmpty ? [] : ["language=" + language])).joined(separator: ",")
      let head = all.isEmpty || command == "verbatiminput" ? "" : "[\(all)]"
      let environment = command == "verbatiminput" ? "verbatim" : "lstlisting"
      return Array("\\begin{\(environment)}\(head)\n".utf8) + text + Array("\n\\end{\(environment)}".utf8)
    default: return nil
    }
  }

  /// A file beside the text, or where LaTeX is run, in a folder above.
  private func text(_ path: String) -> [UInt8]? {
    guard !path.isEmpty, !path.hasPrefix("/") else { return nil }
    for up in ["", "../", "../../"] {
      guard let file = try? files.read(up + path, from: folder, limit: Self.mostBytes) else { continue }
      let bytes = Array(file.bytes)
      guard !bytes.contains(0) else { return nil }
      return Array(bytes.reversed().drop { $0 == ASCII.newline || $0 == ASCII.carriageReturn }.reversed())
    }
    return nil
  }
}
