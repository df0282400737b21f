import Testing
import TypesetDiagnostics

@testable import TeXMath

/// Tokens that are put back.
@Suite struct RereadingTests {
  @Test func `a command that puts back what asks for it ends, whatever the command is`() {
    var expander = Expander(Array("x y".utf8), vocabulary: Vocabulary(), definitions: Definitions(), budget: Budget())
    var count = 0
    while count < 2_000_000 {
      let token = expander.nextRaw()
      if token.kind == .end { break }
      expander.putBack(token)
      count += 1
    }
    #expect(expander.isExhausted && count < 1_100_000)
  }
}
