internal import TypesetDiagnostics

extension DocumentRecord {
  /// Why this machine cannot repeat a reference: a font that is not part of the program is missing or another file. One sentence.
  package func fontProblem(in new: DocumentRecord) -> String? {
    for font in fonts where !font.isBundled {
      guard let known = new.fonts.first(where: { $0.name == font.name }) else {
        let isUsed = styles.contains { $0.contains(font.name + " ") }
        guard isUsed, !new.fonts.contains(font) else { continue }
        return "the reference was made with the font \(font.name), which was not used here; install it, or record the reference again"
      }
      guard known.digest != font.digest else { continue }
      return
        "the font \(font.name) of this machine is not the file of the reference; install that one, or record the reference again"
    }
    return nil
  }
}
