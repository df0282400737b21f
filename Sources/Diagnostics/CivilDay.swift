/// A day of the Gregorian calendar, also before it was in use.
///
/// - Source: Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil and civil_from_days.
package struct CivilDay: Hashable, Sendable {
  /// Negative for years before the year 0, which is 1 BC.
  package var year: Int
  /// From 1.
  package var month: Int
  /// Of the month, from 1.
  package var day: Int

  package init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// - Parameter days: Since the first of January 1970.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * ofYear + 2) / 153
    month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = ofYear - (153 * shiftedMonth + 2) / 5 + 1
  }

  /// Days since the first of January 1970; a day beyond its month is one of the next.
  package var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
