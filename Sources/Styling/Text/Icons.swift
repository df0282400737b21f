import TypesetBoxes
import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown
import TypesetSettings

extension InlineStyling {
  /// What `:icon[name]` and `![](icon:name)` show, with what their attributes say.
  mutating func icon(_ node: Tree.Index, named name: String, _ style: TextStyle) -> Attachment {
    let span = tree[node].span
    var icon = Icon(name.lowercased())
    let alternative = tree.plainText(of: node)
    if !alternative.isEmpty { icon.alternative = alternative }
    if !Icon.isKnown(icon.name) {
      let near = nearest(to: icon.name, among: Icon.names).map { "did you mean \"\($0)\"? " } ?? ""
      diagnostics.append(
        Diagnostic(.warning, "icon.unknown", at: span, "no icon is named \"\(name)\"", hint: near + "mdtypeset icons lists all names"))
    }
    for pair in tree.attributes(of: node)?.pairs ?? [] where !icon.take(pair, em: style.size) {
      diagnostics.append(
        Diagnostic(
          .warning, "icon.attribute", at: span, "an icon has no \(pair.key)=\"\(pair.value)\"",
          hint: "scale=small|medium|large, height=12pt, color=red, value=0.5, mode=mono|multi|original and copy=\"text\" are known"))
    }
    return .client(AttachmentBox(icon), style, span)
  }
}

extension Icon {
  /// False if the attribute says nothing about icons.
  fileprivate mutating func take(_ pair: Attributes.Pair, em: Length) -> Bool {
    switch pair.key {
    case "scale":
      guard let scale = Icon.Scale(rawValue: pair.value) else { return false }
      self.scale = scale
    case "mode":
      guard let mode = Icon.Mode(rawValue: pair.value) else { return false }
      self.mode = mode
    case "value":
      guard let value = DocumentNumber.real(pair.value), (0...1).contains(value), IconTable.level(name, value) != nil else { return false }
      self.value = value
    case "height":
      guard case .absolute(let height)? = PictureSize(pair.value, em: em), height <= 1_000.pt else { return false }
      self.height = height.points
    case "color":
      guard let color = Color(pair.value) else { return false }
      tint = color
    case "copy": alternative = pair.value
    // What any inline may have.
    case "style", "lang", "dir", "title": break
    default: return pair.key.first == "\u{1}"
    }
    return true
  }
}

extension Diagnostic {
  /// - Parameter source: As `IconNames.missing` begins it.
  static func missingIcon(_ source: String, at span: SourceSpan) -> Diagnostic {
    let name = source.dropFirst(IconNames.missing.count)
    return Diagnostic(
      .note, "icon.unknown", at: span, "the icon \(name) is left out: no bundled icon is like it",
      hint: "mdtypeset icons lists all names: :icon[house]")
  }
}
