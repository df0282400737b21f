internal import TypesetDiagnostics

/// A small picture by name that goes with the text around it: as high as the capitals, in the text's colour, its strokes as heavy as the letters'.
///
/// ```swift
/// let line = "Mind the gap " + Icon("exclamation-triangle").color(.red)
/// ```
///
/// `mdtypeset icons` lists the names. The icons come from Bootstrap Icons and are part of the program.
public struct Icon: InlineAttachment, InlineElement {
  /// How large an icon is beside the letters.
  public enum Scale: String, Hashable, Sendable, CaseIterable {
    /// Four fifths of the height of capitals.
    case small
    /// As high as capitals.
    case medium
    /// A third higher than capitals, centred on them.
    case large

    var factor: Double {
      switch self {
      case .small: 0.8
      case .medium: 1
      case .large: 4.0 / 3
      }
    }
  }

  /// How an icon is coloured.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// In one colour.
    case mono
    /// With what is missing to the whole of a level, in a light tint.
    case multi
    /// As `multi`, in the colour that the thing or the brand has: a red heart. Icons of things without one have the text's colour.
    case original
  }

  /// As `mdtypeset icons` lists them, or a synonym such as `warning`.
  public var name: String
  /// Beside the letters.
  public var scale = Scale.medium
  /// Its height in points whatever the text's; nil goes with the text.
  public var height: Double?
  /// For the icons of `battery`, `reception`, `thermometer`, `volume` and `wifi`: from 0 to 1.
  public var value: Double?
  /// How it is coloured.
  public var mode = Mode.mono
  /// Nil is the text's own.
  public var tint: Color?
  /// What is copied and read in its place; nil is the name.
  public var alternative: String?

  /// - Parameter name: As `mdtypeset icons` lists them. A name that is not known draws a frame.
  public init(_ name: String) { self.name = name }

  /// The icon at another size beside the letters.
  public func scale(_ scale: Scale) -> Icon { with { $0.scale = scale } }
  /// The icon in a colour.
  public func color(_ color: Color) -> Icon { with { $0.tint = color } }
  /// The icon with a level, from 0 to 1.
  public func value(_ value: Double, mode: Mode = .mono) -> Icon { with { ($0.value, $0.mode) = (value, mode) } }
  /// The icon in one colour, with a tint for what is missing to a level, or in its original colour.
  public func mode(_ mode: Mode) -> Icon { with { $0.mode = mode } }

  private func with(_ change: (inout Icon) -> Void) -> Icon {
    var icon = self
    change(&icon)
    return icon
  }

  /// The icon as text for a line.
  public var inline: Inline { .attachment(self) }

  /// True if there is an icon of this name, or one that the name is a synonym of.
  public static func isKnown(_ name: String) -> Bool { IconTable.synonyms[name] != nil || IconTable.contains(name) }

  /// The names of all icons, sorted; synonyms are not among them.
  public static var names: [String] { IconTable.names }

  /// What is copied and read in its place.
  public var plainText: String { alternative ?? name.replacing("-", with: " ") }

  /// As high as asked for; a square unless the icon is unknown.
  public func size(in proposal: AttachmentProposal) -> AttachmentSize {
    let side = height ?? proposal.capHeight * scale.factor
    return AttachmentSize(width: side, height: side, depth: height == nil ? max(0, (side - proposal.capHeight) / 2) : 0)
  }

  /// Draws it in the text's colour or its own.
  public func draw(on canvas: inout Canvas) {
    let name = IconTable.synonyms[name] ?? name
    let original = mode == .original ? IconTable.originals[name].map { Color(hex: $0) } : nil
    let color = tint ?? original ?? canvas.foreground
    guard let level = value.flatMap({ IconTable.level(name, $0) }) else { return draw(name, color, on: &canvas) }
    if mode != .mono, level.shown != level.whole { draw(level.whole, color.faded(to: 0.3), on: &canvas) }
    draw(level.shown, color, on: &canvas)
  }

  private func draw(_ name: String, _ color: Color, on canvas: inout Canvas) {
    guard let figures = IconTable.figures(of: name) else {
      let frame = canvas.bounds.inset(by: canvas.bounds.width / 16)
      return canvas.stroke(.rect(frame), color, width: canvas.bounds.width / 16)
    }
    let unit = canvas.bounds.height / IconTable.side
    // One sixteenth of the square is the width of an icon's strokes, which text is heavier than; filled icons have no strokes, and gaps to keep.
    let missing = (canvas.stemWidth - canvas.bounds.height / 16) * 16 / 15
    // In bold text they stay a little lighter, so that a triangle's exclamation mark is still seen.
    let added = name.hasSuffix("-fill") ? 0 : max(0, min(missing, canvas.bounds.height / 12))
    // What is added outside makes the drawing smaller.
    let shrunk = (canvas.bounds.height - added) / canvas.bounds.height
    for figure in figures {
      let path = figure.path.mapped { point in
        CanvasPoint(point.x * unit * shrunk + added / 2, point.y * unit * shrunk + added / 2)
      }
      canvas.fill(path, color, isEvenOdd: figure.isEvenOdd)
      if added > 0.01 { canvas.stroke(path, color, width: added, isRound: true) }
    }
  }
}

extension Color {
  fileprivate func faded(to part: Double) -> Color {
    Color(rgba: rgba & 0xFFFF_FF00 | UInt32((Double(rgba & 0xFF) * part).rounded()))
  }
}
