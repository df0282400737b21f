internal import Glibc
internal import TypesetDiagnostics
package import TypesetMarkdown
internal import TypesetSettings
internal import TypesetStrings
internal import TypesetYAML

// The title block from front matter, in the forms that pandoc, Quarto and Jekyll know.

extension TitleBlock {
  /// - Parameter today: Seconds since 1970.
  package init(_ matter: FrontMatter, language: String, today: Int) {
    self.init()
    title = matter.text("title").map(withoutShortcodes)
    subtitle = matter.text("subtitle").map(withoutShortcodes)
    let written = matter.value("author", "authors").map { $0.items ?? [$0] } ?? []
    let named = Self.named(matter.value("affiliations", "affiliation")) + written.flatMap(Self.ownPlaces)
    for value in written {
      let value = value.withName
      guard let name = value.text ?? value["name"]?.text ?? Self.fullName(value["name"]) ?? Self.fullName(value) else {
        if value.entries?.isEmpty == false {
          diagnostics.append(
            Diagnostic(.warning, "matter.author", at: value.span, "an author has no name", hint: "write it as in name: Ann Other"))
        }
        continue
      }
      var places: [Int] = []
      for place in Self.places(of: value, named: named, &diagnostics) {
        let known = affiliations.firstIndex(of: place)
        if known == nil { affiliations.append(place) }
        places.append(known ?? affiliations.count - 1)
      }
      var person = Person(name: Self.withBreaks(name), affiliations: places, email: value["email"]?.text)
      if let orcid = value["orcid"] ?? value["ORCID"], let text = orcid.text, !text.isEmpty {
        do { person.orcid = try OrcidMark(text) } catch { diagnostics.append(error.diagnostic(of: text, at: orcid.span)) }
      }
      // Quarto and JOSS, templates for R Markdown, papaja.
      person.isCorresponding = ["corresponding", "correspondence", "corresponding-author", "attributes"].contains { key in
        guard let mark = key == "attributes" ? value[key]?["corresponding"] : value[key] else { return false }
        return mark.flag ?? false
      }
      people.append(person)
    }
    // Institutes that no author refers to are listed below all.
    if affiliations.isEmpty { affiliations = named.map(\.text) }
    let form = DateForm(matter.text("date-format"), language: language)
    date = matter.text("date").map {
      Self.withBreaks(form?.date($0, today: today) ?? Self.date($0, language: language, today: today))
    }
    shownDate = dateInLine ?? Self.date("today", language: language, today: today)
    abstract = (matter.text("abstract") ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .split { $0.allSatisfy { $0 == " " } }.map { $0.joined(separator: " ") }
    affiliations = affiliations.map(Self.withBreaks)
    thanks = matter.text("thanks")
    rights = TitleRights.all(in: matter)
    keywords = matter.texts("keywords")
    if keywords.count == 1 { keywords = keywords[0].split(separator: ",").map { String($0.drop { $0 == " " }) } }
    sayCode(in: matter)
  }

  /// Says that R's code within the title, `Version `r packageVersion("a")``, is shown as it is; of dates, today's is known.
  private mutating func sayCode(in matter: FrontMatter) {
    func holdsCode(_ value: YAMLValue) -> Bool {
      if let text = value.text { return text.contains("`r ") && !Self.isToday(text) }
      return (value.items ?? value.entries?.map(\.value) ?? []).contains(where: holdsCode)
    }
    let keys = ["title", "subtitle", "author", "authors", "date", "abstract", "institute"]
    guard let value = keys.lazy.compactMap({ matter.value($0) }).first(where: holdsCode) else { return }
    diagnostics.append(
      Diagnostic(
        .warning, "code.inline", at: value.span, "code within the front matter is shown, not its value",
        hint: "mdtypeset runs no code; write the value, or knit or render the document first"))
  }

  /// `<br>`, and the ends of a line block's lines, as the line separator: names and dates are no Markdown.
  private static func withBreaks(_ text: String) -> String {
    let text = withoutBars(text)
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    return ["<br>", "<br/>", "<br />", "<BR>"].reduce(text) { $0.replacing($1, with: lineBreak) }
  }

  /// pandoc's line block, `| A⏎| B`, as its lines with a break between them; a line without a bar goes on with the one above it. Other text stays.
  private static func withoutBars(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "|") else { return text }
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      let words = String(line.drop { $0 == " " })
      if words == "|" || words.hasPrefix("| ") {
        lines.append(words.dropFirst().trimmed())
      } else if line.first == " ", let last = lines.popLast() {
        lines.append(last + " " + words)
      } else {
        return text
      }
    }
    return lines.joined(separator: lineBreak)
  }

  /// The parts of a name in JOSS' papers; a team has a surname alone.
  private static let particles = ["given-names", "dropping-particle", "non-dropping-particle", "surname", "suffix"]

  private static func fullName(_ value: YAMLValue?) -> String? {
    let forms = [
      ["given", "family"], ["firstname", "lastname"], ["first", "last"], ["first-name", "last-name"], particles,
      ["literal"],
    ]
    // `name:` may be a list of the one mapping.
    let value = value?.items?.first ?? value
    for names in forms {
      let parts = names.compactMap { value?[$0]?.text }
      if !parts.isEmpty { return parts.joined(separator: " ") }
    }
    return nil
  }

  /// `affiliation: X`, lists, and references to entries of the document's own list.
  private static func places(
    of author: YAMLValue, named: [(id: String, text: String)], _ diagnostics: inout [Diagnostic]
  ) -> [String] {
    func noteUnknown(_ id: String, at span: SourceSpan) {
      let near = nearest(to: id, among: named.map(\.id)).map { "did you mean \($0)?" }
      diagnostics.append(
        Diagnostic(
          .warning, "matter.affiliation", at: span, "no affiliation has the id ‘\(id)’",
          hint: near ?? "list it among the affiliations: {id: \(id), name: …}"))
    }
    guard let value = author["affiliation"] ?? author["affiliations"] ?? author["institute"] ?? author["institution"] else { return [] }
    return (value.items ?? [value]).flatMap { item -> [String] in
      if let id = item["ref"]?.text ?? item["id"]?.text, let place = named.first(where: { $0.id == id }) { return [place.text] }
      if let text = item.text {
        let ids = text.split(separator: ",").map { String($0.filter { $0 != " " }) }
        let found = ids.compactMap { id in named.first { $0.id == id }?.text }
        if found.count == ids.count, !ids.isEmpty { return found }
        // JOSS has the numbers of affiliations.
        guard !named.isEmpty, ids.allSatisfy({ id in id.count < 3 && !id.isEmpty && id.allSatisfy(\.isNumber) }) else { return [text] }
        for id in ids where !named.contains(where: { $0.id == id }) { noteUnknown(id, at: item.span) }
        return found
      }
      if let id = item["ref"]?.text, words(of: item) == nil { noteUnknown(id, at: item["ref"]?.span ?? item.span) }
      return [words(of: item)].compactMap(\.self)
    }
  }

  private static func named(_ value: YAMLValue?) -> [(id: String, text: String)] {
    guard let value else { return [] }
    return (value.items ?? [value]).enumerated().compactMap { number, item in
      // `- a: {name: X}`: the key is what authors call it.
      if let entry = item.entries?.first, item.entries?.count == 1,
        let text = words(of: entry.value) ?? (entry.key == "name" ? nil : entry.value.text)
      {
        return (entry.key, text)
      }
      guard let text = item.text ?? words(of: item) else { return nil }
      return (item["id"]?.text ?? item["index"]?.text ?? "\(number + 1)", text)
    }
  }

  /// Quarto: what an author's own affiliation has an id for, by which others name it: `{id: x, name: X}`.
  private static func ownPlaces(of author: YAMLValue) -> [(id: String, text: String)] {
    guard let value = author["affiliation"] ?? author["affiliations"] else { return [] }
    return (value.items ?? [value]).compactMap { item in
      guard let id = item["id"]?.text, let text = words(of: item) else { return nil }
      return (id, text)
    }
  }

  /// `{name: X, department: Y, city: Z}`
  private static func words(of place: YAMLValue) -> String? {
    let parts = ["department", "name", "university", "institution", "city", "region", "country"].compactMap { place[$0]?.text }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// `today` as a date; other dates stay as they are written.
  private static func date(_ text: String, language: String, today: Int) -> String {
    guard isToday(text) else {
      // Blogs' dates have a time: `2024-05-12 20:30:00`, `2024-05-12T20:30:00+01:00`.
      let form = text.prefix(12).map { $0.isNumber ? "0" : $0 }
      return form == Array("0000-00-00 0") || form == Array("0000-00-00T0") ? String(text.prefix(10)) : text
    }
    var seconds = today
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return "" }
    let (year, month, day) = unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon), Int(parts.tm_mday))
    switch language.split(separator: "-").first ?? "" {
    case "en" where (0..<12).contains(month): return "\(day) \(englishMonths[month]) \(year)"
    case "de" where (0..<12).contains(month): return "\(day). \(germanMonths[month]) \(year)"
    case "fr" where (0..<12).contains(month): return "\(day) \(frenchMonths[month]) \(year)"
    case "zh", "ja": return "\(year)年\(month + 1)月\(day)日"
    // Those above need not open ICU.
    default: return longDate(of: today, in: language) ?? "\(year)-\(month < 9 ? "0" : "")\(month + 1)-\(day < 10 ? "0" : "")\(day)"
    }
  }

  /// `today`, and its equivalents in R Markdown, LaTeX, Quarto and Typst.
  package static func isToday(_ text: String) -> Bool {
    ["today", "now", "\\today", "\\today{}", "last-modified"].contains(text.lowercased())
      || ["Sys.Date()", "Sys.time()", "datetime.today"].contains { text.contains($0) }
  }

  private static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]
  private static let germanMonths = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
  ]
  private static let frenchMonths = [
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
  ]
}

extension YAMLValue {
  /// An author as `{name: …}`, also where the name is the key: `Jane Doe: {institute: a}`.
  fileprivate var withName: YAMLValue {
    guard let entries, entries.count == 1, let entry = entries.first, entry.value.entries != nil, entry.key != "name" else { return self }
    let name = YAMLEntry(key: "name", keySpan: entry.keySpan, value: YAMLValue(.scalar(entry.key, isPlain: false), span: entry.keySpan))
    return YAMLValue(.mapping([name] + (entry.value.entries ?? [])), span: span)
  }
}

extension OrcidMark.Fault {
  fileprivate func diagnostic(of text: String, at span: SourceSpan) -> Diagnostic {
    switch self {
    case .form:
      Diagnostic(
        .warning, "matter.orcid", at: span, "‘\(text)’ is no ORCID iD",
        hint: "it has four groups of four digits, such as 0000-0002-1825-0097")
    case .checkDigit:
      Diagnostic(
        .warning, "matter.orcid", at: span, "‘\(text)’ is no ORCID iD: its last digit does not fit those before it",
        hint: "look for a digit that is wrong, or for two that changed places")
    }
  }
}
