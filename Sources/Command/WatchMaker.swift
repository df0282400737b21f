internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetPictures
internal import TypesetPreview

/// Typesets the watched document again and again, in a process of its own, and draws its pages for the preview.
final class WatchMaker {
  private let arguments: Arguments
  private let place: DrawingPlace
  private var shared = SharedWork(keepsBlocks: true)
  private var states = FileStates()
  private var document: TypesetDocument?
  private var fonts: [String: String] = [:]
  private var pages = PreviewedPages()

  init(_ arguments: Arguments, place: DrawingPlace) { (self.arguments, self.place) = (arguments, place) }

  /// - Parameter job: `do`: make, write or page; `page`.
  func make(_ job: JSON) -> JSON {
    do {
      switch job["do"]?.text {
      case "make": return try typeset()
      case "write": return try write()
      case "page":
        guard let document, let number = job["page"]?.integer, number >= 0, number < document.pageCount else { return JSON(members: [:]) }
        return JSON(members: ["svg": .string(String(decoding: try document.svg(page: number), as: UTF8.self))])
      default: return JSON(members: [:])
      }
    } catch let failure as Failure {
      return DocumentMaker.failure(failure)
    } catch {
      return DocumentMaker.failure(Failure(.internalError, "\(error)"))
    }
  }

  private func typeset() throws -> JSON {
    let output = arguments.has("output") ? try Output(arguments) : nil
    var options = try TypesetVerb.typesettingOptions(arguments, inputs: arguments.operands)
    // A font that has changed is read again.
    if fonts.contains(where: { states.digest(of: $0.key) != $0.value }) { shared = SharedWork(keepsBlocks: true) }
    options.shared = shared
    options.drawingPlace = place
    options.cacheFolder = options.cacheFolder ?? TypesetVerb.cacheFolder
    options.pictureOutput = arguments.has("preview") ? .svg : output?.pictures ?? .svg
    options.speaksFormulas = output?.format == .pdf && !arguments.has("no-pdf-tags")
    options.keepsMathML = TypesetVerb.keepsMathML(arguments)
    let source = try WorkInput.source(arguments.operands, &options)
    let document = Typesetter(options: options).typeset(source)
    self.document = document
    let found = document.dependencies
    var files = found.files
    if case .files(let sources)? = options.theme, let theme = arguments.value("theme") {
      files += sources.compactMap(\.files.first?.name).map { name in
        name.hasPrefix("/") || name == theme ? name : Roots.folder(of: theme) + "/" + name
      }
    }
    if let macros = arguments.value("math-macros") { files.append(macros) }
    fonts = [:]
    for file in files where Self.isFont(file) { fonts[file] = states.digest(of: file) ?? "" }
    // Pictures are not in a page's fingerprint: where one changes, all pages count as changed.
    let salt = String(Digest.of(files.map { states.digest(of: $0) ?? "" }.joined(separator: "\n").utf8).prefix(8))
    let changed = pages.show(document, salt: salt, withPlaces: arguments.has("preview"))
    return JSON(members: [
      "count": JSON(document.pageCount), "changed": .array(changed.map(pages.json)),
      "files": .array((arguments.operands + source.files.map(\.name) + files).map { .string($0) }),
      "missing": .array(found.missing.map { .string($0) }),
      "diagnostics": .array(document.diagnostics.prefix(500).map { $0.json(in: document.source) }),
      "warnings": .array(document.diagnostics.summarized(in: document.source).map { .string($0) }),
    ])
  }

  private static func isFont(_ path: String) -> Bool {
    [".otf", ".ttf", ".ttc", ".otc"].contains { path.lowercased().hasSuffix($0) }
  }

  private func write() throws -> JSON {
    guard let document else { return JSON(members: [:]) }
    var output = try Output(arguments)
    output.inputs = arguments.operands
    try output.write(document, arguments: arguments)
    return JSON(members: ["files": .array(try output.names(ofPages: document.pageCount).map { .string($0) })])
  }
}
