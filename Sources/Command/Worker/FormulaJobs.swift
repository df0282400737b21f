internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON

/// The jobs of a worker that ask for one formula: `{"formula":"x^2","to":"svg"}`.
///
/// Keeps a typesetter for each font and size, since it keeps the metrics of every glyph that it has met.
final class FormulaJobs {
  private struct Font: Hashable {
    var name: String
    var size: Double
  }

  /// With more of them, a client goes through fonts or sizes, and keeping them gains nothing.
  private static let mostTypesetters = 16
  private static let sizes = 1.0...1000.0

  /// The keys that a job for a formula may have.
  static let keys = ["id", "formula", "to", "style", "font", "size", "color", "ppi"]

  private let options: TypesetterOptions
  private var typesetters: [Font: FormulaTypesetter] = [:]

  init(options: TypesetterOptions) { self.options = options }

  /// - Parameter job: `formula` (LaTeX without dollars); `to` (svg, png, pdf or json), `style` (display or text), `font`, `size` (points), `color`, `ppi`.
  /// - Returns: `data` in base64, `width`, `height` and `depth` in points, `diagnostics`.
  func make(_ tex: String, _ job: JSON) throws -> JSON {
    let format = job["to"]?.text ?? "svg"
    let size = job["size"]?.double ?? 10
    guard Self.sizes.contains(size) else { throw Failure(.usage, "size expects a number of points from 1 to 1000") }
    let style = job["style"]?.text ?? "text"
    guard ["display", "text"].contains(style) else { throw Failure(.usage, "style expects display or text, not \"\(style)\"") }
    let color = job["color"]?.text
    if let color, !FormulaTypesetter.isColor(color) {
      throw Failure(.usage, "unknown colour \"\(color)\"", hint: "write a name such as teal, or #rrggbb")
    }
    let typesetter = try typesetter(Font(name: job["font"]?.text ?? "Libertinus Math", size: size))
    let set = typesetter.typeset(tex, isDisplay: style == "display", color: color.flatMap { Color($0) } ?? .black)
    let data: [UInt8]? =
      switch format {
      case "svg": try set.svg()
      case "png": try set.png(ppi: job["ppi"]?.double.map { min(max($0, 1), 2400) } ?? 144)
      case "pdf": try set.pdf()
      case "json": nil
      default: throw Failure(.usage, "to expects svg, png, pdf or json, not \"\(format)\"")
      }
    return JSON(members: [
      "status": .string("done"), "code": JSON(0), "width": .number(rounded(set.width)), "height": .number(rounded(set.height)),
      "depth": .number(rounded(set.depth)),
      "data": data.map { .string(base64($0)) },
      "diagnostics": .array(set.diagnostics.map { $0.json(in: Source(name: "formula", text: tex)) }),
    ])
  }

  /// Points to a thousandth.
  private func rounded(_ points: Double) -> String { "\((points * 1000).rounded() / 1000)" }

  private func typesetter(_ font: Font) throws -> FormulaTypesetter {
    if let known = typesetters[font] { return known }
    guard
      let made = FormulaTypesetter(
        font: font.name, size: font.size, macros: options.mathMacros, roots: options.roots, fontPaths: options.fontPaths,
        ignoresSystemFonts: options.ignoresSystemFonts)
    else { throw Failure(.usage, "\(font.name) has no MATH table", hint: "mdtypeset fonts lists the bundled ones") }
    if typesetters.count >= Self.mostTypesetters { typesetters = [:] }
    typesetters[font] = made
    return made
  }
}
