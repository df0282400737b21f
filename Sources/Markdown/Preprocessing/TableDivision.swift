internal import TypesetDiagnostics

/// `::: {.table #tbl-x file=a.csv caption="Words"}`, `::: table file=a.tsv`: a table whose rows are in a file.
struct TableDivision {
  let file: String
  let caption: String?
  /// Those of the directive `csv-table`.
  private(set) var options: [String: String]

  /// True if the colon here is the third of its line, and a file is named behind it.
  static func mayFollow(_ colon: Int, in bytes: [UInt8]) -> Bool {
    guard colon >= 2, bytes[(colon - 2)..<colon].allSatisfy({ $0 == UInt8(ascii: ":") }),
      bytes[..<(colon - 2)].last(where: { $0 != 0x20 && $0 != UInt8(ascii: ">") }) ?? 0x0A == 0x0A
    else { return false }
    return bytes[colon...].prefix(1_000).prefix { $0 != 0x0A }.firstRange(of: Array("file=".utf8)) != nil
  }

  /// - Parameter text: What follows the colons of a div.
  init?(_ text: ArraySlice<UInt8>) {
    var text = text.drop { $0 == 0x20 }
    // Pandoc allows colons after the attributes.
    while let last = text.last, last == UInt8(ascii: ":") || last <= 0x20 { text.removeLast() }
    guard text.count < 1_000 else { return nil }
    var attributes: Attributes
    if text.first == UInt8(ascii: "{") {
      guard let read = Attributes.read(text), read.length == text.count else { return nil }
      attributes = read.attributes
    } else {
      guard text.starts(with: "table ".utf8) else { return nil }
      let rest = Array("{".utf8) + text.dropFirst(6) + Array("}".utf8)
      guard let read = Attributes.read(rest[...]), read.length == rest.count else { return nil }
      attributes = read.attributes
      attributes.classes.insert("table", at: 0)
    }
    guard attributes.classes.first == "table", let file = attributes["file"], !file.isEmpty else { return nil }
    (self.file, caption) = (file, attributes["caption"])
    options = ["header-rows": attributes["header"] == "false" ? "0" : attributes["header-rows"] ?? "1"]
    options["delim"] = attributes["delim"] ?? (file.lowercased().hasSuffix(".tsv") ? "tab" : nil)
    options["name"] = attributes.id
    for key in ["align", "total", "width"] { options[key] = attributes[key] }
    let classes = attributes.classes.dropFirst().joined(separator: " ")
    options["class"] = classes.isEmpty ? nil : classes
  }
}
