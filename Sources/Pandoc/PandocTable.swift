internal import TypesetDiagnostics
internal import TypesetJSON

/// One of pandoc's tables, as a table of bars where it fits one, else as HTML.
struct PandocTable {
  struct Cell {
    var blocks: [JSON]
    var alignment = ""
    var rows = 1
    var columns = 1
  }

  private var attributes: PandocAttributes
  private var caption: [JSON] = []
  private var alignments: [String] = []
  private var head: [[Cell]] = []
  private var body: [[Cell]] = []
  /// Rows of heads within bodies, and the foot.
  private var hasParts = false

  init?(_ parts: [JSON]) {
    if parts.count == 5 {
      // Before pandoc-types 1.21.
      attributes = PandocAttributes(.null)
      caption = parts[0].items?.isEmpty == false ? [JSON(members: ["t": .string("Plain"), "c": parts[0]])] : []
      alignments = (parts[1].items ?? []).map { $0["t"]?.text ?? "" }
      let row = { (json: JSON) in (json.items ?? []).map { Cell(blocks: $0.items ?? []) } }
      head = [row(parts[3])].filter { $0.contains { !$0.blocks.isEmpty } }
      body = (parts[4].items ?? []).map(row)
      return
    }
    guard parts.count >= 6 else { return nil }
    attributes = PandocAttributes(parts[0])
    caption = parts[1].items?.last?.items ?? []
    alignments = (parts[2].items ?? []).map { $0.items?.first?["t"]?.text ?? "" }
    head = Self.rows(parts[3].items?.last)
    for part in parts[4].items ?? [] {
      guard let fields = part.items, fields.count > 3 else { continue }
      let heads = Self.rows(fields[2])
      hasParts = hasParts || !heads.isEmpty
      body += heads + Self.rows(fields[3])
    }
    body += Self.rows(parts[5].items?.last)
  }

  private static func rows(_ json: JSON?) -> [[Cell]] {
    (json?.items ?? []).map { row in
      (row.items?.last?.items ?? []).compactMap { cell in
        guard let fields = cell.items, fields.count > 4 else { return nil }
        return Cell(
          blocks: fields[4].items ?? [], alignment: fields[1]["t"]?.text ?? "", rows: fields[2].integer ?? 1,
          columns: fields[3].integer ?? 1)
      }
    }
  }

  func named(_ id: String) -> PandocTable {
    var table = self
    table.attributes.id = id
    return table
  }

  func markdown(_ writer: inout PandocWriter) -> String {
    let isSimple =
      !hasParts && head.count < 2
      && (head + body).allSatisfy { row in
        row.allSatisfy { $0.rows == 1 && $0.columns == 1 && Self.line($0.blocks).map(Self.holdsNorm) == false }
          && row.count <= max(alignments.count, 1)
      }
    return isSimple && caption.count < 2 && !alignments.isEmpty ? bars(&writer) : html(&writer)
  }

  /// The inlines of a cell of one line.
  private static func line(_ blocks: [JSON]) -> [JSON]? {
    guard let first = blocks.first else { return [] }
    guard blocks.count == 1, ["Plain", "Para"].contains(first["t"]?.text ?? "") else { return nil }
    return first["c"]?.items ?? []
  }

  /// True if a formula has `\\|`, which a table of bars would read as a bar. The reader of JSON bounds how deep inlines nest.
  private static func holdsNorm(_ items: [JSON]) -> Bool {
    items.contains { item in
      let parts = item["c"]?.items ?? []
      if item["t"]?.text == "Math" { return parts.last?.text?.contains("\\|") ?? false }
      return holdsNorm(parts) || parts.contains { $0.items.map(holdsNorm) ?? false }
    }
  }

  private func bars(_ writer: inout PandocWriter) -> String {
    var lines: [String] = []
    func row(_ cells: [Cell]) -> String {
      let words = cells.map { cell in
        writer.inlines(Self.line(cell.blocks) ?? []).replacing("\n", with: " ").replacing("|", with: "\\|")
      }
      return "| " + words.joined(separator: " | ") + " |"
    }
    // The row of the head has all columns; cells that others lack are empty without being written, which may be millions.
    let first = head.first ?? []
    lines.append(row(first + Array(repeating: Cell(blocks: []), count: max(0, alignments.count - first.count))))
    let rules = ["AlignLeft": ":--", "AlignRight": "--:", "AlignCenter": ":-:"]
    lines.append("|" + alignments.map { rules[$0] ?? "---" }.joined(separator: "|") + "|")
    for cells in body { lines.append(row(cells)) }
    let words = caption.first.map { writer.inlines($0["c"]?.items ?? []) } ?? ""
    let written = attributes.written
    if !words.isEmpty || !written.isEmpty { lines += ["", ": " + words + (written.isEmpty ? "" : " " + written)] }
    return lines.joined(separator: "\n")
  }

  private func html(_ writer: inout PandocWriter) -> String {
    var lines = [attributes.id.isEmpty ? "<table>" : "<table id=\"\(attributes.id)\">"]
    if !caption.isEmpty { lines += ["<caption>", "", writer.blocks(caption), "", "</caption>"] }
    let sections: KeyValuePairs<String, [[Cell]]> = ["thead": head, "tbody": body]
    for (name, rows) in sections where !rows.isEmpty {
      lines.append("<\(name)>")
      for row in rows {
        lines.append("<tr>")
        for (index, cell) in row.enumerated() { lines += self.cell(cell, at: index, isHead: name == "thead", &writer) }
        lines.append("</tr>")
      }
      lines.append("</\(name)>")
    }
    return (lines + ["</table>"]).joined(separator: "\n")
  }

  private func cell(_ cell: Cell, at index: Int, isHead: Bool, _ writer: inout PandocWriter) -> [String] {
    let isOwn = !cell.alignment.isEmpty && cell.alignment != "AlignDefault"
    let own = isOwn ? cell.alignment : index < alignments.count ? alignments[index] : ""
    let sides = ["AlignLeft": "left", "AlignRight": "right", "AlignCenter": "center"]
    var tag = isHead ? "<th" : "<td"
    if let side = sides[own] { tag += " align=\"\(side)\"" }
    if cell.rows > 1 { tag += " rowspan=\"\(cell.rows)\"" }
    if cell.columns > 1 { tag += " colspan=\"\(cell.columns)\"" }
    let text = writer.blocks(cell.blocks)
    return [tag + ">"] + (text.isEmpty ? [] : ["", text, ""]) + [isHead ? "</th>" : "</td>"]
  }
}
