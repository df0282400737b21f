extension Tree {
  /// Makes words agree with the number before them: `^[1 apples](inflect: true)` is *1 apple*, `^[3 apple](inflect: true)` *3 apples*.
  ///
  /// The word is the last one in the brackets, the number the first; without a number nothing changes. The rules are those of English: text in other
  /// languages stays as it is written.
  ///
  /// - Parameter language: That of the document, if it says one.
  mutating func inflect(language: String?) {
    guard attributes.contains(where: { $0["inflect"] != nil }) else { return }
    for index in nodes.indices {
      let index = Index(index)
      guard case .span = self[index].kind, attributes(of: index)?["inflect"] == "true", isEnglish(index, language),
        let count = count(in: index), let last = lastText(in: index), case .text(let text) = self[last].kind
      else { continue }
      nodes[Int(last)].kind = .text(EnglishNouns.agreeing(text, isSingular: count))
    }
  }

  /// True if neither the document nor what is around a node is in another language.
  private func isEnglish(_ index: Index, _ language: String?) -> Bool {
    var node = index
    while node >= 0 {
      if let own = attributes(of: node)?.language { return own.lowercased().hasPrefix("en") }
      node = self[node].parent
    }
    return language.map { $0.lowercased().hasPrefix("en") } ?? true
  }

  /// True if the first number in a span is one; nil if there is none.
  private func count(in span: Index) -> Bool? {
    for word in texts(in: span).flatMap({ $0.text.split(separator: " ") }) {
      if let number = EnglishNouns.number(String(word)) { return number == 1 }
    }
    return nil
  }

  private func lastText(in span: Index) -> Index? { texts(in: span).last { $0.text.contains { $0.isLetter } }?.node }

  private func texts(in span: Index) -> [(node: Index, text: String)] {
    var out: [(node: Index, text: String)] = []
    var stack = Array(children(of: span)).reversed() as [Index]
    while let node = stack.popLast() {
      if case .text(let text) = self[node].kind { out.append((node, text)) }
      stack += Array(children(of: node)).reversed()
    }
    return out
  }
}

/// Singular and plural of English nouns, by rules and by a table of what they miss.
enum EnglishNouns {
  /// Each with its plural.
  private static let irregular: [(singular: String, plural: String)] = [
    ("ache", "aches"), ("analysis", "analyses"), ("axis", "axes"), ("basis", "bases"), ("bus", "buses"), ("cache", "caches"),
    ("child", "children"), ("cookie", "cookies"), ("crisis", "crises"), ("criterion", "criteria"), ("foot", "feet"), ("gas", "gases"),
    ("goose", "geese"), ("half", "halves"), ("index", "indices"), ("knife", "knives"), ("leaf", "leaves"), ("lens", "lenses"),
    ("life", "lives"), ("loaf", "loaves"), ("man", "men"), ("matrix", "matrices"), ("mouse", "mice"), ("movie", "movies"), ("ox", "oxen"),
    ("person", "people"), ("phenomenon", "phenomena"), ("photo", "photos"), ("piano", "pianos"), ("pie", "pies"), ("quiz", "quizzes"),
    ("shelf", "shelves"), ("shoe", "shoes"), ("status", "statuses"), ("thesis", "theses"), ("thief", "thieves"), ("tie", "ties"),
    ("toe", "toes"), ("tooth", "teeth"), ("vertex", "vertices"), ("video", "videos"), ("virus", "viruses"), ("wife", "wives"),
    ("wolf", "wolves"), ("woman", "women"), ("zombie", "zombies"),
  ]

  private static let unchanged: Set<String> = ["aircraft", "deer", "fish", "news", "series", "sheep", "species"]

  private static let words = [
    "a": 1, "an": 1, "one": 1, "no": 0, "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
  ]

  /// The number that a word is, in digits or as a word up to twelve.
  static func number(_ word: String) -> Double? {
    if let number = words[word.lowercased()] { return Double(number) }
    let digits = word.filter { $0 != "," && $0 != "−" && $0 != "-" }
    guard let first = digits.utf8.first, (0x30...0x39).contains(first), let number = Double(digits) else { return nil }
    // *1.0 metres*: decimals are plural.
    return digits.contains(".") ? 2 : number
  }

  /// A text whose last word is singular or plural.
  static func agreeing(_ text: String, isSingular: Bool) -> String {
    guard let end = text.lastIndex(where: { $0.isLetter }) else { return text }
    let start = text[...end].lastIndex { !$0.isLetter }.map { text.index(after: $0) } ?? text.startIndex
    let word = String(text[start...end])
    guard word.utf8.allSatisfy({ ASCII.isLetter($0) }), number(word) == nil else { return text }
    let lower = word.lowercased()
    let one = singular(lower)
    let made = isSingular ? one : plural(one)
    // Capitals stay where letters do.
    let shared = zip(word, made).prefix { $0.lowercased() == $1.lowercased() }.count
    return String(text[..<start]) + String(word.prefix(shared)) + String(made.dropFirst(shared)) + String(text[text.index(after: end)...])
  }

  static func plural(_ word: String) -> String {
    if unchanged.contains(word) { return word }
    if let known = irregular.first(where: { $0.singular == word }) { return known.plural }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) { return word.dropLast() + "ies" }
    if ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) { return word + "es" }
    if word.hasSuffix("o"), let before = word.dropLast().last, !"aeiou".contains(before) { return word + "es" }
    return word + "s"
  }

  static func singular(_ word: String) -> String {
    if unchanged.contains(word) || irregular.contains(where: { $0.singular == word }) { return word }
    if let known = irregular.first(where: { $0.plural == word }) { return known.singular }
    guard word.hasSuffix("s"), !["ss", "us", "is"].contains(where: word.hasSuffix), word.count > 2 else { return word }
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    if ["sses", "xes", "zzes", "ches", "shes", "oes"].contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
    return String(word.dropLast())
  }
}
