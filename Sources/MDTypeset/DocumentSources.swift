internal import Glibc
internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetDrawing
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetMarkdown
internal import TypesetStyling
internal import TypesetPictures

/// What a document was made of, beside the files that it read.
struct DocumentSources: Sendable {
  /// A file that the caller gave, and where it is.
  struct Given: Sendable {
    /// Absolute; relative to a folder without a name where nobody says its folder.
    var place: String
    var bytes: [UInt8]
  }

  var inputs: [Given] = []
  /// The files of the theme that the caller chose, the one that all build on first.
  var theme: [Given] = []
  var macros = ""
  var commandLine: [String]?
  var keepsFiles = false
  /// Seconds since 1970, where the document asks for the date of the day.
  var today: Int?
  var creationTime: Int?
  /// What is made again.
  var known: AttachedSource?
  /// The languages of code blocks that are drawn by a command.
  var diagrams: [String] = []
}

extension Typesetter {
  /// Seconds since 1970: the time that goes into the document; nil is none.
  var creationTime: Int? { options.attachedSource.map { $0.creationTime } ?? time }

  /// Seconds since 1970: what `date: today` means.
  var today: Int { options.attachedSource?.today ?? time ?? Glibc.time(nil) }

  /// - Parameter source: As the author wrote it, without what it includes.
  func sources(of source: Source, _ matter: FrontMatter) -> DocumentSources {
    var sources = DocumentSources()
    for (number, file) in source.files.enumerated() {
      let next = number + 1 < source.files.count ? source.files[number + 1].start : nil
      var bytes = source.bytes[file.start..<(next ?? source.bytes.count)]
      // The empty line between joined files.
      if next != nil, bytes.suffix(2).elementsEqual([0x0A, 0x0A]) { bytes.removeLast(2) }
      let name = file.name == "<stdin>" || file.name.isEmpty ? "document.md" : file.name
      sources.inputs.append(given(name, in: file.folder, Array(bytes)))
    }
    switch options.theme {
    case .file(let theme): sources.theme = [given(theme)]
    case .files(let themes): sources.theme = themes.map { given($0) }
    case .builtIn, nil: break
    }
    sources.macros = options.mathMacros
    sources.commandLine = options.commandLine
    sources.known = options.attachedSource
    sources.keepsFiles = options.keepsFiles || options.attachedSource != nil
    if matter.text("date").map(TitleBlock.isToday) == true { sources.today = today }
    sources.creationTime = creationTime
    sources.diagrams = (options.attachedSource?.diagrams ?? []) + options.diagramCommands.keys.sorted()
    return sources
  }

  private func given(_ theme: Source) -> DocumentSources.Given { given(theme.files[0].name, in: theme.files[0].folder, theme.bytes) }

  private func given(_ name: String, in folder: String?, _ bytes: [UInt8]) -> DocumentSources.Given {
    let last = name.split(separator: "/").last.map(String.init) ?? "document.md"
    let folder = folder.map { options.attachedSource == nil ? FileAccess.realFolder($0) : $0 } ?? files.rootPaths.first ?? "/"
    return DocumentSources.Given(place: folder + "/" + last, bytes: bytes)
  }
}

extension TypesetDocument {
  /// The files that a PDF carries along: the inputs, first, and what is needed to make it again.
  func attachments(ofPages pages: [Page]) -> [PDFOptions.Attachment] {
    let keeps = sources.keepsFiles
    let tree = SourceTree(
      sources, readings: keeps ? files.readings : [], known: sources.known, pictures: keeps ? pictures.namedFiles : [])
    var attachments = tree.files.map { PDFOptions.Attachment(name: $0.name, bytes: $0.bytes) }
    guard sources.keepsFiles, sources.commandLine != nil else { return attachments }
    var manifest = SourceManifest(tree, sources)
    manifest.fonts = fonts.readFiles
    manifest.pictureFonts = Renderer(fonts: fonts, pictures: self.pictures).pictureFontNames(of: pages)
    attachments.append(PDFOptions.Attachment(name: SourceManifest.name, bytes: Array(manifest.json.utf8), relation: .supplement))
    return attachments
  }
}

/// The files that a document was made of, under names below one folder: the lowest that holds them all, whose own name is nobody's business.
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
  /// The files of pictures from the network and of diagrams, by what stands for their names.
  private(set) var pictures: [(key: String, name: String)] = []
  private var taken: [String: [UInt8]] = [:]

  /// What no document has of its own is in this folder.
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

  /// What stands for a picture's name: a diagram's is all of its source.
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
