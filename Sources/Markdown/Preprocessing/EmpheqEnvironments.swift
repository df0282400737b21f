internal import TypesetDiagnostics

/// The source with the displays of LaTeX's package empheq as amsmath's: `\begin{empheq}[box=\fbox]{align*}` is a frame around an alignment,
/// `[left=\empheqlbrace]` a brace before it; what other options ask for is left out.
func withEmpheqEnvironments(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("\\begin{empheq}") else { return source }
  var environments = EmpheqEnvironments()
  return rewritingLines(source, &diagnostics) { line, _ in environments.change(of: line) }
}

private struct EmpheqEnvironments {
  private static let opener = Array("\\begin{empheq}".utf8)
  private static let closer = Array("\\end{empheq}".utf8)

  private var fences = OpenFences()
  /// What closes those that are open.
  private var ends: [String] = []

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return .keep }
    let bytes = Array(line)
    // Within the signs of a formula it is LaTeX's own.
    let begins = bytes.drop { ASCII.isBlank($0) || $0 == ASCII.greater }.starts(with: Self.opener)
    guard begins || !ends.isEmpty, bytes.holds("{empheq}") else { return .keep }
    var out: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: Self.opener), let (begin, end, next) = Self.opened(bytes, at: index + Self.opener.count) {
        ends.append(end)
        out += begin.utf8
        index = next
      } else if rest.starts(with: Self.closer), let end = ends.popLast() {
        out += end.utf8
        index += Self.closer.count
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    return .write(out)
  }

  /// What stands for the opener whose arguments begin at a place, and for its closer.
  private static func opened(_ bytes: [UInt8], at start: Int) -> (begin: String, end: String, next: Int)? {
    let (open, options) = LaTeXReading.options(bytes, at: start, to: bytes.count)
    guard let group = LaTeXReading.group(bytes, at: open, to: bytes.count) else { return nil }
    let name = String(decoding: bytes[group], as: UTF8.self)
    // alignat has the number of its columns behind its name: `{alignat*=2}`.
    let parts = name.split(separator: "=").map(String.init)
    guard let first = parts.first, DisplayOpener.isDisplay(first) else { return nil }
    let count = parts.count > 1 ? "{\(parts[1])}" : ""
    let words = options.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    let (hasBrace, hasBox) = (words.contains("lbrace"), words.contains("box="))
    guard first.hasSuffix("*"), hasBrace || hasBox else { return ("\\begin{\(first)}\(count)", "\\end{\(first)}", group.upperBound + 1) }
    let inner = first.hasPrefix("gather") ? "gathered" : first.hasPrefix("alignat") ? "alignedat" : "aligned"
    let (left, right) = hasBrace ? ("\\left\\{", "\\right.") : ("\\boxed{", "}")
    return (
      "\\begin{equation*}\(left)\\begin{\(inner)}\(count)", "\\end{\(inner)}\(right)\\end{equation*}", group.upperBound + 1
    )
  }
}
