/// Slidev's own tags on lines of its slides.
enum SlidevTags {
  /// Slidev's `<Toc maxDepth="1" />`, also with a tag at its end.
  static func contents(_ line: String) -> String? {
    guard ["<Toc ", "<Toc/", "<Toc>"].contains(where: line.hasPrefix), ["/>", "</Toc>"].contains(where: line.hasSuffix) else { return nil }
    guard let depth = line.firstRange(of: "maxDepth=\"")?.upperBound, let digit = line[depth...].first, ("1"..."6").contains(digit) else {
      return "\n[TOC]\n"
    }
    return "\n[TOC maxLevel=\(digit)]\n"
  }

  /// A line without `<carbon:edit />`, which is no tag to CommonMark; nil where it has none.
  static func withoutIcons(_ line: String) -> String? {
    guard line.contains("/>"), line.contains(":") else { return nil }
    var out = ""
    var rest = line[...]
    while let open = rest.firstIndex(of: "<") {
      let name = rest[open...].dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" }
      // `<https://a.org/>` is an address.
      guard name.contains(":"), !rest[name.endIndex...].hasPrefix("//"), let close = rest[open...].firstRange(of: "/>"),
        !rest[name.endIndex..<close.lowerBound].contains("<")
      else {
        out += rest[...open]
        rest = rest[open...].dropFirst()
        continue
      }
      out += rest[..<open]
      rest = rest[close.upperBound...]
    }
    out += rest
    return out == line ? nil : out
  }
}
