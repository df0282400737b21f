/// How a line of text was set, for measurements of typography. Lengths in points, spaces in ems of the text's size.
public struct LineReport: Hashable, Sendable {
  /// What ends the line.
  public enum End: String, Hashable, Sendable {
    /// A break that the program chose.
    case chosen = "break"
    /// A break that the program chose, with a hyphen that the author did not write.
    case hyphen
    /// A line break by the author.
    case forced
    /// The paragraph's end.
    case paragraph
  }

  /// The sides at which the lines of the paragraph are flush.
  public enum Alignment: String, Hashable, Sendable { case justified, left, center, right }

  /// The paragraph's text from the line's first character to its last; U+FFFC represents a formula or a picture.
  public var text = ""
  /// What ends the line.
  public var end = End.chosen
  public var alignment = Alignment.justified
  /// The width that the line should have.
  public var measure = Length.zero
  /// The width of what is on the line, before any glue yields.
  public var natural = Length.zero
  /// The width of what is on the line once finite glue has yielded.
  public var width = Length.zero
  /// TeX's glue set ratio, below zero where glue shrinks; 0 where infinite glue fills the line.
  public var ratio = 0.0
  /// The widest space between words.
  public var space = 0.0
  /// The most that a space between words was stretched, as a multiple of its natural stretch.
  public var stretch = 0.0
  /// The most that was added between full-width characters, and between them and others.
  public var tracking = 0.0
  /// Where the line could have ended, in order; only where breaks are explained.
  public var alternatives: [LineAlternative] = []

  public init() {}
}

/// A place near the end of a line where it could have ended, and what that costs (TeXbook chapter 14).
public struct LineAlternative: Hashable, Sendable {
  /// Why the line ends, or does not end, at a place.
  public enum Verdict: String, Hashable, Sendable {
    /// The line ends here.
    case chosen
    /// It would have cost the paragraph more.
    case possible
    case tooLoose, tooTight
  }

  /// The end of the line's text.
  public var text: String
  /// True if a word is divided here.
  public var isDivided: Bool
  /// The width of the line before any glue yields.
  public var natural: Length
  /// TeX's badness of the line's glue, from 0 to 10,000 (TeXbook chapter 14).
  public var badness: Int
  /// TeX's penalty of the break; below 10,000, and -10,000 forces it.
  public var penalty: Int
  /// Of this line, after the one before it.
  public var demerits: Int
  public var verdict: Verdict

  public init(text: String, isDivided: Bool, natural: Length, badness: Int, penalty: Int, demerits: Int, verdict: Verdict) {
    (self.text, self.isDivided, self.natural) = (text, isDivided, natural)
    (self.badness, self.penalty, self.demerits, self.verdict) = (badness, penalty, demerits, verdict)
  }
}
