/// HeadingAnchors of headings as GitHub makes them: lower case, spaces to hyphens, punctuation dropped, repeated ones numbered.
package struct HeadingAnchors {
  private var counts: [String: Int] = [:]

  package init() {}

  package mutating func anchor(for title: String) -> String {
    var slug = ""
    for scalar in title.lowercased().unicodeScalars {
      let properties = scalar.properties
      if scalar == " " || scalar == "-" {
        slug += "-"
      } else if scalar == "_" || properties.isAlphabetic || properties.numericType != nil
        || properties.generalCategory == .nonspacingMark
      {
        slug.unicodeScalars.append(scalar)
      }
    }
    // A title without letters gets an anchor anyway.
    if slug.isEmpty { slug = "section" }
    let count = counts[slug, default: 0]
    counts[slug] = count + 1
    return count == 0 ? slug : "\(slug)-\(count)"
  }
}
