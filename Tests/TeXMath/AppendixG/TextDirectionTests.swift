import Testing

@testable import TeXMath

/// Words of two directions in formulas.
@Suite struct TextDirectionTests {
  /// The runs from the left to the right, each with its characters as they are read.
  private func runs(_ text: String) -> [String]? {
    let scalars = Array(text.unicodeScalars)
    return TextDirection.runs(of: scalars)?.map { run in
      var words = String.UnicodeScalarView()
      words.append(contentsOf: scalars[run.range])
      return (run.isRightToLeft ? "<" : ">") + String(words)
    }
  }

  @Test func `words that go to the left are one run, with the blanks between them`() {
    #expect(runs("عدد الطلاب الناجحين") == ["<عدد الطلاب الناجحين"])
    #expect(runs(" عدد الطلاب ") == ["> ", "<عدد الطلاب", "> "])
    #expect(runs("words only, 5") == nil)
  }

  @Test func `words of another direction, and numbers, stand where Unicode has them`() {
    #expect(runs("عدد ReLU ثابت") == ["< ثابت", ">ReLU", "<عدد "])
    #expect(runs("from عدد الطلاب to 5") == [">from ", "<عدد الطلاب", "> to 5"])
    #expect(runs("عدد 12 ثابت") == ["< ثابت", ">12", "<عدد "])
  }
}
