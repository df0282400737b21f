/// How much is said of a formula.
public enum FormulaSpeech: Hashable, Sendable {
  /// Also where fractions, roots and tables end.
  case verbose
  case brief
}

extension ParsedFormula {
  /// The formula as MathML Core: one `math` element, always well-formed.
  ///
  /// - Parameters:
  ///   - isDisplay: True for display style.
  ///   - hasSource: True if the LaTeX is an annotation in it.
  public func mathML(isDisplay: Bool, hasSource: Bool = true) -> String {
    String(
      decoding: MathMLWriter.document(list, style: isDisplay ? .display : .text, tex: hasSource ? tex : nil), as: UTF8.self)
  }

  /// The formula in words, as a screen reader says it; at most 40 times as long as its source.
  ///
  /// - Parameter language: BCP 47. English is spoken where there are no words for a language: there are English and German.
  public func words(in language: String = "en", _ speech: FormulaSpeech = .verbose) -> String {
    Speaker.sentence(list, style: setting == .inline ? .text : .display, tex: tex, in: SpeechLanguage(for: language), isBrief: speech == .brief)
  }
}
