package import TypesetDiagnostics
package import TypesetFiles
import TypesetFonts

// Fonts and themes that a document or a theme names by their files.

extension SettingsReader {
  /// Makes the fonts that are named by files absolute, and reports those that may not be read.
  ///
  /// - Parameter folder: Of the file that names them; nil is the first root.
  func locateFonts(in families: inout FamilyTable, from folder: String?, at span: SourceSpan?, _ diagnostics: inout [Diagnostic]) {
    for kind in [\FamilyTable.text, \.sans, \.code, \.math, \.emphasis, \.cjk, \.emoji] {
      for (index, name) in families[keyPath: kind].enumerated() {
        families[keyPath: kind][index] = located(name, from: folder, at: span, &diagnostics)
      }
    }
  }

  /// A family as it is; a font's file by its absolute path, with the coordinates after it.
  func located(_ name: String, from folder: String?, at span: SourceSpan?, _ diagnostics: inout [Diagnostic]) -> String {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts.first ?? "")
    guard FontBook.isFile(path) else { return name }
    do throws(FileFailure) {
      let file = try fonts.fontFile(path, from: folder)
      keep(font: path, from: folder, at: span, &diagnostics)
      return parts.count > 1 ? "\(file):\(parts[1])" : file
    } catch {
      // A missing file is reported where the font is used.
      if case .outside(let root) = error {
        let other = root == "/" ? "" : ", or a root with --root \(root)"
        diagnostics.append(
          Diagnostic(
            .warning, "policy.font", at: span, "cannot read the font \(path): \(error)",
            hint: "allow its folder with --font-path" + other))
      }
      return name
    }
  }

  /// A font below the root is attached with the source, where its licence allows that.
  private func keep(font path: String, from folder: String?, at span: SourceSpan?, _ diagnostics: inout [Diagnostic]) {
    guard files.keepsFiles, let file = try? files.read(path, from: folder, limit: Self.fontLimit, isKept: false) else { return }
    if mayBeHandedOn(font: file.bytes) {
      _ = try? files.read(path, from: folder, limit: Self.fontLimit)
    } else {
      let message = "the font \(path) is not attached: it does not allow its file to be passed on"
      diagnostics.append(Diagnostic(.note, "attach.font", at: span, message, hint: "verify needs the font on its machine"))
    }
  }

  /// The largest font file that is attached.
  private static let fontLimit = 64 << 20

  /// True if a theme is named by its file.
  package static func isThemeFile(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.contains("/") }

  /// A theme's file and those that it builds on, the one that all build on first.
  ///
  /// - Parameter folder: Of the file that names it; nil is the first root.
  package func themeFiles(_ name: String, from folder: String?) throws(FileFailure) -> [Source] {
    var sources: [Source] = []
    var next: (path: String, folder: String?)? = (name, folder)
    while let (path, folder) = next, sources.count < 8 {
      let file = try files.read(path, from: folder, limit: 1 << 20)
      let source = Source(name: path, bytes: file.bytes, folder: file.folder)
      sources.insert(source, at: 0)
      next = Theme.baseFile(of: source).map { ($0, file.folder) }
    }
    return sources
  }
}

extension FileFailure {
  /// Of a diagnostic: `theme.missing`, `policy.theme`.
  package func code(_ room: String) -> String {
    switch self {
    case .missing: "\(room).missing"
    case .outside, .hidden: "policy.\(room)"
    case .noRegularFile, .unreadable: "\(room).unreadable"
    case .tooLarge: "\(room).too-large"
    }
  }
}
