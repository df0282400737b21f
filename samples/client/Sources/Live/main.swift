import MDTypeset
import TypesetPreview

// A live page with a directive, a drawing and a collector of its own: `swift run Live`, open the address, then type lines of Markdown.

nonisolated enum Totals: MarkdownCollector {
  static let defaultValue: [Double] = []
  static func reduce(into value: inout [Double], next: () -> [Double]) { value += next() }
}

nonisolated struct Bars: InlineAttachment {
  var values: [Double]
  func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: Double(values.count) * 14, height: 40) }
  func draw(on canvas: inout Canvas) {
    let most = max(values.max() ?? 1, 0.001)
    for (number, value) in values.enumerated() {
      let height = canvas.bounds.height * value / most
      canvas.fill(CanvasRect(x: Double(number) * 14, y: canvas.bounds.height - height, width: 10, height: height), .teal)
    }
  }
  var plainText: String { values.map { "\($0)" }.joined(separator: ", ") }
}

nonisolated func page(_ text: String) -> Document {
  Document(markdown: text)
    .markdownDirective("Bars") { call, context in
      let values = (call.arguments["of"] ?? "").split(separator: " ").compactMap { Double($0) }
      return MarkdownFragment.attachment(Bars(values: values)).collect(Totals.self, values)
    }
    .markdownDirective("Sum") { _, _ in .reading(Totals.self) { totals in .text("Together \(totals.reduce(0, +))") } }
}

let (documents, continuation) = AsyncStream.makeStream(of: Document.self)
let typing = Task.detached {
  var text = "# Sales\n\n@Bars(of: \"3 1 4\")\n\n@Sum\n\n"
  continuation.yield(page(text))
  while let line = readLine() {
    text += line + "\n"
    continuation.yield(page(text))
  }
  continuation.finish()
}
try await Preview(documents).serve(onSelect: { print($0.file, $0.line, $0.place?.kind ?? "") }) { print("open \($0)") }
