internal import CICU
internal import Synchronization
internal import TypesetDiagnostics
internal import TypesetSettings

/// The day of a time in a language's long form and calendar (CLDR): `28 de noviembre de 2026`.
///
/// - Parameters:
///   - seconds: Since 1970; the day is UTC's.
///   - language: As in `lang` of a document, `es` or `pt-BR`.
/// - Returns: Nil where ICU does not have it.
package func longDate(of seconds: Int, in language: String) -> String? {
  unsafe written(128) { unsafe mdtypeset_time(locale(language), Int64(seconds), 1, -1, $0, $1) }
}

/// A value in a language's own form: `[1234.5]{format="currency EUR"}`.
enum ValueFormat: Hashable {
  /// By a skeleton of ICU.
  case number(skeleton: String)
  /// 0 full, 1 long, 2 medium, 3 short, -1 without.
  case time(date: Int32, time: Int32)
  /// Items between commas: 0 and, 1 or.
  case list(Int32)

  /// The names, for hints.
  static let names = ["number", "percent", "currency", "unit", "compact", "scientific", "date", "time", "date-time", "list"]

  /// - Parameter text: A name, and what it needs after a space: `currency EUR`, `number 2`, `date long`, `unit kilogram`, `list or`.
  /// - Returns: Nil for other names.
  init?(_ text: String) {
    let words = text.split(separator: " ").map { $0.lowercased() }
    guard let name = words.first, words.count <= 3 else { return nil }
    let detail = words.dropFirst().first
    let decimals =
      words.dropFirst().lazy.compactMap { DocumentNumber.whole($0) }.first.map { " ." + String(repeating: "0", count: min(max($0, 0), 15)) }
      ?? ""
    let isName = detail.map { $0.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 == 0x2D } } ?? true
    switch name {
    case "number": self = .number(skeleton: decimals.isEmpty ? ".##########" : decimals)
    case "percent": self = .number(skeleton: "percent scale/100" + (decimals.isEmpty ? " .##" : decimals))
    case "compact": self = .number(skeleton: "compact-short" + decimals)
    case "scientific": self = .number(skeleton: "scientific" + decimals)
    case "currency":
      guard let detail, detail.count == 3, isName else { return nil }
      self = .number(skeleton: "currency/\(detail.uppercased())" + decimals)
    case "unit":
      guard let detail, isName else { return nil }
      self = .number(skeleton: "unit/\(detail)" + (decimals.isEmpty ? " .##########" : decimals))
    case "date", "time", "date-time":
      let styles = ["full": 0, "long": 1, "medium": 2, "short": 3] as [String: Int32]
      guard let style = detail.map({ styles[$0] }) ?? (name == "date" ? 1 : 3) else { return nil }
      self = .time(date: name == "time" ? -1 : style, time: name == "date" ? -1 : max(style, 2) == 2 && detail != nil ? style : 3)
    case "list":
      guard let kind = ["and": 0, "or": 1][detail ?? "and"] else { return nil }
      self = .list(Int32(kind))
    default: return nil
    }
  }

  /// A value in a language's form; nil if it is not a value for this format, or ICU can't write it.
  ///
  /// - Parameter language: One that ICU knows.
  func text(of value: String, in language: String) -> String? {
    let value = value.trimmed()
    switch self {
    case .number(let skeleton):
      let digits = value.replacing("\u{2212}", with: "-")
      guard let number = DocumentNumber.real(digits, in: -1e300...1e300) else { return nil }
      return NumberFormat.of(skeleton: skeleton, locale: locale(language))?.text(of: number)
    case .time(let date, let time):
      guard let seconds = Self.seconds(of: value) else { return nil }
      return unsafe written(256) { unsafe mdtypeset_time(locale(language), Int64(seconds), date, time, $0, $1) }
    case .list(let kind):
      let items = value.split(separator: ",").prefix(10_000).map { Array($0.trimmed().utf16) }
      let lengths = items.map { Int32($0.count) }
      let joined = items.flatMap(\.self)
      guard !items.isEmpty else { return nil }
      return unsafe written(joined.count + 64 * items.count) { out, capacity in
        unsafe joined.withUnsafeBufferPointer { buffer in
          var starts: [UnsafePointer<UInt16>?] = unsafe []
          var start = 0
          for item in items {
            unsafe starts.append(buffer.baseAddress.map { unsafe $0 + start })
            start += item.count
          }
          return unsafe mdtypeset_list(locale(language), kind, starts, lengths, Int32(items.count), out, capacity)
        }
      }
    }
  }

  /// Seconds since 1970 of `2026-11-28`, `2026-11-28T08:30`, `2026-11-28 08:30:15`, or of these seconds themselves.
  static func seconds(of text: String) -> Int? {
    let parts = text.split { $0 == "T" || $0 == " " }
    guard let first = parts.first, parts.count <= 2 else { return nil }
    if parts.count == 1, let seconds = DocumentNumber.whole(first, in: -100_000_000_000...100_000_000_000) { return seconds }
    let day = first.split(separator: "-").map { DocumentNumber.whole($0) }
    guard day.count == 3, let year = day[0], let month = day[1], let date = day[2], 1...9_999 ~= year, 1...12 ~= month, 1...31 ~= date
    else {
      return nil
    }
    var seconds = CivilDay(year: year, month: month, day: date).daysSince1970 * 86_400
    if parts.count == 2 {
      let clock = parts[1].prefix { $0 != "Z" }.split(separator: ":").map { DocumentNumber.whole($0) }
      guard 2...3 ~= clock.count, let hour = clock[0], let minute = clock[1], 0...23 ~= hour, 0...59 ~= minute else { return nil }
      guard let second = clock.count == 3 ? clock[2] : 0, 0...59 ~= second else { return nil }
      seconds += hour * 3_600 + minute * 60 + second
    }
    return seconds
  }
}

private func locale(_ language: String) -> String { language.replacing("-", with: "_") }

/// Whether ICU knows languages. To ask it takes as long as to write a date, so answers are kept.
enum KnownLanguages {
  private static let answers = Mutex<[String: Bool]>([:])
  /// Documents may name any number of languages.
  private static let mostKept = 256

  static func has(_ language: String) -> Bool {
    if let known = answers.withLock({ $0[language] }) { return known }
    let isKnown = longDate(of: 0, in: language) != nil
    answers.withLock { answers in
      if answers.count >= mostKept { answers.removeAll() }
      answers[language] = isKnown
    }
    return isKnown
  }
}

/// What ICU writes into room for a number of UTF-16 units; nil where it fails.
func written(_ room: Int, _ write: (UnsafeMutablePointer<UInt16>?, Int32) -> Int32) -> String? {
  unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: room) { units in
    let count = Int(unsafe write(units.baseAddress, Int32(room)))
    guard count > 0, count <= room else { return nil }
    // The decoder of the standard library takes ten times as long for a number.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 3)
    for index in 0..<count {
      let unit = unsafe units[index]
      switch unit {
      case 0..<0x80: bytes.append(UInt8(truncatingIfNeeded: unit))
      case 0x80..<0x800: bytes += [0xC0 | UInt8(unit >> 6), 0x80 | UInt8(unit & 0x3F)]
      case 0xD800..<0xE000: return unsafe String(decoding: UnsafeBufferPointer(rebasing: units[..<count]), as: UTF16.self)
      default: bytes += [0xE0 | UInt8(unit >> 12), 0x80 | UInt8(unit >> 6 & 0x3F), 0x80 | UInt8(unit & 0x3F)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
