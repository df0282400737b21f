import TypesetDiagnostics
import TypesetMarkdown

/// The kinds of callouts: which looks each has, and its title if the author gives none.
enum CalloutKinds {
  /// True if the looks of a callout have this name.
  static func looks(_ kind: String) -> Bool { look(of: kind) == kind }

  /// The class in a theme whose rule a kind takes: GitHub's five, and what Obsidian and mkdocs have beyond them.
  static func look(of kind: String) -> String { looks[kind] ?? "note" }

  private static let looks: [String: String] = [
    "abstract": "abstract", "attention": "warning", "bug": "danger", "caution": "caution", "check": "success", "cite": "quotation",
    "danger": "danger", "done": "success", "error": "danger", "example": "example", "fail": "danger", "failure": "danger",
    "faq": "question", "help": "question", "hint": "tip", "important": "important", "info": "note", "missing": "danger",
    "note": "note", "question": "question", "quote": "quotation", "seealso": "note", "success": "success", "summary": "abstract",
    "tab": "tab", "tip": "tip", "tldr": "abstract", "todo": "note", "warning": "warning",
  ]

  /// True for a class that themes have for callouts.
  fileprivate static func isLook(_ name: String) -> Bool { allLooks.contains(name) }

  private static let allLooks = Set(looks.values)

  /// The title of a kind in a language, else its name with a capital.
  static func title(of kind: String, language: String) -> String {
    let language = Words.key(of: language)
    if kind == "seealso" || kind == "see-also" { return seeAlso[language] ?? "See also" }
    if let number = kinds.firstIndex(of: kind), let row = titles[language] {
      return String(row.split(separator: "|")[number])
    }
    // `{solution}` is a box.
    if TheoremWords.isTranslated(kind) { return TheoremWords.word(for: kind, language: language) }
    return kind.prefix(1).uppercased() + kind.dropFirst().replacing("-", with: " ").replacing("_", with: " ")
  }

  private static let seeAlso = [
    "ar": "انظر أيضًا", "cs": "Viz také", "da": "Se også", "de": "Siehe auch", "el": "Δείτε επίσης", "es": "Véase también",
    "fa": "همچنین ببینید",
    "fi": "Katso myös", "fr": "Voir aussi", "he": "ראו גם", "hi": "यह भी देखें", "it": "Vedi anche", "ja": "関連項目", "ko": "같이 보기",
    "nl": "Zie ook", "no": "Se også", "pl": "Zobacz też", "pt": "Veja também", "ru": "См. также", "sv": "Se även", "th": "ดูเพิ่มเติม",
    "tr": "Ayrıca bakınız", "uk": "Див. також", "zh": "参见", "zh-hant": "參見",
  ]

  private static let kinds = [
    "note", "tip", "important", "warning", "caution", "danger", "example", "question", "info", "abstract", "quote",
  ]

  // In the order of the kinds.
  private static let titles: [String: String] = [
    "ar": "ملاحظة|نصيحة|مهم|تحذير|تنبيه|خطر|مثال|سؤال|معلومة|ملخص|اقتباس",
    "cs": "Poznámka|Tip|Důležité|Varování|Pozor|Nebezpečí|Příklad|Otázka|Informace|Abstrakt|Citát",
    "da": "Bemærk|Tip|Vigtigt|Advarsel|Forsigtig|Fare|Eksempel|Spørgsmål|Information|Resumé|Citat",
    "de": "Hinweis|Tipp|Wichtig|Warnung|Vorsicht|Gefahr|Beispiel|Frage|Hinweis|Zusammenfassung|Zitat",
    "el": "Σημείωση|Συμβουλή|Σημαντικό|Προειδοποίηση|Προσοχή|Κίνδυνος|Παράδειγμα|Ερώτηση|Πληροφορία|Περίληψη|Παράθεση",
    "es": "Nota|Consejo|Importante|Advertencia|Precaución|Peligro|Ejemplo|Pregunta|Información|Resumen|Cita",
    "fa": "یادداشت|نکته|مهم|هشدار|احتیاط|خطر|مثال|پرسش|اطلاعات|چکیده|نقل قول",
    "fi": "Huomautus|Vihje|Tärkeää|Varoitus|Varo|Vaara|Esimerkki|Kysymys|Tietoa|Tiivistelmä|Lainaus",
    "fr": "Remarque|Astuce|Important|Avertissement|Prudence|Danger|Exemple|Question|Information|Résumé|Citation",
    "he": "הערה|עצה|חשוב|אזהרה|זהירות|סכנה|דוגמה|שאלה|מידע|תקציר|ציטוט",
    "hi": "टिप्पणी|सुझाव|महत्वपूर्ण|चेतावनी|सावधान|ख़तरा|उदाहरण|प्रश्न|जानकारी|सारांश|उद्धरण",
    "it": "Nota|Suggerimento|Importante|Avvertenza|Attenzione|Pericolo|Esempio|Domanda|Informazione|Sommario|Citazione",
    "ja": "注記|ヒント|重要|警告|注意|危険|例|質問|情報|概要|引用",
    "ko": "참고|도움말|중요|경고|주의|위험|예|질문|정보|요약|인용",
    "nl": "Opmerking|Tip|Belangrijk|Waarschuwing|Let op|Gevaar|Voorbeeld|Vraag|Informatie|Samenvatting|Citaat",
    "no": "Merknad|Tips|Viktig|Advarsel|Forsiktig|Fare|Eksempel|Spørsmål|Informasjon|Sammendrag|Sitat",
    "pl": "Uwaga|Wskazówka|Ważne|Ostrzeżenie|Ostrożnie|Niebezpieczeństwo|Przykład|Pytanie|Informacja|Streszczenie|Cytat",
    "pt": "Nota|Dica|Importante|Aviso|Cuidado|Perigo|Exemplo|Pergunta|Informação|Resumo|Citação",
    "ru": "Примечание|Совет|Важно|Предупреждение|Осторожно|Опасно|Пример|Вопрос|Информация|Аннотация|Цитата",
    "sv": "Obs|Tips|Viktigt|Varning|Försiktig|Fara|Exempel|Fråga|Information|Sammanfattning|Citat",
    "th": "หมายเหตุ|เคล็ดลับ|สำคัญ|คำเตือน|ข้อควรระวัง|อันตราย|ตัวอย่าง|คำถาม|ข้อมูล|บทคัดย่อ|คำพูด",
    "tr": "Not|İpucu|Önemli|Uyarı|Dikkat|Tehlike|Örnek|Soru|Bilgi|Özet|Alıntı",
    "uk": "Примітка|Порада|Важливо|Попередження|Обережно|Небезпека|Приклад|Питання|Інформація|Анотація|Цитата",
    "zh": "注|提示|重要|警告|注意|危险|例|问题|信息|摘要|引用",
    "zh-hant": "註|提示|重要|警告|注意|危險|例|問題|資訊|摘要|引用",
  ]
}

extension Attributes {
  /// Those of a heading: it is no container, so that `# Words {.example}` has no bar of a callout beside it.
  var withoutLooksOfCallouts: Attributes {
    guard classes.contains(where: CalloutKinds.isLook) else { return self }
    var plain = self
    plain.classes.removeAll(where: CalloutKinds.isLook)
    return plain
  }
}
