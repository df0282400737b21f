// A client of the product TeXMath alone: a formula is read, spoken, measured and drawn, without a document.
import TypesetOutput

guard let folder = CommandLine.arguments.dropFirst().first, let formulas = FormulaTypesetter(font: "Latin Modern Math", size: 12) else {
  fatalError("usage: Formulas FOLDER")
}
let tex = "\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}"

// What it says.
let mathML = formulas.mathML(tex, isDisplay: true)
precondition(mathML.hasPrefix("<math ") && mathML.hasSuffix("</math>"))
print(formulas.words(tex, isDisplay: true))
print(formulas.plainText(tex, isDisplay: true))

// Its box, and each glyph and rule.
let formula = formulas.typeset(tex, isDisplay: true)
precondition(formula.diagnostics.isEmpty && formula.width > 0 && !formula.glyphs.isEmpty && !formula.rules.isEmpty)
print(formula.width, formula.height, formula.depth)

// What is wrong, with its place.
let faulty = formulas.typeset("\\bta + 1")
for diagnostic in faulty.diagnostics { print(diagnostic.message) }
precondition(!faulty.diagnostics.isEmpty)

// Its pictures.
let (pdf, png, svg) = (try formula.pdf(), try formula.png(ppi: 300), try formula.svg())
precondition(pdf.starts(with: Array("%PDF".utf8)) && png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && svg.count > 1000)
print(folder, pdf.count, png.count, svg.count)
