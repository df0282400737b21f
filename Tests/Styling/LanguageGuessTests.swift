import Testing

@testable import TypesetStyling

/// The language of a text that names none.
@Suite struct LanguageGuessTests {
  private func guess(_ text: String) -> String? {
    var words = CommonWords()
    words.add(Array(text.utf8)[...])
    return words.language
  }

  static let texts: [(language: String, text: String)] = [
    (
      "de",
      "Der Hafen liegt im Osten der Stadt und ist mit dem Zug in einer Stunde zu erreichen. Wenn das Wetter nicht gut ist, fährt auch das"
        + " Schiff nicht, und man bleibt über Nacht auf der Insel. Ältere Leute sagen, dass es früher noch mehr von solchen Tagen gab."
    ),
    (
      "fr",
      "Le port se trouve à l’est de la ville et on y arrive en une heure par le train. Quand le temps n’est pas beau, le bateau ne part pas"
        + " et il faut rester sur l’île pour la nuit. Les gens qui sont nés ici disent que c’était plus souvent dans le passé."
    ),
    (
      "es",
      "El puerto está al este de la ciudad y se llega en una hora con el tren. Cuando no hace buen tiempo, el barco no sale y hay que pasar"
        + " la noche en la isla. Los más viejos dicen que antes había muchos días como este, pero sin turistas."
    ),
    (
      "it",
      "Il porto si trova a est della città e ci si arriva in un’ora con il treno. Quando il tempo non è bello la nave non parte e si resta"
        + " sull’isola per la notte. I più vecchi dicono che una volta questo era un caso anche più comune, ma senza gli alberghi di oggi."
    ),
    (
      "pt",
      "O porto fica a leste da cidade e chega-se em uma hora de trem. Quando o tempo não está bom, o barco não sai e é preciso ficar na ilha"
        + " para passar a noite. Os mais velhos dizem que já foi assim muito mais vezes, mas também que ninguém tem pressa."
    ),
    (
      "nl",
      "De haven ligt in het oosten van de stad en is met de trein in een uur te bereiken. Als het weer niet goed is, vaart ook de boot niet"
        + " en moet je op het eiland blijven. Ouderen zeggen dat er vroeger nog meer van die dagen waren."
    ),
    (
      "sv",
      "Hamnen ligger i öster och man når den med tåg på en timme. När vädret inte är bra går det inte någon båt och då får man stanna på ön"
        + " över natten. De äldre säger att det var så mycket oftare förr, men att ingen har bråttom nu."
    ),
    (
      "da",
      "Havnen ligger øst for byen, og man når den med toget på en time. Når vejret ikke er godt, sejler båden heller ikke, og så bliver man"
        + " på øen om natten. De ældre siger, at det var meget mere almindeligt før, men nu har vi også en bro."
    ),
    (
      "nb",
      "Havna ligger øst for byen, og man når den med toget på en time. Når været ikke er bra, går ikke båten heller, og da blir man på øya"
        + " om natten. De eldre sier at det var mye mer vanlig før, men nå har vi også en bro etter alle disse årene."
    ),
    (
      "fi",
      "Satama on kaupungin itäpuolella, ja sinne pääsee junalla tunnissa. Jos sää ei ole hyvä, laiva ei lähde, ja silloin on jäätävä"
        + " saarelle yöksi. Vanhat ihmiset sanovat, että niin oli ennen usein, mutta nyt se on harvinaista, koska tämä laiva ei ole kuin vanha."
    ),
    (
      "pl",
      "Port leży na wschód od miasta i można do niego dojechać w godzinę. Gdy pogoda nie jest dobra, statek też nie płynie i trzeba zostać"
        + " na wyspie. Starsi mówią, że to już było, ale tylko zimą, a teraz się o tym nie pamięta, bo jest tam most."
    ),
    (
      "cs",
      "Přístav leží na východ od města a dá se k němu dojet za hodinu. Když není dobré počasí, loď také nejede a je třeba zůstat na ostrově"
        + " do rána. Starší lidé říkají, že to tak bylo i dříve, ale že se na to už zapomnělo, protože je tam most."
    ),
    (
      "hu",
      "A kikötő a várostól keletre van, és egy óra alatt el lehet érni vonattal. Ha nem jó az idő, a hajó sem indul, és akkor meg kell"
        + " maradni a szigeten. Az öregek azt mondják, hogy ez már régen is így volt, csak még több volt a hal, de nem volt ki megfogja."
    ),
    (
      "ro",
      "Portul se află la est de oraș și se ajunge într-o oră cu trenul. Când vremea nu este bună, vaporul nu pleacă, iar oamenii rămân pe"
        + " insulă. Cei mai bătrâni spun că a fost și mai rău, dar că acum sunt două poduri care au fost făcute pentru toți."
    ),
    (
      "tr",
      "Liman şehrin doğusunda ve trenle bir saat kadar sürüyor. Hava iyi olmadığı için gemi de gitmez ise bu adada kalmak ne kadar güzel"
        + " olur. Daha sonra bir köprü yapıldı, ama o köprü çok yeni ve her gün açık değil, en çok yaz için var gibi."
    ),
    (
      "ru",
      "Порт лежит на востоке города, и до него можно доехать за час. Если погода не очень, то и корабль не идёт, так что мы остаёмся на"
        + " острове. Старые люди говорят, что это уже было, но не так часто, как при них, а мост из дерева у них всё же был."
    ),
    (
      "el",
      "Το λιμάνι είναι στα ανατολικά της πόλης και με το τρένο θα φτάσεις σε μια ώρα. Αν ο καιρός δεν το επιτρέπει, το πλοίο δεν φεύγει και"
        + " μένεις στο νησί για τη νύχτα. Όταν οι παλιοί μιλούν για αυτό, λένε ότι από τότε δεν άλλαξε και ότι ένα καράβι ήταν το καλύτερο."
    ),
    (
      "en",
      "The port is in the east of the town and can be reached by train in an hour. If the weather is not good the boat does not leave, and"
        + " you have to stay on the island. Old people say that it was so for them, but that we have a bridge at last."
    ),
  ]

  @Test(arguments: texts) func `two sentences tell their language`(_ text: (language: String, text: String)) {
    #expect(guess(text.text) == text.language)
  }

  @Test(arguments: [
    // Too short, names, symbols, a bibliography.
    "Bonjour le monde, voici un test de la page.", "Über uns: der Verein und die Satzung.",
    "Rio de Janeiro, Rio de la Plata, La Paz, El Paso, Los Angeles, Las Vegas, Santa Cruz de la Sierra, San Carlos de Bariloche, Santiago"
      + " de Compostela, La Rioja, Las Palmas, El Hierro, Los Alamos, Santiago de Cuba, La Coruña, Mar del Plata, Puerto de la Cruz.",
    "J. de la Vallée Poussin, Sur les fonctions; H. Lebesgue, Leçons sur la théorie; E. Borel; T. De Donder; C. de Boor; A. van der Vaart;"
      + " L. van der Waerden; W. von der Linden; R. von Mises; M. de Berg; O. de Moor; E. de Vink; G. 't Hooft.",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z",
  ])
  func `what is no running text tells none`(_ text: String) {
    #expect(guess(text) == nil)
  }

  @Test func `a text that is half English is not taken for the other half`() throws {
    let texts = Dictionary(uniqueKeysWithValues: Self.texts.map { ($0.language, $0.text) })
    let english = try #require(texts["en"])
    for (language, text) in texts where language != "en" {
      let mixed = guess(english + " " + text)
      #expect(mixed == nil || mixed == "en", "\(language)")
    }
    // A quotation of two lines in a page of the other language does not turn it.
    let german = try #require(texts["de"])
    #expect(guess(german + german + german + english) == "de")
  }

  @Test func `signs, quotes and no-break spaces end words`() {
    let text = "«le» “la” l’eau\u{A0}et\u{202F}les—des…un\u{3000}une (est) en, du; que: qui! dans? par/pour"
    #expect(guess(text) == "fr")
  }

  @Test func `most letters decide whether a heading has italics, and any in a document of an upright script`() {
    #expect("第一章绪论与背景 Go".lacksItalics(in: "en"))
    #expect("مقدمة".lacksItalics(in: "en"))
    #expect(!"第一章 Python".lacksItalics(in: "en"))
    #expect("第一章 Python".lacksItalics(in: "zh-CN"))
    #expect(!"Python".lacksItalics(in: "zh-CN"))
    #expect(!"Введение".lacksItalics(in: "ru"))
    #expect(!"12.3".lacksItalics(in: "zh-CN"))
  }

  @Test func `a script of its own needs fewer common words, and the Latin names beside it say nothing`() {
    let russian =
      "Добавлена функция Dashboard для команд и проектов Baseline; в режиме Parallel теперь доступны Charts, на графиках API показана версия"
      + " SDK с поддержкой CUDA, ROCm, Docker и Kubernetes. Для интеграции с PyTorch Lightning и TensorBoard см. по ссылке Documentation."
    #expect(guess(russian) == "ru")
    // A few words of it in English text are quoted.
    #expect(guess("The words и, в, на, с, для, по, это and из are the most frequent ones of Russian, and this is a list of them") != "ru")
    #expect(guess("Москва Берлин Париж Лондон Рим Вена и Мадрид в Осло на Мальте") == nil)
  }
}
