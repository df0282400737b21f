/// The words of a language for several things at once, and for the lists and parts that papers have.
struct ReferenceWords {
  let language: String
  private let row: [String]

  init(language: String) {
    self.language = language
    row = (Self.rows.first { $0.language == language } ?? Self.rows[0]).words.split(separator: "|").map(String.init)
    precondition(row.count == 19, "a row has all nineteen words")
  }

  var figures: String { row[0] }
  var tables: String { row[1] }
  var sections: String { row[2] }
  var chapters: String { row[3] }
  var equations: String { row[4] }
  var listings: String { row[5] }
  var appendices: String { row[6] }
  var line: String { row[7] }
  var lines: String { row[8] }
  /// Between the last two.
  var and: String { row[9] }
  /// Between the first and the last of a range.
  var to: String { row[10] }
  var listOfListings: String { row[11] }
  var listOfTheorems: String { row[12] }
  var listOfAlgorithms: String { row[13] }
  var index: String { row[14] }
  var see: String { row[15] }
  var seeAlso: String { row[16] }
  var glossary: String { row[17] }
  var abbreviations: String { row[18] }

  /// Several of a kind; the word for one where the language has no other.
  func several(_ kind: Numbering.Kind, one: String) -> String {
    switch kind {
    case .figure: figures
    case .table: tables
    case .section: sections
    case .chapter: chapters
    case .equation: equations
    case .listing: listings
    case .appendix: appendices
    case .line: lines
    case .theorem(let kind): TheoremWords.several(kind, language: language) ?? one
    }
  }

  // figures|tables|sections|chapters|equations|listings|appendices|line|lines|and|to|list of listings|of theorems|of algorithms|index|see|
  // see also|glossary|abbreviations
  private static let rows: [(language: String, words: String)] = [
    (
      "en",
      "Figures|Tables|Sections|Chapters|Equations|Listings|Appendices|line|lines|and|to|List of Listings|List of Theorems"
        + "|List of Algorithms|Index|see|see also|Glossary|Abbreviations"
    ),
    (
      "ar",
      "الأشكال|الجداول|الأقسام|الفصول|المعادلات|البرامج|الملاحق|السطر|الأسطر|و|إلى|قائمة البرامج|قائمة المبرهنات|قائمة الخوارزميات|الفهرس|انظر|انظر أيضًا|المسرد|الاختصارات"
    ),
    (
      "de",
      "Abbildungen|Tabellen|Abschnitte|Kapitel|Gleichungen|Listings|Anhänge|Zeile|Zeilen|und|bis|Verzeichnis der Listings"
        + "|Verzeichnis der Sätze|Verzeichnis der Algorithmen|Index|siehe|siehe auch|Glossar|Abkürzungen"
    ),
    (
      "es",
      "Figuras|Tablas|Secciones|Capítulos|Ecuaciones|Listados|Apéndices|línea|líneas|y|a|Índice de listados|Índice de teoremas"
        + "|Índice de algoritmos|Índice alfabético|véase|véase también|Glosario|Abreviaturas"
    ),
    (
      "fr",
      "Figures|Tableaux|Sections|Chapitres|Équations|Listages|Annexes|ligne|lignes|et|à|Liste des listages|Liste des théorèmes"
        + "|Liste des algorithmes|Index|voir|voir aussi|Glossaire|Abréviations"
    ),
    (
      "he",
      "איורים|טבלאות|סעיפים|פרקים|משוואות|קטעי קוד|נספחים|שורה|שורות|ו|עד|רשימת קטעי הקוד|רשימת המשפטים|רשימת האלגוריתמים|מפתח|ראו|ראו גם|מילון מונחים|קיצורים"
    ),
    (
      "it",
      "Figure|Tabelle|Sezioni|Capitoli|Equazioni|Listati|Appendici|riga|righe|e|a|Elenco dei listati|Elenco dei teoremi"
        + "|Elenco degli algoritmi|Indice analitico|vedi|vedi anche|Glossario|Abbreviazioni"
    ),
    ("ja", "図|表|節|章|式|リスト|付録|行|行|および|から|リスト目次|定理目次|アルゴリズム目次|索引|→|→|用語集|略語"),
    ("ko", "그림|표|절|장|식|목록|부록|행|행|및|–|목록 차례|정리 차례|알고리즘 차례|찾아보기|→|→|용어집|약어"),
    (
      "nl",
      "Figuren|Tabellen|Paragrafen|Hoofdstukken|Vergelijkingen|Listings|Bijlagen|regel|regels|en|tot en met|Lijst van listings"
        + "|Lijst van stellingen|Lijst van algoritmen|Register|zie|zie ook|Woordenlijst|Afkortingen"
    ),
    (
      "pl",
      "Rysunki|Tabele|Sekcje|Rozdziały|Równania|Listingi|Dodatki|wiersz|wiersze|i|do|Spis listingów|Spis twierdzeń|Spis algorytmów"
        + "|Skorowidz|zob.|zob. też|Słownik|Skróty"
    ),
    (
      "pt",
      "Figuras|Tabelas|Seções|Capítulos|Equações|Listagens|Apêndices|linha|linhas|e|a|Lista de listagens|Lista de teoremas"
        + "|Lista de algoritmos|Índice remissivo|ver|ver também|Glossário|Abreviaturas"
    ),
    (
      "ru",
      "Рисунки|Таблицы|Разделы|Главы|Уравнения|Листинги|Приложения|строка|строки|и|–|Список листингов|Список теорем"
        + "|Список алгоритмов|Предметный указатель|см.|см. также|Глоссарий|Сокращения"
    ),
    ("zh", "图|表|节|章|式|代码|附录|行|行|和|至|代码目录|定理目录|算法目录|索引|见|另见|术语表|缩写"),
    ("zh-hant", "圖|表|節|章|式|程式碼|附錄|行|行|和|至|程式碼目錄|定理目錄|演算法目錄|索引|見|另見|詞彙表|縮寫"),
  ]
}
