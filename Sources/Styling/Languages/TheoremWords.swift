/// The names of theorems and the like in a document's language.
enum TheoremWords {
  /// - Parameter language: As `Words.language`; English where it is unknown.
  static func word(for kind: String, language: String) -> String {
    guard let index = kinds.firstIndex(of: kind) else { return CalloutKinds.title(of: kind, language: language) }
    let row = rows.first { $0.language == language } ?? rows[0]
    return String(row.words.split(separator: "|")[index])
  }

  /// True for a kind whose word the languages have.
  static func isTranslated(_ kind: String) -> Bool { kinds.contains(kind) }

  /// The word for several of a kind; nil for languages and kinds whose word for one serves.
  static func several(_ kind: String, language: String) -> String? {
    guard let index = kinds.firstIndex(of: kind), let row = severals.first(where: { $0.language == language }) else { return nil }
    return String(row.words.split(separator: "|")[index])
  }

  private static let severals: [(language: String, words: String)] = [
    (
      "en", "Theorems|Lemmas|Corollaries|Propositions|Conjectures|Definitions|Examples|Exercises|Remarks|Solutions|Proofs|Axioms|Algorithms"
    ),
    (
      "de",
      "Sätze|Lemmata|Korollare|Propositionen|Vermutungen|Definitionen|Beispiele|Aufgaben|Bemerkungen|Lösungen|Beweise|Axiome|Algorithmen"
    ),
    (
      "es",
      "Teoremas|Lemas|Corolarios|Proposiciones|Conjeturas|Definiciones|Ejemplos|Ejercicios|Observaciones|Soluciones|Demostraciones|Axiomas|Algoritmos"
    ),
    (
      "fr",
      "Théorèmes|Lemmes|Corollaires|Propositions|Conjectures|Définitions|Exemples|Exercices|Remarques|Solutions|Démonstrations|Axiomes|Algorithmes"
    ),
    (
      "it",
      "Teoremi|Lemmi|Corollari|Proposizioni|Congetture|Definizioni|Esempi|Esercizi|Osservazioni|Soluzioni|Dimostrazioni|Assiomi|Algoritmi"
    ),
    (
      "nl",
      "Stellingen|Lemma’s|Gevolgen|Proposities|Vermoedens|Definities|Voorbeelden|Opgaven|Opmerkingen|Oplossingen|Bewijzen|Axioma’s|Algoritmen"
    ),
    (
      "pl",
      "Twierdzenia|Lematy|Wnioski|Stwierdzenia|Hipotezy|Definicje|Przykłady|Zadania|Uwagi|Rozwiązania|Dowody|Aksjomaty|Algorytmy"
    ),
    (
      "pt",
      "Teoremas|Lemas|Corolários|Proposições|Conjecturas|Definições|Exemplos|Exercícios|Observações|Soluções|Demonstrações|Axiomas|Algoritmos"
    ),
    (
      "ru",
      "Теоремы|Леммы|Следствия|Предложения|Гипотезы|Определения|Примеры|Упражнения|Замечания|Решения|Доказательства|Аксиомы|Алгоритмы"
    ),
  ]

  static func knows(_ kind: String) -> Bool { kinds.contains(kind) || others.contains(kind) }

  /// Kinds whose text LaTeX sets in italics (amsthm's style `plain`).
  static func isEmphasised(_ kind: String) -> Bool {
    ["theorem", "lemma", "corollary", "proposition", "conjecture", "axiom", "hypothesis", "claim"].contains(kind)
  }

  private static let kinds = [
    "theorem", "lemma", "corollary", "proposition", "conjecture", "definition", "example", "exercise", "remark", "solution", "proof",
    "axiom", "algorithm",
  ]

  /// Those that are only known in English.
  private static let others = [
    "hypothesis", "claim", "criterion", "observation", "property", "assumption", "problem", "fact", "conclusion", "notation",
  ]

  private static let rows: [(language: String, words: String)] = [
    ("en", "Theorem|Lemma|Corollary|Proposition|Conjecture|Definition|Example|Exercise|Remark|Solution|Proof|Axiom|Algorithm"),
    ("ar", "مبرهنة|توطئة|نتيجة|قضية|حدسية|تعريف|مثال|تمرين|ملاحظة|حل|برهان|مسلمة|خوارزمية"),
    ("cs", "Věta|Lemma|Důsledek|Tvrzení|Domněnka|Definice|Příklad|Cvičení|Poznámka|Řešení|Důkaz|Axiom|Algoritmus"),
    ("da", "Sætning|Lemma|Korollar|Proposition|Formodning|Definition|Eksempel|Opgave|Bemærkning|Løsning|Bevis|Aksiom|Algoritme"),
    ("de", "Satz|Lemma|Korollar|Proposition|Vermutung|Definition|Beispiel|Aufgabe|Bemerkung|Lösung|Beweis|Axiom|Algorithmus"),
    ("es", "Teorema|Lema|Corolario|Proposición|Conjetura|Definición|Ejemplo|Ejercicio|Observación|Solución|Demostración|Axioma|Algoritmo"),
    ("fi", "Lause|Lemma|Korollaari|Propositio|Konjektuuri|Määritelmä|Esimerkki|Harjoitus|Huomautus|Ratkaisu|Todistus|Aksiooma|Algoritmi"),
    (
      "fr", "Théorème|Lemme|Corollaire|Proposition|Conjecture|Définition|Exemple|Exercice|Remarque|Solution|Démonstration|Axiome|Algorithme"
    ),
    ("he", "משפט|למה|מסקנה|טענה|השערה|הגדרה|דוגמה|תרגיל|הערה|פתרון|הוכחה|אקסיומה|אלגוריתם"),
    (
      "it",
      "Teorema|Lemma|Corollario|Proposizione|Congettura|Definizione|Esempio|Esercizio|Osservazione|Soluzione|Dimostrazione|Assioma|Algoritmo"
    ),
    ("ja", "定理|補題|系|命題|予想|定義|例|演習|注意|解答|証明|公理|アルゴリズム"),
    ("ko", "정리|보조정리|따름정리|명제|추측|정의|예제|연습문제|참고|풀이|증명|공리|알고리즘"),
    ("nl", "Stelling|Lemma|Gevolg|Propositie|Vermoeden|Definitie|Voorbeeld|Opgave|Opmerking|Oplossing|Bewijs|Axioma|Algoritme"),
    ("no", "Teorem|Lemma|Korollar|Proposisjon|Formodning|Definisjon|Eksempel|Oppgave|Merknad|Løsning|Bevis|Aksiom|Algoritme"),
    ("pl", "Twierdzenie|Lemat|Wniosek|Stwierdzenie|Hipoteza|Definicja|Przykład|Zadanie|Uwaga|Rozwiązanie|Dowód|Aksjomat|Algorytm"),
    ("pt", "Teorema|Lema|Corolário|Proposição|Conjectura|Definição|Exemplo|Exercício|Observação|Solução|Demonstração|Axioma|Algoritmo"),
    ("ru", "Теорема|Лемма|Следствие|Предложение|Гипотеза|Определение|Пример|Упражнение|Замечание|Решение|Доказательство|Аксиома|Алгоритм"),
    ("sv", "Sats|Lemma|Följdsats|Proposition|Förmodan|Definition|Exempel|Övning|Anmärkning|Lösning|Bevis|Axiom|Algoritm"),
    ("tr", "Teorem|Lemma|Sonuç|Önerme|Sanı|Tanım|Örnek|Alıştırma|Not|Çözüm|Kanıt|Aksiyom|Algoritma"),
    ("uk", "Теорема|Лема|Наслідок|Твердження|Гіпотеза|Означення|Приклад|Вправа|Зауваження|Розв’язання|Доведення|Аксіома|Алгоритм"),
    ("zh", "定理|引理|推论|命题|猜想|定义|例|练习|注|解|证明|公理|算法"),
    ("zh-hant", "定理|引理|推論|命題|猜想|定義|例|習題|註|解|證明|公理|演算法"),
  ]
}
