internal import TypesetDiagnostics

/// Code of a file in an element of HTML that holds nothing else.
enum IncludedCode {
  /// GitBook's `<pre><code class="lang-python">{% include "./a.py" %}</code></pre>`, which is nothing but a file's code.
  static func directive(inElement text: String, _ range: Range<Int>) -> IncludeDirective? {
    let inner = text.dropFirst(5).dropLast(13)
    guard let tagEnd = inner.firstIndex(of: ">"), case let tag = inner[inner.index(after: tagEnd)...], tag.hasPrefix("{%"),
      tag.hasSuffix("%}")
    else { return nil }
    let words = tag.dropFirst(2).dropLast(2).split { $0 == " " }
    guard words.count == 2, words[0] == "include", case let path = words[1].filter({ !"\"'".contains($0) }), path.contains(".") else {
      return nil
    }
    let language = inner[..<tagEnd].firstRange(of: "lang-").map { inner[$0.upperBound..<tagEnd].prefix { $0.isLetter || $0.isNumber } }
    return IncludeDirective(form: .code, path: path, info: language.map(String.init) ?? "text", range: range)
  }
}
