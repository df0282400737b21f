package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetDrawing
package import TypesetFiles
package import TypesetFonts
package import TypesetPictures

/// What a document was made of, beside the files that it read.
package struct DocumentSources: Sendable {
  /// A file that the caller gave, and where it is.
  package struct InputFile: Sendable {
    /// Absolute; relative to a folder without a name where its folder is not known.
    var place: String
    var bytes: [UInt8]
    /// What it is in a work; nil for what is no chapter.
    var chapter: Source.File.Chapter?
  }

  /// The files of the document, in order.
  package var inputs: [InputFile] = []
  /// The files of the theme that the caller chose, the one that all build on first.
  package var theme: [InputFile] = []
  /// Definitions for all formulas, as the caller gave them.
  package var macros = ""
  /// The arguments of the run; nil attaches the sources without a manifest.
  package var commandLine: [String]?
  /// True if the PDF carries all files that the document has read.
  package var keepsFiles = false
  /// Seconds since 1970, where the document asks for the date of the day.
  package var today: Int?
  /// The creation date of the PDF: seconds since 1970.
  package var creationTime: Int?
  /// The PDF that is made again.
  package var known: AttachedSource?
  /// The languages of code blocks that are drawn by a command.
  package var diagrams: [String] = []
  /// The document's blocks of code, where the PDF is to carry them as files.
  package var code: [PDFOptions.Attachment] = []

  package init() {}
}

extension DocumentSources {
  /// - Parameters:
  ///   - source: As the author wrote it, without what it includes.
  ///   - themes: The files of the theme that the caller chose, the one that all build on first.
  ///   - known: The PDF that is made again.
  ///   - root: The folder of files whose folder is not known.
  package init(of source: Source, themes: [Source], known: AttachedSource?, root: String) {
    self.known = known
    for (number, file) in source.files.enumerated() {
      var bytes = source.bytes[file.start..<source.end(ofFile: number)]
      // The empty line between joined files.
      if number < source.files.count - 1, bytes.suffix(2).elementsEqual([0x0A, 0x0A]) { bytes.removeLast(2) }
      var name = file.name == "<stdin>" || file.name.isEmpty ? "document.md" : file.name
      // What a project says of all its chapters is front matter here, and the project's file is carried as it is where it is needed.
      if number == 0, file.chapter == nil, source.files.count > 1, source.files[1].chapter != nil { name = "front-matter.md" }
      var input = given(name, in: file.folder, Array(bytes), root: root)
      input.chapter = file.chapter
      inputs.append(input)
    }
    theme = themes.map { given($0.files[0].name, in: $0.files[0].folder, $0.bytes, root: root) }
  }

  private func given(_ name: String, in folder: String?, _ bytes: [UInt8], root: String) -> InputFile {
    let last = name.split(separator: "/").last.map(String.init) ?? "document.md"
    let folder = folder.map { known == nil ? FileAccess.realFolder($0) : $0 } ?? root
    return InputFile(place: folder + "/" + last, bytes: bytes)
  }

  /// The blocks of code, under names that no other file has.
  package func code(besides others: [PDFOptions.Attachment]) -> [PDFOptions.Attachment] {
    let taken = Set(others.map(\.name))
    return code.map { file in
      var file = file
      if taken.contains(file.name) { file.name = "code-" + file.name }
      return file
    }
  }

  /// The files that a PDF carries along: the inputs, first, and what is needed to make it again.
  ///
  /// - Parameter pages: The pages of the PDF.
  package func attachments(
    ofPages pages: [Page], readings: [Reading], pictures: PictureBook, fonts: FontBook
  ) -> [PDFOptions.Attachment] {
    let tree = SourceTree(
      self, readings: keepsFiles ? readings : [], known: known, pictures: keepsFiles ? pictures.namedFiles : [])
    var attachments = tree.files.map { PDFOptions.Attachment(name: $0.name, bytes: $0.bytes) }
    guard keepsFiles, commandLine != nil else { return attachments }
    var manifest = SourceManifest(tree, self)
    manifest.fonts = fonts.readFiles
    manifest.pictureFonts = Renderer(fonts: fonts, pictures: pictures).pictureFontNames(of: pages)
    attachments.append(PDFOptions.Attachment(name: SourceManifest.name, bytes: Array(manifest.json.utf8), relation: .supplement))
    return attachments
  }
}

/// The files that a document was made of, under names below one folder: the lowest that holds them all, whose own name is not disclosed.
struct SourceTree {
  struct File {
    var name: String
    var bytes: [UInt8]
  }

  /// The inputs first, in their order.
  private(set) var files: [File] = []
  private(set) var inputs: [String] = []
  private(set) var theme: [String] = []
  private(set) var macros: String?
  private(set) var roots: [String] = []
  private(set) var aliases: [AttachedFiles.Alias] = []
  /// The files of pictures from the network and of diagrams, by what represents their names.
  private(set) var pictures: [(key: String, name: String)] = []
  private var taken: [String: [UInt8]] = [:]

  /// A folder name that no document uses for its own files.
  static let ownFolder = ".mdtypeset"

  /// - Parameter known: Of the file that is made again: where paths lead is its to say, and the pages show whether it is true.
  init(
    _ sources: DocumentSources, readings: [Reading], known: AttachedSource?,
    pictures named: [(name: String, kind: PictureKind, bytes: [UInt8])]
  ) {
    let places = sources.inputs.map(\.place) + readings.map(\.place)
    let folder = Self.common(places.map { Self.folder(of: $0) } + readings.compactMap { $0.root.map { Self.parts(of: $0) } })
    inputs = sources.inputs.map { add(Self.name(of: $0.place, below: folder), $0.bytes) }
    var names: [String: String] = [:]
    for reading in readings {
      names[reading.place] = names[reading.place] ?? add(Self.name(of: reading.place, below: folder), reading.bytes)
    }
    let rootNames = readings.compactMap(\.root).map { "/" + Self.name(of: $0, below: folder) }
    roots = rootNames.reduce(into: []) { roots, root in if !roots.contains(root) { roots.append(root) } }
    if roots.isEmpty { roots = ["/"] }
    let themeFolder = Self.common(sources.theme.map { Self.folder(of: $0.place) })
    theme = sources.theme.map { add(Self.ownFolder + "/theme/" + Self.name(of: $0.place, below: themeFolder), $0.bytes) }
    if !sources.macros.isEmpty { macros = add(Self.ownFolder + "/macros.tex", Array(sources.macros.utf8)) }
    for (number, picture) in named.enumerated() {
      let name = add("\(Self.ownFolder)/pictures/\(number + 1).\(picture.kind.rawValue.lowercased())", picture.bytes)
      pictures.append((Self.key(of: picture.name), name))
    }
    if let manifest = known?.manifest {
      (roots, aliases) = (manifest.roots, manifest.aliases)
      return
    }
    let attached = AttachedFiles(files: taken, roots: roots)
    for reading in readings {
      let start = "/" + Self.name(of: reading.folder, below: folder)
      guard let name = names[reading.place], attached.name(of: reading.path, from: start) != name else { continue }
      aliases.append(AttachedFiles.Alias(folder: start, path: reading.path, name: name))
    }
  }

  /// What represents a picture's name: a diagram's is all of its source.
  static func key(of name: String) -> String { name.hasPrefix("diagram:") ? "diagram:" + Digest.of(name.utf8) : name }

  /// - Returns: The name that the file gets: another one where that is a different file's.
  private mutating func add(_ name: String, _ bytes: [UInt8]) -> String {
    let name = SourceManifest.isSafe(name) ? name : String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 32 ? "_" : $0 }))
    var found = name
    var number = 1
    while let other = taken[found], other != bytes {
      number += 1
      let dot = name.lastIndex(of: ".") ?? name.endIndex
      found = "\(name[..<dot])-\(number)\(name[dot...])"
    }
    guard taken[found] == nil else { return found }
    taken[found] = bytes
    files.append(File(name: found, bytes: bytes))
    return found
  }

  private static func parts(of path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }

  private static func folder(of place: String) -> [Substring] { parts(of: place).dropLast() }

  private static func common(_ folders: [[Substring]]) -> [Substring] {
    guard var common = folders.first else { return [] }
    for folder in folders { common = Array(zip(common, folder).prefix { $0 == $1 }.map(\.0)) }
    return common
  }

  private static func name(of place: String, below folder: [Substring]) -> String {
    let parts = parts(of: place)
    return parts.starts(with: folder) ? parts.dropFirst(folder.count).joined(separator: "/") : parts.joined(separator: "/")
  }
}
