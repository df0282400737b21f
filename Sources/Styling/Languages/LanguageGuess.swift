/// How many characters of a text belong to which script, from which its language is guessed where it is not given.
public struct ScriptCensus: Hashable, Sendable {
  private var han = 0
  private var kana = 0
  private var hangul = 0
  private var latin = 0
  private var arabic = 0
  /// Letters of Persian alone, less those that it does not have.
  private var persianOnly = 0
  private var hebrew = 0
  private var devanagari = 0
  private var thai = 0
  /// Han characters that only one of the two Chinese scripts uses.
  private var simplified = 0
  private var traditional = 0

  public init() {}

  public init(_ text: [UInt8]) { add(text[...]) }

  /// Counts the characters of UTF-8.
  public mutating func add(_ text: ArraySlice<UInt8>) {
    var value: UInt32 = 0
    var missing = 0
    for byte in text {
      if byte < 0x80 {
        missing = 0
        if (byte | 0x20) &- 0x61 < 26 { latin += 1 }
      } else if byte < 0xC0 {
        guard missing > 0 else { continue }
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        if missing == 0 { count(value) }
      } else {
        missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
        value = UInt32(byte) & (0x3F >> UInt32(missing))
      }
    }
  }

  private mutating func count(_ value: UInt32) {
    switch value {
    case 0xC0...0x24F: latin += 1
    case 0x590...0x5FF: hebrew += 1
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF:
      arabic += 1
      switch value {
      // پ چ ژ ک گ ی of Persian; ة ك ي of Arabic; ٹ ڈ ڑ ں ے of Urdu.
      case 0x67E, 0x686, 0x698, 0x6A9, 0x6AF, 0x6CC: persianOnly += 1
      case 0x629, 0x643, 0x64A, 0x679, 0x688, 0x691, 0x6BA, 0x6D2: persianOnly -= 1
      default: break
      }
    case 0x900...0x97F: devanagari += 1
    case 0xE00...0xE7F: thai += 1
    case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: hangul += 1
    case 0x3041...0x3096, 0x30A1...0x30FA: kana += 1
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      han += 1
      if Self.simplifiedOnly.contains(value) { simplified += 1 }
      if Self.traditionalOnly.contains(value) { traditional += 1 }
    default: break
    }
  }

  /// The language of a document that names none; nil if the script is not sufficient.
  public var documentLanguage: String? {
    let eastAsian = han + kana + hangul
    let scripts = [(eastAsian, ""), (arabic, persianOnly * 20 > arabic ? "fa" : "ar"), (hebrew, "he"), (devanagari, "hi"), (thai, "th")]
    // A Han character counts as much as two letters.
    guard let most = scripts.max(by: { $0.0 < $1.0 }), most.0 > 0, most.0 * (most.1.isEmpty ? 2 : 1) > latin else { return nil }
    return most.1.isEmpty ? eastAsianLanguage(in: "") : most.1
  }

  /// Whose forms and rules the East Asian characters of a text have.
  ///
  /// - Parameter language: The declared language; it is used unless the script contradicts it.
  public func eastAsianLanguage(in language: String) -> String {
    if hangul > han + kana { return language.hasPrefix("ko") ? language : "ko" }
    // A Chinese text may name a Japanese word, but is not made of kana.
    if kana * 5 > han, kana > (language.hasPrefix("zh") ? 2 : 0) { return language.hasPrefix("ja") ? language : "ja" }
    if language.hasPrefix("zh"), language != "zh" { return language }
    if language.hasPrefix("ja"), kana > 0 || max(simplified, traditional) < 3 { return language }
    if language.hasPrefix("ko"), hangul > 0 || simplified + traditional < 3 { return language }
    if hangul > 0, hangul * 5 > han, simplified < 3, language != "zh" { return "ko" }
    return traditional > simplified ? "zh-TW" : "zh-CN"
  }

  /// True if a line is Chinese or Japanese, not one of another language with some words of theirs.
  ///
  /// - Parameter language: The declared language. A Chinese line may name programs by long Latin names.
  public func isChineseOrJapanese(in language: String) -> Bool {
    let own = han + kana
    return own > hangul && own * (language.hasPrefix("zh") || language.hasPrefix("ja") ? 6 : 3) >= latin
  }

  /// Frequent characters that only mainland China writes so; what Japan writes alike is left out.
  private static let simplifiedOnly = scalars(
    "这们时说对过还种发现开关应为从电话码长门问间书车东马见语读买卖爱欢乐听觉认让请谢谁产业务员设计场动无义习飞华单卫历压变园围团坏块头"
      + "夺奋妇孙审导层岁岛币帮师带张弯归录态总战户执扩扫护报择损换")

  /// Frequent characters that only Taiwan, Hong Kong and Macao write so.
  private static let traditionalOnly = scalars(
    "這們說對發點體會學國嗎麼裡從經實應與號寫讀賣歡樂聽覺讓產雖錢鐵鄉參廣歷壓圍團壞寶歲幫帶彎歸錄總戰擴擇擔據擺關聯顯齊龜啟沒邊單變區圖當"
      + "將數條雙雜轉獨氣稱處續舊藝醫")

  private static func scalars(_ text: String) -> Set<UInt32> { Set(text.unicodeScalars.map(\.value)) }
}
