internal import TypesetDiagnostics

/// What only slides of Quarto's have in their text.
enum QuartoMarks {
  private static let marks = [
    "r-stack", "r-fit-text", ".fragment", ".nonincremental", "auto-animate", "::: notes", "::: {.notes", "\n. . .", "background-color=",
    "background-image=",
    "::: aside", "::: {.aside}", "\n## \n", "\n##\n",
  ]

  /// True for a text with two of them, where its formats name pages before slides.
  static func areOfSlides(_ text: ArraySlice<UInt8>) -> Bool {
    let text = Array(text.prefix(1 << 16))
    return marks.lazy.filter { text.holds($0) }.prefix(2).count > 1
  }
}
