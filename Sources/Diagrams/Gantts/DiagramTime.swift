import TypesetDiagnostics

/// A time in seconds since the first of January 1970, in no zone.
struct DiagramTime: Hashable, Comparable {
  var seconds: Double

  static func < (a: DiagramTime, b: DiagramTime) -> Bool { a.seconds < b.seconds }

  init(_ seconds: Double) { self.seconds = seconds }

  init(year: Int, month: Int, day: Int, seconds: Double = 0) {
    self.seconds = Double(CivilDay(year: year, month: month, day: day).daysSince1970) * 86_400 + seconds
  }

  var days: Int { Int(clamping: (seconds / 86_400).rounded(.down)) }
  var secondOfDay: Double { seconds - Double(days) * 86_400 }
  /// 0 is Sunday.
  var weekday: Int { ((days + 4) % 7 + 7) % 7 }

  var date: (year: Int, month: Int, day: Int) {
    let date = CivilDay(daysSince1970: days)
    return (date.year, date.month, date.day)
  }

  /// As many months later.
  func adding(months: Int) -> DiagramTime {
    let (year, month, day) = date
    let all = year * 12 + month - 1 + months
    let (newYear, newMonth) = ((all >= 0 ? all : all - 11) / 12, ((all % 12) + 12) % 12 + 1)
    let last = DiagramTime(year: newMonth == 12 ? newYear + 1 : newYear, month: newMonth == 12 ? 1 : newMonth + 1, day: 1)
    let lastDay = DiagramTime(last.seconds - 1).date.day
    return DiagramTime(year: newYear, month: newMonth, day: min(day, lastDay), seconds: secondOfDay)
  }

  // MARK: Reading

  private static let monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Reads a time in a form of Day.js: `YYYY-MM-DD`, `HH:mm`, `X`.
  init?(_ text: String, form: String) {
    let letters = Array(text.utf8)
    if form == "X" || form == "x" {
      guard let value = DocumentNumber.real(text, in: -1e15...1e15) else { return nil }
      self.init(form == "X" ? value : value / 1000)
      return
    }
    var (year, month, day, hour, minute, second, isAfternoon) = (1970, 1, 1, 0, 0, 0.0, false)
    var at = 0
    var rest = form[...]
    while let letter = rest.first {
      let token = rest.prefix { $0 == letter }
      rest = rest.dropFirst(token.count)
      guard "YMDHhmsSAaQ".contains(letter) else {
        for sign in token.utf8 {
          guard at < letters.count, letters[at] == sign else { return nil }
          at += 1
        }
        continue
      }
      if letter == "A" || letter == "a" {
        guard at + 1 < letters.count else { return nil }
        isAfternoon = letters[at] | 0x20 == UInt8(ascii: "p")
        at += 2
        continue
      }
      if letter == "M", token.count >= 3 {
        let name = String(decoding: letters[at...].prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }, as: UTF8.self).lowercased()
        guard let found = Self.monthNames.firstIndex(of: String(name.prefix(3))) else { return nil }
        (month, at) = (found + 1, at + name.utf8.count)
        continue
      }
      let most = token.count == 1 ? 2 : min(token.count, 6)
      let digits = letters[min(at, letters.count)...].prefix(most).prefix { $0 &- 0x30 < 10 }
      guard !digits.isEmpty else { return nil }
      let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      at += digits.count
      switch letter {
      case "Y": year = token.count == 2 ? 2000 + value : value
      case "M": month = value
      case "D": day = value
      case "H", "h": hour = value
      case "m": minute = value
      case "s": second += Double(value)
      case "S": second += Double(value) / (digits.count == 1 ? 10 : digits.count == 2 ? 100 : 1000)
      default: break
      }
    }
    guard at == letters.count, (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60, second < 61 else { return nil }
    if isAfternoon, hour < 12 { hour += 12 }
    self.init(year: year, month: month, day: day, seconds: Double(hour * 3600 + minute * 60) + second)
  }

  // MARK: Writing

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// In a form of d3's: `%Y-%m-%d`.
  func written(_ form: String) -> String {
    func padded(_ value: Int, _ digits: Int = 2) -> String {
      let text = "\(value)"
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let (year, month, day) = date
    let (hour, minute) = (Int(clamping: secondOfDay) / 3600, Int(clamping: secondOfDay) / 60 % 60)
    var out = ""
    var rest = form[...]
    while let letter = rest.popFirst() {
      guard letter == "%", var name = rest.popFirst() else {
        out.append(letter)
        continue
      }
      let isUnpadded = name == "-"
      if isUnpadded, let next = rest.popFirst() { name = next }
      func number(_ value: Int, _ digits: Int = 2) -> String { isUnpadded ? "\(value)" : padded(value, digits) }
      switch name {
      case "Y": out += "\(year)"
      case "y": out += number(year % 100)
      case "m": out += number(month)
      case "d": out += number(day)
      case "e": out += "\(day)"
      case "H": out += number(hour)
      case "I": out += number((hour + 11) % 12 + 1)
      case "M": out += number(minute)
      case "S": out += number(Int(clamping: secondOfDay) % 60)
      case "L": out += padded(Int(clamping: (secondOfDay - secondOfDay.rounded(.down)) * 1000), 3)
      case "p": out += hour < 12 ? "AM" : "PM"
      case "b": out += String(Self.months[month - 1].prefix(3))
      case "B": out += Self.months[month - 1]
      case "a": out += String(Self.weekdays[weekday].prefix(3))
      case "A": out += Self.weekdays[weekday]
      case "w": out += "\(weekday)"
      case "j": out += number(days - DiagramTime(year: year, month: 1, day: 1).days + 1, 3)
      case "q": out += "\((month - 1) / 3 + 1)"
      case "U", "W", "V":
        let first = DiagramTime(year: year, month: 1, day: 1)
        let begin = name == "U" ? first.weekday : (first.weekday + 6) % 7
        out += number((days - first.days + begin) / 7 + (begin == 0 ? 1 : 0))
      case "s": out += "\(Int(clamping: seconds))"
      case "x": out += "\(month)/\(day)/\(year)"
      case "X": out += "\(padded(hour)):\(padded(minute)):\(padded(Int(clamping: secondOfDay) % 60))"
      default: out.append(name)
      }
    }
    return out
  }
}

/// A length of time: `3d`, `1.5w`, `2M`.
struct DiagramDuration: Hashable {
  var seconds = 0.0
  var months = 0
  /// Whole days, in which days off are left out.
  var days: Int?
  /// True if a number in it is beyond this range.
  private(set) var isBeyond = false
  static let range = 0.0...1e6

  /// A sum of numbers with units: `1d12h`.
  init?(_ text: some StringProtocol) {
    var rest = text[...]
    var days = 0
    var isWhole = true
    repeat {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      let unit = rest[digits.endIndex...].prefix { $0.isLetter }
      guard let value = DocumentNumber.real(digits, in: Self.range, cut: { _ in isBeyond = true }), let seconds = Self.seconds[String(unit)]
      else { return nil }
      let perMonth: Double = unit == "M" || unit == "month" ? 1 : unit == "y" || unit == "year" ? 12 : 0
      if perMonth > 0 { months += Int(clamping: value * perMonth) } else { self.seconds += value * seconds }
      let part = value * seconds / 86_400
      if unit.lowercased().first.map({ "dw".contains($0) }) ?? false, part == part.rounded() {
        days += Int(clamping: part)
      } else {
        isWhole = false
      }
      rest = rest[unit.endIndex...]
    } while !rest.isEmpty
    if isWhole { self.days = days }
  }

  private static let seconds: [String: Double] = [
    "ms": 0.001, "millisecond": 0.001, "s": 1, "second": 1, "m": 60, "minute": 60, "h": 3600, "hour": 3600, "d": 86_400, "day": 86_400,
    "w": 604_800, "week": 604_800, "M": 2_592_000, "month": 2_592_000, "y": 31_536_000, "year": 31_536_000,
  ]

  func after(_ time: DiagramTime) -> DiagramTime {
    DiagramTime((months > 0 ? time.adding(months: months) : time).seconds + seconds)
  }
}
