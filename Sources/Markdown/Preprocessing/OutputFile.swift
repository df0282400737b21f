internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// R Markdown's `_output.yml`: what the texts of its folder are made into that don't say it themselves. It counts here where that is slides.
///
/// - Source: R Markdown: The Definitive Guide, 2.4.
enum OutputFile {
  private static let names = ["_output.yml", "_output.yaml"]

  /// The lines that a text's front matter lacks; none where these make no slides of it.
  static func lines(for matter: FrontMatter, from folder: String, _ files: FileAccess) -> [GivenLines] {
    guard matter.value("output") == nil, matter.value("format") == nil else { return [] }
    for name in names {
      // A file that is not there is asked for, too: a text that is kept is made again when it appears.
      guard let bytes = try? files.read(name, from: folder, limit: 1 << 16).bytes, let values = parseYAML(bytes[...], offset: 0).value,
        let first = values.entries?.first?.key, makesSlides(first)
      else { continue }
      var out = Array("output:\n".utf8)
      for line in bytes.split(separator: ASCII.newline) where !line.starts(with: "---".utf8) {
        out += "  ".utf8
        out += line
        out.append(ASCII.newline)
      }
      return [GivenLines(bytes: out, file: name, line: 1)]
    }
    return []
  }

  private static func makesSlides(_ format: String) -> Bool {
    format.hasPrefix("xaringan::") || format.hasSuffix("_presentation") || format.hasPrefix("revealjs::")
  }
}
