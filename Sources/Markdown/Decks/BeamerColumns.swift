internal import TypesetDiagnostics

/// beamer's columns on a slide, `\begin{columns}` with `\begin{column}{0.5\textwidth}` or `\column{0.5\textwidth}`, and the commands that authors define for
/// them, since pandoc reads no Markdown between the others.
struct BeamerColumns {
  /// What is written for lines.
  private(set) var replaced: [Int: String] = [:]

  private static let openers = ["\\begin{columns}", "\\columnsbegin", "\\begincols", "\\begincolumns", "\\bcolumns"]
  private static let closers = ["\\end{columns}", "\\columnsend", "\\endcols", "\\endcolumns", "\\ecolumns"]
  private static let partOpeners = ["\\begin{column}", "\\column", "\\begincol"]
  private static let partClosers = ["\\end{column}", "\\endcol"]
  private static let fence = ":::::::::::"

  /// - Parameter numbers: The lines of the slide.
  init(_ numbers: Range<Int>, in lines: SlideLines) {
    var words: [(number: Int, text: String)] = []
    for number in numbers where !lines.isHidden[number] && lines.text(number).contains(ASCII.backslash) && lines.text(number).count < 1_000
    {
      words.append((number, String(decoding: lines.text(number), as: UTF8.self).trimmedWhitespace()))
    }
    guard words.contains(where: { Self.rest(of: $0.text, behind: Self.openers) != nil }),
      words.contains(where: { Self.rest(of: $0.text, behind: Self.closers) != nil })
    else { return }
    var (isOpen, hasPart) = (false, false)
    for (number, text) in words {
      if let rest = Self.rest(of: text, behind: Self.openers) {
        // `[T]`, which says how the columns are aligned.
        let option = rest.first == "[" ? rest.firstIndex(of: "]").map { rest[...$0] } ?? "" : ""
        replaced[number] = "\n\(Self.fence): {.columns}\n\n" + rest.dropFirst(option.count)
        isOpen = true
      } else if let rest = Self.rest(of: text, behind: Self.closers), isOpen {
        replaced[number] = (hasPart ? "\n\(Self.fence)\n" : "") + "\n\(Self.fence):\n\n" + rest
        (isOpen, hasPart) = (false, false)
      } else if isOpen, let rest = Self.rest(of: text, behind: Self.partClosers) {
        replaced[number] = hasPart ? "\n\(Self.fence)\n\n" + rest : String(rest)
        hasPart = false
      } else if isOpen, let rest = Self.rest(of: text, behind: Self.partOpeners) {
        let option = rest.first == "[" ? rest.firstIndex(of: "]").map { rest[...$0] } ?? "" : ""
        let width = rest.dropFirst(option.count)
        let close = width.first == "{" ? width.firstIndex(of: "}") : nil
        let share = close.flatMap { Self.share(width[..<$0].dropFirst()) }.map { " width=\"\($0)%\"" } ?? ""
        replaced[number] =
          (hasPart ? "\n\(Self.fence)\n" : "") + "\n\(Self.fence) {.column\(share)}\n\n"
          + (close.map { width[width.index(after: $0)...] } ?? width)
        hasPart = true
      }
    }
  }

  /// What stands behind one of some commands at a line's beginning.
  private static func rest(of text: String, behind commands: [String]) -> Substring? {
    commands.lazy.compactMap { command -> Substring? in
      guard text.hasPrefix(command) else { return nil }
      let rest = text.dropFirst(command.count)
      return rest.first?.isLetter == true ? nil : rest
    }.first
  }

  /// `0.5\textwidth`
  private static func share(_ width: Substring) -> Int? {
    guard let unit = ["\\textwidth", "\\linewidth", "\\columnwidth", "\\paperwidth"].first(where: width.hasSuffix),
      let number = DocumentNumber.real(width.dropLast(unit.count)), number > 0, number <= 1
    else { return nil }
    return Int(clamping: (number * 100).rounded())
  }
}
