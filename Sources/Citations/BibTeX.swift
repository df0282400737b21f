internal import TypesetDiagnostics

/// Files of BibTeX and BibLaTeX: where the entries are is found first; an entry is read when it is cited.
package struct BibTeXFile: Sendable {
  /// Something that is wrong with a file.
  package struct Fault: Sendable, Hashable {
    package var message: String
    /// From 1.
    package var line: Int
  }

  private let bytes: [UInt8]
  private struct Place: Sendable {
    var start: Int
    var fields: Range<Int>
    var type: Range<Int>
  }
  private var places: [String: Place] = [:]
  /// In the order of the file.
  package private(set) var keys: [String] = []
  package private(set) var faults: [Fault] = []
  private var strings: [String: String] = [:]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index()
  }

  /// Faults are found in the order of the file: lines are counted once.
  private var counted = (place: 0, line: 1)

  private mutating func line(of place: Int) -> Int {
    counted.line += bytes[counted.place..<max(counted.place, place)].count { $0 == 0x0A }
    counted.place = max(counted.place, place)
    return counted.line
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private mutating func index() {
    var index = 0
    let count = bytes.count
    while index < count {
      guard bytes[index] == UInt8(ascii: "@") else {
        index += 1
        continue
      }
      let start = index
      index += 1
      let type = index
      while index < count, bytes[index] | 0x20 >= 0x61, bytes[index] | 0x20 <= 0x7A { index += 1 }
      let typeEnd = index
      while index < count, Self.isSpace(bytes[index]) { index += 1 }
      guard typeEnd > type, index < count, bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "(") else { continue }
      let name = String(decoding: bytes[type..<typeEnd], as: UTF8.self).lowercased()
      if name == "comment" { continue }
      let isParenthesis = bytes[index] == UInt8(ascii: "(")
      index += 1
      let body = index
      // The end: the brace that closes the first one. An `@word{` at the beginning of a line with a key before it is the next entry of a file in
      // which this one is never closed.
      var depth = 1
      var isBroken = false
      while index < count, depth > 0 {
        switch bytes[index] {
        case UInt8(ascii: "\\"): index += 1
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= isParenthesis && depth == 1 ? 0 : 1
        case UInt8(ascii: ")"): if isParenthesis, depth == 1 { depth = 0 }
        case UInt8(ascii: "@"):
          if bytes[index - 1] == 0x0A, beginsEntry(index) { isBroken = true }
        default: break
        }
        if isBroken { break }
        index += 1
      }
      let end = min(index, count)
      let bodyEnd = depth == 0 ? end - 1 : end
      if name == "string" {
        for (key, value) in fields(body..<bodyEnd) { strings[key] = value }
        continue
      }
      if name == "preamble" { continue }
      var keyEnd = body
      while keyEnd < bodyEnd, bytes[keyEnd] != UInt8(ascii: ","), bytes[keyEnd] != 0x0A { keyEnd += 1 }
      let key = String(decoding: bytes[body..<keyEnd], as: UTF8.self).trimmed()
      if depth > 0 {
        faults.append(Fault(message: "the entry ‘\(key)’ is never closed", line: line(of: start)))
      }
      guard !key.isEmpty, !key.contains("=") else {
        faults.append(Fault(message: "an entry has no key", line: line(of: start)))
        continue
      }
      guard places[key] == nil else {
        faults.append(Fault(message: "the key ‘\(key)’ is there twice; the first entry is used", line: line(of: start)))
        continue
      }
      places[key] = Place(start: start, fields: min(keyEnd + 1, bodyEnd)..<bodyEnd, type: type..<typeEnd)
      keys.append(key)
    }
  }

  private func beginsEntry(_ at: Int) -> Bool {
    var index = at + 1
    while index < bytes.count, bytes[index] | 0x20 >= 0x61, bytes[index] | 0x20 <= 0x7A { index += 1 }
    return index > at + 1 && index < bytes.count && bytes[index] == UInt8(ascii: "{")
  }

  private static let months: [String: String] = [
    "jan": "1", "feb": "2", "mar": "3", "apr": "4", "may": "5", "jun": "6", "jul": "7", "aug": "8", "sep": "9", "oct": "10", "nov": "11",
    "dec": "12",
  ]

  /// `name = {value} # "value"`, as written.
  private func fields(_ range: Range<Int>) -> [(String, String)] {
    var out: [(String, String)] = []
    var index = range.lowerBound
    let end = range.upperBound
    func skip() { while index < end, Self.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: ",") { index += 1 } }
    while index < end {
      skip()
      let start = index
      while index < end, bytes[index] != UInt8(ascii: "="), bytes[index] != UInt8(ascii: ",") { index += 1 }
      guard index < end, bytes[index] == UInt8(ascii: "=") else { continue }
      let name = String(decoding: bytes[start..<index], as: UTF8.self).trimmed().lowercased()
      index += 1
      var value = ""
      pieces: while index < end {
        while index < end, Self.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "#") { index += 1 }
        guard index < end else { break }
        let first = bytes[index]
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "\"") {
          index += 1
          let begin = index
          var depth = first == UInt8(ascii: "{") ? 1 : 0
          while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
              index += 1
            } else if byte == UInt8(ascii: "{") {
              depth += 1
            } else if byte == UInt8(ascii: "}") {
              depth -= 1
              if depth == 0, first == UInt8(ascii: "{") { break }
            } else if byte == UInt8(ascii: "\""), first == byte, depth == 0 {
              break
            }
            index += 1
          }
          value += String(decoding: bytes[begin..<min(max(begin, index), end)], as: UTF8.self)
          index = min(index + 1, end)
        } else {
          let begin = index
          while index < end, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: "#") {
            index += 1
          }
          let word = String(decoding: bytes[begin..<index], as: UTF8.self)
          value += Self.months[word.lowercased()] ?? strings[word.lowercased()] ?? word
        }
        while index < end, Self.isSpace(bytes[index]) { index += 1 }
        if index < end, bytes[index] == UInt8(ascii: "#") { continue pieces }
        break
      }
      if !name.isEmpty { out.append((name, value)) }
    }
    return out
  }

  /// An entry as CSL's data model has it; nil for a key that is not in the file.
  package func item(_ key: String) -> Item? {
    guard let place = places[key] else { return nil }
    var values = Dictionary(fields(place.fields)) { first, _ in first }
    let type = String(decoding: bytes[place.type], as: UTF8.self).lowercased()
    // What an entry does not say itself is that of the one it refers to.
    if let parentKey = (values["crossref"] ?? values["xdata"])?.trimmed(), parentKey != key, let parent = places[parentKey] {
      for (name, value) in fields(parent.fields) {
        let isPart = type.hasPrefix("in")
        let inherited = name == "title" && isPart ? "booktitle" : name == "subtitle" && isPart ? "booksubtitle" : name
        if values[inherited] == nil { values[inherited] = value }
        if name == "title", !isPart, type == "article", values["journal"] == nil { values["journal"] = value }
      }
    }
    return BibTeXEntry(key: key, type: type, values: values).item
  }
}

/// One entry, on its way into CSL's terms.
private struct BibTeXEntry {
  var key: String
  var type: String
  var values: [String: String]

  private static let types: [String: String] = [
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

  var item: Item {
    var values = values
    var item = Item(id: key, type: Self.types[type] ?? "document")
    func clean(_ name: String) -> String? {
      guard let value = values[name], !value.isEmpty else { return nil }
      return LaTeXText.plain(value)
    }
    for (from, to) in Self.plain where !to.isEmpty && item.texts[to] == nil {
      if let text = from == "url" || from == "doi" ? values[from]?.replacing("\\", with: "") : clean(from) { item.texts[to] = text }
    }
    let language = (values["langid"] ?? values["language"] ?? "").lowercased()
    let isEnglish =
      language.isEmpty || language.contains("english") || language.hasPrefix("en") || language == "american" || language == "british"
    if let code = Self.languages[language] ?? (language.count == 2 || language.contains("-") ? language : nil) {
      item.texts["language"] = code
    }
    func title(_ name: String, _ subtitle: String, plain: Bool = false) -> String? {
      guard var whole = values[name] else { return nil }
      if let sub = values[subtitle] { whole += (whole.last.map { "?!:.".contains($0) } ?? false ? " " : ": ") + sub }
      return LaTeXText.title(whole, isSentence: isEnglish && !plain)
    }
    item.texts["title"] = title("title", "subtitle")
    if item.texts["title-short"] == nil, let whole = item.texts["title"], let colon = whole.firstIndex(of: ":"), !whole.contains("<") {
      item.texts["title-short"] = String(whole[..<colon])
    }
    if let series = title("series", "") { item.texts["collection-title"] = series }
    // BibLaTeX's lists: `Berlin and New York`.
    for name in ["publisher", "publisher-place"] { item.texts[name] = item.texts[name]?.replacing(" and ", with: "; ") }
    // Proceedings have their own title once more, for the papers that refer to them.
    if item.type == "book" { values["booktitle"] = nil }
    item.texts["container-title"] =
      title("journaltitle", "journalsubtitle", plain: true) ?? title("journal", "journalsubtitle", plain: true) ?? title(
        "booktitle", "booksubtitle")
      ?? title("maintitle", "mainsubtitle")
    if let short = clean("shortjournal") { item.texts["container-title-short"] = short }
    if let pages = clean("pages") { item.texts["page"] = pages.replacing("–", with: "-").replacing("--", with: "-") }
    if let number = clean("number") ?? clean("issue") {
      switch item.type {
      case "article-journal", "article-magazine", "article-newspaper": item.texts["issue"] = number
      case "book", "chapter", "paper-conference": item.texts["collection-number"] = number
      default: item.texts["number"] = number
      }
    }
    for name in ["school", "institution", "organization"] where item.texts["publisher"] == nil { item.texts["publisher"] = clean(name) }
    if let kind = clean("type") {
      item.texts["genre"] =
        kind == "phdthesis" ? "PhD thesis" : kind == "mathesis" ? "Master’s thesis" : kind == "techreport" ? "Technical report" : kind
    } else if type == "phdthesis" {
      item.texts["genre"] = "PhD thesis"
    } else if type == "mastersthesis" {
      item.texts["genre"] = "Master’s thesis"
    }
    if let eprint = clean("eprint") {
      let kind = (values["eprinttype"] ?? values["archiveprefix"] ?? "").lowercased()
      if kind == "arxiv", item.texts["URL"] == nil { item.texts["URL"] = "https://arxiv.org/abs/" + eprint }
      if kind == "pubmed" { item.texts["PMID"] = eprint }
    }
    let keepsParticles = values["options"]?.filter { !$0.isWhitespace }.contains("useprefix=true") ?? false
    for (from, to) in Self.people {
      guard let value = values[from], !value.isEmpty else { continue }
      var names = LaTeXText.names(value)
      // BibLaTeX sorts by what follows `von` unless `useprefix` says otherwise.
      if !keepsParticles {
        for index in names.indices {
          (names[index].droppingParticle, names[index].nonDroppingParticle) = (names[index].nonDroppingParticle, "")
        }
      }
      item.names[to] = names
    }
    if let date = clean("date") {
      item.dates["issued"] = PartialDate(raw: date)
    } else if let year = clean("year") {
      if let number = DocumentNumber.whole(year) {
        let month = clean("month").flatMap { DocumentNumber.whole($0) ?? Self.month($0) } ?? 0
        let day = clean("day").flatMap { DocumentNumber.whole($0) } ?? 0
        item.dates["issued"] = PartialDate(
          start: PartialDate.Day(year: min(max(number, -9999), 99_999), month: min(max(month, 0), 12), day: min(max(day, 0), 31)))
      } else {
        item.dates["issued"] = PartialDate(raw: year)
      }
    }
    for (from, to) in [("urldate", "accessed"), ("origdate", "original-date"), ("eventdate", "event-date")] {
      if let date = clean(from) { item.dates[to] = PartialDate(raw: date) }
    }
    item.texts = item.texts.filter { !$0.value.isEmpty }
    return item
  }

  private static func month(_ word: String) -> Int? {
    let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    return names.firstIndex { word.lowercased().hasPrefix($0) }.map { $0 + 1 }
  }

  private static let languages: [String: String] = [
    "english": "en-US", "american": "en-US", "british": "en-GB", "german": "de-DE", "ngerman": "de-DE", "austrian": "de-AT",
    "french": "fr-FR",
    "spanish": "es-ES", "italian": "it-IT", "dutch": "nl-NL", "portuguese": "pt-PT", "russian": "ru-RU", "polish": "pl-PL",
    "swedish": "sv-SE",
    "danish": "da-DK", "czech": "cs-CZ", "japanese": "ja-JP", "chinese": "zh-CN",
  ]
}

/// LaTeX in values: accents, commands, braces that keep capitals.
enum LaTeXText {
  private static let marks: [Character: String] = [
    "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}", "u": "\u{306}", ".": "\u{307}", "\"": "\u{308}",
    "r": "\u{30A}", "H": "\u{30B}", "v": "\u{30C}", "d": "\u{323}", "c": "\u{327}", "k": "\u{328}", "b": "\u{331}",
  ]
  private static let symbols: [String: String] = [
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "i", "j": "j",
    "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ldots": "…", "dots": "…", "textendash": "–", "textemdash": "—",
    "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”", "TeX": "TeX", "LaTeX": "LaTeX",
    "textregistered": "®", "copyright": "©", "S": "§", "pounds": "£", "textdegree": "°", "textasciitilde": "~", "textbackslash": "\\",
    "relax": "",
    "slash": "/", "newline": " ", "par": " ", "texttrademark": "™", "textquotesingle": "'", "guillemotleft": "«", "guillemotright": "»",
  ]
  private static let tags: [String: String] = [
    "emph": "i", "textit": "i", "mkbibemph": "i", "textsl": "i", "textbf": "b", "mkbibbold": "b", "textsc": "sc", "textsuperscript": "sup",
    "textsubscript": "sub",
  ]

  /// The text with markup as in CSL JSON; braces go, formulas stay.
  static func plain(_ text: String) -> String { convert(Array(text), keepsCapitals: false) }

  /// A title, in which braces keep capitals; that of a work in English in sentence case, from which styles make what they need.
  static func title(_ text: String, isSentence: Bool) -> String {
    let marked = convert(Array(text), keepsCapitals: true)
    return isSentence ? sentence(marked) : marked
  }

  private static func convert(_ letters: [Character], keepsCapitals: Bool, levels: Int = 30) -> String {
    var out = ""
    var index = 0
    /// What is in the braces at an index; one letter where there are none.
    func argument() -> [Character] {
      while index < letters.count, letters[index] == " " { index += 1 }
      guard index < letters.count else { return [] }
      guard letters[index] == "{" else {
        if letters[index] == "\\" {
          let start = index
          index += 1
          while index < letters.count, letters[index].isLetter { index += 1 }
          return Array(letters[start..<index])
        }
        index += 1
        return [letters[index - 1]]
      }
      var depth = 0
      let start = index + 1
      while index < letters.count {
        if letters[index] == "\\" { index += 1 } else if letters[index] == "{" { depth += 1 } else if letters[index] == "}" { depth -= 1 }
        index += 1
        if depth == 0 { break }
      }
      index = min(index, letters.count)
      return Array(letters[min(start, max(index - 1, 0))..<max(index - 1, min(start, max(index - 1, 0)))])
    }
    while index < letters.count {
      let letter = letters[index]
      switch letter {
      case "\\":
        index += 1
        guard index < letters.count else { break }
        let next = letters[index]
        if next.isLetter {
          let start = index
          while index < letters.count, letters[index].isASCII, letters[index].isLetter { index += 1 }
          let name = String(letters[start..<index])
          if let symbol = symbols[name] {
            out += symbol
            if index < letters.count, letters[index] == " " { index += 1 }
            if index + 1 < letters.count, letters[index] == "{", letters[index + 1] == "}" { index += 2 }
          } else if name.count == 1, let mark = marks[letters[start]] {
            out += levels > 0 ? accented(convert(argument(), keepsCapitals: false, levels: levels - 1), mark) : ""
          } else if let tag = tags[name], levels > 0 {
            out += "<\(tag)>" + convert(argument(), keepsCapitals: keepsCapitals, levels: levels - 1) + "</\(tag)>"
          } else if name == "enquote" || name == "mkbibquote", levels > 0 {
            out += "“" + convert(argument(), keepsCapitals: keepsCapitals, levels: levels - 1) + "”"
          } else if index < letters.count, letters[index] == " " {
            index += 1
          }
        } else {
          index += 1
          if let mark = marks[next], next != "." || index < letters.count, levels > 0 {
            out += accented(convert(argument(), keepsCapitals: false, levels: levels - 1), mark)
          } else if next == "-" || next == "/" || next == "," {
            break
          } else {
            out.append(next)
          }
        }
      case "{":
        let inner = argument()
        guard levels > 0 else { break }
        // A brace around a command alone is part of how it is written: `{\"u}`.
        let isCommand =
          inner.first == "\\" && !(inner.count > 1 && inner[1].isLetter && tags[String(inner.dropFirst().prefix { $0.isLetter })] != nil)
        let made = convert(inner, keepsCapitals: keepsCapitals, levels: levels - 1)
        out += keepsCapitals && !isCommand && made.contains(where: \.isUppercase) ? "<span class=\"nocase\">\(made)</span>" : made
      case "}": index += 1
      case "$":
        // A formula stays as it is.
        let end = letters[(index + 1)...].firstIndex(of: "$") ?? index
        out += String(letters[index...end])
        index = end + 1
      case "~":
        out += "\u{A0}"
        index += 1
      case "-":
        var count = 0
        while index < letters.count, letters[index] == "-" {
          count += 1
          index += 1
        }
        out += count == 2 ? "–" : count == 3 ? "—" : String(repeating: "-", count: count)
      case "`", "'":
        let isDouble = index + 1 < letters.count && letters[index + 1] == letter
        out += letter == "`" ? (isDouble ? "“" : "‘") : (isDouble ? "”" : "’")
        index += isDouble ? 2 : 1
      case _ where letter.isWhitespace:
        if out.last != " " { out.append(" ") }
        index += 1
      default:
        out.append(letter)
        index += 1
      }
    }
    return out
  }

  private static func accented(_ base: String, _ mark: String) -> String {
    guard let first = base.first else { return "" }
    return CaseForm.composed(String(first) + mark) + base.dropFirst()
  }

  /// Words that only begin with a capital lose it, but for the first and those after a colon.
  private static func sentence(_ text: String) -> String {
    var out = ""
    var depth = 0
    var isFirst = true
    var word = ""
    func flush() {
      if !word.isEmpty {
        let isPlain =
          depth == 0 && word.first?.isUppercase == true && word.dropFirst().allSatisfy { !$0.isUppercase }
          && (word.count > 1 || word == "A")
        // What follows a colon begins like a sentence.
        out +=
          isPlain && !isFirst
          ? word.lowercased() : isFirst && depth == 0 && !out.isEmpty ? word.prefix(1).uppercased() + word.dropFirst() : word
        isFirst = false
      }
      word = ""
    }
    var index = text.startIndex
    while index < text.endIndex {
      let letter = text[index]
      if letter == "<", let end = text[index...].firstIndex(of: ">") {
        flush()
        let tag = text[index...end]
        if tag.contains("nocase") { depth += 1 } else if tag == "</span>" { depth = max(0, depth - 1) }
        out += tag
        index = text.index(after: end)
        continue
      }
      if letter == "$", let end = text[text.index(after: index)...].firstIndex(of: "$") {
        flush()
        out += text[index...end]
        index = text.index(after: end)
        continue
      }
      if letter.isLetter || letter.isNumber || letter == "’" {
        word.append(letter)
      } else {
        flush()
        out.append(letter)
        if ":?!".contains(letter) { isFirst = true }
      }
      index = text.index(after: index)
    }
    flush()
    return out
  }

  /// `First von Last and {Institution} and von Last, Jr, First`.
  static func names(_ text: String) -> [PersonName] {
    split(text, at: "and").prefix(2000).compactMap { name($0.trimmed()) }
  }

  /// Splits at a word or a comma outside of braces.
  private static func split(_ text: String, at word: String) -> [String] {
    var out: [String] = []
    var current = ""
    var depth = 0
    if word == "," {
      for letter in text {
        if letter == "{" { depth += 1 } else if letter == "}" { depth -= 1 }
        if letter == ",", depth == 0 {
          out.append(current)
          current = ""
        } else {
          current.append(letter)
        }
      }
      return out + [current]
    }
    var piece = ""
    func endPiece() {
      if piece == word, depth == 0 {
        out.append(current)
        current = ""
      } else if !piece.isEmpty {
        current += current.isEmpty ? piece : " " + piece
      }
      piece = ""
    }
    for letter in text {
      if letter == "{" { depth += 1 } else if letter == "}" { depth -= 1 }
      if letter.isWhitespace, depth == 0 { endPiece() } else { piece.append(letter) }
    }
    endPiece()
    return (out + [current]).filter { !$0.isEmpty }
  }

  private static func name(_ text: String) -> PersonName? {
    if text.isEmpty { return nil }
    if text == "others" { return PersonName(literal: "others") }
    if text.hasPrefix("{"), text.hasSuffix("}"), !text.dropFirst().dropLast().contains("}") {
      return PersonName(literal: plain(text))
    }
    var out = PersonName()
    let parts = split(text, at: ",").map { $0.trimmed() }
    func isSmall(_ word: String) -> Bool { plain(word).first { $0.isLetter }?.isLowercase == true && !word.hasPrefix("{") }
    if parts.count > 1 {
      let words = spaced(parts[0])
      let small = words.prefix { isSmall($0) }.count
      let particles = small < words.count ? small : 0
      out.nonDroppingParticle = plain(words[..<particles].joined(separator: " "))
      out.family = plain(words[particles...].joined(separator: " "))
      out.given = plain(parts[parts.count - 1])
      if parts.count > 2 { out.suffix = plain(parts[1]) }
      return out
    }
    let words = spaced(text)
    guard words.count > 1 else {
      out.family = plain(text)
      return out
    }
    if let first = words.dropLast().firstIndex(where: isSmall), let last = words.dropLast().lastIndex(where: isSmall) {
      out.given = plain(words[..<first].joined(separator: " "))
      out.nonDroppingParticle = plain(words[first...last].joined(separator: " "))
      out.family = plain(words[(last + 1)...].joined(separator: " "))
    } else {
      out.given = plain(words.dropLast().joined(separator: " "))
      out.family = plain(words[words.count - 1])
    }
    return out
  }

  private static func spaced(_ text: String) -> [String] {
    var out: [String] = []
    var word = ""
    var depth = 0
    for letter in text {
      if letter == "{" { depth += 1 } else if letter == "}" { depth -= 1 }
      if letter.isWhitespace || letter == "~", depth <= 0 {
        if !word.isEmpty { out.append(word) }
        word = ""
      } else {
        word.append(letter)
      }
    }
    return word.isEmpty ? out : out + [word]
  }
}
