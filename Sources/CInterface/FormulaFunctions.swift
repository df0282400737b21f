public import CInterface
internal import MDTypeset
internal import Synchronization

/// A font for formulas behind a pointer of C; one thread after the other uses it.
final class SharedFormulas: Sendable {
  private let typesetter: Mutex<FormulaTypesetter>

  init(_ typesetter: sending FormulaTypesetter) { self.typesetter = Mutex(typesetter) }

  func with<Result: Sendable>(_ body: (FormulaTypesetter) -> Result) -> Result { typesetter.withLock { body($0) } }
}

/// What a function makes of a formula's LaTeX, with the font behind a pointer; an error without a font.
private func made(
  _ formulas: OpaquePointer?, _ tex: UnsafePointer<CChar>?, _ size: Int, _ make: @Sendable (FormulaTypesetter, String) -> String
) -> mdt_bytes {
  guard let formulas = unsafe Handle<SharedFormulas>.value(of: formulas) else { return unsafe mdt_bytes.failed("there is no font") }
  let tex = unsafe String(decoding: bytes(tex, size), as: UTF8.self)
  return unsafe mdt_bytes.made { Array(formulas.with { make($0, tex) }.utf8) }
}

@_cdecl("mdt_formulas_new") public func newFormulas(
  _ font: UnsafePointer<CChar>?, _ size: Double, _ macros: UnsafePointer<CChar>?
) -> OpaquePointer? {
  let family = unsafe font == nil ? "Libertinus Math" : string(font)
  guard size.isFinite, size > 0, size <= 10_000,
    let typesetter = FormulaTypesetter(font: family, size: size, macros: unsafe string(macros), ignoresSystemFonts: true)
  else { return nil }
  return unsafe Handle.pointer(to: SharedFormulas(typesetter))
}

@_cdecl("mdt_formulas_free") public func freeFormulas(_ formulas: OpaquePointer?) { unsafe Handle<SharedFormulas>.free(formulas) }

@_cdecl("mdt_formula") public func typesetFormula(
  _ formulas: OpaquePointer?, _ tex: UnsafePointer<CChar>?, _ size: Int, _ isDisplay: CInt
) -> OpaquePointer? {
  guard let formulas = unsafe Handle<SharedFormulas>.value(of: formulas) else { return nil }
  let tex = unsafe String(decoding: bytes(tex, size), as: UTF8.self)
  let formula = formulas.with { $0.typeset(tex, isDisplay: isDisplay != 0) }
  return unsafe Handle.pointer(to: Typeset(formula.document, formula: formula))
}

@_cdecl("mdt_formula_box") public func formulaBox(_ formula: OpaquePointer?, _ box: UnsafeMutablePointer<mdt_box>?) -> CInt {
  guard let found = unsafe typeset(formula)?.formula else { return 0 }
  unsafe box?.pointee = mdt_box(
    width: found.width, height: found.height, depth: found.depth, origin_x: found.origin.x, origin_y: found.origin.y)
  return 1
}

@_cdecl("mdt_formula_mathml") public func formulaMathML(
  _ formulas: OpaquePointer?, _ tex: UnsafePointer<CChar>?, _ size: Int, _ isDisplay: CInt
) -> mdt_bytes {
  unsafe made(formulas, tex, size) { $0.mathML($1, isDisplay: isDisplay != 0) }
}

@_cdecl("mdt_formula_words") public func formulaWords(
  _ formulas: OpaquePointer?, _ tex: UnsafePointer<CChar>?, _ size: Int, _ isDisplay: CInt
) -> mdt_bytes {
  unsafe made(formulas, tex, size) { $0.words($1, isDisplay: isDisplay != 0) }
}
