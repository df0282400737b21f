import TypesetMarkdown

/// The keywords of algorithms in a document's language.
///
/// What LaTeX's package algorithm2e has for a language is said as it says it. Papers in Chinese, Japanese and Korean keep English keywords.
enum AlgorithmKeywords {
  /// - Parameters:
  ///   - word: In English, as a paper's lines are marked: `end if`.
  ///   - language: As `Words.language`.
  /// - Returns: Nil where the English word stays.
  static func word(_ word: String, language: String) -> String? { tables[language]?[word] }

  /// The word that a span of an algorithm shows, unless the document has it in English; nil for other spans.
  static func word(of span: Tree.Index, in tree: Tree, _ words: Words) -> String? {
    guard words.language != "en", tree.attributes(of: span)?.classes.contains("algorithm-word") == true else { return nil }
    return word(tree.plainText(of: span), language: words.language)
  }

  static let languages = rows.map(\.language)

  static let english =
    ("Require:|Ensure:|Input:|Output:|Data:|Result:|if|then|else if|else|end if|for|do|for all|foreach|end for|while|end while|repeat|until"
    + "|loop|end loop|function|end function|procedure|end procedure|switch|case|otherwise|begin|return|print|true|false|and|or|not|xor|to"
    + "|break|continue").split(separator: "|").map(String.init)

  private static let tables: [String: [String: String]] = Dictionary(
    uniqueKeysWithValues: rows.map { row in
      let words = row.words.split(separator: "|").map(String.init)
      precondition(words.count == english.count, "a row has all words")
      return (row.language, Dictionary(uniqueKeysWithValues: zip(english, words)))
    })

  private static let rows: [(language: String, words: String)] = [
    (
      "ar",
      "المتطلبات:|الضمان:|المدخلات:|المخرجات:|البيانات:|النتيجة:|إذا|عندئذ|وإلا إذا|وإلا|نهاية إذا|لأجل|نفّذ|لكل|لكل|نهاية لأجل|طالما|نهاية طالما|كرّر|حتى"
        + "|حلقة|نهاية حلقة|دالة|نهاية دالة|إجراء|نهاية إجراء|بحسب|حالة|غير ذلك|بداية|أرجع|اطبع|صحيح|خطأ|و|أو|ليس|xor|إلى|اقطع|تابع"
    ),
    (
      "cs",
      "Vyžaduje:|Zajišťuje:|Vstup:|Výstup:|Data:|Výsledek:|jestliže|pak|jinak jestliže|jinak|konec jestliže|pro|proveď|pro všechna|pro každé"
        + "|konec pro|dokud|konec dokud|opakuj|dokud nenastane|cyklus|konec cyklu|funkce|konec funkce|procedura|konec procedury|podle|případ"
        + "|jinak|začátek|vrať|vypiš|pravda|nepravda|a|nebo|ne|xor|až|přeruš|pokračuj"
    ),
    (
      "da",
      "Kræver:|Sikrer:|Input:|Output:|Data:|Resultat:|hvis|så|ellers hvis|ellers|slut hvis|for|gør|for alle|for hver|slut for|så længe"
        + "|slut så længe|gentag|indtil|løkke|slut løkke|funktion|slut funktion|procedure|slut procedure|vælg|tilfælde|ellers|begynd|returnér"
        + "|udskriv|sand|falsk|og|eller|ikke|xor|til|afbryd|fortsæt"
    ),
    (
      "de",
      "Voraussetzung:|Garantie:|Eingabe:|Ausgabe:|Daten:|Ergebnis:|wenn|dann|sonst wenn|sonst|Ende wenn|für|tue|für alle|für jedes|Ende für"
        + "|solange|Ende solange|wiederhole|bis|Schleife|Ende Schleife|Funktion|Ende Funktion|Prozedur|Ende Prozedur|unterscheide|Fall|sonst"
        + "|Beginn|zurück|drucke|wahr|falsch|und|oder|nicht|xor|bis|abbrechen|weiter"
    ),
    (
      "es",
      "Requiere:|Asegura:|Entrada:|Salida:|Datos:|Resultado:|si|entonces|si no, si|si no|fin si|para|hacer|para todo|para cada|fin para"
        + "|mientras|fin mientras|repetir|hasta que|bucle|fin bucle|función|fin función|procedimiento|fin procedimiento|según|caso"
        + "|en otro caso|inicio|devolver|escribir|verdadero|falso|y|o|no|xor|hasta|salir|continuar"
    ),
    (
      "fi",
      "Edellytys:|Takuu:|Syöte:|Tuloste:|Aineisto:|Tulos:|jos|niin|muuten jos|muuten|loppu jos|kun|tee|kaikilla|jokaisella|loppu kun"
        + "|niin kauan kuin|loppu niin kauan kuin|toista|kunnes|silmukka|loppu silmukka|funktio|loppu funktio|proseduuri|loppu proseduuri"
        + "|valitse|tapaus|muuten|alku|palauta|tulosta|tosi|epätosi|ja|tai|ei|xor|–|keskeytä|jatka"
    ),
    (
      "fr",
      "Prérequis\u{A0}:|Assure\u{A0}:|Entrées\u{A0}:|Sorties\u{A0}:|Données\u{A0}:|Résultat\u{A0}:|si|alors|sinon si|sinon|fin si|pour"
        + "|faire|pour tous les|pour chaque|fin pour|tant que|fin tq|répéter|jusqu’à|boucle|fin boucle|fonction|fin fonction|procédure"
        + "|fin procédure|suivant|cas où|autres cas|début|retourner|afficher|vrai|faux|et|ou|non|xor|à|sortir|continuer"
    ),
    (
      "he",
      "דרישות:|מובטח:|קלט:|פלט:|נתונים:|תוצאה:|אם|אז|אחרת אם|אחרת|סוף אם|עבור|בצע|לכל|לכל|סוף עבור|כל עוד|סוף כל עוד|חזור|עד ש"
        + "|לולאה|סוף לולאה|פונקציה|סוף פונקציה|פרוצדורה|סוף פרוצדורה|לפי|מקרה|אחרת|התחל|החזר|הדפס|אמת|שקר|וגם|או|לא|xor|עד|צא|המשך"
    ),
    (
      "it",
      "Richiede:|Garantisce:|Ingresso:|Uscita:|Dati:|Risultato:|se|allora|altrimenti se|altrimenti|fine se|per|fai|per tutti i"
        + "|per ciascun|fine per|finché|fine finché|ripeti|fino a che|ciclo|fine ciclo|funzione|fine funzione|procedura|fine procedura"
        + "|a seconda di|caso|altrimenti|inizio|ritorna|stampa|vero|falso|e|o|non|xor|a|interrompi|continua"
    ),
    (
      "nl",
      "Vereist:|Verzekert:|Invoer:|Uitvoer:|Gegevens:|Resultaat:|als|dan|anders als|anders|einde als|voor|doe|voor alle|voor elke"
        + "|einde voor|zolang|einde zolang|herhaal|totdat|lus|einde lus|functie|einde functie|procedure|einde procedure|kies|geval|anders"
        + "|begin|geef terug|druk af|waar|onwaar|en|of|niet|xor|tot|stop|ga door"
    ),
    (
      "no",
      "Krever:|Sikrer:|Inndata:|Utdata:|Data:|Resultat:|hvis|så|ellers hvis|ellers|slutt hvis|for|gjør|for alle|for hver|slutt for"
        + "|så lenge|slutt så lenge|gjenta|inntil|løkke|slutt løkke|funksjon|slutt funksjon|prosedyre|slutt prosedyre|velg|tilfelle|ellers"
        + "|begynn|returner|skriv ut|sann|usann|og|eller|ikke|xor|til|avbryt|fortsett"
    ),
    (
      "pl",
      "Wymaga:|Zapewnia:|Wejście:|Wyjście:|Dane:|Wynik:|jeśli|to|w przeciwnym razie, jeśli|w przeciwnym razie|koniec jeśli|dla|wykonaj"
        + "|dla wszystkich|dla każdego|koniec dla|dopóki|koniec dopóki|powtarzaj|aż|pętla|koniec pętli|funkcja|koniec funkcji|procedura"
        + "|koniec procedury|wybierz|przypadek|w przeciwnym razie|początek|zwróć|drukuj|prawda|fałsz|i|lub|nie|xor|do|przerwij|kontynuuj"
    ),
    (
      "pt",
      "Requer:|Garante:|Entrada:|Saída:|Dados:|Resultado:|se|então|senão se|senão|fim se|para|faça|para todo|para cada|fim para|enquanto"
        + "|fim enqto|repita|até|laço|fim laço|função|fim função|procedimento|fim procedimento|selecione|caso|senão|início|retorna|imprima"
        + "|verdadeiro|falso|e|ou|não|xor|até|interrompa|continue"
    ),
    (
      "ru",
      "Требуется:|Обеспечивается:|Вход:|Выход:|Данные:|Результат:|если|то|иначе если|иначе|конец если|для|выполнять|для всех|для каждого"
        + "|конец для|пока|конец пока|повторять|пока не|цикл|конец цикла|функция|конец функции|процедура|конец процедуры|выбор|случай|иначе"
        + "|начало|вернуть|напечатать|истина|ложь|и|или|не|xor|до|прервать|продолжить"
    ),
    (
      "sv",
      "Kräver:|Säkerställer:|Indata:|Utdata:|Data:|Resultat:|om|så|annars om|annars|slut om|för|gör|för alla|för varje|slut för|så länge"
        + "|slut så länge|upprepa|tills|slinga|slut slinga|funktion|slut funktion|procedur|slut procedur|välj|fall|annars|börja|returnera"
        + "|skriv ut|sant|falskt|och|eller|inte|xor|till|avbryt|fortsätt"
    ),
    (
      "uk",
      "Потрібно:|Забезпечує:|Вхід:|Вихід:|Дані:|Результат:|якщо|то|інакше якщо|інакше|кінець якщо|для|виконувати|для всіх|для кожного"
        + "|кінець для|поки|кінець поки|повторювати|доки не|цикл|кінець циклу|функція|кінець функції|процедура|кінець процедури|вибір|випадок"
        + "|інакше|початок|повернути|надрукувати|істина|хибність|і|або|не|xor|до|перервати|продовжити"
    ),
  ]
}
