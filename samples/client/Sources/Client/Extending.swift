import MDTypeset

// Directives, resolvers and attachments of a client.

struct Bar: InlineAttachment {
  var share: Double
  func size(in proposal: AttachmentProposal) -> AttachmentSize {
    AttachmentSize(width: proposal.fontSize * 4, height: proposal.fontSize * 0.7)
  }
  func draw(on canvas: inout Canvas) {
    canvas.fill(.roundedRect(canvas.bounds, radius: 2), canvas.foreground.opacity(0.2))
    let filled = CanvasRect(x: 0, y: 0, width: canvas.bounds.width * min(max(share, 0), 1), height: canvas.bounds.height)
    canvas.fill(.roundedRect(filled, radius: 2), .teal)
  }
  var plainText: String { "\(Int(share * 100)) %" }
}

nonisolated struct Task: Decodable, Sendable {
  var due: String
  var done: Double?
}

func directives() throws {
  let text = """
    # Tasks

    @Task(due: "Friday", done: 0.4) {
      Write the *abstract* with $x^2$.

      @Task(due: Monday) { Read it. }
    }

    :::task{due=Sunday}
    Rest.
    :::

    It is :bar[]{share=0.7} done, at 10:30, @user, :rocket:.
    """
  let document = Document(markdown: text)
    .markdownDirective("Task", as: Task.self) { task, call, context in
      .callout(
        "note", title: .text("By \(task.due) ") + (task.done.map { .attachment(Bar(share: $0)) } ?? .empty), context.resolve(call.content))
    }
    .markdownDirective("bar") { call, _ in .attachment(Bar(share: call.arguments.number("share") ?? 0)) }
  let typeset = Typesetter().typeset(document)
  try check(typeset.diagnostics.isEmpty, "directives: \(typeset.diagnostics.map(\.message))")
  let shown = try typeset.text(ofPage: 0)
  for words in ["By Friday", "Write the abstract", "By Monday", "Read it.", "By Sunday", "Rest.", "10:30, @user"] {
    try check(shown.contains(words), "\(words) is missing in \(shown)")
  }
  try check(typeset.place(of: "tasks")?.kind == "heading", "the heading has a place")
}

func resolvers() throws {
  var set = ResolverSet<String> { _, _ in "" }
  set.register(HeadingNode.self) { heading, _ in heading.text }
  set.register(ListNode.self) { list, context in try context.resolve(list.items).joined() + "\(list.items.count)" }
  let made = try set.resolve(Document(markdown: "# A\n\n- x\n- y\n"))
  try check(made == ["A", "2"], "\(made)")
  let document = Document(markdown: "> Less is more.").markdownResolver(QuoteNode.self) { quote, context in
    .text("Quotation") + context.resolve([quote.node])
  }
  try check(try Typesetter().typeset(document).text(ofPage: 0).hasPrefix("Quotation\nLess"), "a resolver keeps its node")
}
