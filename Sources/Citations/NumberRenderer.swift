/// Numbers as a style writes them, and the words before them.
struct NumberRenderer {
  let locale: Locale
  let pageRangeFormat: String

  func pageRange(_ text: String) -> String {
    Numbers.pageRanges(text, format: pageRangeFormat, delimiter: locale.term("page-range-delimiter") ?? "–", and: locale.ampersand)
  }

  /// - Parameters:
  ///   - form: `numeric`, `ordinal`, `long-ordinal`, `roman`.
  ///   - counted: What the number counts, whose gender an ordinal has.
  func number(_ text: String, form: String, counted: String, isPages: Bool) -> String {
    guard Numbers.isNumeric(text) else { return isPages ? pageRange(text) : text }
    if form == "numeric", isPages { return pageRange(text) }
    let gender = locale.gender(of: counted)
    return Numbers.written(text) { number in
      switch form {
      case "roman": Numbers.roman(number)
      case "ordinal": "\(number)" + locale.ordinalSuffix(number, gender: gender)
      case "long-ordinal": locale.longOrdinal(number, gender: gender) ?? "\(number)" + locale.ordinalSuffix(number, gender: gender)
      default: nil
      }
    }
  }

  /// The word for what a variable counts: “pp.” for several pages; empty if the language has no such word.
  func label(_ variable: String, term: String, form: String, plural: String, content: String) -> String {
    let isPlural: Bool =
      switch plural {
      case "always": true
      case "never": false
      default: Numbers.isPlural(content, isCount: variable.hasPrefix("number-of-"))
      }
    return locale.term(term, form, plural: isPlural) ?? ""
  }
}
