import TeXMath
import TypesetBoxes
internal import TypesetDiagnostics
import TypesetFiles
import TypesetFonts
import TypesetPictures
import TypesetSettings

extension SVGPreparation {
  /// What makes SVG files belong to a document: its faces, its colours, its formulas.
  init(for theme: Theme, language: String, macros: MathMacros, fonts: FontBook) {
    let families = (
      serif: theme.families.text.first ?? "serif", sans: theme.families.sans.first ?? "sans-serif",
      code: theme.families.code.first ?? "monospace"
    )
    let colors = SVGColors(theme, paper: theme.page.background)
    let matColors = theme[.figure].matte.map { SVGColors(theme, paper: $0) }
    var digest = Digest()
    digest.add("\(families) \(theme.families.math) \(theme.families.text) \(language)\n")
    for colors in [colors, matColors] {
      guard let colors else { continue }
      digest.add("\(colors.text) \(colors.paper) \(colors.isDark)")
      // A dictionary's order differs each time.
      for (name, color) in colors.variables.sorted(by: { $0.key < $1.key }) { digest.add("\(name) \(color)\n") }
    }
    digest.add(macros.source)
    for name in macros.definitionsOfDocument { digest.add(name) }
    self.init(identity: String(digest.finish().prefix(16)), families: families, colors: colors, matColors: matColors) {
      let setter = LabelSetter(theme, language: language, macros: macros, fonts: fonts)
      return { setter?.set($0) }
    }
  }
}

extension SVGColors {
  /// - Parameter ground: What is behind the picture; nil is white. Text on a mat is black, since the theme's own is for its paper.
  init(_ theme: Theme, paper ground: Color?) {
    let paper = ground ?? Color(red: 255, green: 255, blue: 255)
    let isOnPage = ground == theme.page.background
    let text = isOnPage ? theme.color.hex : "#000000"
    var variables = ["text": text, "foreground": text, "paper": paper.hex, "background": paper.hex]
    let parts: [(String, Color?)] = [
      ("link", theme[.link].color), ("accent", theme[.link].color), ("caption", theme[.caption].color), ("muted", theme[.caption].color),
      ("border", theme[.rule].border),
    ]
    for (name, color) in parts where isOnPage { variables[name] = color?.hex ?? text }
    self.init(text: text, paper: paper.hex, variables: variables, isDark: paper.brightness < 0.5)
  }
}

/// Sets labels of pictures that hold formulas, as outlines. One for each picture, since it keeps the metrics of glyphs.
final class LabelSetter {
  private let math: MathTypesetter
  private let macros: MathMacros
  private let fonts: FontBook
  /// Of what has no colour of its own; no author writes it.
  private static let own = Color(rgba: 0x0102_03FE)

  init?(_ theme: Theme, language: String, macros: MathMacros, fonts: FontBook) {
    let face =
      theme.families.math.lazy.compactMap { fonts.face(family: $0) }.first { $0.hasMathTable } ?? fonts.face(family: "Libertinus Math")
    guard let face else { return nil }
    math = MathTypesetter(fonts: fonts, face: face, textFamilies: theme.families.text)
    math.language = language
    (self.macros, self.fonts) = (macros, fonts)
  }

  /// - Returns: Nil for a label whose formulas have mistakes: it stays as it is.
  func set(_ label: SVGLabel) -> SVGLabelInk? {
    let tex = Self.tex(of: label)
    let parsed = math.parsed(tex, isDisplay: false, macros: macros)
    let formula = math.set(tex, style: .text, size: 10.pt, color: Self.own, macros: macros, known: parsed)
    guard formula.diagnostics.isEmpty else { return nil }
    let ink = formula.list.packed()
    return SVGLabelInk(
      content: LabelOutlines(ink, fonts: fonts, own: Self.own).svg, width: formula.width.points, words: parsed.plainText(isDisplay: false))
  }

  /// How wide and how high a formula is at a size of 1; nil for one with mistakes.
  func size(of tex: String) -> (width: Double, height: Double)? {
    let formula = math.set("{\\displaystyle \(tex)}", style: .text, size: 10.pt, macros: macros)
    return formula.diagnostics.isEmpty ? (formula.width.points / 10, (formula.height + formula.depth).points / 10) : nil
  }

  /// The whole label as one formula: its words are text in it.
  static func tex(of label: SVGLabel) -> String {
    var out = ""
    for part in label.text.parts {
      switch part {
      case .formula(let tex, let isDisplay):
        // matplotlib's word for the face of its numbers.
        let tex = tex.replacing("\\mathdefault", with: "\\mathrm")
        out += isDisplay ? "{\\displaystyle \(tex)}" : "{\(tex)}"
      case .text(let text):
        let command = label.isBold ? "\\textbf" : label.isItalic ? "\\textit" : "\\text"
        let words = "\(command){\(escaped(text))}"
        out += label.isMono ? "\\texttt{\(words)}" : label.isSans ? "\\textsf{\(words)}" : words
      }
    }
    return out
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "{", "}", "$", "&", "#", "%", "_": out += "\\\(character)"
      case "\\": out += "\\textbackslash{}"
      case "^": out += "\\textasciicircum{}"
      case "~": out += "\\textasciitilde{}"
      default: out.append(character)
      }
    }
    return out
  }
}

/// Ink as elements of SVG: outlines from the left end of the baseline, in points.
private struct LabelOutlines {
  private var elements: SVGElements
  /// What lies side by side in one colour is one path.
  private var path = SVGElements()
  private var pathColor: Color?

  var svg: String { String(decoding: elements.bytes, as: UTF8.self) }

  /// - Parameter own: What has this colour takes the label's.
  init(_ ink: Ink, fonts: FontBook, own: Color) {
    elements = SVGElements(inheriting: own)
    for item in ink.items {
      switch item {
      case .run(let run): add(run, of: ink, fonts.face(run.face))
      case .rule(let rect, let color):
        begin(color)
        path.add(InkPath.Step.rectangle(rect))
      case .stroke(let stroke):
        finish()
        elements.add(stroke)
      case .path(let drawn):
        finish()
        elements.add(drawn)
      case .panel(let panel):
        finish()
        elements.add(panel)
      case .picture, .mark, .clip, .content, .part: continue
      }
    }
    finish()
  }

  private mutating func add(_ run: GlyphRun, of ink: Ink, _ face: Face) {
    let font = face.font(size: run.size)
    for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
      let (x, y) = (run.x + Length(rawValue: Int(glyph.x)), run.y + Length(rawValue: Int(glyph.y)))
      if let picture = face.colorGlyph(glyph.id) {
        finish()
        elements.add(
          "png", picture.png, in: picture.rect(size: run.size, x: x, y: y), " xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
        continue
      }
      begin(run.color)
      path.add(font.outline(of: glyph.id), dx: x, dy: y)
    }
  }

  private mutating func begin(_ color: Color) {
    if pathColor != color { finish() }
    pathColor = color
  }

  private mutating func finish() {
    if !path.bytes.isEmpty, let pathColor {
      elements.add("<path")
      elements.add(fill: pathColor)
      elements.add(" d=\"")
      elements.bytes += path.bytes
      elements.add("\"/>")
    }
    (path.bytes, pathColor) = ([], nil)
  }
}
