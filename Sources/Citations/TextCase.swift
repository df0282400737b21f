internal import TypesetDiagnostics

/// CSL's text cases, over the leaves of an output in their order.
struct TextCase {
  let kind: String
  /// True for texts in English, the only ones that are set in title case.
  let isEnglish: Bool

  static func apply(_ kind: String, to outputs: [Output], isEnglish: Bool, isTurkic: Bool = false) -> [Output] {
    guard !kind.isEmpty else { return outputs }
    var changing = TextCase(kind: kind, isEnglish: isEnglish)
    changing.isTurkic = isTurkic
    if kind == "title" {
      guard isEnglish else { return outputs }
      var whole = ""
      for output in outputs { Self.collect(output, &whole, inside: false) }
      // `UK` and `OC 1` are abbreviations.
      let words = whole.split { !$0.isLetter }
      changing.isMostlyCapitals = words.count > 2 && !whole.contains(where: \.isLowercase)
      changing.total = whole.count - whole.reversed().prefix { !$0.isLetter && !$0.isNumber }.count
    } else if kind == "sentence" {
      var whole = ""
      for output in outputs { Self.collect(output, &whole, inside: false) }
      changing.isMostlyCapitals = !whole.contains(where: \.isLowercase)
    }
    return outputs.map { changing.change($0) }
  }

  private init(kind: String, isEnglish: Bool) { (self.kind, self.isEnglish) = (kind, isEnglish) }

  private var isMostlyCapitals = false
  /// True where a small i has a capital with a dot.
  private var isTurkic = false
  private var hasBegun = false
  /// Where the last letter or figure ends.
  private var total = 0
  /// Letters that are done.
  private var done = 0
  private var previous: Character = " "
  /// The last letter that is no space, and what came before the word.
  private var lastMark: Character = "."

  private static func collect(_ output: Output, _ out: inout String, inside: Bool) {
    switch output {
    case .text(let text): out += text
    case .node(let node): for child in node.children { collect(child, &out, inside: inside) }
    }
  }

  private mutating func change(_ output: Output) -> Output {
    switch output {
    case .text(let text): return .text(change(text))
    case .node(var node):
      let isKept =
        node.role == .protected || node.font.shift == .superscript && kind != "uppercase" && kind != "lowercase"
        || node.font.smallCaps == true || node.font.isUndecorated
      if isKept, kind != "capitalize-first" || node.role == .protected {
        var whole = ""
        for child in node.children { Self.collect(child, &whole, inside: true) }
        advance(over: whole)
        return output
      }
      if node.quotes, kind == "title" || kind == "sentence" {
        // A quotation begins like a sentence.
        if kind == "title" { lastMark = ":" }
        previous = " "
      }
      node.children = node.children.map { change($0) }
      if kind == "title" || kind == "capitalize-first" || kind == "capitalize-all" || kind == "sentence" { return .node(node) }
      return .node(node)
    }
  }

  private mutating func advance(over text: String) {
    done += text.count
    if text.contains(where: { $0.isLetter || $0.isNumber }) { hasBegun = true }
    if let last = text.last { previous = last }
    if let mark = text.last(where: { !$0.isWhitespace }) { lastMark = mark }
  }

  private mutating func change(_ text: String) -> String {
    defer { advance(over: text) }
    switch kind {
    case "lowercase": return (isTurkic ? text.replacing("I", with: "ı").replacing("İ", with: "i") : text).lowercased()
    case "uppercase": return (isTurkic ? text.replacing("i", with: "İ") : text).uppercased()
    case "capitalize-first":
      guard !hasBegun, let first = text.firstIndex(where: { $0.isLetter || $0.isNumber }) else { return text }
      // A word that has a capital already stays, such as `iPhone`.
      let word = text[first...].prefix { !$0.isWhitespace }
      if word.contains(where: \.isUppercase) { return text }
      return text[..<first] + text[first].uppercased() + text[text.index(after: first)...]
    case "capitalize-all":
      return words(of: text).map { word in
        guard let first = word.first, first.isLowercase, !word.contains(where: \.isUppercase) else { return String(word) }
        if !previous.isWhitespace, word.startIndex == text.startIndex { return String(word) }
        return first.uppercased() + word.dropFirst()
      }.joined()
    case "sentence":
      guard isMostlyCapitals else {
        if hasBegun { return text }
        guard let first = text.firstIndex(where: \.isLetter) else { return text }
        let word = text[first...].prefix { !$0.isWhitespace }
        if word.contains(where: \.isUppercase) { return text }
        return text[..<first] + text[first].uppercased() + text[text.index(after: first)...]
      }
      let lower = text.lowercased()
      guard !hasBegun, let first = lower.firstIndex(where: \.isLetter) else { return lower }
      return lower[..<first] + lower[first].uppercased() + lower[lower.index(after: first)...]
    case "title": return titleCased(text)
    default: return text
    }
  }

  private func words(of text: String) -> [Substring] {
    var out: [Substring] = []
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let isSpace = text[index].isWhitespace
      let next = text.index(after: index)
      if next == text.endIndex || text[next].isWhitespace != isSpace {
        out.append(text[start..<next])
        start = next
      }
      index = next
    }
    return out
  }

  private static let stopWords: Set<String> = [
    "a", "according to", "across", "afore", "after", "against", "along", "alongside", "amid", "amidst", "among", "amongst", "an", "and",
    "anenst", "apropos", "around", "as", "aside", "astride", "at", "athwart", "atop", "barring", "before", "behind", "below", "beneath",
    "beside", "besides", "between", "beyond", "but", "by", "c", "ca", "circa", "d", "de", "despite", "down", "during", "et", "except",
    "for", "forenenst", "from", "given", "in", "inside", "into", "lest", "like", "modulo", "near", "next", "nor", "notwithstanding", "of",
    "off", "on", "onto", "or", "out", "over", "per", "plus", "pro", "qua", "sans", "since", "so", "than", "the", "through",
    "throughout", "thru", "thruout", "till", "to", "toward", "towards", "under", "underneath", "until", "unto", "up", "upon", "v", "van",
    "versus", "via", "vis-à-vis", "von", "vs", "with", "within", "without", "yet", "without", "about", "above",
  ]

  /// What is between the parts of a word.
  private static let joints: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2013}", "\u{2014}", "/"]
  /// What a word begins a title after.
  private static let endings: Set<Unicode.Scalar> = [":", "?", "!", "—", "."]

  private mutating func titleCased(_ text: String) -> String {
    var out = ""
    var place = done
    var hasBegun = hasBegun
    var mark = lastMark
    var before = previous
    // A hyphen or a slash in a word begins another word.
    var pieces: [Substring] = []
    for word in words(of: text) {
      var start = word.startIndex
      for index in word.indices where word[index].isOne(of: Self.joints) {
        let next = word.index(after: index)
        pieces.append(word[start..<next])
        start = next
      }
      if start < word.endIndex { pieces.append(word[start...]) }
    }
    for piece in pieces {
      let count = piece.count
      defer {
        place += count
        if let last = piece.last { before = last }
        if let last = piece.last(where: { !$0.isWhitespace }) { mark = last }
        if piece.contains(where: { $0.isLetter || $0.isNumber }) { hasBegun = true }
      }
      guard let first = piece.firstIndex(where: { $0.isLetter || $0.isNumber }) else {
        out += piece
        continue
      }
      let core = piece[first...]
      var bare = core
      while let last = bare.last, !last.isLetter, !last.isNumber { bare = bare.dropLast() }
      // The rest of a word that began in the leaf before is not a separate word.
      if place == done, text[..<first].allSatisfy({ $0 == "’" || $0 == "'" }), before.isLetter || before.isNumber || before == "’" {
        out += piece
        continue
      }
      let isLast = place + count >= total
      // A title's part ends with its word too: `Physica A: Statistical Mechanics`.
      let endsPart = piece[bare.endIndex...].contains { $0 == ":" }
      let isFirst = !hasBegun || mark.isOne(of: Self.endings) && before.isWhitespace
      // `pro-environmental` begins with no stop word, `07-x` ends with no word.
      let isPart = before == "-" || before == "\u{2010}"
      let isStop = Self.stopWords.contains(bare.lowercased()) && !(piece.last == "-" && !isPart && bare.endIndex < piece.endIndex)
      if isPart, bare.count == 1, bare.allSatisfy(\.isLowercase) {
        out += piece
        continue
      }
      if isStop, !isFirst || (mark == "." && hasBegun && bare.first?.isUppercase != true), !isLast, !endsPart,
        !(isMostlyCapitals && bare.count == 1)
      {
        // Stop words lose capitals only if the whole word is like a word of a title.
        out +=
          bare.allSatisfy({ !$0.isUppercase }) || isMostlyCapitals || bare.dropFirst().allSatisfy({ !$0.isUppercase })
          ? piece.lowercased() : String(piece)
      } else if isMostlyCapitals, bare.count > 1 {
        out += piece[..<first] + piece[first].uppercased() + piece[piece.index(after: first)...].lowercased()
      } else if bare.contains(where: \.isUppercase) {
        out += piece
      } else {
        out += piece[..<first] + piece[first].uppercased() + piece[piece.index(after: first)...]
      }
    }
    return out
  }
}
