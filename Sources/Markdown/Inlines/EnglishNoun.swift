/// Singular and plural of English nouns, by spelling.
package enum EnglishNoun {
  /// A noun, in either number, in the one that is asked for.
  package static func form(of noun: String, isOne: Bool) -> String {
    let word = noun.lowercased()
    guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return noun }
    guard !invariant.contains(word) else { return noun }
    let form = isOne ? singular(of: word) : plural(of: singular(of: word))
    guard let first = noun.first, first.isUppercase else { return form }
    // `APPLES`, `Apples`.
    return noun.count > 1 && noun.allSatisfy { !$0.isLowercase } ? form.uppercased() : form.prefix(1).uppercased() + form.dropFirst()
  }

  private static func plural(of word: String) -> String {
    if let known = irregular.first(where: { $0.one == word }) { return known.many }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) { return word.dropLast() + "ies" }
    return word + (takesE(word) ? "es" : "s")
  }

  private static func singular(of word: String) -> String {
    if irregular.contains(where: { $0.one == word }) { return word }
    if let known = irregular.first(where: { $0.many == word }) { return known.one }
    guard word.hasSuffix("s"), !["ss", "us", "is"].contains(where: word.hasSuffix), word.count > 2 else { return word }
    if word.hasSuffix("ies"), word.count > 4 {
      let ie = String(word.dropLast())
      return endingInIE.contains(ie) ? ie : word.dropLast(3) + "y"
    }
    let (e, stem) = (String(word.dropLast()), String(word.dropLast(2)))
    // `houses` and `sizes`, but `glasses` and `boxes`.
    let isStem = ["ss", "zz", "x", "ch", "sh"].contains(where: stem.hasSuffix) && !endingInChe.contains(e) || endingInO.contains(stem)
    return word.hasSuffix("es") && isStem ? stem : e
  }

  /// True if the plural ends in `es`.
  private static func takesE(_ word: String) -> Bool {
    ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) || endingInO.contains(word)
  }

  private static let invariant: Set<String> = [
    "aircraft", "deer", "fish", "means", "offspring", "salmon", "series", "sheep", "shrimp", "spacecraft", "species", "swine", "trout",
  ]
  private static let endingInO: Set<String> = ["echo", "hero", "potato", "tomato", "torpedo", "veto"]
  private static let endingInChe: Set<String> = ["ache", "cache", "headache", "moustache", "niche", "psyche"]
  private static let endingInIE: Set<String> = [
    "birdie", "brownie", "calorie", "cookie", "genie", "goalie", "lie", "movie", "pie", "prairie", "rookie", "selfie", "tie", "zombie",
  ]
  private static let irregular: [(one: String, many: String)] = [
    ("analysis", "analyses"), ("axis", "axes"), ("basis", "bases"), ("calf", "calves"), ("child", "children"), ("crisis", "crises"),
    ("criterion", "criteria"), ("foot", "feet"), ("goose", "geese"), ("half", "halves"), ("hypothesis", "hypotheses"), ("index", "indices"),
    ("knife", "knives"), ("leaf", "leaves"), ("life", "lives"), ("loaf", "loaves"), ("man", "men"), ("matrix", "matrices"),
    ("mouse", "mice"), ("ox", "oxen"), ("person", "people"), ("phenomenon", "phenomena"), ("shelf", "shelves"), ("thesis", "theses"),
    ("thief", "thieves"), ("tooth", "teeth"), ("vertex", "vertices"), ("wife", "wives"), ("wolf", "wolves"), ("woman", "women"),
    ("bus", "buses"), ("virus", "viruses"), ("status", "statuses"), ("gas", "gases"), ("lens", "lenses"), ("quiz", "quizzes"),
  ]
}
