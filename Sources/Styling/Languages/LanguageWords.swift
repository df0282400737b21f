internal import TypesetDiagnostics

/// The words of a language for what is numbered and listed.
public struct Words: Hashable, Sendable {
  public var figure: String
  public var table: String
  public var section: String
  public var chapter: String
  public var equation: String
  public var listing: String
  public var contents: String
  public var figures: String
  public var tables: String
  public var abstract: String
  public var keywords: String
  public var page: String
  public var appendix: String
  /// Of the row, in small letters.
  let language: String
  /// The document's own: those above, kinds of theorems, and with `prefix` behind them those that only references have.
  let own: [String: String]
  /// Behind the name of a word that only references have: `figure-prefix`.
  static let prefix = "-prefix"
  /// Behind the name of a word for several things in a reference.
  static let several = "-several"
  /// Behind the name of a word for the beginning of a caption, with marks for the word and the number.
  static let template = "-template"
  static let titleMark = "\u{1}"
  static let numberMark = "\u{2}"
  /// Behind the name of a word for what is between it and a number in a reference; a space where nothing is said of it.
  static let joint = "-joint"

  /// - Parameters:
  ///   - language: BCP 47; English where it is unknown.
  ///   - own: Words of the document in place of those of the language: `figure`, `contents` …
  public init(language: String, _ own: [String: String] = [:]) {
    let key = Self.key(of: language)
    let row = Self.rows.first { $0.language == key } ?? Self.rows[0]
    self.language = row.language
    let words = row.words.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    precondition(words.count == 13, "a row has all thirteen words")
    (figure, table, section, chapter, equation, listing) = (words[0], words[1], words[2], words[3], words[4], words[5])
    (contents, figures, tables, abstract, keywords, page) = (words[6], words[7], words[8], words[9], words[10], words[11])
    appendix = words[12]
    self.own = own
    guard !own.isEmpty else { return }
    for (key, word) in Self.byKey { if let own = own[key] { self[keyPath: word] = own } }
  }

  /// The language of a row: `de` for `de-AT`, `zh-hant` for `zh-TW`, `no` for `nb`.
  static func key(of language: String) -> String {
    let name = language.lowercased().split { $0 == "-" || $0 == "_" }
    let key = name.first.map(String.init) ?? "en"
    if key == "zh", name.contains("hant") || name.contains("tw") || name.contains("hk") { return "zh-hant" }
    return key == "nb" || key == "nn" ? "no" : key
  }

  /// What is around the number of the page to which a link leads.
  var aroundPageNumber: (before: String, after: String) {
    switch language {
    case "zh", "zh-hant": ("（第\u{A0}", "\u{A0}\(page)）")
    case "ja": ("（", "\u{A0}\(page)）")
    case "ko": (" (", page + ")")
    default: (" (\(page)\u{A0}", ")")
    }
  }

  private static var byKey: [(key: String, word: WritableKeyPath<Words, String>)] {
    [
      ("figure", \.figure), ("table", \.table), ("section", \.section), ("chapter", \.chapter), ("equation", \.equation),
      ("listing", \.listing), ("contents", \.contents), ("figures", \.figures), ("tables", \.tables), ("abstract", \.abstract),
      ("keywords", \.keywords), ("page", \.page), ("appendix", \.appendix),
    ]
  }

  // figure|table|section|chapter|equation|listing|contents|list of figures|list of tables|abstract|keywords|page|appendix
  private static let rows: [(language: String, words: String)] = [
    ("en", "Figure|Table|Section|Chapter|Equation|Listing|Contents|List of Figures|List of Tables|Abstract|Keywords|page|Appendix"),
    ("ar", "شكل|جدول|قسم|فصل|معادلة|برنامج|المحتويات|قائمة الأشكال|قائمة الجداول|ملخص|كلمات مفتاحية|صفحة|ملحق"),
    ("ca", "Figura|Taula|Secció|Capítol|Equació|Llistat|Índex|Índex de figures|Índex de taules|Resum|Paraules clau|pàgina|Apèndix"),
    ("cs", "Obrázek|Tabulka|Sekce|Kapitola|Rovnice|Výpis|Obsah|Seznam obrázků|Seznam tabulek|Abstrakt|Klíčová slova|strana|Příloha"),
    ("da", "Figur|Tabel|Afsnit|Kapitel|Ligning|Programkode|Indhold|Figurer|Tabeller|Resumé|Nøgleord|side|Bilag"),
    (
      "de",
      "Abbildung|Tabelle|Abschnitt|Kapitel|Gleichung|Listing|Inhaltsverzeichnis|Abbildungsverzeichnis|Tabellenverzeichnis"
        + "|Zusammenfassung|Schlagwörter|Seite|Anhang"
    ),
    (
      "el",
      "Σχήμα|Πίνακας|Ενότητα|Κεφάλαιο|Εξίσωση|Κώδικας|Περιεχόμενα|Κατάλογος σχημάτων|Κατάλογος πινάκων|Περίληψη|Λέξεις-κλειδιά|σελίδα|Παράρτημα"
    ),
    (
      "es",
      "Figura|Tabla|Sección|Capítulo|Ecuación|Listado|Índice|Índice de figuras|Índice de tablas|Resumen|Palabras clave|página|Apéndice"
    ),
    ("fa", "شکل|جدول|بخش|فصل|معادله|برنامه|فهرست مطالب|فهرست شکل‌ها|فهرست جدول‌ها|چکیده|کلیدواژه‌ها|صفحه|پیوست"),
    ("fi", "Kuva|Taulukko|Luku|Luku|Yhtälö|Listaus|Sisältö|Kuvat|Taulukot|Tiivistelmä|Avainsanat|sivu|Liite"),
    (
      "fr",
      "Figure|Tableau|Section|Chapitre|Équation|Listage|Table des matières|Table des figures|Liste des tableaux|Résumé|Mots-clés|page|Annexe"
    ),
    ("he", "איור|טבלה|סעיף|פרק|משוואה|קוד|תוכן העניינים|רשימת האיורים|רשימת הטבלאות|תקציר|מילות מפתח|עמוד|נספח"),
    ("hi", "चित्र|सारणी|अनुभाग|अध्याय|समीकरण|कोड|विषय सूची|चित्र सूची|सारणी सूची|सारांश|मुख्य शब्द|पृष्ठ|परिशिष्ट"),
    (
      "hu",
      "Ábra|Táblázat|Szakasz|Fejezet|Egyenlet|Kódrészlet|Tartalomjegyzék|Ábrák jegyzéke|Táblázatok jegyzéke|Kivonat|Kulcsszavak|oldal|Függelék"
    ),
    ("id", "Gambar|Tabel|Bagian|Bab|Persamaan|Kode|Daftar Isi|Daftar Gambar|Daftar Tabel|Abstrak|Kata kunci|halaman|Lampiran"),
    (
      "it",
      "Figura|Tabella|Sezione|Capitolo|Equazione|Listato|Indice|Elenco delle figure|Elenco delle tabelle|Sommario|Parole chiave|pagina|Appendice"
    ),
    ("ja", "図|表|節|章|式|リスト|目次|図目次|表目次|概要|キーワード|ページ|付録"),
    ("ko", "그림|표|절|장|식|목록|차례|그림 차례|표 차례|초록|주제어|쪽|부록"),
    (
      "nl",
      "Figuur|Tabel|Paragraaf|Hoofdstuk|Vergelijking|Listing|Inhoud|Lijst van figuren|Lijst van tabellen|Samenvatting|Trefwoorden|pagina|Bijlage"
    ),
    ("no", "Figur|Tabell|Avsnitt|Kapittel|Ligning|Programkode|Innhold|Figurer|Tabeller|Sammendrag|Nøkkelord|side|Tillegg"),
    (
      "pl",
      "Rysunek|Tabela|Sekcja|Rozdział|Równanie|Listing|Spis treści|Spis rysunków|Spis tabel|Streszczenie|Słowa kluczowe|strona|Dodatek"
    ),
    (
      "pt", "Figura|Tabela|Seção|Capítulo|Equação|Listagem|Conteúdo|Lista de figuras|Lista de tabelas|Resumo|Palavras-chave|página|Apêndice"
    ),
    (
      "ro",
      "Figura|Tabelul|Secțiunea|Capitolul|Ecuația|Listarea|Cuprins|Listă de figuri|Listă de tabele|Rezumat|Cuvinte-cheie|pagina|Anexa"
    ),
    (
      "ru",
      "Рисунок|Таблица|Раздел|Глава|Уравнение|Листинг|Содержание|Список иллюстраций|Список таблиц|Аннотация|Ключевые слова|страница|Приложение"
    ),
    ("sv", "Figur|Tabell|Avsnitt|Kapitel|Ekvation|Listning|Innehåll|Figurer|Tabeller|Sammanfattning|Nyckelord|sida|Bilaga"),
    ("th", "รูปที่|ตารางที่|หัวข้อ|บทที่|สมการ|โค้ด|สารบัญ|สารบัญรูป|สารบัญตาราง|บทคัดย่อ|คำสำคัญ|หน้า|ภาคผนวก"),
    ("tr", "Şekil|Tablo|Kesim|Bölüm|Denklem|Liste|İçindekiler|Şekiller|Tablolar|Özet|Anahtar sözcükler|sayfa|Ek"),
    (
      "uk", "Рисунок|Таблиця|Розділ|Глава|Рівняння|Лістинг|Зміст|Перелік ілюстрацій|Перелік таблиць|Анотація|Ключові слова|сторінка|Додаток"
    ),
    ("vi", "Hình|Bảng|Mục|Chương|Phương trình|Mã nguồn|Mục lục|Danh sách hình vẽ|Danh sách bảng|Tóm tắt|Từ khóa|trang|Phụ lục"),
    ("zh", "图|表|节|章|式|代码|目录|插图目录|表格目录|摘要|关键词|页|附录"),
    ("zh-hant", "圖|表|節|章|式|程式碼|目錄|插圖目錄|表格目錄|摘要|關鍵詞|頁|附錄"),
  ]
}
