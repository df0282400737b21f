internal import TypesetJSON

// Inlines, and the values of metadata.

extension PandocWriter {
  mutating func inlines(_ items: [JSON]) -> String {
    var out = ""
    for item in items { out += inline(item) }
    return out
  }

  private mutating func inline(_ item: JSON) -> String {
    let content = item["c"]
    let parts = content?.items ?? []
    switch item["t"]?.text ?? "" {
    case "Str": return Self.escaped(content?.text ?? "")
    case "Space", "SoftBreak": return " "
    case "LineBreak": return "<br>"
    // Tags hold beside letters and blanks, where stars do not.
    case "Emph": return "<em>\(inlines(parts))</em>"
    case "Strong": return "<strong>\(inlines(parts))</strong>"
    case "Underline": return "<u>\(inlines(parts))</u>"
    case "Strikeout": return "<del>\(inlines(parts))</del>"
    case "Superscript": return "<sup>\(inlines(parts))</sup>"
    case "Subscript": return "<sub>\(inlines(parts))</sub>"
    case "SmallCaps": return "[\(inlines(parts))]{.smallcaps}"
    case "Quoted": return parts.count < 2 ? "" : quoted(parts)
    // As it has been resolved.
    case "Cite": return parts.count < 2 ? "" : citation(parts) ?? inlines(parts[1].items ?? [])
    case "Code": return parts.count < 2 ? "" : Self.code(parts[1].text ?? "") + PandocAttributes(parts[0]).written
    case "Math": return parts.count < 2 ? "" : Self.math(parts[1].text ?? "", isDisplay: parts[0]["t"]?.text == "DisplayMath")
    case "RawInline": return parts.count < 2 ? "" : Self.raw(parts[1].text ?? "", of: parts[0].text ?? "")
    case "Link":
      if let reference = reference(parts) { return reference }
      return parts.count < 3 ? "" : isInLink ? inlines(parts[1].items ?? []) : link(parts)
    case "Image": return parts.count < 3 ? "" : picture(PandocAttributes(parts[0]), inlines(parts[1].items ?? []), parts[2])
    case "Note": return note(parts)
    case "Span":
      guard parts.count > 1 else { return "" }
      let attributes = PandocAttributes(parts[0]).written
      let body = inlines(parts[1].items ?? [])
      return attributes.isEmpty ? body : "[\(body)]\(attributes)"
    case let kind:
      report(kind)
      return ""
    }
  }

  /// A citation that pandoc has not resolved, where the document names its bibliography: of Markdown it has the author's own words then,
  /// of LaTeX the command.
  private mutating func citation(_ parts: [JSON]) -> String? {
    guard citesWorks, let items = parts[0].items, let shown = parts[1].items, let first = shown.first else { return nil }
    let isOpen =
      switch first["t"]?.text {
      case "Str": ["@", "[@", "-@", "[-@", "["].contains { (first["c"]?.text ?? "").hasPrefix($0) } && shown.contains(where: Self.holdsKey)
      case "RawInline": true
      default: false
      }
    guard isOpen else { return nil }
    var works: [String] = []
    for item in items {
      guard let key = item["citationId"]?.text, key.allSatisfy({ !$0.isWhitespace && !"{}[]`<>\\".contains($0) }), !key.isEmpty else {
        return nil
      }
      let mode = item["citationMode"]?["t"]?.text ?? ""
      let before = inlines(item["citationPrefix"]?.items ?? [])
      let after = inlines(item["citationSuffix"]?.items ?? [])
      let sign = (mode == "SuppressAuthor" ? "-@{" : "@{") + key + "}"
      if mode == "AuthorInText", items.count == 1 { return after.isEmpty ? sign : sign + " [" + after + "]" }
      works.append(
        (before.isEmpty ? "" : before + " ") + sign + (after.isEmpty ? "" : after.first?.isWhitespace == true ? after : ", " + after))
    }
    return works.isEmpty ? nil : "[" + works.joined(separator: "; ") + "]"
  }

  private static func holdsKey(_ item: JSON) -> Bool { item["t"]?.text == "Str" && item["c"]?.text?.contains("@") == true }

  /// Links hold no links.
  private mutating func link(_ parts: [JSON]) -> String {
    isInLink = true
    defer { isInLink = false }
    return "[\(inlines(parts[1].items ?? []))](\(Self.target(parts[2])))" + PandocAttributes(parts[0]).written
  }

  private mutating func quoted(_ parts: [JSON]) -> String {
    let isSingle = parts[0]["t"]?.text == "SingleQuote"
    return (isSingle ? "‘" : "“") + inlines(parts[1].items ?? []) + (isSingle ? "’" : "”")
  }

  /// Markup of another format.
  private static func raw(_ text: String, of format: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if format.hasPrefix("html") { return line }
    let isTeX = format == "tex" || format == "latex"
    // The reader knows environments of formulas.
    if isTeX, line.hasPrefix("\\begin{") { return line }
    return code(line) + "{=\(isTeX ? "latex" : format.filter { $0.isLetter || $0.isNumber || $0 == "_" })}"
  }

  /// A reference of LaTeX that pandoc has not resolved, such as one to an equation, or whose figure has a number of ours.
  private func reference(_ parts: [JSON]) -> String? {
    guard parts.count > 2, let pairs = parts[0].items?.last?.items, let words = parts[1].items, words.count == 1 else { return nil }
    let pair = { (key: String) in pairs.first { $0.items?.first?.text == key }?.items?.last?.text }
    guard let kind = pair("reference-type"), let name = pair("reference"),
      words[0]["c"]?.text == "[\(name)]" || kind == "ref" && floats.contains(name)
    else { return nil }
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || ":-_.".contains($0) }) else { return nil }
    return (kind == "eqref" ? "\\eqref{" : "\\ref{") + name + "}"
  }

  func picture(_ attributes: PandocAttributes, _ words: String, _ target: JSON) -> String {
    "![\(words)](\(Self.target(target)))" + attributes.written
  }

  /// A value of the metadata, as front matter has it.
  mutating func value(_ json: JSON) -> JSON {
    let content = json["c"]
    switch json["t"]?.text ?? "" {
    case "MetaInlines":
      let items = content?.items ?? []
      let isPlain = items.allSatisfy { ["Str", "Space", "SoftBreak"].contains($0["t"]?.text ?? "") }
      return .string(isPlain ? items.map { Self.plain($0["c"]?.text ?? " ") }.joined() : inlines(items))
    case "MetaBlocks": return .string(blocks(content?.items ?? []))
    case "MetaList": return .array((content?.items ?? []).map { value($0) })
    case "MetaMap": return .object((content?.members ?? []).map { JSON.Member($0.name, value($0.value)) })
    default: return content ?? .null
    }
  }

  // MARK: Words

  /// Text whose signs are character references.
  static func escaped(_ text: String) -> String {
    // Signs that mean nothing within a paragraph stay.
    escaped(text) { ",.;()?/".utf8.contains($0) }
  }

  /// A key's value, which may be a date, a language or a path.
  private static func plain(_ text: String) -> String {
    escaped(text) { !"*_`$[]<>\\&^~".utf8.contains($0) }
  }

  private static func escaped(_ text: String, keeping isPlain: (UInt8) -> Bool) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      let isSign = 0x21...0x2F ~= byte || 0x3A...0x40 ~= byte || 0x5B...0x60 ~= byte || 0x7B...0x7E ~= byte
      if byte == 0x0A || byte == 0x0D {
        out.append(0x20)
      } else if !isSign || isPlain(byte) {
        out.append(byte)
      } else {
        out += "&#\(byte);".utf8
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func code(_ text: String) -> String {
    let marks = String(repeating: "`", count: longestRun(in: text) + 1)
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !line.isEmpty else { return "" }
    let isTight = !line.hasPrefix("`") && !line.hasSuffix("`") && !line.hasPrefix(" ")
    return isTight ? marks + line + marks : "\(marks) \(line) \(marks)"
  }

  private static func math(_ tex: String, isDisplay: Bool) -> String {
    let lines = tex.split(whereSeparator: \.isNewline).map { String($0) }.filter { $0.contains { !$0.isWhitespace } }
    guard !lines.isEmpty else { return "" }
    // A comment of LaTeX needs its line's end.
    if isDisplay { return "$$" + lines.joined(separator: "\n") + "$$" }
    let body = lines.joined(separator: " ")
    let text = body.drop { $0.isWhitespace }
    let kept = String(text.reversed().drop { $0.isWhitespace }.reversed())
    // A dollar alone may be one of money beside letters and figures.
    return kept.contains("`") ? "\\(" + kept + "\\)" : "$`" + kept + "`$"
  }

  /// An address and a title.
  private static func target(_ json: JSON) -> String {
    let parts = json.items ?? []
    var out = "<"
    var address = parts.first?.text ?? ""
    if address.hasPrefix("#") { address = "#" + PandocAttributes.identifier(String(address.dropFirst())) }
    for scalar in address.unicodeScalars {
      switch scalar {
      case "<": out += "%3C"
      case ">": out += "%3E"
      case "\\": out += "%5C"
      case "&": out += "&amp;"
      case "\n", "\r": break
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += ">"
    let title = parts.count > 1 ? parts[1].text ?? "" : ""
    // Before pandoc-types 1.23 this was the sign of a figure.
    let words = title.hasPrefix("fig:") ? String(title.dropFirst(4)) : title
    return words.isEmpty ? out : out + " \"" + escaped(words) + "\""
  }
}
