import Testing

@testable import TeXMath

/// Units of siunitx, translated into TeX.
struct PhysicalUnitTests {
  private static let red = "\\textcolor{#cc0000}{\\texttt{\\textbackslash metr}}"

  @Test func `an unknown unit keeps its prefix, its power and what is before it`() {
    #expect(PhysicalUnit.units("\\kilo\\metr", unknown: ["metr"]) == "\\mathrm{k}" + Self.red)
    #expect(PhysicalUnit.units("\\newton\\per\\metr\\squared", unknown: ["metr"]) == "\\mathrm{N}\\,\(Self.red)^{-2}")
    #expect(PhysicalUnit.units("\\metr\\second", unknown: ["metr"]) == Self.red + "\\,\\mathrm{s}")
  }

  @Test func `a prefix without a unit is shown, and one before letters belongs to them`() {
    #expect(PhysicalUnit.units("\\metre\\kilo") == "\\mathrm{m}\\,\\mathrm{k}")
    #expect(PhysicalUnit.units("\\micro m") == "\\mathrm{\\text{µ}m}")
  }
}
