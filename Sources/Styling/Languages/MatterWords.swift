/// The headings of what is before and after a text, in a document's language.
enum MatterWords {
  /// - Parameter name: `acknowledgements` or `declaration`.
  static func word(for name: String, language: String) -> String {
    let key = Words.key(of: language)
    let row = rows.first { $0.language == key } ?? rows[0]
    return name == "declaration" ? row.declaration : row.acknowledgements
  }

  private static let rows: [(language: String, acknowledgements: String, declaration: String)] = [
    ("en", "Acknowledgements", "Declaration"),
    ("ar", "شكر وتقدير", "إقرار"),
    ("ca", "Agraïments", "Declaració"),
    ("cs", "Poděkování", "Prohlášení"),
    ("da", "Tak", "Erklæring"),
    ("de", "Danksagung", "Erklärung"),
    ("el", "Ευχαριστίες", "Δήλωση"),
    ("es", "Agradecimientos", "Declaración"),
    ("fa", "سپاسگزاری", "اظهارنامه"),
    ("fi", "Kiitokset", "Vakuutus"),
    ("fr", "Remerciements", "Déclaration"),
    ("he", "תודות", "הצהרה"),
    ("hi", "आभार", "घोषणा"),
    ("hu", "Köszönetnyilvánítás", "Nyilatkozat"),
    ("id", "Ucapan Terima Kasih", "Pernyataan"),
    ("it", "Ringraziamenti", "Dichiarazione"),
    ("ja", "謝辞", "宣言"),
    ("ko", "감사의 글", "선언"),
    ("nl", "Dankwoord", "Verklaring"),
    ("no", "Takk", "Erklæring"),
    ("pl", "Podziękowania", "Oświadczenie"),
    ("pt", "Agradecimentos", "Declaração"),
    ("ro", "Mulțumiri", "Declarație"),
    ("ru", "Благодарности", "Заявление"),
    ("sv", "Tack", "Försäkran"),
    ("th", "กิตติกรรมประกาศ", "คำรับรอง"),
    ("tr", "Teşekkür", "Beyan"),
    ("uk", "Подяки", "Заява"),
    ("vi", "Lời cảm ơn", "Lời cam đoan"),
    ("zh", "致谢", "声明"),
    ("zh-hant", "致謝", "聲明"),
  ]
}
