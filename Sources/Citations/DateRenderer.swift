internal import TypesetDiagnostics

/// Dates as a style and its language write them.
struct DateRenderer {
  let locale: Locale
  let language: ItemLanguage
  let isSorting: Bool
  /// Leaves out what is in the cite before: only the letter after the year is shown.
  let leavesOutYear: Bool
  var yearSuffix: YearSuffix

  /// Nil where nothing of the date is shown.
  mutating func output(_ date: PartialDate, _ format: DateFormat, _ look: ElementFormatting) -> Output? {
    guard let start = date.start else {
      guard let literal = date.literal else { return nil }
      if isSorting { return .text(literal) }
      var parts = FieldText.parse(literal)
      if let suffix = yearSuffix.takenAfterYear() { parts.append(suffix) }
      return language.finished(parts, look)
    }
    let format = format.localized(by: locale)
    if isSorting { return .text(Self.sortKey(start, date.end, format)) }
    let parts = format.parts.filter { !(leavesOutYear && $0.name == "year") || !yearSuffix.isShown }
    let inner = self.parts(parts, start, date.end, format.delimiter)
    return inner.isEmpty ? nil : language.finished(inner, look)
  }

  private static func sortKey(_ start: PartialDate.Day, _ end: PartialDate.Day?, _ format: DateFormat) -> String {
    let hasMonth = format.parts.contains { $0.name == "month" }
    let hasDay = format.parts.contains { $0.name == "day" }
    func key(_ day: PartialDate.Day) -> String {
      let month = day.month > 12 ? (day.month - 13) % 4 * 3 + 1 : day.month
      // As long as other numbers are made for sorting, also with a letter after it.
      return "00\(day.year + 100_000)" + (hasMonth ? two(month) : "00") + (hasDay ? two(day.day) : "00")
    }
    return key(start) + (end.map { "-" + key($0) } ?? "")
  }

  /// With a zero before a single figure.
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  // MARK: Ranges

  /// Years, months and days from the most to the least significant.
  private static func level(_ name: String) -> Int { name == "day" ? 2 : name == "month" ? 1 : 0 }

  private mutating func parts(
    _ parts: [DateFormat.Part], _ start: PartialDate.Day, _ end: PartialDate.Day?, _ delimiter: String
  ) -> [Output] {
    func joined(_ outputs: [Output]) -> Output {
      var node = OutputNode(outputs)
      node.delimiter = delimiter
      return .node(node)
    }
    let isOpen = end?.year == 0
    let differing = isOpen || start.year != end?.year ? 0 : start.month != end?.month ? 1 : 2
    let shared = parts.prefix { Self.level($0.name) < differing }
    let ranged = parts.dropFirst(shared.count).filter { Self.level($0.name) >= differing }
    // What differs is not shown: the date is one.
    guard let end, end != start, !ranged.isEmpty else {
      let outputs = parts.compactMap { part($0, start) }
      return outputs.isEmpty ? [] : [joined(outputs)]
    }
    let after = parts.dropFirst(shared.count).filter { Self.level($0.name) < differing }
    let mark = ranged.first { Self.level($0.name) == differing }?.rangeDelimiter ?? "–"
    var first = ranged.compactMap { part($0, start) }
    var last = isOpen ? [] : ranged.compactMap { part($0, end) }
    if case .node(var node)? = first.last {
      node.suffix = ""
      first[first.count - 1] = .node(node)
    }
    if case .node(var node)? = last.first {
      node.prefix = ""
      last[0] = .node(node)
    }
    var out = shared.compactMap { part($0, start) }
    if last.isEmpty, !isOpen {
      out += first
    } else {
      out.append(.node(OutputNode([joined(first), .text(mark), joined(last)].filter { !$0.isEmpty })))
    }
    out += after.compactMap { part($0, start) }
    return [joined(out)]
  }

  // MARK: Parts

  private mutating func part(_ part: DateFormat.Part, _ day: PartialDate.Day) -> Output? {
    let text: String
    switch part.name {
    case "year":
      guard day.year != 0 else { return nil }
      if leavesOutYear {
        guard let suffix = yearSuffix.takenAfterYear() else { return nil }
        var node = OutputNode([suffix])
        node.font = part.look.font
        return .node(node)
      }
      text = year(day.year, part.form)
    case "month":
      guard day.month > 0, !leavesOutYear else { return nil }
      text = month(day.month, part.form)
    default:
      guard day.day > 0, day.month > 0, !leavesOutYear else { return nil }
      text = self.day(day, part.form)
    }
    guard !text.isEmpty else { return nil }
    var inner: [Output] = [.text(part.look.stripsPeriods ? text.replacing(sign: ".", with: "") : text)]
    if part.name == "year", let suffix = yearSuffix.takenAfterYear() { inner.append(suffix) }
    var look = part.look
    look.quotes = false
    return .node(OutputNode(TextCase.apply(look.textCase, to: inner, isEnglish: true), look))
  }

  private func year(_ year: Int, _ form: String?) -> String {
    var text = "\(abs(year))"
    if form == "short", text.utf8.count > 2 { text = String(text.suffix(2)) }
    if year < 0 { return text + (locale.term("bc") ?? "BC") }
    return year < 1000 && form != "short" ? text + (locale.term("ad") ?? "AD") : text
  }

  /// Empty for a number that is not a month.
  private func month(_ month: Int, _ form: String?) -> String {
    if month > 12 { return month <= 24 ? locale.term("season-0\((month - 13) % 4 + 1)") ?? "" : "" }
    let two = Self.two(month)
    switch form {
    case "numeric": return "\(month)"
    case "numeric-leading-zeros": return two
    case "short": return locale.term("month-\(two)", "short") ?? two
    default: return locale.term("month-\(two)") ?? two
    }
  }

  private func day(_ day: PartialDate.Day, _ form: String?) -> String {
    switch form {
    case "numeric-leading-zeros": Self.two(day.day)
    case "ordinal" where !locale.limitsDayOrdinals || day.day == 1:
      "\(day.day)" + locale.ordinalSuffix(day.day, gender: locale.gender(of: "month-\(Self.two(day.month))"))
    default: "\(day.day)"
    }
  }
}

extension DateFormat {
  /// A format that only names a form has the parts of the language, with what the style changes of them.
  fileprivate func localized(by locale: Locale) -> DateFormat {
    if form.isEmpty { return self }
    var out = locale.dates[form] ?? .numericFallback
    for index in out.parts.indices {
      guard let own = parts.first(where: { $0.name == out.parts[index].name }) else { continue }
      if let form = own.form { out.parts[index].form = form }
      if let delimiter = own.rangeDelimiter { out.parts[index].rangeDelimiter = delimiter }
      out.parts[index].look = out.parts[index].look.restyled(as: own.look)
    }
    out.parts.removeAll { !shown.contains($0.name) }
    return out
  }

  /// Where a locale has no date of a form: year, month and day by hyphens.
  static let numericFallback: DateFormat = {
    DateFormat(
      XMLElement(
        name: "date", attributes: ["form": "numeric", "delimiter": "-"],
        children: ["year", "month", "day"].map {
          XMLElement(
            name: "date-part", attributes: ["name": $0, "form": $0 == "year" ? "long" : "numeric-leading-zeros"], children: [], text: "",
            line: 0)
        }, text: "", line: 0))
  }()
}

extension ElementFormatting {
  /// The look of a locale's date part with what a style changes of it.
  fileprivate func restyled(as other: ElementFormatting) -> ElementFormatting {
    var out = self
    if !other.font.isEmpty { out.font = other.font }
    if !other.textCase.isEmpty { out.textCase = other.textCase }
    if other.stripsPeriods { out.stripsPeriods = true }
    return out
  }
}
