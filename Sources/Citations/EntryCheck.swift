internal import TypesetBytes
internal import TypesetDiagnostics

/// Looks at the names and dates of an entry of BibTeX for what they cannot say.
struct EntryCheck {
  struct Fault {
    /// In which field.
    var field: String
    var message: String
    var hint: String?
  }

  private let key: String
  private let values: [String: String]
  private(set) var faults: [Fault] = []

  init(_ key: String, _ values: [String: String]) {
    (self.key, self.values) = (key, values)
    for field in Self.names { if let value = values[field] { checkNames(value, of: field) } }
    for field in Self.dates { if let value = values[field] { checkDate(value, of: field) } }
    if values["date"] == nil { checkYear() }
  }

  private static let names = ["author", "editor", "translator", "bookauthor", "director", "commentator", "holder"]
  private static let dates = ["date", "urldate", "origdate", "eventdate"]

  private mutating func note(_ field: String, _ message: String, hint: String? = nil) {
    faults.append(Fault(field: field, message: message, hint: hint))
  }

  // MARK: Names

  private mutating func checkNames(_ value: String, of field: String) {
    let scan = NameScan(value)
    if scan.hasGap {
      note(
        field, "a name is missing beside ‘and’ in the \(field) of ‘\(key)’", hint: "write one ‘and’ between two names, and none at the ends"
      )
    }
    if let name = scan.endsInComma {
      note(field, "the name ‘\(name)’ in the \(field) of ‘\(key)’ ends in a comma", hint: "write ‘Family, Given and Family, Given’")
    }
    if let name = scan.hasManyCommas {
      note(
        field, "the name ‘\(name)’ in the \(field) of ‘\(key)’ has more than two commas",
        hint: "separate names by ‘and’: ‘Family, Given and Family, Given’")
    }
    if scan.hasEtAl { note(field, "‘et al.’ is no name in the \(field) of ‘\(key)’", hint: "write ‘and others’") }
  }

  // MARK: Dates

  private mutating func checkDate(_ value: String, of field: String) {
    if let part = PartialDate.impossible(in: value) {
      note(field, "‘\(value)’ of ‘\(key)’ is no date: there is no \(part)", hint: "write year-month-day, such as 2020-12-31")
    } else if let word = Self.strangeYear(in: value, isDate: true) {
      note(field, "‘\(word)’ in the \(field) of ‘\(key)’ is no year, month or day", hint: "write year-month-day, such as 2020-12-31")
    }
  }

  private mutating func checkYear() {
    guard let year = values["year"], !year.isEmpty else { return }
    if let word = Self.strangeYear(in: year, isDate: false) {
      note("year", "‘\(word)’ of ‘\(key)’ is no year", hint: "write four digits")
    }
    let month = values["month"].map { LaTeXText.plain($0) } ?? ""
    let written = WrittenMonth(month)
    if !month.isEmpty, written == nil {
      let number = DocumentNumber.whole(month)
      note(
        "month", number.map { "there is no month \($0), as ‘\(key)’ has it" } ?? "the month ‘\(month.prefix(40))’ of ‘\(key)’ is not known",
        hint: "write a number from 1 to 12, or one of jan, feb, mar …")
    }
    let text = values["day"].map { LaTeXText.plain($0) } ?? ""
    let day = Self.firstNumber(text) ?? written?.day ?? 0
    if !text.isEmpty, !(1...31).contains(Self.firstNumber(text) ?? 0) {
      note("day", "‘\(text.prefix(40))’ of ‘\(key)’ is no day", hint: "write a number from 1 to 31")
    } else if let month = written?.month, (1...12).contains(month), let number = DocumentNumber.whole(year),
      day > WrittenMonth.length(of: month, in: number)
    {
      note(text.isEmpty ? "month" : "day", "there is no \(day) \(WrittenMonth.names[month - 1]) \(number), as ‘\(key)’ has it")
    }
  }

  /// The days of `3--5` begin with the third.
  static func firstNumber(_ text: String) -> Int? {
    text.split { !$0.isNumber }.first.flatMap { DocumentNumber.whole($0) }
  }

  /// The first word of a date that has digits but is no part of one: `20x0`, `20200`, `199O`.
  ///
  /// Letters after or before a whole year (`1999a`, `c1999`), ordinals, decades and the digits that EDTF leaves open (`19XX`) are allowed.
  private static func strangeYear(in text: String, isDate: Bool) -> Substring? {
    let bytes = text.utf8
    if bytes.count < 5, bytes.allSatisfy(\.isDigit) { return nil }
    // LaTeX in a year is for sorting.
    guard !bytes.contains(UInt8(ascii: "\\")) else { return nil }
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where word.utf8.contains(where: \.isDigit) {
      let digits = word.utf8.prefix(while: \.isDigit).count
      let rest = word.dropFirst(digits)
      if rest.isEmpty {
        if digits > 4 { return word }
        continue
      }
      if digits == 0 {
        // `c1999`, `y12345`, `May1999`.
        let letters = word.prefix { $0.isLetter }
        guard letters.count <= 2 || WrittenMonth(String(letters)) != nil, word.dropFirst(letters.count).allSatisfy(\.isNumber) else {
          return word
        }
      } else if isDate, digits == 2, rest.first == "T" {
        // The time of day.
        return nil
      } else if digits == 4 && rest.count == 1 || digits == 3 && (rest == "X" || rest == "u") {
        continue
      } else if ["s", "st", "nd", "rd", "th", "XX", "uu", "BC", "AD", "BCE", "CE"].contains(rest) {
        continue
      } else {
        return word
      }
    }
    return nil
  }

}

/// One pass over a list of names, at its bytes: most have nothing wrong.
private struct NameScan {
  /// True if no name is before or after an `and`.
  private(set) var hasGap = false
  private(set) var hasEtAl = false
  /// The first name that ends in a comma, and the first that has too many.
  private(set) var endsInComma: String?
  private(set) var hasManyCommas: String?

  private let bytes: [UInt8]
  /// Of the name that is read: where it begins and ends, its words and commas outside of braces.
  private var name = 0..<0
  private var words = 0
  private var commas = 0
  private var followsAnd = false

  init(_ text: String) {
    bytes = Array(text.utf8)
    var depth = 0
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "{") { depth += 1 } else if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth <= 0, BibTeXFile.isSpace(byte) {
        if let first = start { endWord(first..<index) }
        start = nil
      } else {
        if start == nil { start = index }
        if depth <= 0, byte == UInt8(ascii: ",") { commas += 1 }
      }
    }
    if let start { endWord(start..<bytes.count) }
    if words > 0 { endName() } else if followsAnd { hasGap = true }
  }

  private mutating func endWord(_ word: Range<Int>) {
    if word.count == 3, bytes[word].elementsEqual("and".utf8) {
      if words == 0 { hasGap = true } else { endName() }
      followsAnd = true
    } else {
      name = (words == 0 ? word.lowerBound : name.lowerBound)..<word.upperBound
      words += 1
    }
  }

  private mutating func endName() {
    // BibLaTeX's names by their parts have any number.
    let isInParts = bytes[name].starts(with: "family=".utf8) || bytes[name].starts(with: "given=".utf8)
    if commas > 2, hasManyCommas == nil, !isInParts { hasManyCommas = shown }
    if commas < 3, commas > 0, bytes[name].last == UInt8(ascii: ","), endsInComma == nil { endsInComma = shown }
    if bytes[name].suffix(5).elementsEqual("et al".utf8) || bytes[name].suffix(6).elementsEqual("et al.".utf8) { hasEtAl = true }
    (words, commas) = (0, 0)
  }

  private var shown: String { String(decoding: bytes[name].prefix(60), as: UTF8.self) + (name.count > 60 ? "…" : "") }
}
