/// How often the commonest words of some languages are in a text, from which its language is guessed where it is not named.
///
/// A third of any running text are such words, and no two languages share more than a few of them. Lists of names, tables of symbols
/// and short texts have too few of them for an answer.
public struct CommonWords: Hashable, Sendable {
  /// By language, in the order of `languages`: words of the text that are on its list.
  private var hits: [Int]
  /// Of those, the different ones, by language too.
  private var found: [Int]
  /// By the number of a word in the table, whether the text has it.
  private var isFound: [Bool]
  /// Words of the text.
  private var count = 0
  /// Of those, the ones in Greek or Cyrillic letters.
  private var foreignCount = 0

  public init() {
    hits = [Int](repeating: 0, count: Self.languages.count)
    found = [Int](repeating: 0, count: Self.languages.count)
    isFound = [Bool](repeating: false, count: Self.table.languages.count)
  }

  /// Counts the words of UTF-8 text: sequences of letters.
  public mutating func add(_ text: ArraySlice<UInt8>) {
    var key: UInt64 = 0
    var length = 0
    var last: UInt8 = 0
    var isSign = false
    for byte in text {
      // Signs of Latin-1, and all scripts and punctuation from U+2000 on.
      if byte >= 0xC0 { isSign = byte == 0xC2 || byte > 0xE1 }
      let folded: UInt8
      switch byte {
      case 0x41...0x5A: folded = byte | 0x20
      case 0x61...0x7A: folded = byte
      case 0x80... where isSign: folded = 0
      // Capitals of Latin-1, and Cyrillic ones from А to П.
      case 0x80...0x9E where last == 0xC3: folded = byte + 0x20
      case 0x90...0x9F where last == 0xD0: folded = byte + 0x20
      case 0x80...: folded = byte
      default: folded = 0
      }
      last = byte
      if folded == 0 {
        add(key, length)
        (key, length) = (0, 0)
      } else {
        length += 1
        if length <= 8 { key = key << 8 | UInt64(folded) }
      }
    }
    add(key, length)
  }

  private mutating func add(_ key: UInt64, _ length: Int) {
    guard length > 0 else { return }
    count += 1
    // The first of the last eight bytes; UTF-8 has two for each letter of Greek and Cyrillic.
    if length > 1, 0xCE...0xD3 ~= UInt8(truncatingIfNeeded: key >> UInt64(8 * (min(length, 8) - 1))) { foreignCount += 1 }
    guard length <= 8, let number = Self.table.number(of: key) else { return }
    let isNew = !isFound[Int(number)]
    isFound[Int(number)] = true
    var bits = Self.table.languages[Int(number)]
    while bits != 0 {
      let language = bits.trailingZeroBitCount
      hits[language] += 1
      if isNew { found[language] += 1 }
      bits &= bits - 1
    }
  }

  /// The language that the words indicate (BCP 47); nil if there are too few, or two languages are about equal.
  public var language: String? {
    let ranked = hits.indices.sorted { (hits[$1], $0) < (hits[$0], $1) }
    guard let first = ranked.first else { return nil }
    let name = Self.languages[first].name
    if Self.foreign.contains(name) {
      // The script is evidence too, and the Latin names in a text say nothing about it.
      guard hits[first] >= 8, found[first] >= 5, foreignCount * 3 >= count, hits[first] * 10 >= foreignCount else { return nil }
    } else {
      guard hits[first] >= 12, found[first] >= 8, hits[first] * 6 >= count else { return nil }
    }
    // A text that is half English stays English, as it is without a guess.
    guard first == 0 || hits[first] >= hits[0] * 2 else { return nil }
    let kin = Self.kin.first { $0.contains(name) } ?? [name]
    let stranger = ranked.first { !kin.contains(Self.languages[$0].name) }
    guard stranger.map({ hits[first] * 4 >= hits[$0] * 5 }) ?? true else { return nil }
    return name
  }

  /// Closely related languages, of which the better one is taken: even the wrong one would be closer than English.
  private static let kin: [Set<String>] = [["da", "nb", "sv"], ["cs", "sk"], ["es", "pt", "ca"], ["ru", "uk", "bg"]]

  /// Those in Greek or Cyrillic letters.
  private static let foreign: Set = ["ru", "uk", "bg", "el"]

  private static let table = WordTable()

  /// The words of all lists, found by their bytes.
  ///
  /// A table of hashes of its own: each document that names no language waits for it, and a dictionary of two thousand keys takes ten
  /// times as long to fill.
  private struct WordTable: Sendable {
    /// By the number of a word: its languages, as bits.
    private(set) var languages: [UInt32] = []
    /// At the hash of a word or after it: its bytes, 0 where nothing is.
    private var keys = [UInt64](repeating: 0, count: size)
    private var numbers = [UInt32](repeating: 0, count: size)

    /// A power of two, more than twice as many as the words.
    private static let size = 4096

    init() {
      for (number, language) in CommonWords.languages.enumerated() {
        // Words of eight bytes at most, between single spaces.
        var key: UInt64 = 0
        for byte in language.words.utf8 {
          if byte == 0x20 {
            add(key, number)
            key = 0
          } else {
            precondition(key >> 56 == 0, "a word has at most eight bytes")
            key = key << 8 | UInt64(byte)
          }
        }
        add(key, number)
      }
    }

    /// The number of a word; nil for one on no list.
    func number(of key: UInt64) -> UInt32? {
      let slot = slot(of: key)
      return keys[slot] == key ? numbers[slot] : nil
    }

    private mutating func add(_ key: UInt64, _ language: Int) {
      let slot = slot(of: key)
      if keys[slot] != key {
        precondition(languages.count < Self.size / 2, "the table is full")
        (keys[slot], numbers[slot]) = (key, UInt32(languages.count))
        languages.append(0)
      }
      languages[Int(numbers[slot])] |= 1 << UInt32(language)
    }

    /// Where a word is, or would be.
    private func slot(of key: UInt64) -> Int {
      // Fibonacci hashing: the highest bits of a product with 2^64 divided by the golden ratio.
      var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 52)
      while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & (Self.size - 1) }
      return slot
    }
  }

  /// English comes first. Some languages are included only so that they are not mistaken for similar ones.
  private static let languages: [(name: String, words: String)] = [
    (
      "en",
      "the of and to in is that for it as with are be this on by an or from at which not have can we you if has was will but all its one"
        + " when there use each they"
    ),
    (
      "de",
      "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei"
        + " einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wir wenn kann"
    ),
    (
      "fr",
      "de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont avec ou son aux été cette mais comme on"
        + " tout nous sa fait être ces ses leur si elle deux très sans peut même donc où dont alors qu"
    ),
    (
      "es",
      "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando"
        + " todo esta ser son dos también fue había era muy hasta desde está puede porque cada"
    ),
    (
      "it",
      "di e che la il un a per in è del non le una con si da i della al sono dei come più lo nel alla ha anche ma delle gli se su dal o"
        + " questo essere nella dell ci tra ogni questa quando può due loro così all sia"
    ),
    (
      "pt",
      "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há"
        + " nos já está eu também só pelo pela até isso ela entre era são cada esta pode"
    ),
    (
      "nl",
      "de van het een en in is dat op te met voor zijn die niet aan er om ook als door naar bij of uit dan nog wordt worden maar over deze"
        + " dit kan je we hebben heeft wat geen meer was tot hun wel zo onder alle"
    ),
    (
      "sv",
      "och i att det som en på är av för med till den har inte om ett de så men var sig från vi kan när han ska eller hur också efter vid"
        + " nu där alla mycket än man över finns sina då varje mellan utan"
    ),
    (
      "da",
      "og i at det er en til af den på for med der som de ikke et har kan om fra ved var men så vi eller også efter blive bliver man sig"
        + " skal når han nu hvor mellem meget være mod to alle deres hvad"
    ),
    (
      "nb",
      "og i det er en til av på for at med som den har ikke de et kan om fra ved var men så vi eller også etter bli blir man seg skal når"
        + " han nå hvor mellom mye være mot to alle hva noe bare"
    ),
    (
      "fi",
      "ja on ei se että oli ovat joka tai kun myös mutta niin kuin jos sen ole voi hän olla vain sitä mitä jotka tämä nyt sekä ne mukaan"
        + " kaikki vielä tämän koska siitä jonka ollut eli hyvin näin kuten"
    ),
    (
      "pl",
      "i w na z do się nie to jest że o jak po od za ale dla przez są tym co tak już tylko oraz czy jego być może było jej lub które który"
        + " ich ze kiedy bardzo więc gdy tego też można"
    ),
    (
      "cs",
      "a v se na je že s z o do i to k ve pro za by ale jako po jsou od si jeho které podle jak co při nebo která který také až tak není být"
        + " má tím pak jejich už ze mezi kde lze když"
    ),
    (
      "sk",
      "a v sa na je že s z o do aj to k vo pre za by ale ako po sú od si jeho ktoré podľa čo pri alebo ktorá ktorý až tak nie byť má tým"
        + " ich už zo medzi kde ak keď"
    ),
    (
      "hu",
      "a az és hogy nem is egy ez meg de csak el mint ha már még volt van ki azt vagy majd minden ezt lehet kell sem mert ezek több után"
        + " között nagyon illetve igen úgy ami annak aki pedig"
    ),
    (
      "ro",
      "de și în a la cu pe nu este că o un din care se să mai pentru sunt au fi ca sau prin dar ce după fost al ale iar el lui cel fiecare"
        + " cum dacă acest această între poate când foarte"
    ),
    (
      "tr",
      "ve bir bu da için ile de çok olarak daha olan gibi kadar sonra en ne var ama her ki ya olduğu iki değil hem veya ise o göre şey"
        + " tüm aynı ancak yeni olur bunu içinde nasıl"
    ),
    (
      "ru",
      "и в не на что с как по это из к для от но за так же его или то если при он бы мы их у а во все уже чем она до о да где"
    ),
    (
      "uk",
      "і в не на що з як до та це для від за або у про є й а але якщо так же по він при чи вони його які ми їх із бути"
    ),
    (
      "bg",
      "и на да се в от за е с не че са по като до ще или си как ако то при му с но ни те го им а също след може"
    ),
    (
      "el",
      "και το του να η της με που την από για ο στο των τα σε θα δεν τον οι τις στην μια τη αν ένα ως αυτό στη ή όταν πως"
    ),
    (
      "ca",
      "de la i el que a en els per les un del amb no una és es al dels se com més o són ha seva seu també aquest aquesta però ser quan si"
        + " entre sobre pot hi ho fins des molt perquè"
    ),
    (
      "hr",
      "i u je se na da za su od s a o koji kao iz ne to po ili koja do bi ali što može koje tako kako ako sve nije već samo biti te prema"
        + " kod više između"
    ),
    (
      "id",
      "yang dan di dari ini untuk dengan dalam pada adalah itu tidak akan juga atau ke oleh dapat sebagai ada bisa lebih saya kita anda"
        + " karena telah jika secara satu tersebut kami setiap hal"
    ),
    (
      "vi",
      "và của là có các cho được trong một không với để này những khi người như từ đó về vào ra đã ở sẽ cũng nếu theo thể hay bạn"
    ),
  ]
}
