internal import TypesetDiagnostics
internal import TypesetStrings

/// Quarto's `date-format`: how the date of a document is written, by a name (`long`) or by letters (`D MMMM YYYY`).
struct DateForm {
  private let form: String
  private let language: String

  /// Nil without a form.
  init?(_ form: String?, language: String) {
    guard let form, !form.isEmpty, form.utf8.count < 100 else { return nil }
    (self.form, self.language) = (form, language)
  }

  /// Nil for a text that is no date, and for names that say nothing.
  func date(_ text: String, today: Int) -> String? {
    let seconds: Int
    if TitleBlock.isToday(text) {
      seconds = today
    } else if let read = Self.read(text) {
      seconds = read.daysSince1970 * 86_400
    } else {
      return nil
    }
    switch form {
    case "full", "long", "medium": return longDate(of: seconds, in: language)
    case "iso": return written("YYYY-MM-DD", seconds)
    case "short": return nil
    default: return written(form, seconds)
    }
  }

  // MARK: Reading

  /// `2023-03-16`, with a time behind it or without, and `03/16/2023`.
  private static func read(_ text: String) -> CivilDay? {
    let parts = text.prefix { !" T".contains($0) }.split { "-/".contains($0) }
    let numbers = parts.compactMap { DocumentNumber.whole($0, in: 0...9999) }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    let (year, month, day) = parts[0].count == 4 ? (numbers[0], numbers[1], numbers[2]) : (numbers[2], numbers[0], numbers[1])
    return year > 999 && (1...12).contains(month) && (1...31).contains(day) ? CivilDay(year: year, month: month, day: day) : nil
  }

  // MARK: Writing

  private func written(_ form: String, _ seconds: Int) -> String? {
    let date = CivilDay(daysSince1970: seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    var out = ""
    var rest = form[...]
    while let letter = rest.first {
      if letter == "[", let close = rest.firstIndex(of: "]") {
        out += rest[..<close].dropFirst()
        rest = rest[close...].dropFirst()
        continue
      }
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      switch (letter, run.count) {
      case ("Y", 4), ("y", 4): out += String(date.year)
      case ("Y", 2), ("y", 2): out += two(date.year % 100)
      case ("M", 1): out += String(date.month)
      case ("M", 2): out += two(date.month)
      case ("M", 4):
        guard let name = month(seconds) else { return nil }
        out += name
      case ("M", 3):
        guard let name = month(seconds) else { return nil }
        out += language.hasPrefix("en") ? String(name.prefix(3)) : name
      case ("D", 1), ("d", 1): out += String(date.day)
      case ("D", 2), ("d", 2): out += two(date.day)
      // Weekdays, times and other letters.
      case _ where letter.isLetter: return nil
      default: out += run
      }
    }
    return out
  }

  /// The month's name, as it stands in a whole date: its longest word.
  private func month(_ seconds: Int) -> String? {
    let words = longDate(of: seconds, in: language)?.split { !$0.isLetter }
    return words?.max { $0.count < $1.count }.map(String.init)
  }
}
