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
}
