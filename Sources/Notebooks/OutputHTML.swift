internal import TypesetDiagnostics

/// The HTML of an output, such as pandas writes for a table, as a block of HTML in Markdown.
enum OutputHTML {
  /// Elements that only a browser shows.
  private static let lively = ["<script", "<iframe", "<object", "<embed", "<canvas", "<video", "<audio", "<input", "<button"].map {
    Array($0.utf8)
  }

  /// True for scikit-learn's diagram of an estimator: without its style sheet, text that is hidden is shown too. The output's own text says the same.
  static func isStyledDiagram(_ html: String) -> Bool {
    let bytes = Array(html.utf8)
    return bytes.find(Array("sk-top-container".utf8)) != nil
  }

  /// Nil if a page cannot show it.
  static func block(_ html: String) -> String? {
    let bytes = removing("<style", through: "</style>", from: Array(html.utf8))
    let lower = bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    guard !lively.contains(where: { lower.find($0) != nil }) else { return nil }
    let hasTable = lower.find(Array("<table".utf8)) != nil
    // pandas' wrapper says nothing.
    let text = hasTable ? removing("<div", through: ">", from: removing("</div", through: ">", from: bytes)) : bytes
    // A line without text would end the block.
    let lines = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
      .filter { !$0.isEmpty }
    guard let first = lines.first else { return nil }
    let body = lines.map { aligned(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
    return ["<table", "<div", "<p>"].contains { first.starts(with: $0.utf8) } ? body : "<div>\n\(body)\n</div>"
  }

  /// A cell with a number, which pandas leaves to the page's style sheet, is set flush right.
  private static func aligned(_ line: String) -> String {
    guard line.hasPrefix("<td>") else { return line }
    let word = line.dropFirst(4).prefix { $0 != "<" }
    let isNumber = word == "NaN" || word.contains { $0.isNumber } && word.allSatisfy { $0.isNumber || "+-.,%eE".contains($0) }
    return isNumber ? "<td align=\"right\">" + line.dropFirst(4) : line
  }

  /// Removes each part from a beginning, in any case, to an end.
  private static func removing(_ start: String, through end: String, from bytes: [UInt8]) -> [UInt8] {
    let lower = bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    let (start, end) = (Array(start.utf8), Array(end.utf8))
    var out: [UInt8] = []
    var index = 0
    while let found = lower.find(start, from: index) {
      guard let last = lower.find(end, from: found) else { break }
      out += bytes[index..<found]
      index = last + end.count
    }
    return out + bytes[index...]
  }
}
