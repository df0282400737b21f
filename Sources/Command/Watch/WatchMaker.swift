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
  private var last: (making: Making, document: TypesetDocument)?
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
        guard let document = last?.document, let number = job["page"]?.integer, number >= 0, number < document.pageCount else {
          return JSON(members: [:])
        }
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
    var options = try TypesetVerb.typesettingOptions(arguments, inputs: arguments.operands)
    // A font that has changed is read again.
    if fonts.contains(where: { states.digest(of: $0.key) != $0.value }) { shared = SharedWork(keepsBlocks: true) }
    options.shared = shared
    options.drawingPlace = place
    options.cacheFolder = options.cacheFolder ?? TypesetVerb.cacheFolder
    let source = try WorkInput.source(arguments.operands, &options)
    var output = arguments.has("output") ? try Output(arguments) : nil
    output?.inputs = arguments.operands
    var making = try Making(arguments, options: options, outputs: [output].compactMap(\.self), after: last?.document)
    if arguments.has("preview") { making.options.pictureOutput = .svg }
    let made = try making.typeset { $0.typeset(source) }
    let document = made.document
    last = (making, document)
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
      "diagnostics": .array(made.diagnostics.prefix(500).map { $0.json(in: document.source) }),
      "warnings": .array(made.diagnostics.summarized(in: document.source).map { .string($0) }),
    ])
  }

  private static func isFont(_ path: String) -> Bool {
    [".otf", ".ttf", ".ttc", ".otc"].contains { path.lowercased().hasSuffix($0) }
  }

  private func write() throws -> JSON {
    guard let last else { return JSON(members: [:]) }
    return JSON(members: ["files": .array(try last.making.write(last.document).map { .string($0) })])
  }
}
