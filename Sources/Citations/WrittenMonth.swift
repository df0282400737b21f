internal import TypesetDiagnostics

/// What the field `month` of BibTeX says: `3`, `mar`, `March`, `12~March`, `March 12--14`, `March/April`, `Spring`.
struct WrittenMonth: Equatable {
  /// 1 to 12, or 13 to 16 for the seasons, as in `PartialDate.Day`.
  var month: Int
  /// 0 without a day.
  var day = 0

  static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]
  private static let seasons = ["spring": 13, "summer": 14, "autumn": 15, "fall": 15, "winter": 16]

  /// - Parameter text: Without LaTeX; nil for one that names no month.
  init?(_ text: String) {
    var month: Int?
    var numbers: [Int] = []
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      if let number = DocumentNumber.whole(word) {
        numbers.append(number)
      } else if month == nil {
        month = Self.month(named: word.lowercased())
      }
    }
    if let month {
      self.init(month: month, day: numbers.first.flatMap { (1...31).contains($0) ? $0 : nil } ?? 0)
    } else {
      guard let first = numbers.first, (1...12).contains(first), !text.contains(where: \.isLetter) else { return nil }
      self.init(month: first)
    }
  }

  init(month: Int, day: Int = 0) { (self.month, self.day) = (month, day) }

  private static func month(named word: String) -> Int? {
    guard word.utf8.count > 2 else { return nil }
    if let season = seasons[word] { return season }
    // `sept`, `Octob`; `marzo` and `maggio` are no words of English that were cut short.
    return names.firstIndex { $0.lowercased().hasPrefix(word) }.map { $0 + 1 }
  }

  /// The days that a month can have.
  static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    // Before 1700, calendars differ.
    case 2: year % 4 == 0 && (year < 1700 || year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
