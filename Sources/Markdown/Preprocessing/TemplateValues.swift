internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetYAML

/// The words that a site generator has for expressions: those of a book's `book.json`, and those of a page's front matter.
struct TemplateValues {
  let matter: FrontMatter
  private let book: JSON?

  /// - Parameters:
  ///   - files: In which `book.json` is looked for, beside the document and in the folders around it.
  ///   - namesBook: True if the document asks for words of a book.
  init(of source: Source, _ files: FileAccess, namesBook: Bool) {
    matter = FrontMatter.of(source.bytes)
    guard namesBook else {
      book = nil
      return
    }
    let folder = source.files.first?.folder
    var found: JSON?
    for depth in 0..<8 {
      guard let file = try? files.read(String(repeating: "../", count: depth) + "book.json", from: folder, limit: 1 << 20) else { continue }
      found = try? JSON(file.bytes[...])
      break
    }
    book = found
  }

  /// The words of an expression: `book.title`, `book.product.name`, `page.title`, `$frontmatter.title`.
  subscript(tag: TemplateTag) -> String? {
    guard tag.form == .expression, tag.arguments == tag.name else { return nil }
    let parts = tag.name.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return nil }
    switch parts[0] {
    case "book":
      guard let book else { return nil }
      // HonKit: the variables, and a few keys of the settings.
      return Self.text(parts.dropFirst(), in: book["variables"]) ?? (parts.count == 2 ? book[parts[1]]?.text : nil)
    case "page", "$frontmatter", "frontmatter":
      var value = matter.values
      for part in parts.dropFirst() { value = value?[part] }
      return value?.text
    default: return nil
    }
  }

  private static func text(_ names: ArraySlice<String>, in value: JSON?) -> String? {
    var value = value
    for name in names { value = value?[name] }
    switch value {
    case .string(let text)?, .number(let text)?: return text
    case .bool(let flag)?: return flag ? "true" : "false"
    default: return nil
    }
  }
}
