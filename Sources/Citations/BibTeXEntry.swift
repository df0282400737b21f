internal import TypesetDiagnostics

/// One entry, on its way into CSL's terms.
struct BibTeXEntry {
  var key: String
  var type: String
  var values: [String: String]

  fileprivate static let types: [String: String] = [
    "article": "article-journal", "book": "book", "booklet": "pamphlet", "collection": "book", "conference": "paper-conference",
    "dataset": "dataset", "electronic": "webpage", "inbook": "chapter", "incollection": "chapter", "inproceedings": "paper-conference",
    "inreference": "entry-encyclopedia", "manual": "book", "mastersthesis": "thesis", "mvbook": "book", "mvcollection": "book",
    "online": "webpage", "patent": "patent", "periodical": "book", "phdthesis": "thesis", "proceedings": "book", "reference": "book",
    "report": "report", "software": "software", "standard": "standard", "suppbook": "chapter", "techreport": "report", "thesis": "thesis",
    "unpublished": "manuscript", "www": "webpage", "bookinbook": "chapter", "suppcollection": "chapter", "video": "motion_picture",
    "audio": "song", "artwork": "graphic", "legislation": "legislation", "jurisdiction": "legal_case", "letter": "personal_communication",
    "music": "song", "movie": "motion_picture", "image": "graphic", "review": "review",
  ]

  private static let plain: [(String, String)] = [
    ("volume", "volume"), ("edition", "edition"), ("doi", "DOI"), ("isbn", "ISBN"), ("issn", "ISSN"), ("url", "URL"),
    ("series", "collection-title"),
    ("publisher", "publisher"), ("address", "publisher-place"), ("location", "publisher-place"), ("note", "note"), ("abstract", "abstract"),
    ("pagetotal", "number-of-pages"), ("volumes", "number-of-volumes"), ("chapter", "chapter-number"), ("pmid", "PMID"), ("pmcid", "PMCID"),
    ("keywords", "keyword"), ("annote", "annote"), ("version", "version"), ("eventtitle", "event-title"), ("venue", "event-place"),
    ("shorttitle", "title-short"), ("library", "call-number"), ("eid", "page"), ("howpublished", "medium"), ("pubstate", "status"),
    ("part", "part-number"), ("origtitle", "original-title"), ("origpublisher", "original-publisher"), ("journalsubtitle", ""),
  ]

  private static let people: [(String, String)] = [
    ("author", "author"), ("editor", "editor"), ("translator", "translator"), ("bookauthor", "container-author"), ("director", "director"),
    ("commentator", "commentator"), ("holder", "holder"),
  ]

  /// The work; what the entry says in LaTeX is text from here on.
  var item: Item {
    var item = Item(id: key, type: Self.types[type] ?? "document")
    addTexts(to: &item)
    addTitles(to: &item)
    addNumbers(to: &item)
    addKind(to: &item)
    addPeople(to: &item)
    addDates(to: &item)
    item.texts = item.texts.filter { !$0.value.isEmpty }
    return item
  }

  private func clean(_ name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return LaTeXText.plain(value)
  }

  private func addTexts(to item: inout Item) {
    for (from, to) in Self.plain where !to.isEmpty && item.texts[to] == nil {
      if let text = from == "url" || from == "doi" ? address(from) : clean(from) { item.texts[to] = text }
    }
    if let part = clean("part"), let volume = item.texts["volume"] {
      (item.texts["volume"], item.texts["part-number"]) = ("\(volume).\(part)", nil)
    }
    if item.type == "patent", let countries = item.texts.removeValue(forKey: "publisher-place") {
      item.texts["jurisdiction"] = countries.parts(between: " and ").map { BibLaTeXWords.country(String($0)) }.joined(separator: ", ")
    }
    item.texts["DOI"] = item.texts["DOI"].map(Self.bareDOI)
    if let published = publishedAddress {
      item.texts["medium"] = nil
      item.texts["URL"] = item.texts["URL"] ?? published
    }
    if let code = Self.languages[language] ?? (language.count == 2 || language.contains("-") ? language : nil) {
      item.texts["language"] = code
    }
    // BibLaTeX's lists: `Berlin and New York`.
    for (field, name) in [("address", "publisher-place"), ("location", "publisher-place"), ("publisher", "publisher")] {
      guard item.texts[name] != nil, let list = values[field], list.contains(" and ") else { continue }
      item.texts[name] = LaTeXText.list(list).map(LaTeXText.plain).joined(separator: "; ")
    }
  }

  /// An address as it is typed, in which TeX's own signs have backslashes and perhaps braces, `a{\_}b`, or in a command: `\url{a}`.
  private func address(_ name: String) -> String? {
    guard let value = values[name], value.utf8.contains(UInt8(ascii: "\\")) else { return values[name] }
    var out = value
    for sign in ["&", "_", "%", "#", "$", "~"] { out = out.replacing("{\\\(sign)}", with: sign) }
    return (LaTeXText.address(in: out) ?? out).replacing("\\", with: "")
  }

  /// The DOI of an address such as `https://doi.org/10.1000/1`, as people paste them.
  private static func bareDOI(_ text: String) -> String {
    guard let start = text.firstRange(of: "10.")?.lowerBound, start > text.startIndex else { return text }
    let head = text[..<start].lowercased()
    return head.hasSuffix("doi.org/") || head.hasPrefix("doi:") ? String(text[start...]) : text
  }

  /// The address of `howpublished = {\url{https://…}}`, written so for styles of BibTeX that know no `url`; nil where that is no address alone.
  private var publishedAddress: String? {
    guard let text = address("howpublished")?.trimmed() else { return nil }
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(where: { $0.isWhitespace || $0 == "{" }) else {
      return nil
    }
    return text
  }

  private var language: String { (values["langid"] ?? values["language"] ?? "").lowercased() }

  // MARK: Titles

  private func title(_ name: String, _ subtitle: String, addon: String = "", plain: Bool = false) -> String? {
    guard var whole = values[name]?.trimmed() else { return nil }
    if plain, let journal = AstronomyJournals.named[whole] { return journal }
    if let sub = values[subtitle] { whole += (whole.last.map { "?!:.".contains($0) } ?? false ? " " : ": ") + sub }
    if let more = values[addon], !more.isEmpty { whole += (whole.last.map { "?!.".contains($0) } ?? false ? " " : ". ") + more }
    let language = language
    let isEnglish =
      language.isEmpty || language.contains("english") || language.hasPrefix("en") || language == "american" || language == "british"
    return LaTeXText.title(whole, isSentence: isEnglish && !plain)
  }

  private func addTitles(to item: inout Item) {
    item.texts["title"] = title("title", "subtitle", addon: "titleaddon").map(Self.withoutFullStop)
    if item.texts["title-short"] == nil, let whole = item.texts["title"] { item.texts["title-short"] = Self.beforeSubtitle(whole) }
    if let series = title("series", "") {
      item.texts["collection-title"] = BibLaTeXWords.series(series, ofJournal: item.type.hasPrefix("article-"))
    }
    item.texts["container-title"] =
      title("journaltitle", "journalsubtitle", plain: true) ?? title("journal", "journalsubtitle", plain: true)
      // Proceedings have their own title once more, for the papers that refer to them.
      ?? (item.type == "book" ? nil : title("booktitle", "booksubtitle", addon: "booktitleaddon"))
      ?? title("maintitle", "mainsubtitle", addon: "maintitleaddon")
    if type == "periodical", let issue = title("issuetitle", "issuesubtitle") {
      // The issue of a journal has its own title.
      (item.texts["title"], item.texts["container-title"]) = (issue, title("title", "subtitle", plain: true))
      item.type = "article-journal"
    }
    if let short = clean("shortjournal") { item.texts["container-title-short"] = short }
  }

  /// A title without the full stop that catalogues put at its end, since styles bring their own; one of an abbreviation stays.
  private static func withoutFullStop(_ title: String) -> String {
    let tail = title.hasSuffix("</span>") ? "</span>" : ""
    let text = title.dropLast(tail.count)
    guard text.last == ".", text.dropLast().reversed().prefix(while: \.isLetter).count > 4 else { return title }
    return text.dropLast() + tail
  }

  /// The text before the colon of a title; nil for a title without a colon, or with a colon only within markup.
  private static func beforeSubtitle(_ title: String) -> String? {
    var open = 0
    var isTag = false
    for index in title.indices {
      switch title[index] {
      case "<" where title[index...].hasPrefix("</"): (open, isTag) = (open - 1, true)
      case "<": (open, isTag) = (open + 1, true)
      case ">": isTag = false
      case ":" where open == 0 && !isTag: return String(title[..<index])
      default: break
      }
    }
    return nil
  }

  // MARK: Numbers and kinds

  private func addNumbers(to item: inout Item) {
    if let pages = clean("pages") { item.texts["page"] = pages.replacing("–", with: "-").replacing("--", with: "-") }
    guard let number = clean("number") ?? clean("issue") else { return }
    switch item.type {
    case "article-journal", "article-magazine", "article-newspaper", "review": item.texts["issue"] = number
    case "book", "chapter", "paper-conference": item.texts["collection-number"] = number
    default: item.texts["number"] = number
    }
  }

  private func addKind(to item: inout Item) {
    for name in ["school", "institution", "organization"] where item.texts["publisher"] == nil { item.texts["publisher"] = clean(name) }
    if let kind = clean("type") {
      item.texts["genre"] = BibLaTeXWords.kind(kind)
    } else if type == "phdthesis" || type == "mastersthesis" {
      item.texts["genre"] = type == "phdthesis" ? "PhD thesis" : "Master’s thesis"
    }
    guard let eprint = clean("eprint") else { return }
    let archive = (values["eprinttype"] ?? values["archiveprefix"] ?? "").lowercased()
    if item.texts["URL"] == nil, let start = Self.archives[archive] { item.texts["URL"] = start + eprint }
    if archive == "pubmed" { item.texts["PMID"] = eprint }
  }

  /// Where the archives are that BibLaTeX knows.
  private static let archives = [
    "arxiv": "https://arxiv.org/abs/", "googlebooks": "https://books.google.com?id=", "hdl": "https://hdl.handle.net/",
    "jstor": "https://www.jstor.org/stable/",
  ]

  // MARK: People and dates

  private func addPeople(to item: inout Item) {
    let options = values["options"]?.split(separator: ",").map { $0.filter { !$0.isWhitespace } } ?? []
    let keepsParticles = options.contains { $0 == "useprefix" || $0 == "useprefix=true" }
    for (from, to) in Self.people {
      guard let value = values[from], !value.isEmpty else { continue }
      // BibLaTeX sorts by what follows `von` unless `useprefix` says otherwise.
      item.names[to] = LaTeXText.names(value, keepsParticles: keepsParticles)
    }
  }

  private func addDates(to item: inout Item) {
    if let date = clean("date") {
      item.dates["issued"] = PartialDate(raw: date).withoutImpossible
    } else if let year = clean("year") {
      if let number = DocumentNumber.whole(year) {
        let written = clean("month").flatMap { WrittenMonth($0) }
        let day = PartialDate.Day(
          year: min(max(number, -9999), 99_999), month: written?.month ?? 0,
          day: clean("day").flatMap(EntryCheck.firstNumber) ?? written?.day ?? 0)
        item.dates["issued"] = PartialDate(start: day.withoutImpossible)
      } else {
        item.dates["issued"] = PartialDate(raw: year)
      }
    }
    for (from, to) in [("urldate", "accessed"), ("origyear", "original-date"), ("origdate", "original-date"), ("eventdate", "event-date")] {
      if let date = clean(from) { item.dates[to] = PartialDate(raw: date).withoutImpossible }
    }
  }

  private static let languages: [String: String] = [
    "english": "en-US", "american": "en-US", "british": "en-GB", "german": "de-DE", "ngerman": "de-DE", "austrian": "de-AT",
    "french": "fr-FR",
    "spanish": "es-ES", "italian": "it-IT", "dutch": "nl-NL", "portuguese": "pt-PT", "russian": "ru-RU", "polish": "pl-PL",
    "swedish": "sv-SE",
    "latin": "la", "brazilian": "pt-BR", "canadian": "en-CA", "australian": "en-AU", "usenglish": "en-US", "ukenglish": "en-GB",
    "norwegian": "nb-NO", "finnish": "fi-FI", "greek": "el-GR", "hungarian": "hu-HU", "turkish": "tr-TR", "ukrainian": "uk-UA",
    "danish": "da-DK", "czech": "cs-CZ", "japanese": "ja-JP", "chinese": "zh-CN",
  ]
}

/// What BibTeX calls the types of works.
package enum BibTeXTypes {
  /// CSL's name; nil for a type that BibTeX does not have.
  package static func type(of name: String) -> String? { BibTeXEntry.types[name.lowercased()] }

  /// The known type that an unknown one is a misspelling of; nil for types of other programs, which are taken as documents without a message.
  static func respelled(_ type: String) -> String? {
    guard BibTeXEntry.types[type] == nil, type != "misc" else { return nil }
    return nearest(to: type, among: BibTeXEntry.types.keys.sorted() + ["misc"], within: 1)
  }
}
