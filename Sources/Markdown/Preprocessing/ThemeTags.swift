internal import TypesetDiagnostics

// Shortcodes of Hugo's themes that hold others, or words in their arguments.

extension TemplateTag {
  /// `{{< tab header="Files:" disabled=true />}}`: it has no end.
  var isSelfClosing: Bool { form == .shortcode && arguments.hasSuffix("/") }

  /// The words that a tag without an end names in its arguments.
  var ownTitle: String? { ["header", "title", "name", "label", "text"].lazy.compactMap { pairs[$0] }.first { !$0.isEmpty } }

  /// The item of a tree of files; nil for other tags, empty for one that is no item.
  ///
  /// - Parameter depth: The number of folders that are open.
  func file(depth: Int) -> String? {
    guard form == .shortcode, name.hasPrefix("filetree/") || name.hasPrefix("/filetree/") else { return nil }
    guard name == "filetree/folder" || name == "filetree/file", let name = pairs["name"] else { return "" }
    return String(repeating: "  ", count: min(depth, 20)) + "- `\(name)\(self.name == "filetree/folder" ? "/" : "")`"
  }

  /// True if all between a tag and its end is code: Docsy's tabs and cards.
  func holdsCode(_ body: ArraySlice<UInt8>, isText: Bool) -> Bool {
    guard form == .shortcode, name == "tab" || name == "card" || name == "cardpane" else { return false }
    if pairs["code"] == "true" { return true }
    guard name == "tab", let language = pairs["lang"], !language.isEmpty, pairs["text"] != "true", !isText else { return false }
    return !body.drop(while: { $0 <= ASCII.space }).starts(with: "```".utf8)
  }

  /// A title above what a shortcode holds, where the shortcode itself is not known.
  var titledBody: PairedTag? {
    guard form == .shortcode, !isSelfClosing else { return nil }
    let pairs = pairs
    guard let title = ["title", "header", "caption"].lazy.compactMap({ pairs[$0] }).first(where: { !$0.isEmpty }) else { return nil }
    if name == "table" { return PairedTag(name, "\nTable: \(title)\n", "\n") }
    guard name == "card" else { return nil }
    return PairedTag(name, "\n" + (title.contains("**") ? title : "**\(title)**") + "\n\n", "\n")
  }
}
