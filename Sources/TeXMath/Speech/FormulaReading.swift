/// How much is said of a formula.
public enum FormulaSpeech: String, Hashable, Sendable, CaseIterable {
  /// Also where fractions, roots and tables end.
  case verbose
  case brief
}

/// What the tags of a file have of its formulas.
public enum FormulaTags: Int, Hashable, Sendable {
  case none
  /// A sentence, and a line of plain Unicode.
  case words
  /// MathML beside these.
  case mathML
}

/// A formula as it is heard instead of seen.
public struct FormulaReading: Hashable, Sendable {
  /// One sentence, as a screen reader says it; at most 40 times as long as the LaTeX.
  public var words: String
  /// A line of plain Unicode, for what is copied and searched: `x₁ ≥ λ`.
  public var text: String
  /// The language of the words, BCP 47, if the requested language has no words.
  public var otherLanguage: String?
  /// True if the formula is nothing but a reference to an equation: its number is read as text.
  public var isReference = false
  /// MathML Core; nil unless it was asked for.
  public var mathML: String?
}

extension FormulaReading {
  init(_ list: MathList, style: MathStyle, tex: String, in language: String, _ speech: FormulaSpeech = .verbose) {
    let known = SpeechLanguage(for: language)
    otherLanguage = known.speaks(language) ? nil : known.tag
    isReference = list.onlyReference != nil
    text = list.onlyReference ?? FormulaText.line(list, style: style)
    words = list.onlyReference ?? Speaker.sentence(list, style: style, tex: tex, in: known, isBrief: speech == .brief)
  }

  /// What a file's tags have of a formula; nil for nothing.
  ///
  /// - Parameter places: Gets the number of the token of MathML for what is drawn.
  init?(
    _ list: MathList, style: MathStyle, tex: String, in language: String, for tags: FormulaTags, places: inout [NoadPart: Int32]?
  ) {
    guard tags != .none else { return nil }
    self.init(list, style: style, tex: tex, in: language)
    guard tags == .mathML, !isReference else { return }
    let tagged = MathMLWriter.tagged(list, style: style)
    (mathML, places) = (tagged.mathML, tagged.places)
  }
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

  /// The formula as a line of plain Unicode: `x₁ ≥ λ`, `(a + b)/c`.
  ///
  /// - Parameter isDisplay: True for display style.
  public func plainText(isDisplay: Bool = false) -> String { FormulaText.line(list, style: isDisplay ? .display : .text) }

  /// The formula in words, as a screen reader says it; at most 40 times as long as its source.
  ///
  /// - Parameters:
  ///   - language: BCP 47. English is spoken where there are no words for a language: there are English and German.
  ///   - isDisplay: True for display style.
  public func words(in language: String = "en", _ speech: FormulaSpeech = .verbose, isDisplay: Bool = false) -> String {
    FormulaReading(list, style: isDisplay ? .display : .text, tex: tex, in: language, speech).words
  }
}
