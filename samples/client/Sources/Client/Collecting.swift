import MDTypeset

// All tasks of a document with their pages: a collector in fifteen lines; and what is drawn over pages.

nonisolated enum Tasks: MarkdownCollector {
  static let defaultValue: [String] = []
  static func reduce(into value: inout [String], next: () -> [String]) { value += next() }
}

nonisolated enum Innermost: MarkdownCollector {
  static let defaultValue = ""
  static let precedence = MarkdownPrecedence.deepest
}

func collectors() throws {
  let document = Document(markdown: "@Tasks\n\n# A\n\n@Task { Buy milk. }\n\n\\pagebreak\n\n[Then]{#then} :task[rest].\n")
    .markdownDirective("Task") { call, context in
      let text = call.content.map(\.text).joined()
      return context.resolve(call.content).collect(Tasks.self) { place in ["\(text) (\(place.label))"] }
    }
    .markdownDirective("Tasks") { _, _ in .reading(Tasks.self) { tasks in .vertical(tasks.map { .text($0) }) } }
    .markdownArrow(from: "a", to: "then")
    .markdownMarginNote(at: "then", "at last")
    .markdownPageOverlay { page, canvas in canvas.text("\(page.index)", at: CanvasPoint(20, 20), size: 6) }
  let typeset = Typesetter().typeset(document)
  try check(typeset.diagnostics.isEmpty, "collectors: \(typeset.diagnostics.map(\.message))")
  try check(typeset.collected(Tasks.self) == ["Buy milk. (1)", "rest (2)"], "\(typeset.collected(Tasks.self))")
  try check(try typeset.text(ofPage: 0).contains("Buy milk. (1)\nrest (2)"), "the list has both")
  let nested = Document(markdown: "> :task[a]\n>\n> > :task[b]\n")
    .markdownDirective("task") { call, context in context.resolve(call.content).collect(Innermost.self, call.content.map(\.text).joined()) }
    .markdownStyling(QuoteNode.self) { _, context in
      context.content.reading(Innermost.self) { innermost, content in .text("innermost: \(innermost)") + content }
    }
  try check(try Typesetter().typeset(nested).text(ofPage: 0).hasPrefix("innermost: b\n"), "what is inside takes precedence")
}
