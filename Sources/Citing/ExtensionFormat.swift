internal import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown
import TypesetYAML

/// A format that an extension of Quarto's has: `format: aft-html` is in `_extensions/aft`, or in an organization's folder there.
struct ExtensionFormat {
  /// What the extension says of the page's own format, and of all of its formats.
  let settings: [YAMLValue]
  /// The extension's folder, from the page's.
  let folder: String

  /// Nil for a page with a format of Quarto's own, and where no such extension is found.
  init?(of matter: FrontMatter, from folder: String, _ files: FileAccess) {
    let format = matter.value("format").flatMap { $0.text ?? $0.entries?.first?.key } ?? ""
    guard let dash = format.lastIndex(of: "-"), dash > format.startIndex else { return nil }
    let (name, base) = (format[..<dash], String(format[format.index(after: dash)...]))
    for level in files.namesAbove(folder, among: ["_extensions"], upTo: ".git") where level.names.contains("_extensions") {
      let up = String(repeating: "../", count: level.ups) + "_extensions/"
      let organizations = files.entries(in: level.folder + "/_extensions", endings: []).filter(\.isFolder).prefix(50).map { $0.name + "/" }
      for place in [""] + organizations {
        guard let text = try? files.read(up + place + name + "/_extension.yml", from: folder, limit: 1 << 20).bytes,
          let formats = parseYAML(text[...], offset: 0).value?["contributes"]?["formats"]
        else { continue }
        (settings, self.folder) = ([formats[base], formats["common"]].compactMap(\.self), up + place + name + "/")
        return
      }
    }
    return nil
  }

  /// Its style of citations, from the page's folder.
  var style: String? {
    settings.lazy.compactMap { $0["csl"]?.text }.first.map { $0.contains("://") ? $0 : folder + $0 }
  }
}
