package import TypesetDiagnostics
internal import TypesetDrawing
package import TypesetFiles
internal import TypesetFonts
package import TypesetPictures

/// The files that a PDF carries along (`PDFSettings.attachesSource`), and how it was made, according to the PDF.
public struct AttachedSource: Sendable {
  /// By name: paths below one folder, which do not lead out of it.
  public let files: [String: [UInt8]]
  /// The names of the Markdown that was typeset, in order.
  public let inputs: [String]
  /// Why the attached files are not the files that the PDF was made of; each sentence names one of them.
  public let faults: [String]
  let manifest: SourceManifest?

  /// - Parameters:
  ///   - pdf: A file of this engine, or what another program has made of one.
  ///   - limit: The most bytes that the files may have together.
  /// - Returns: Nil where it carries no Markdown.
  public init?(pdf: [UInt8], limit: Int) {
    let found = PDFSource.files(in: pdf, limit: limit)
    var files: [String: [UInt8]] = [:]
    var damaged: [String] = []
    var markdown: [String] = []
    var manifest: SourceManifest?
    for file in found {
      let name = file.name ?? (file.isMarkdown ? "document.md" : "")
      guard let bytes = file.bytes else {
        damaged.append("\(name.isEmpty ? "an attached file" : name) is damaged")
        continue
      }
      if name == SourceManifest.name {
        manifest = SourceManifest(json: bytes)
        if manifest == nil { damaged.append("\(name) is damaged") }
      }
      guard SourceManifest.isSafe(name) else { continue }
      if files[name] != nil { damaged.append("\(name) is attached twice") }
      files[name] = bytes
      if file.isMarkdown { markdown.append(name) }
    }
    self.manifest = manifest
    // A file without a manifest carries its Markdown and nothing else.
    inputs = manifest.map { $0.inputs.filter { files[$0] != nil } } ?? Array(markdown.prefix(1))
    if let manifest {
      for file in manifest.files
      where files[file.name].map({ Digest.of($0) }) != file.digest && !damaged.contains("\(file.name) is damaged") {
        damaged.append(files[file.name] == nil ? "\(file.name) is missing" : "\(file.name) is not the file that was typeset")
      }
      let known = Set(manifest.files.map(\.name)).union([SourceManifest.name])
      for name in files.keys.sorted() where !known.contains(name) { damaged.append("\(name) was not attached by mdtypeset") }
    }
    self.files = files
    faults = damaged
    if inputs.isEmpty, damaged.isEmpty { return nil }
  }

  /// True if the file records how it was made; files by other versions, or not made by the command, do not.
  public var isComplete: Bool { manifest != nil }

  /// The options with which it was made, in the words of the command.
  public var commandLine: [String] { manifest?.options ?? [] }

  /// How the program that made the file differs from this one, so that different bytes would mean nothing; nil if it does not.
  public var difference: String? {
    guard let manifest else { return "it does not say how it was made" }
    guard manifest.version == SourceManifest.ownVersion else {
      return "it was made by mdtypeset \(manifest.version), and this is \(SourceManifest.ownVersion)"
    }
    let other = Set(manifest.libraries).symmetricDifference(SourceManifest.ownLibraries)
    guard other.isEmpty else {
      let theirs = manifest.libraries.filter { other.contains($0) }.joined(separator: ", ")
      let own = SourceManifest.ownLibraries.filter { other.contains($0) }.joined(separator: ", ")
      return "it was made with \(theirs), and this program uses \(own)"
    }
    for font in manifest.fonts {
      guard let own = FontBook.digest(ofBundled: font.name), own != font.digest else { continue }
      return "its font \(font.name) differs from this program's"
    }
    return nil
  }

  /// The Markdown as one source.
  package var source: Source {
    let chapters = Dictionary((manifest?.given ?? []).map { ($0.name, $0.chapter) }) { first, _ in first }
    return Source(
      joining: inputs.map { name in
        var file = Source.File(name: name, start: 0, folder: Self.folder(of: name))
        file.chapter = chapters[name] ?? nil
        return Source(files: [file], bytes: files[name] ?? [])
      })
  }

  /// The files of the theme that the caller chose, the one that all build on first.
  package var themes: [Source] {
    manifest?.theme.compactMap { name in files[name].map { Source(name: name, bytes: $0, folder: Self.folder(of: name)) } } ?? []
  }

  /// Definitions of commands that the caller gave.
  package var macros: String? { manifest?.macros.flatMap { files[$0] }.map { String(decoding: $0, as: UTF8.self) } }

  private static func folder(of name: String) -> String { name.lastIndex(of: "/").map { "/" + name[..<$0] } ?? "/" }

  /// Compares a file with the result of typesetting its source again.
  ///
  /// - Parameters:
  ///   - file: The file that carries this source.
  ///   - remade: The PDF that its source becomes.
  public func compare(_ file: [UInt8], withRemade remade: [UInt8]) -> Verification {
    guard file != remade else { return .same }
    if let own = AttachedSource(pdf: remade, limit: .max)?.manifest, let manifest {
      if let font = Self.differentFont(manifest.fonts, own.fonts) { return .unknown(reason: font) }
      if manifest.pictureFonts != own.pictureFonts {
        let other = Set(manifest.pictureFonts).symmetricDifference(own.pictureFonts).sorted().joined(separator: ", ")
        return .unknown(reason: "the text of its pictures was set in different fonts from those that this machine chooses: \(other)")
      }
      if manifest.build != SourceManifest.ownBuild {
        return .unknown(reason: "it was made by another build of mdtypeset \(manifest.version), and the pages differ")
      }
    }
    return .different(PDFComparison(file, remade).findings)
  }

  /// - Returns: Nil where the fonts that differ are all here: then the source asks for different ones.
  private static func differentFont(_ theirs: [FontFile], _ own: [FontFile]) -> String? {
    for font in Set(theirs).symmetricDifference(own).sorted(by: { $0.name < $1.name })
    where FontBook.digest(ofBundled: font.name) != font.digest {
      return theirs.contains(font)
        ? "its font \(font.name) is not installed on this machine, or differs"
        : "this machine chooses \(font.name), a font that it does not name"
    }
    return nil
  }
}

/// Whether a PDF is what its source becomes.
public enum Verification: Hashable, Sendable {
  /// Byte for byte.
  case same
  /// What differs, page by page, in words.
  case different([String])
  /// It cannot be decided: the pages depend on something that is not available here.
  case unknown(reason: String)
}

extension AttachedSource {
  /// Reads the attached files, at the paths by which the document asked for them.
  package var access: FileAccess {
    FileAccess(attached: AttachedFiles(files: files, aliases: manifest?.aliases ?? [], roots: manifest?.roots ?? ["/"]))
  }

  /// Seconds since 1970, as in `DocumentSources`; nil without a manifest.
  package var creationTime: Int? { manifest?.creationTime }
  /// Seconds since 1970, if the document asks for today's date.
  package var today: Int? { manifest?.today }
  /// The languages of code blocks that a command drew.
  package var diagrams: [String] { manifest?.diagrams ?? [] }

  private func picture(named name: String) -> [UInt8]? {
    let key = SourceTree.key(of: name)
    return manifest?.pictures.first { $0.key == key }.flatMap { files[$0.name] }
  }

  /// Pictures from the network are taken from the PDF.
  package func supply(_ addresses: [String], to book: PictureBook) {
    for address in addresses {
      guard let bytes = picture(named: address) else { continue }
      _ = try? book.load(named: address) { () throws(PictureError) in bytes }
    }
  }

  /// - Returns: Which diagrams were not drawn, by name.
  package func supplyDiagrams(_ names: [String], to book: PictureBook) -> [String: DiagramError] {
    supply(names, to: book)
    var failures: [String: DiagramError] = [:]
    for name in names where (try? book.load(address: name)) == nil { failures[name] = .failed(reason: "it was not drawn", line: nil) }
    return failures
  }
}
