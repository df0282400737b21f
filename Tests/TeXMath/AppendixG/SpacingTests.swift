import Testing
import TypesetBoxes

@testable import TeXMath

/// The spaces between atoms (TeXbook chapter 18, and Appendix B for their glue).
@Suite struct SpacingTests {
  @Test func `thin, medium and thick spaces have plain TeX's glue`() {
    let mu = 65_536
    func glue(_ gap: Spacing.Gap) -> [Int] {
      let found = Spacing.glue(gap, quad: 18 * mu)
      return [found.natural, found.stretch, found.shrink].map { $0.rawValue / mu }
    }
    #expect(glue(.none) == [0, 0, 0] && glue(.thin) == [3, 0, 0] && glue(.medium) == [4, 2, 4] && glue(.thick) == [5, 5, 0])
  }
}
