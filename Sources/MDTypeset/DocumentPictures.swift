internal import TypesetDiagnostics
internal import TypesetPages
internal import TypesetStyling

extension StyledTree {
  /// All pictures, in the order of the document.
  private var images: [Image] {
    func images(_ content: InlineContent) -> [Image] {
      content.attachments.compactMap { if case .image(let image, _) = $0 { image } else { nil } }
    }
    return blocks.flatMap { block -> [Image] in
      switch block.kind {
      case .figure(let image, let caption): [image] + images(caption)
      case .paragraph(let content), .heading(_, let content, _, _): images(content)
      case .table(let table): images(table.caption) + (table.head + table.rows).flatMap { row in row.flatMap { images($0.content) } }
      default: []
      }
    }
  }

  /// Where pictures stand that nothing is said of.
  var unnamedPictures: [SourceSpan] { images.filter { $0.alternative.isEmpty && $0.title.isEmpty }.map(\.span) }

  /// The addresses of pictures in the network, each once.
  var remotePictures: [String] {
    var seen: Set<String> = []
    return images.compactMap(\.address).filter { seen.insert($0).inserted }
  }
}
