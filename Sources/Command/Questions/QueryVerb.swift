internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetJSON

/// `mdtypeset query INPUT… --rects --json`: where the parts of a document are.
enum QueryVerb {
  private static let own: [Option] = [
    Option("rects", help: "print rectangles: points from the page's upper left corner"),
    Option("json", help: "one JSON object a line"),
    Option("kind", value: "KIND", help: "only heading, figure, formula, table, list, quote, code, paragraph or label"),
  ]

  static var options: [Option] { TypesetVerb.options + own }

  static func run(_ words: [String]) throws -> ExitCode {
    let help = "mdtypeset query INPUT… [--rects] [--json]\n\nPrints where headings, figures, formulas, tables and all names are."
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    let document = try typeset(arguments)
    let kind = arguments.value("kind")
    for place in document.places where kind == nil || place.kind == kind {
      let hasRect = arguments.has("rects")
      try printOut(arguments.has("json") ? "\(json(place, hasRect: hasRect))\n" : line(place, hasRect: hasRect))
    }
    return .done
  }

  /// - Parameter folders: Where files may be written.
  static func typeset(_ arguments: Arguments, writing folders: [String] = []) throws -> TypesetDocument {
    guard !arguments.operands.isEmpty else {
      throw Arguments.UsageError(message: "no input", hint: "mdtypeset query doc.md --rects --json")
    }
    var run = try GuardedRun(arguments, inputs: arguments.operands, writing: folders)
    let source = try run.readDocument(arguments.operands)
    return Typesetter(options: run.options).typeset(source)
  }

  private static func line(_ place: DocumentPlace, hasRect: Bool) -> String {
    let rect = hasRect ? " \(number(place.x)),\(number(place.y)) \(number(place.width))x\(number(place.height))" : ""
    let text = place.text.prefix(60)
    let words = (place.words ?? []).joined(separator: " · ").prefix(60)
    return
      "page \(place.page + 1)\(rect) \(place.kind)\(place.id.map { " #\($0)" } ?? "")\(text.isEmpty ? "" : " \(JSON.string(String(text)))")"
      + (words.isEmpty ? "\n" : " says \(JSON.string(String(words)))\n")
  }

  private static func json(_ place: DocumentPlace, hasRect: Bool) -> JSON {
    func points(_ value: Double) -> JSON? { hasRect ? .number(number(value)) : nil }
    return JSON(members: [
      "kind": .string(place.kind), "id": place.id.map { .string($0) }, "block": place.block.map { .string($0) },
      "level": place.level.map { JSON($0) }, "page": JSON(place.page),
      "label": .string(place.label), "text": .string(place.text), "words": place.words.map { .array($0.map { .string($0) }) },
      "x": points(place.x), "y": points(place.y),
      "width": points(place.width), "height": points(place.height),
    ])
  }

  /// With three decimals.
  private static func number(_ value: Double) -> String {
    let thousandths = Int(clamping: (value * 1000).rounded())
    let digits = String(abs(thousandths) % 1000)
    return (thousandths < 0 ? "-" : "") + "\(abs(thousandths) / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

/// `mdtypeset snapshot INPUT… --node '#fig-1' -o fig.png`: one part of a document as a picture.
enum SnapshotVerb {
  private static let own: [Option] = [
    Option("node", value: "#NAME", help: "the name of the part: that of {#name}, or a heading's in GitHub's spelling"),
    Option("crop-margin", value: "PT", help: "points around it (default 0)"),
  ]

  static var options: [Option] { TypesetVerb.options + own }

  static func run(_ words: [String]) throws -> ExitCode {
    let help = "mdtypeset snapshot INPUT… --node '#NAME' -o FILE\n\nWrites one part of a document as PNG, SVG or PDF."
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    guard let name = arguments.value("node") else {
      throw Arguments.UsageError(message: "snapshot needs a name", hint: "mdtypeset snapshot doc.md --node '#fig-1' -o fig.png")
    }
    let margin = DocumentNumber.real(arguments.value("crop-margin") ?? "0") ?? .nan
    guard (0...14_400).contains(margin) else {
      throw Arguments.UsageError(message: "--crop-margin expects a number of points from 0 to 14400", hint: nil)
    }
    let output = try Output(arguments)
    let document = try QueryVerb.typeset(arguments, writing: [output.folder])
    guard let place = document.place(of: name) else {
      let names = document.places.compactMap(\.id)
      let wanted = name.hasPrefix("#") ? String(name.dropFirst()) : name
      let near = nearest(to: wanted, among: names).map { "did you mean #\($0)?" }
      throw Failure(.usage, "nothing in the document is called \(name)", hint: near ?? "mdtypeset query lists the names")
    }
    let part = try document.snapshot(of: place, margin: margin)
    for text in output.faults(of: part, settings: PDFSettings()).summarized(in: part.source) { complain(text) }
    try output.writeSingle(part, arguments: arguments)
    return .done
  }
}
