/// The kinds of callouts: which looks each has, and its title if the author gives none.
enum CalloutKinds {
  /// The class in a theme whose rule a kind takes: GitHub's five, and what Obsidian and mkdocs have beyond them.
  static func look(of kind: String) -> String { looks[kind] ?? "note" }

  private static let looks: [String: String] = [
    "abstract": "abstract", "attention": "warning", "bug": "danger", "caution": "caution", "check": "success", "cite": "quotation",
    "danger": "danger", "done": "success", "error": "danger", "example": "example", "fail": "danger", "failure": "danger",
    "faq": "question", "help": "question", "hint": "tip", "important": "important", "info": "note", "missing": "danger",
    "note": "note", "question": "question", "quote": "quotation", "seealso": "note", "success": "success", "summary": "abstract",
    "tab": "tab", "tip": "tip", "tldr": "abstract", "todo": "note", "warning": "warning",
  ]

  /// The title of a kind in a language, else its name with a capital.
  static func title(of kind: String, language: String) -> String {
    let language = String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()
    if kind == "seealso" || kind == "see-also" { return seeAlso[language] ?? "See also" }
    if let known = titles[language]?[kind] { return known }
    return kind.prefix(1).uppercased() + kind.dropFirst().replacing("-", with: " ").replacing("_", with: " ")
  }

  private static let seeAlso = [
    "ar": "انظر أيضًا", "de": "Siehe auch", "es": "Véase también", "fr": "Voir aussi", "he": "ראו גם", "it": "Vedi anche", "ja": "関連項目",
    "ko": "같이 보기",
    "nl": "Zie ook", "pl": "Zobacz też", "pt": "Veja também", "ru": "См. также", "zh": "参见",
  ]

  private static let titles: [String: [String: String]] = [
    "ar": [
      "note": "ملاحظة", "tip": "نصيحة", "important": "مهم", "warning": "تحذير", "caution": "تنبيه", "danger": "خطر", "example": "مثال",
      "question": "سؤال", "info": "معلومة", "abstract": "ملخص", "quote": "اقتباس",
    ],
    "de": [
      "note": "Hinweis", "tip": "Tipp", "important": "Wichtig", "warning": "Warnung", "caution": "Vorsicht", "danger": "Gefahr",
      "example": "Beispiel", "question": "Frage", "info": "Hinweis", "abstract": "Zusammenfassung", "quote": "Zitat",
    ],
    "es": [
      "note": "Nota", "tip": "Consejo", "important": "Importante", "warning": "Advertencia", "caution": "Precaución",
      "danger": "Peligro", "example": "Ejemplo", "question": "Pregunta", "info": "Información", "abstract": "Resumen", "quote": "Cita",
    ],
    "fr": [
      "note": "Remarque", "tip": "Astuce", "important": "Important", "warning": "Avertissement", "caution": "Prudence",
      "danger": "Danger", "example": "Exemple", "question": "Question", "info": "Information", "abstract": "Résumé", "quote": "Citation",
    ],
    "he": [
      "note": "הערה", "tip": "עצה", "important": "חשוב", "warning": "אזהרה", "caution": "זהירות", "danger": "סכנה", "example": "דוגמה",
      "question": "שאלה", "info": "מידע", "abstract": "תקציר", "quote": "ציטוט",
    ],
    "ja": [
      "note": "注記", "tip": "ヒント", "important": "重要", "warning": "警告", "caution": "注意", "danger": "危険", "example": "例",
      "question": "質問", "info": "情報", "abstract": "概要", "quote": "引用",
    ],
    "ko": [
      "note": "참고", "tip": "도움말", "important": "중요", "warning": "경고", "caution": "주의", "danger": "위험", "example": "예",
      "question": "질문", "info": "정보", "abstract": "요약", "quote": "인용",
    ],
    "zh": [
      "note": "注", "tip": "提示", "important": "重要", "warning": "警告", "caution": "注意", "danger": "危险", "example": "例",
      "question": "问题", "info": "信息", "abstract": "摘要", "quote": "引用",
    ],
  ]
}
