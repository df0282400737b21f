internal import TypesetDiagnostics
package import TypesetJSON

/// A work that can be cited, in the terms of CSL's data model.
package struct Item: Sendable {
  /// The key by which documents cite the work.
  package var id: String
  /// `article-journal`, `book`, …
  package var type: String
  /// BCP 47; empty where it is not said.
  package var language: String { texts["language"] ?? "" }
  /// Variables that are texts or numbers.
  package var texts: [String: String] = [:]
  /// By CSL's variables: `author`, `editor`, `translator`.
  package var names: [String: [PersonName]] = [:]
  /// By CSL's variables: `issued`, `accessed`.
  package var dates: [String: PartialDate] = [:]
  /// What is wrong with its entry in a file.
  package var faults: [BibTeXFile.Fault] = []

  package init(id: String, type: String) { (self.id, self.type) = (id, type) }
}

/// A name of a person or an institution.
package struct PersonName: Hashable, Sendable {
  package var family = ""
  package var given = ""
  /// A particle that belongs to the given name, and is dropped where the family name stands alone: `d'` in *Jean d'Alembert*.
  package var droppingParticle = ""
  /// A particle that belongs to the family name: `van` in *Ludwig van Beethoven*.
  package var nonDroppingParticle = ""
  package var suffix = ""
  /// True if a comma is before the suffix in any case: `Smith, Jr.`
  package var hasCommaBeforeSuffix = false
  /// True if the family name comes first in any style, as in Chinese and Hungarian.
  package var isStaticOrder = false
  /// True for `de’ Medici`, false for `d’Aubignac`.
  package var isParticleSpaced = false
  /// True for `François Hédelin, abbé d’`.
  package var hasCommaBeforeParticle = false
  /// A name that is not taken apart.
  package var literal: String?

  package init() {}

  package init(literal: String) { self.literal = literal }
}

/// A date or a range of dates, as far as it is known.
package struct PartialDate: Hashable, Sendable {
  package struct Day: Hashable, Sendable {
    /// Negative for years BC: -44 is 44 BC.
    package var year: Int
    /// 1 to 12; 13 to 16 and 21 to 24 are the seasons; 0 without a month.
    package var month = 0
    /// 0 without a day.
    package var day = 0

    package init(year: Int, month: Int = 0, day: Int = 0) { (self.year, self.month, self.day) = (year, month, day) }

    /// The same without a month or day that its year does not have.
    var withoutImpossible: Day {
      guard month == 0 || (1...16).contains(month) || (21...24).contains(month) else { return Day(year: year) }
      let isPossible = day == 0 || (1...12).contains(month) && (1...WrittenMonth.length(of: month, in: year)).contains(day)
      return isPossible ? self : Day(year: year, month: month)
    }
  }

  /// The date, or the first day of a range; nil for a date that is only a text.
  package var start: Day?
  /// Year 0 with no month is an end that is open.
  package var end: Day?
  /// True for a date with CSL's `circa`.
  package var isUncertain = false
  /// A date that could not be read, as it was written.
  package var literal: String?

  package init(start: Day? = nil, end: Day? = nil) { (self.start, self.end) = (start, end) }
}

// MARK: CSL JSON

extension Item {
  private static let nameVariables: Set<String> = [
    "author", "chair", "collection-editor", "compiler", "composer", "container-author", "contributor", "curator", "director", "editor",
    "editor-translator", "editorial-director", "executive-producer", "guest", "host", "illustrator", "interviewer", "narrator",
    "organizer", "original-author", "performer", "producer", "recipient", "reviewed-author", "script-writer", "series-creator",
    "translator", "editortranslator",
  ]
  private static let dateVariables: Set<String> = ["accessed", "available-date", "event-date", "issued", "original-date", "submitted"]

  /// An entry of CSL JSON; nil if it is no object.
  package init?(_ json: JSON) {
    guard let members = json.members else { return nil }
    self.init(id: json["id"].flatMap(Self.scalar) ?? "", type: json["type"]?.text ?? "")
    for member in members where member.name != "id" && member.name != "type" {
      if let names = member.value.items, names.first?.members != nil {
        self.names[member.name] = names.map { PersonName($0) }
      } else if Self.dateVariables.contains(member.name) || member.value["date-parts"] != nil || member.value["raw"] != nil {
        if let date = PartialDate(member.value) { dates[member.name] = date }
      } else if let text = Self.scalar(member.value) {
        texts[member.name] = text
      } else if let words = member.value.items?.compactMap(Self.scalar), !words.isEmpty {
        texts[member.name] = words.joined(separator: ", ")
      }
    }
    finish()
  }

  static func scalar(_ value: JSON) -> String? {
    switch value {
    case .string(let text): text
    case .number(let text): text
    default: nil
    }
  }

  /// What follows from the variables that are given.
  mutating func finish() {
    for (full, short) in [("title", "title-short"), ("container-title", "container-title-short")] {
      if texts[short] == nil, let alias = texts[full == "title" ? "shortTitle" : "journalAbbreviation"] { texts[short] = alias }
      if texts[short] == "" { texts[short] = nil }
    }
    // Lines such as `original-date: 1970` and `{:section: 2}` in a note set variables that the author's program has no field for.
    if let note = texts["note"] { readNote(note) }
    for (key, value) in texts where value.isEmpty { texts[key] = nil }
  }

  private mutating func readNote(_ note: String) {
    var rest: [Substring] = []
    var isAtStart = true
    func assign(_ item: inout Item, _ key: String, _ value: String) -> Bool {
      let name = key == "type" ? key : key.replacing(" ", with: "-")
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-" || $0 == "_") }) else { return false }
      if name == "type" { item.type = value; return true }
      if Self.nameVariables.contains(name) {
        let parts = value.parts(between: "||").map { $0.trimmed() }
        var made = PersonName()
        if parts.count == 1 { made.literal = parts[0] } else { (made.family, made.given) = (parts[0], parts[1]) }
        item.names[name, default: []].append(made)
        return true
      }
      if Self.dateVariables.contains(name) {
        if item.dates[name] == nil { item.dates[name] = PartialDate(raw: value) }
        return true
      }
      guard Self.noteVariables.contains(name) else { return false }
      if item.texts[name] == nil { item.texts[name] = value }
      return true
    }
    for line in note.split(separator: "\n", omittingEmptySubsequences: false) {
      if isAtStart, !line.contains("{:"), let colon = line.firstIndex(of: ":"),
        assign(&self, line[..<colon].trimmed(), line[line.index(after: colon)...].trimmed())
      {
        continue
      }
      var text = line
      while let open = text.firstRange(of: "{:"), let close = text[open.upperBound...].firstIndex(of: "}") {
        let inner = text[open.upperBound..<close]
        guard let colon = inner.firstIndex(of: ":") else { break }
        _ = assign(&self, inner[..<colon].trimmed(), inner[inner.index(after: colon)...].trimmed())
        text = text[text.index(after: close)...]
      }
      rest.append(line)
      isAtStart = false
    }
  }

  private static let noteVariables: Set<String> = [
    "DOI", "URL", "PMID", "PMCID", "ISBN", "ISSN", "archive", "archive_location", "archive-place", "authority", "call-number",
    "chapter-number", "citation-label", "collection-number", "collection-title", "collection-title-short", "container-title",
    "container-title-short", "dimensions",
    "division", "edition", "event", "event-place", "event-title", "genre", "issue", "jurisdiction", "medium", "number",
    "number-of-pages", "number-of-volumes", "original-publisher", "original-publisher-place", "original-title", "page", "part-number",
    "part-title", "printing", "publisher", "publisher-place", "references", "reviewed-title", "scale", "section", "source", "status",
    "supplement", "title-short", "version", "volume", "volume-title", "annote", "keyword",
  ]
}

extension PersonName {
  package init(_ json: JSON) {
    self.init()
    family = json["family"]?.text ?? ""
    given = json["given"]?.text ?? ""
    droppingParticle = json["dropping-particle"]?.text ?? ""
    nonDroppingParticle = json["non-dropping-particle"]?.text ?? ""
    suffix = json["suffix"]?.text ?? ""
    hasCommaBeforeSuffix = Self.flag(json["comma-suffix"])
    isStaticOrder = Self.flag(json["static-ordering"])
    literal = json["literal"]?.text
    if let literal, family.isEmpty, literal.isEmpty { self.literal = nil }
    takeApart()
  }

  private static func flag(_ value: JSON?) -> Bool {
    switch value {
    case .bool(let flag): flag
    case .number(let text), .string(let text): text == "1" || text == "true"
    default: false
    }
  }

  /// Finds particles and suffixes that were written into the family or the given name: `van Gogh`, `Ludwig van`, `James, Jr.`
  mutating func takeApart() {
    if literal != nil { return }
    if family.count > 1, family.hasPrefix("\""), family.hasSuffix("\"") {
      family = String(family.dropFirst().dropLast())
    } else if nonDroppingParticle.isEmpty {
      let (particle, rest) = Self.leadingParticle(family)
      isParticleSpaced = particle.hasSuffix(" ")
      (nonDroppingParticle, family) = (particle.trimmed(), rest)
    }
    if suffix.isEmpty, let comma = given.firstIndex(of: ",") {
      var tail = given[given.index(after: comma)...]
      let head = given[..<comma].trimmed()
      if tail.hasPrefix("!") {
        hasCommaBeforeSuffix = true
        tail = tail.dropFirst()
      }
      let words = tail.trimmed()
      // `Ludwig, van` has a particle after the comma.
      if let first = words.first, first.isLowercase, !hasCommaBeforeSuffix, droppingParticle.isEmpty, words != "et al" {
        droppingParticle = words
        hasCommaBeforeParticle = true
      } else {
        suffix = words
      }
      given = head
    }
    if droppingParticle.isEmpty {
      let words = given.split(separator: " ")
      var count = words.count
      while count > 1, let first = words[count - 1].first, first.isLowercase, words[count - 1].count > 0 { count -= 1 }
      if count < words.count, count > 0 {
        droppingParticle = words[count...].joined(separator: " ")
        given = words[..<count].joined(separator: " ")
      }
    }
  }

  /// Words in small letters before a name that begins with a capital: `de la`, `d’`, `al-`.
  private static func leadingParticle(_ family: String) -> (particle: String, rest: String) {
    var particle = ""
    var rest = Substring(family)
    while let first = rest.first, first.isLowercase || (first == "'" || first == "’") && rest.dropFirst().first?.isLowercase == true {
      if let space = rest.firstIndex(of: " ") {
        let word = rest[..<space]
        // `d’Artagnan le` is a name, not a particle.
        if word.contains(where: \.isUppercase) { break }
        particle += word + " "
        rest = rest[rest.index(after: space)...]
        continue
      }
      let mark = rest.dropFirst().firstIndex { "'’-\u{2010}".contains($0) }
      guard let mark, rest[..<mark].count <= 4, rest[rest.index(after: mark)...].first?.isUppercase == true else { break }
      particle += rest[...mark]
      rest = rest[rest.index(after: mark)...]
    }
    // A name that is wholly in small letters stays whole.
    guard !particle.isEmpty, rest.contains(where: \.isLetter), rest.first?.isLowercase != true else { return ("", family) }
    return (particle, String(rest))
  }
}

extension PartialDate {
  package init?(_ json: JSON) {
    if let text = Item.scalar(json) {
      self.init(raw: text)
      return
    }
    guard json.members != nil else { return nil }
    func number(_ value: JSON) -> Int? { Item.scalar(value).flatMap { DocumentNumber.whole($0.trimmed()) } }
    func day(_ value: JSON) -> Day? {
      guard let items = value.items, let first = items.first else { return nil }
      guard let year = number(first) else { return nil }
      // No month or day is negative, and none has more than two digits.
      let parts = items.dropFirst().map { min(max(number($0) ?? 0, 0), 99) }
      return Day(year: year.clampedYear, month: parts.first ?? 0, day: parts.dropFirst().first ?? 0)
    }
    self.init()
    if let parts = json["date-parts"]?.items {
      start = parts.first.flatMap(day)
      if parts.count > 1 { end = day(parts[1]) }
    } else if let raw = json["raw"]?.text {
      self.init(raw: raw)
    }
    if let season = json["season"].flatMap(Item.scalar) {
      if let number = DocumentNumber.whole(season), 1...4 ~= number {
        if start?.month == 0 { start?.month = 12 + number }
      } else if start?.month == 0, var words = start.map({ "\($0.year)" }) {
        words = season + " " + words
        literal = words
        start = nil
      }
    }
    if let circa = json["circa"] {
      switch circa {
      case .bool(let flag): isUncertain = flag
      case .number(let text), .string(let text): isUncertain = text != "0" && text != "" && text != "false"
      default: break
      }
    }
    if let words = json["literal"]?.text, start == nil { literal = words }
    if start == nil, literal == nil { return nil }
  }

  /// A date as people write it: EDTF (`1984?`, `2004-06/2006-08`), `May 13, 2000`, `13 May 2000`, `5/13/2000`; else a text.
  package init(raw: String) {
    self.init()
    let text = raw.trimmed()
    if let (day, uncertain) = Self.readISO(text) {
      (start, isUncertain) = (day, uncertain)
      return
    }
    for separator in ["/", "--", "–", "—", " - "] {
      let parts = text.parts(between: separator, dividingAtMost: 1).map { $0.trimmed() }
      guard parts.count == 2 else { continue }
      if let (first, uncertain) = Self.readISO(parts[0]) {
        if parts[1].isEmpty || parts[1] == ".." || parts[1] == "open" {
          (start, end, isUncertain) = (first, Day(year: 0), uncertain)
          return
        }
        if let (last, alsoUncertain) = Self.readISO(parts[1]) {
          (start, end, isUncertain) = (first, last, uncertain || alsoUncertain)
          return
        }
      }
    }
    if let day = Self.readWords(text) {
      start = day
      return
    }
    literal = text
  }

  /// The month or day that no year has, in a date such as `2000-13-45` or a range of two; nil for a possible date. Months from 21 are seasons of EDTF.
  static func impossible(in dates: String) -> String? {
    for date in dates.split(separator: "/") {
      let parts = date.split(separator: "-").map { DocumentNumber.whole($0) }
      guard parts.count > 1, parts.count <= 3, date.prefix(while: \.isNumber).count > 2, let month = parts[1] else { continue }
      if month > 12, !(21...41).contains(month) { return "month \(month)" }
      guard parts.count > 2, let day = parts[2] else { continue }
      if day > 31 { return "day \(day)" }
      if let year = parts[0], (1...12).contains(month), day > WrittenMonth.length(of: month, in: year) {
        return "\(day) \(WrittenMonth.names[month - 1]) \(year)"
      }
    }
    return nil
  }

  /// The same without months and days that no year has.
  var withoutImpossible: PartialDate {
    var date = self
    date.start = start?.withoutImpossible
    date.end = end?.withoutImpossible
    return date
  }

  private static func readISO(_ text: String) -> (Day, Bool)? {
    var rest = Substring(text)
    var isUncertain = false
    while let last = rest.last, "?~%".contains(last) {
      isUncertain = true
      rest = rest.dropLast()
    }
    var sign = 1
    if rest.hasPrefix("y") { rest = rest.dropFirst() }
    if rest.hasPrefix("-") { (sign, rest) = (-1, rest.dropFirst()) }
    if let time = rest.firstIndex(of: "T"), rest[..<time].count == 10 { rest = rest[..<time] }
    let parts = rest.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "X" || $0 == "u") } }),
      parts[0].count >= 3, parts.dropFirst().allSatisfy({ $0.count <= 2 })
    else { return nil }
    guard let year = DocumentNumber.whole(parts[0].map { $0 == "X" || $0 == "u" ? "0" : $0 }.reduce(into: "") { $0.append($1) }) else {
      return nil
    }
    let values = parts.dropFirst().map { DocumentNumber.whole($0) ?? 0 }
    guard values.first.map({ (0...24).contains($0) }) ?? true else { return nil }
    return (Day(year: (sign * year.clampedYear), month: values.first ?? 0, day: values.dropFirst().first ?? 0), isUncertain)
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let seasons = ["spring", "summer", "autumn", "winter"]

  private static func readWords(_ text: String) -> Day? {
    let words = text.split { " ,./-".contains($0) }
    guard words.count > 1, words.count <= 3 else { return nil }
    var day = Day(year: 0)
    var numbers: [Int] = []
    for word in words {
      if let number = DocumentNumber.whole(word) {
        numbers.append(number)
      } else if word.count >= 3, let month = months.firstIndex(where: { word.lowercased().hasPrefix($0) }) {
        day.month = month + 1
      } else if let season = seasons.firstIndex(of: word.lowercased() == "fall" ? "autumn" : word.lowercased()) {
        day.month = 13 + season
      } else {
        return nil
      }
    }
    if day.month > 0 {
      guard let year = numbers.last, year > 31 else { return nil }
      day.year = year.clampedYear
      if numbers.count == 2 { day.day = numbers[0] }
      return day
    }
    guard numbers.count == 3, let year = numbers.last, year > 31, 1...12 ~= numbers[0] else { return nil }
    return Day(year: year.clampedYear, month: numbers[0], day: numbers[1])
  }
}

extension Int {
  /// Years beyond this are no years; sorting and printing must not overflow on them.
  fileprivate var clampedYear: Int { Swift.min(Swift.max(self, -99_999), 999_999) }
}

extension StringProtocol {
  package func trimmed() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[first...last])
  }
}
