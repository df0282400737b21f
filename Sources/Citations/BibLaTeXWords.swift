internal import TypesetDiagnostics

/// BibLaTeX's keys for words, which entries have in some fields in place of a text.
enum BibLaTeXWords {
  /// What a `type` says; another text stays.
  static func kind(_ key: String) -> String { kinds[key.lowercased()] ?? key }

  /// What a `series` says; the series of a journal is often a number.
  static func series(_ key: String, ofJournal isJournal: Bool) -> String {
    switch key.lowercased() {
    case "newseries": return "New series"
    case "oldseries": return "Old series"
    default:
      guard isJournal, key.utf8.count < 4, let number = DocumentNumber.whole(key), number > 0 else { return key }
      return "\(number)\(ending(number)) series"
    }
  }

  /// `countryde` is Germany; another text stays.
  static func country(_ key: String) -> String { countries[key.lowercased()] ?? key }

  private static func ending(_ number: Int) -> String {
    if (11...13).contains(number % 100) { return "th" }
    return [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
  }

  private static let kinds = [
    "audiocd": "audio CD", "bathesis": "Bachelor’s thesis", "candthesis": "Candidate thesis", "datacd": "data CD",
    "mathesis": "Master’s thesis",
    "patent": "patent", "patentde": "German patent", "patenteu": "European patent", "patentfr": "French patent",
    "patentuk": "British patent",
    "patentus": "U.S. patent", "patreq": "patent request", "patreqde": "German patent request", "patreqeu": "European patent request",
    "patreqfr": "French patent request", "patrequk": "British patent request", "patrequs": "U.S. patent request", "phdthesis": "PhD thesis",
    "resreport": "research report", "software": "computer software", "techreport": "technical report",
  ]

  private static let countries = [
    "countryde": "Germany", "countryep": "European Union", "countryeu": "European Union", "countryfr": "France",
    "countryuk": "United Kingdom", "countryus": "United States of America",
  ]
}
