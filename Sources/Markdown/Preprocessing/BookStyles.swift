internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The source of a page of bookdown's, R Markdown's or Quarto's with what the style sheet of its book says of names of its author's own: an element
/// with a colour, `red { color: red }` for `<red>words</red>`, and a class of divs that is a box, `.infobox { border: … }`, for which there is no other name.
func withStylesOfBook(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard let tool = dialect?.tool, [.bookdown, .rmarkdown, .quarto].contains(tool), source.files.count == 1,
    let folder = source.files[0].folder, source.holds(":::") || source.holds("</")
  else { return source }
  let styles = BookStyles(source, files, from: folder)
  guard !styles.isEmpty else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    return fences.isCode ? .keep : styles.change(of: line)
  }
}

private struct BookStyles {
  /// Declarations by the names of elements that HTML does not have.
  private var elements: [String: String] = [:]
  private var boxes: Set<String> = []
  private var titled = TitledDivisions()

  var isEmpty: Bool { elements.isEmpty && boxes.isEmpty && titled.isEmpty }

  private static let settings = ["_output.yml", "_output.yaml", "_quarto.yml", "_quarto.yaml"]
  private static let mostSheets = 6
  private static let mostBytes = 1 << 18
  private static let words = ["box", "note", "tip", "info", "warn", "caution", "important", "alert", "card", "block"]
  private static let looks: Set = ["color", "background", "background-color", "font-weight", "font-style", "text-decoration"]

  init(_ source: Source, _ files: FileAccess, from folder: String) {
    for sheet in StyleSheet.elements(of: source.bytes) { read(sheet) }
    for name in DeckSheets.names(in: FrontMatter.of(source.bytes).values).prefix(Self.mostSheets) { read(name, files, from: folder) }
    guard let level = files.namesAbove(folder, among: Self.settings, upTo: ".git", remembering: 2).first else { return }
    let up = String(repeating: "../", count: level.ups)
    for name in Self.settings where level.names.contains(name) {
      guard let file = try? files.read(up + name, from: folder, limit: Self.mostBytes) else { continue }
      for sheet in DeckSheets.names(in: parseYAML(file.bytes[...], offset: 0).value).prefix(Self.mostSheets) {
        read(up + sheet, files, from: folder)
      }
    }
  }

  private mutating func read(_ path: String, _ files: FileAccess, from folder: String) {
    guard let file = try? files.read(path, from: folder, limit: Self.mostBytes) else { return }
    read(file.bytes[...])
  }

  private mutating func read(_ sheet: ArraySlice<UInt8>) {
    titled.read(sheet)
    for rule in StyleSheet(sheet, mostRules: 2_000).rules where rule.selectors.count == 1 {
      let declarations = rule.declarations.compactMap(StyleSheet.declaration).filter {
        $0.value.utf8.count < 200 && !$0.value.contains { "\"'<>{}".contains($0) }
      }
      for selector in String(decoding: rule.selectors[0], as: UTF8.self).split(separator: ",") {
        let name = String(selector).trimmedWhitespace()
        let isClass = name.hasPrefix(".") || name.hasPrefix("div.")
        let word = isClass ? String(name.drop { $0 != "." }.dropFirst()) : name
        guard !word.isEmpty, word.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0) }) else { continue }
        if isClass {
          let isBox = declarations.contains {
            $0.name == "border" && $0.value != "none" || $0.name == "border-left" || $0.name.hasPrefix("background")
          }
          // Theorems, columns and tabs are told apart by their own names.
          guard Self.words.contains(where: word.lowercased().contains), !word.hasPrefix("callout") else { continue }
          if isBox, declarations.contains(where: { $0.name.hasPrefix("padding") }) { boxes.insert(word) }
        } else if !HTMLNames.isKnown(word.lowercased()) {
          let looks = declarations.filter { Self.looks.contains($0.name) }.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
          if !looks.isEmpty { elements[word] = looks }
        }
      }
    }
  }

  // MARK: Lines

  func change(of line: ArraySlice<UInt8>) -> LineChange {
    if !titled.isEmpty, let words = titled.opened(by: line) { return .write(words) }
    let text = String(decoding: line, as: UTF8.self)
    if !boxes.isEmpty, let words = division(text) { return .write(Array(words.utf8)) }
    guard !elements.isEmpty, text.contains("<") else { return .keep }
    var out = text
    for (name, looks) in elements {
      out = out.replacing("<\(name)>", with: "<span style=\"\(looks)\">").replacing("</\(name)>", with: "</span>")
    }
    return out == text ? .keep : .write(Array(out.utf8))
  }

  /// `::: {.infobox .pin}` as a callout without a word above it; nil for other lines, and for a div that has a callout's name already.
  private func division(_ text: String) -> String? {
    guard text.hasPrefix(":::"), let brace = text.firstIndex(of: "{") ?? text.firstIndex(where: { $0 != ":" && $0 != " " }) else {
      return nil
    }
    let isList = text[brace] == "{"
    let names = text[brace...].split { " {}\t:".contains($0) }.filter { isList ? $0.hasPrefix(".") : true }.map { $0.drop { $0 == "." } }
    guard names.contains(where: { boxes.contains(String($0)) }),
      !names.contains(where: { BlockExtensions.calloutNames.contains(String($0)) })
    else { return nil }
    // Behind the first one, since values may have braces of their own.
    if isList, let first = names.first { return text[..<first.endIndex] + " .note" + text[first.endIndex...] }
    return text[..<brace] + "{" + names.map { "." + $0 }.joined(separator: " ") + " .note}"
  }
}
