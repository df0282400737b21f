import TypesetBoxes
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

// Where links within a document lead, and those between its files if it was made of several.

extension Numbering {
  /// True if an address is that of a file of this document, or of a place in one.
  func hasPlace(at address: String, from span: SourceSpan) -> Bool { !address.hasPrefix("#") && place(ofLink: address, from: span) != nil }

  /// The place of this document to which a link leads; nil where it leads elsewhere.
  func place(ofLink address: String, from span: SourceSpan) -> String? {
    guard !address.hasPrefix("#") else { return place(named: String(address.dropFirst()), from: span) }
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first, !path.isEmpty else { return nil }
    let name = parts.count > 1 && !parts[1].isEmpty ? percentDecoded(String(parts[1])) : nil
    return if case .found(let place)? = place(inFile: String(path), named: name, from: span) { place } else { nil }
  }

  /// Where a link to a file leads, and to a name in it; nil where the document has no such file.
  func place(inFile path: String, named name: String?, from span: SourceSpan) -> FileDestination? {
    guard !path.contains(":") else { return nil }
    if !isWork {
      guard !path.hasPrefix("/"), [".md", ".markdown", ".mdx", ".qmd", ".html"].contains(where: path.hasSuffix) else { return nil }
    }
    // What is asked of a site's search is no part of a file's name.
    let path = percentDecoded(isWork ? String(path.prefix { $0 != "?" }) : path)
    guard !path.isEmpty else { return nil }
    let found = destination(inFile: path, of: name, from: span)
    guard found == .missing, isWork, let name else { return found }
    // Links of notes have a heading's own words.
    var anchors = HeadingAnchors()
    let words = destination(inFile: path, of: anchors.anchor(for: name), from: span)
    guard words == .missing else { return words }
    return similarDestination(to: name, inFile: path, from: span).map { .found($0) } ?? .missing
  }

  /// Where a link to a name leads, within the document or to one of its files.
  func place(named name: String, from span: SourceSpan) -> String? {
    // GitHub's own names of headings, as they are copied from a page.
    if name.hasPrefix("user-content-"), let found = destination(of: String(name.dropFirst(13)), from: span) { return found }
    let decoded = percentDecoded(name)
    if let found = destination(of: name, from: span) ?? destination(of: decoded, from: span) { return found }
    // Obsidian's links have a heading's own words.
    var anchors = HeadingAnchors()
    if let found = destination(of: anchors.anchor(for: decoded), from: span) { return found }
    // The name of another chapter, as roles and links of notes have it.
    if isWork, case .found(let found)? = destination(inFile: decoded, of: nil, from: span) { return found }
    if let found = similarDestination(to: decoded, from: span) { return found }
    // Obsidian's way to a heading is that of the headings above it.
    return decoded.lastIndex(of: "#").flatMap { place(named: String(decoded[decoded.index(after: $0)...]), from: span) }
  }
}

enum LinkPageStyling {
  /// `[words](a.md#part){page}`: *(page 12)* behind a link that leads to a page of this document.
  static func append(pageOf address: String, at span: SourceSpan, _ style: TextStyle, with styling: inout InlineStyling) {
    guard !styling.isListing, let place = styling.numbering.place(ofLink: address, from: span) else { return }
    let around = styling.words.aroundPageNumber
    styling.append(around.before, style)
    styling.append(pageWith: place, style)
    styling.append(around.after, style)
  }
}
