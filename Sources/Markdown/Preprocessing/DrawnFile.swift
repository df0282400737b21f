internal import TypesetDiagnostics

/// A picture whose file is the source of a diagram: what a fence with its code draws.
enum DrawnFile {
  /// What the names of such files end in.
  static let endings = [".mmd", ".mermaid"]

  /// `![A caption](flow.mmd)`, `![](flow.mmd "Title"){width=50%}`, alone on a line.
  static func directive(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    guard let middle = text.firstRange(of: "]("), let close = text[middle.upperBound...].firstIndex(of: ")") else { return nil }
    let target = text[middle.upperBound..<close]
    let path = String(target.prefix { $0 != " " })
    guard endings.contains(where: path.lowercased().hasSuffix), !path.contains("://") else { return nil }
    let tail = text[text.index(after: close)...]
    guard tail.isEmpty || tail.hasPrefix("{") && tail.hasSuffix("}") && !tail.hasPrefix("{:") else { return nil }
    var caption = String(text[text.index(text.startIndex, offsetBy: 2)..<middle.lowerBound])
    guard !caption.contains("]") else { return nil }
    caption = caption.replacing("\"", with: "\\\"")
    let attributes = tail.dropFirst().dropLast() + (caption.isEmpty ? "" : " caption=\"\(caption)\"")
    return IncludeDirective(form: .code, path: path, info: " {.mermaid \(attributes)}", range: range)
  }
}
