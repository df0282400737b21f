import TypesetDiagnostics
import TypesetFonts

/// The characters of a block that no font has.
struct MissingCharacters {
  private let scalars: [Unicode.Scalar]

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// At the block, one for private-use characters and one for all others: those differ from font to font, so installing one does not help.
  func diagnostics(at span: SourceSpan) -> [Diagnostic] {
    if scalars.isEmpty { return [] }
    return [false, true].compactMap { isPrivate in
      let some = scalars.filter { ($0.properties.generalCategory == .privateUse) == isPrivate }
      let names = some.map { scalar in
        let number = "U+" + String(scalar.value, radix: 16, uppercase: true)
        return isPrivate ? number : "\(scalar) (\(number))"
      }
      if names.isEmpty { return nil }
      let opening = isPrivate ? "no font has the private-use characters " : "no font has "
      let named = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) others" : "")
      return Diagnostic(
        .warning, "font.missing-glyph", at: span.isEmpty ? nil : span, opening + named,
        hint: isPrivate ? nil : FontPackage.remedy(for: some) + ", or another font with these characters",
        gathered: Diagnostic.Gathered(opening: opening, items: names))
    }
  }
}
