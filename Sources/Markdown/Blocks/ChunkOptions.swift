internal import TypesetDiagnostics
import TypesetYAML

/// The options of a cell by knitr's names, those on lines of `#|` too; `label` is its first word.
struct ChunkOptions {
  private var texts: [String: String] = [:]
  /// Those that have several values.
  private(set) var lists: [String: [String]] = [:]

  init(_ literal: String, info: String) {
    let words = Self.head(of: info)
    var rest = words.drop { $0.isLetter || $0.isNumber }
    rest = rest.drop { $0 == " " || $0 == "," }
    let first = rest.prefix { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
    if !first.isEmpty, rest.dropFirst(first.count).first(where: { $0 != " " }).map({ $0 == "," }) ?? true {
      texts["label"] = String(first)
    }
    readPairs(rest)
    // Quarto's and knitr's lines of options are YAML, or pairs as behind the name of the language.
    let lines = ExecutableCell.options(in: literal)
    guard let line = lines.first else { return }
    if let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" }), line[sign] == "=" {
      // R's strings have two backslashes for one; on the first line Markdown has read them so.
      readPairs(lines.joined(separator: " ").replacing("\\\\", with: "\\")[...])
      return
    }
    let yaml = lines.map { $0.dropFirst($0.first == " " ? 1 : 0) + "\n" }.joined()
    for entry in parseYAML(yaml.utf8).value?.entries ?? [] {
      let key = entry.key.replacing("-", with: ".")
      if let items = entry.value.items { lists[key] = items.compactMap(\.text) }
      guard let text = entry.value.text, !["null", "~", ""].contains(text) else { continue }
      texts[key] = text.split(separator: "\n").joined(separator: " ")
    }
  }

  subscript(key: String) -> String? { texts[key] }

  /// What is between the braces of a cell's first line; a brace in quotes ends nothing: `{r a, fig.cap = "$V_{T}$"}`.
  private static func head(of info: String) -> Substring {
    let text = info.drop { $0 == "{" }
    var quote: Character?
    for index in text.indices {
      let sign = text[index]
      if sign == quote {
        quote = nil
      } else if quote == nil, sign == "\"" || sign == "'" {
        quote = sign
      } else if quote == nil, sign == "}" {
        return text[..<index]
      }
    }
    // A quote that nothing closes is an apostrophe.
    return text.prefix { $0 != "}" }
  }

  /// `fig.cap = "Words", out.width = '50%'`
  private mutating func readPairs(_ text: Substring) {
    var reader = text
    while let equals = reader.firstIndex(of: "=") {
      let key = String(
        reader[..<equals].reversed().drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || "._-".contains($0) }.reversed())
      let value = reader[reader.index(after: equals)...].drop { $0 == " " }
      if let quote = value.first, quote == "\"" || quote == "'", let end = value.dropFirst().firstIndex(of: quote) {
        texts[key] = String(value[value.index(after: value.startIndex)..<end])
        reader = value[value.index(after: end)...]
      } else if let (words, rest) = Self.onlyString(ofCall: value) {
        texts[key] = words
        reader = rest
      } else {
        let word = value.prefix { $0 != "," }
        texts[key] = String(word).trimmedWhitespace()
        reader = value.dropFirst(word.count)
      }
    }
  }

  /// `demo$caption("Words")`: the words of a call that has nothing else, as authors have functions of their own for captions.
  private static func onlyString(ofCall value: Substring) -> (words: String, rest: Substring)? {
    let name = value.prefix { $0.isLetter || $0.isNumber || "._$:".contains($0) }
    guard !name.isEmpty, value.dropFirst(name.count).first == "(", case let inner = value.dropFirst(name.count + 1),
      let quote = inner.first,
      quote == "\"" || quote == "'", let end = inner.dropFirst().firstIndex(of: quote), case let tail = inner[inner.index(after: end)...],
      tail.first == ")"
    else { return nil }
    return (String(inner[inner.index(after: inner.startIndex)..<end]), tail.dropFirst())
  }
}
