extension PaperReading {
  /// Options in brackets as a div says them.
  static func attributes(_ bytes: [UInt8], at start: Int, to limit: Int) -> String {
    guard let bracket = bracket(bytes, at: start, to: limit) else { return "" }
    return options(String(decoding: bytes[bracket], as: UTF8.self)).map { " \($0.key)=\(quoted($0.value))" }.joined()
  }

  /// `key=value, key={a, b}`
  static func options(_ text: String) -> [(key: String, value: String)] {
    var out: [(key: String, value: String)] = []
    var (depth, start) = (0, text.startIndex)
    func add(_ end: String.Index) {
      let parts = text[start..<end].split(separator: "=", maxSplits: 1).map { String($0).trimmedWhitespace() }
      guard parts.count == 2 else { return }
      let value = parts[1].hasPrefix("{") && parts[1].hasSuffix("}") ? String(parts[1].dropFirst().dropLast()) : parts[1]
      out.append((parts[0], value))
    }
    for index in text.indices {
      switch text[index] {
      case "{": depth += 1
      case "}": depth -= 1
      case "," where depth == 0:
        add(index)
        start = text.index(after: index)
      default: break
      }
    }
    add(text.endIndex)
    return out
  }

  /// `\begin{lstlisting}[language=Python, caption={Words}, label=lst:a]` as a fence.
  static func listing(_ bytes: [UInt8], _ range: Range<Int>, _ limit: Int) -> [String] {
    var start = range.lowerBound
    var info: [String] = []
    if let options = PaperReading.bracket(bytes, at: start, to: range.upperBound) {
      start = options.upperBound + 1
      for option in PaperReading.options(String(decoding: bytes[options], as: UTF8.self)) {
        switch option.key {
        case "label": info.insert("#" + option.value, at: 0)
        case "language": info.append("." + option.value.lowercased())
        case "caption": info.append("caption=" + quoted(option.value))
        case "numbers" where option.value != "none": info.append(".numberLines")
        default: break
        }
      }
    }
    // What has a label is counted, whatever the label is.
    if info.first?.hasPrefix("#") == true {
      if !info.contains(where: { $0.hasPrefix(".") && $0 != ".numberLines" }) { info.insert(".text", at: 1) }
      info.append(".listing")
    }
    let body = String(decoding: bytes[start..<range.upperBound], as: UTF8.self)
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.allSatisfy(\.isWhitespace) }.map(String.init)
    return ["", "```" + (info.isEmpty ? "" : " {" + info.joined(separator: " ") + "}")]
      + lines.dropLast(lines.last?.allSatisfy(\.isWhitespace) == true ? 1 : 0) + ["```", ""]
  }
}
