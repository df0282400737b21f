/// Whether the lines of a text are code by their indent, four columns beyond the item that they are in; asked for each line outside of fences.
struct IndentedCode {
  /// Where the contents of the open items begin.
  private var columns: [Int] = []
  private var isCode = false
  private var isBelowBlank = true

  /// Where the contents of the item begin that is open.
  var column: Int { columns.last ?? 0 }

  /// True for a line of indented code.
  mutating func pass(_ line: ArraySlice<UInt8>) -> Bool {
    var indent = 0
    var rest = line
    while let byte = rest.first, byte == ASCII.space || byte == ASCII.tab {
      indent = byte == ASCII.tab ? (indent / 4 + 1) * 4 : indent + 1
      rest = rest.dropFirst()
    }
    guard let first = rest.first, first != ASCII.newline, first != ASCII.carriageReturn else {
      isBelowBlank = true
      return false
    }
    while let last = columns.last, indent < last { columns.removeLast() }
    let wasBelowBlank = isBelowBlank
    isBelowBlank = false
    if indent >= (columns.last ?? 0) + 4, wasBelowBlank || isCode {
      isCode = true
      return true
    }
    isCode = false
    if let width = Self.contentOffset(rest), columns.count < 100 { columns.append(indent + width) }
    return false
  }

  /// How far the contents of what begins with these bytes are indented: an item, a definition, a note, an admonition.
  private static func contentOffset(_ bytes: ArraySlice<UInt8>) -> Int? {
    for head in ["=== ", "[^"] where bytes.starts(with: head.utf8) { return 4 }
    if bytes.starts(with: "!!!".utf8) || bytes.starts(with: "???".utf8), let next = bytes.dropFirst(3).first {
      if next == UInt8(ascii: "+") || ASCII.isBlank(next) || ASCII.isLetter(next) { return 4 }
    }
    let digits = bytes.prefix(10).prefix(while: ASCII.isDigit)
    var marker = digits.count
    let sign = bytes[digits.endIndex...].first ?? 0
    guard digits.isEmpty ? "-*+:".utf8.contains(sign) : ".)".utf8.contains(sign) else { return nil }
    marker += 1
    let blanks = bytes.dropFirst(marker).prefix(while: ASCII.isBlank)
    let isEmpty = blanks.endIndex == bytes.endIndex
    guard isEmpty || !blanks.isEmpty else { return nil }
    return marker + (isEmpty || blanks.count > 4 ? 1 : blanks.count)
  }
}
