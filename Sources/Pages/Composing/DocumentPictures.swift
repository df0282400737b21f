package import TeXMath
import TypesetBoxes
package import TypesetDiagnostics
import TypesetFiles
package import TypesetInterface
package import TypesetPictures
import TypesetSettings
package import TypesetStyling

extension Composer {
  /// Loads all pictures of the document and draws them for the output, in several threads: pictures that can't be shown are known
  /// before the layout, which reads no files.
  ///
  /// - Parameter output: The form in which pictures are drawn.
  package func drawPictures(of tree: inout StyledTree, macros: MathMacros, for output: PictureOutput) {
    let names = draw(tree, macros: macros, for: output)
    if !names.isEmpty { tree.nameImages(names) }
  }

  /// - Returns: What files call the pictures that have no alternative text, by their sources.
  private func draw(_ tree: StyledTree, macros: MathMacros, for output: PictureOutput) -> [String: String] {
    var seen: Set<String> = []
    let images = tree.images.filter { image in
      guard image.drawn == nil else { return false }
      let folder = tree.sourceFiles.folder(at: Int(image.span.start)) ?? ""
      return seen.insert("\(image.diagram?.pictureName ?? image.source)\0\(folder)").inserted
    }
    guard !images.isEmpty else { return [:] }
    let preparation = SVGPreparation(for: tree.theme, language: tree.language, macros: macros, fonts: fonts)
    _ = concurrently(images.count, threads: threads) {
      pictures
    } work: { pictures, index in
      let image = images[index]
      func wish(_ picture: TypesetPictures.Picture) -> PictureTarget? { target(of: picture, as: image, on: tree.theme.page, in: output) }
      guard let id = try? pictures.load(image, of: tree, preparation: preparation, wish: wish) else { return }
      try? pictures.prepare(id, wish: wish)
    }
    var names: [String: String] = [:]
    for image in images where image.isUnnamed {
      guard let id = try? pictures.load(image, of: tree, preparation: preparation) else { continue }
      let name = pictures.picture(id).name
      if !name.isEmpty { names[image.source] = name }
    }
    return names
  }

  /// Loads the pictures of a document and its cover that are in the network; none where there is no access to it.
  package func fetchPictures(of tree: StyledTree, cover: String?, macros: MathMacros, access: NetworkAccess?, threads: Int) {
    guard let access else { return }
    let preparation = SVGPreparation(for: tree.theme, language: tree.language, macros: macros, fonts: fonts)
    let cover = cover.flatMap { Image.address($0) }
    pictures.fetch(tree.remotePictures + [cover].compactMap { $0 }, access: access, preparation: preparation, threads: threads)
  }

  /// The form of a picture in the output; nil if it is not drawn.
  private func target(of picture: TypesetPictures.Picture, as image: Image, on page: PageStyle, in output: PictureOutput) -> PictureTarget?
  {
    switch output {
    case .pdf:
      if picture.isVector { return .form }
      return picture.embeddableJPEG == nil ? .image : nil
    case .svg: return picture.isVector ? .fragment : .pixels
    case .png(let ppi):
      let size = image.size(natural: (picture.width, picture.height), measure: page.measure, height: page.textHeight, page: page.textHeight)
      guard size.width > .zero, size.height > .zero else { return nil }
      let pixels = tileSize(width: size.width, height: size.height, scale: ppi / 72)
      return .tile(width: pixels.width, height: pixels.height)
    }
  }
}

extension StyledTree {
  /// All pictures, in the order of the document.
  fileprivate var images: [Image] {
    var images: [Image] = []
    func add(_ attachments: [Attachment]) {
      for attachment in attachments { if case .image(let image, _) = attachment { images.append(image) } }
    }
    for index in blocks.indices {
      switch blocks[index].kind {
      case .figure(let image, let caption):
        images.append(image)
        add(caption.attachments)
      case .paragraph(let content), .heading(_, let content, _, _): if !content.attachments.isEmpty { add(content.attachments) }
      case .slide(let ground): images += ground.pictures.map(\.image)
      case .table(let table):
        add(table.caption.attachments)
        for rows in [table.head, table.rows] {
          for row in rows.indices {
            for column in rows[row].indices where !rows[row][column].content.attachments.isEmpty {
              add(rows[row][column].content.attachments)
            }
          }
        }
      default: continue
      }
    }
    for name in heads.keys.sorted() where name.hasPrefix("![") { add(heads[name]?.attachments ?? []) }
    return images
  }

  /// Gives pictures without alternative text the names that their files have.
  fileprivate mutating func nameImages(_ names: [String: String]) {
    func name(_ image: inout Image) { if image.isUnnamed, let name = names[image.source] { image.title = name } }
    func name(_ attachments: inout [Attachment]) {
      for index in attachments.indices {
        guard case .image(var image, let style) = attachments[index], image.isUnnamed else { continue }
        name(&image)
        attachments[index] = .image(image, style)
      }
    }
    for index in blocks.indices {
      switch blocks[index].kind {
      case .figure(var image, let caption) where image.isUnnamed:
        name(&image)
        blocks[index].kind = .figure(image, caption: caption)
      case .paragraph(var content) where content.attachments.contains(where: \.isUnnamedImage):
        name(&content.attachments)
        blocks[index].kind = .paragraph(content)
      default: continue
      }
    }
  }

  /// The files of pictures, each once.
  package var pictureRequests: [ResourceRequest] {
    var seen: Set<ResourceRequest> = []
    return images.filter { $0.drawn == nil && $0.address == nil && !$0.source.hasPrefix("data:") }.map { image in
      ResourceRequest(reference: image.file, folder: sourceFiles.folder(at: Int(image.span.start)), purpose: .picture)
    }.filter { seen.insert($0).inserted }
  }

  /// The spans of pictures without alternative text.
  package var unnamedPictures: [SourceSpan] {
    var grounds: Set<Int> = []
    for case .slide(let ground) in blocks.lazy.map(\.kind) {
      for picture in ground.pictures { grounds.insert(Int(picture.image.span.start)) }
    }
    return images.filter { $0.alternative.isEmpty && $0.title.isEmpty && !grounds.contains(Int($0.span.start)) }.map(\.span)
  }

  /// The remote addresses of pictures, each once.
  package var remotePictures: [String] {
    var seen: Set<String> = []
    return images.compactMap(\.address).filter { seen.insert($0).inserted }
  }
}

extension Attachment {
  fileprivate var isUnnamedImage: Bool { if case .image(let image, _) = self { image.isUnnamed } else { false } }
}

extension Image {
  /// True for a picture of a file without alternative text.
  fileprivate var isUnnamed: Bool { alternative.isEmpty && title.isEmpty && diagram == nil }
}
