internal import TypesetFiles
internal import TypesetJSON

/// What running a cell has left.
enum CellOutput {
  /// What it printed.
  case stream(String)
  /// A traceback, with a terminal's colours.
  case error(String)
  /// A result or a display, in one or several formats.
  case media(MediaBundle)

  init?(_ json: JSON) {
    switch json["output_type"]?.text {
    case "stream": self = .stream(json["text"]?.joinedText ?? "")
    case "error", "pyerr":
      let lines = json["traceback"]?.items?.compactMap(\.text) ?? []
      let words = [json["ename"]?.text, json["evalue"]?.text].compactMap { $0 }.joined(separator: ": ")
      self = .error(lines.isEmpty ? words : lines.joined(separator: "\n"))
    // Before nbformat 4, the formats were the output's own members.
    default: self = .media(MediaBundle(json["data"] ?? json, metadata: json["metadata"]))
    }
  }
}

/// One thing in several formats, by their MIME types.
struct MediaBundle {
  private let data: JSON
  private let metadata: JSON?

  init(_ data: JSON, metadata: JSON?) { (self.data, self.metadata) = (data, metadata) }

  /// nbformat 3's names.
  private static let older = [
    "image/png": "png", "image/jpeg": "jpeg", "image/svg+xml": "svg", "text/html": "html", "text/latex": "latex", "text/plain": "text",
    "application/json": "json",
  ]

  /// The text in a format; of `application/json` the JSON.
  func text(_ type: String) -> String? {
    guard let value = data[type] ?? Self.older[type].flatMap({ data[$0] }) else { return nil }
    if type == "application/json", value.text == nil { return value.description }
    return value.joinedText
  }

  /// True for widgets and plots that a program in a browser draws.
  var needsBrowser: Bool {
    data.members?.contains { $0.name.hasPrefix("application/vnd.") || $0.name == "application/javascript" } ?? false
  }

  /// A picture's width on the screen, in pixels of CSS.
  func width(_ type: String) -> Int? { (metadata?[type]?["width"] ?? metadata?["width"])?.integer.flatMap { $0 > 0 ? $0 : nil } }

  /// The first picture that can be drawn, as a `data:` address.
  var picture: (address: String, width: Int?)? {
    if let drawing = text("image/svg+xml") {
      return ("data:image/svg+xml;base64," + base64(Array(drawing.utf8)), width("image/svg+xml"))
    }
    for type in ["image/png", "image/jpeg", "image/webp", "image/gif"] {
      // Nothing else can be in base64: no data leave the address.
      guard let code = text(type), case let kept = code.utf8.filter(Self.isBase64), !kept.isEmpty else { continue }
      return ("data:\(type);base64," + String(decoding: kept, as: UTF8.self), width(type))
    }
    return nil
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || 0x30...0x39 ~= byte || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
  }
}
