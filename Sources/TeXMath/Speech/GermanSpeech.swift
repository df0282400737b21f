/// Formulas in German.
extension SpeechLanguage {
  static let german = SpeechLanguage(
    "de", signs: SortedRows(germanSigns), operators: SortedRows(germanOperators), functions: SortedRows(germanFunctions),
    phrases: germanPhrase, join: germanJoin)
}

/// Prepositions govern a case: "vom Betrag", "durch den Logarithmus", "mit der leeren Menge".
@Sendable private func germanJoin(_ out: inout [UInt8], _ words: String) {
  func follows(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { unsafe out.count >= $0.count && out.suffix($0.count).elementsEqual($0) }
  }
  let isVon = follows("von ")
  // What closes a bracket is no preposition.
  func isOtherDative() -> Bool { follows("aus ") || follows("mit ") || follows("zu ") && !follows("Klammer zu ") }
  guard words.hasPrefix("d") else { return out += words.utf8 }
  let isDative = isVon || isOtherDative()
  guard isDative || follows("durch ") || follows("ohne ") || follows("gegen ") else { return out += words.utf8 }
  var rest = words.split(separator: " ", omittingEmptySubsequences: false)[...]
  guard let article = rest.popFirst(), ["der", "die", "das"].contains(article) else { return out += words.utf8 }
  switch article {
  case "der" where !isDative: out += "den".utf8
  case _ where !isDative: out += article.utf8
  case "die": out += "der".utf8
  case _ where isVon:
    out.removeLast(2)
    out += "m".utf8
  default: out += "dem".utf8
  }
  let isWeak = isDative || article == "der"
  while let word = rest.first, germanAdjectives.contains(String(word)) {
    out += " \(word)\(isWeak ? "n" : "")".utf8
    rest.removeFirst()
  }
  for word in rest { out += " \(word)".utf8 }
}

private let germanAdjectives: Set<String> = ["natürliche", "größte", "gemeinsame", "kleinste", "direkte", "dritte", "leere", "eckige"]

private let germanSigns: StaticString = """
  00021 Fakultät
  00023 Raute
  00024 Dollar
  00025 Prozent
  00026 und
  00028 Klammer auf
  00029 Klammer zu
  0002A Stern
  0002B plus
  0002C ,
  0002D minus
  0002E Punkt
  0002F durch
  0003A Doppelpunkt
  0003B ;
  0003C kleiner als
  0003D gleich
  0003E größer als
  0003F Fragezeichen
  00040 at
  0005B eckige Klammer auf
  0005C Rückstrich
  0005D eckige Klammer zu
  0005F Unterstrich
  0007B geschweifte Klammer auf
  0007C senkrechter Strich
  0007D geschweifte Klammer zu
  0007E Tilde
  000A3 Pfund
  000A7 Paragraph
  000AC nicht
  000B0 Grad
  000B1 plus oder minus
  000B6 Absatz
  000B7 mal
  000D7 mal
  000F7 durch
  00131 i ohne Punkt
  00237 j ohne Punkt
  00391 groß Alpha
  00392 groß Beta
  00393 groß Gamma
  00394 groß Delta
  00395 groß Epsilon
  00396 groß Zeta
  00397 groß Eta
  00398 groß Theta
  00399 groß Iota
  0039A groß Kappa
  0039B groß Lambda
  0039C groß My
  0039D groß Ny
  0039E groß Xi
  0039F groß Omikron
  003A0 groß Pi
  003A1 groß Rho
  003A3 groß Sigma
  003A4 groß Tau
  003A5 groß Ypsilon
  003A6 groß Phi
  003A7 groß Chi
  003A8 groß Psi
  003A9 groß Omega
  003B1 Alpha
  003B2 Beta
  003B3 Gamma
  003B4 Delta
  003B5 Epsilon
  003B6 Zeta
  003B7 Eta
  003B8 Theta
  003B9 Iota
  003BA Kappa
  003BB Lambda
  003BC My
  003BD Ny
  003BE Xi
  003BF Omikron
  003C0 Pi
  003C1 Rho
  003C2 Schluss-Sigma
  003C3 Sigma
  003C4 Tau
  003C5 Ypsilon
  003C6 Phi
  003C7 Chi
  003C8 Psi
  003C9 Omega
  003D1 Theta
  003D5 Phi
  003D6 Pi
  003F0 Kappa
  003F1 Rho
  003F5 Epsilon
  02016 doppelter senkrechter Strich
  02020 Kreuz
  02021 Doppelkreuz
  02022 Punkt
  02026 und so weiter
  02032 Strich
  02033 zwei Strich
  02034 drei Strich
  02057 vier Strich
  02102 die Menge der komplexen Zahlen
  0210F h quer
  02113 l
  02115 die Menge der natürlichen Zahlen
  02118 Weierstraß p
  0211A die Menge der rationalen Zahlen
  0211D die Menge der reellen Zahlen
  02124 die Menge der ganzen Zahlen
  02135 Aleph
  02136 Beth
  02190 Pfeil nach links
  02191 Pfeil nach oben
  02192 nach
  02193 Pfeil nach unten
  02194 Doppelpfeil
  02197 wächst gegen
  02198 fällt gegen
  021A0 surjektiv auf
  021A6 wird abgebildet auf
  021AA eingebettet in
  021C0 konvergiert schwach gegen
  021CC im Gleichgewicht mit
  021D0 folgt aus
  021D2 impliziert
  021D4 genau dann, wenn
  021DD führt zu
  02200 für alle
  02202 partiell
  02203 es existiert
  02204 es existiert kein
  02205 die leere Menge
  02206 groß Delta
  02207 Nabla
  02208 Element von
  02209 nicht Element von
  0220B enthält
  0220E Ende des Beweises
  02212 minus
  02213 minus oder plus
  02216 ohne
  02217 Stern
  02218 verkettet mit
  0221A Wurzel
  0221D proportional zu
  0221E unendlich
  02220 Winkel
  02223 teilt
  02224 teilt nicht
  02225 parallel zu
  02227 und
  02228 oder
  02229 geschnitten mit
  0222A vereinigt mit
  02234 also
  02235 weil
  02236 Doppelpunkt
  0223C ähnlich zu
  02241 nicht ähnlich zu
  02243 asymptotisch gleich
  02245 kongruent zu
  02248 ungefähr gleich
  02249 nicht ungefähr gleich
  0224D äquivalent zu
  02250 nähert sich
  02254 ist definiert als
  02255 definiert
  0225C ist definiert als
  0225D nach Definition gleich
  0225F fraglich gleich
  02260 ungleich
  02261 identisch mit
  02262 nicht identisch mit
  02264 kleiner oder gleich
  02265 größer oder gleich
  02266 kleiner oder gleich
  02267 größer oder gleich
  0226A viel kleiner als
  0226B viel größer als
  0226E nicht kleiner als
  0226F nicht größer als
  02270 nicht kleiner oder gleich
  02271 nicht größer oder gleich
  02272 kleiner oder ungefähr
  02273 größer oder ungefähr
  0227A vor
  0227B nach
  0227C vor oder gleich
  0227D nach oder gleich
  02282 echte Teilmenge von
  02283 echte Obermenge von
  02284 nicht Teilmenge von
  02286 Teilmenge von
  02287 Obermenge von
  02288 nicht Teilmenge von
  0228A echte Teilmenge von
  0228E Multimengen-Vereinigung
  02291 eckige Teilmenge von
  02295 direkte Summe
  02296 minus im Kreis
  02297 Tensor
  02298 durch im Kreis
  02299 Punkt im Kreis
  022A2 beweist
  022A3 linksadjungiert zu
  022A4 wahr
  022A5 senkrecht zu
  022A7 erfüllt
  022A8 modelliert
  022B2 Normalteiler von
  022B4 Normalteiler von
  022C0 und
  022C1 oder
  022C2 Schnitt
  022C3 Vereinigung
  022C4 Raute
  022C5 mal
  022C6 Stern
  022C9 semidirektes Produkt mit
  022CA semidirektes Produkt mit
  022EE und so weiter
  022EF und so weiter
  022F1 und so weiter
  02308 aufgerundet Klammer auf
  02309 Klammer zu
  0230A abgerundet Klammer auf
  0230B Klammer zu
  025A0 Ende des Beweises
  025A1 Kasten
  025B3 Dreieck
  025BD Dreieck nach unten
  025EF Kreis
  0266D b
  0266E Auflösungszeichen
  0266F Kreuz
  02713 Haken
  027C2 senkrecht zu
  027E6 doppelte eckige Klammer auf
  027E7 doppelte eckige Klammer zu
  027E8 spitze Klammer auf
  027E9 spitze Klammer zu
  027F5 Pfeil nach links
  027F6 nach
  027F8 folgt aus
  027F9 impliziert
  027FA genau dann, wenn
  027FC wird abgebildet auf
  029F5 ohne
  02A7D kleiner oder gleich
  02A7E größer oder gleich
  02AAF vor oder gleich
  02AB0 nach oder gleich
  02ACB echte Teilmenge von
  """

private let germanOperators: StaticString = """
  0220F das Produkt
  02210 das Koprodukt
  02211 die Summe
  0222B das Integral
  0222C das Doppelintegral
  0222D das Dreifachintegral
  0222E das Kurvenintegral
  0222F das Oberflächenintegral
  02230 das Volumenintegral
  022C0 die Konjunktion
  022C1 die Disjunktion
  022C2 der Durchschnitt
  022C3 die Vereinigung
  02A00 das Produkt mit Punkt im Kreis
  02A01 die direkte Summe
  02A02 das Tensorprodukt
  02A04 die Multimengen-Vereinigung
  02A06 die eckige Vereinigung
  02A0C das Vierfachintegral
  """

private let germanFunctions: StaticString = """
  Pr die Wahrscheinlichkeit
  arccos Arkuskosinus
  arcsin Arkussinus
  arctan Arkustangens
  arg das Argument
  argmax Arg Max
  argmin Arg Min
  cos Kosinus
  cosh Kosinus hyperbolicus
  cot Kotangens
  coth Kotangens hyperbolicus
  csc Kosekans
  deg der Grad
  det die Determinante
  dim die Dimension
  exp exp
  gcd der größte gemeinsame Teiler
  hom Hom
  inf das Infimum
  ker der Kern
  lcm das kleinste gemeinsame Vielfache
  lg der Logarithmus
  lim der Limes
  liminf der Limes inferior
  limsup der Limes superior
  ln der natürliche Logarithmus
  log der Logarithmus
  max das Maximum
  min das Minimum
  mod modulo
  rank der Rang
  sec Sekans
  sgn das Vorzeichen
  sin Sinus
  sinh Sinus hyperbolicus
  sup das Supremum
  tan Tangens
  tanh Tangens hyperbolicus
  tr die Spur
  """

@Sendable private func germanPhrase(_ phrase: SpeechLanguage.Phrase) -> String {
  switch phrase {
  case .fraction: "1 durch 2"
  case .longFraction: "der Bruch mit Zähler 1 und Nenner 2"
  case .half: "ein halb"
  case .third: "ein Drittel"
  case .quarter: "ein Viertel"
  case .binomial: "1 über 2"
  case .squareRoot: "die Wurzel aus 1"
  case .longSquareRoot: "die Wurzel aus 1, Ende der Wurzel"
  case .cubeRoot: "die dritte Wurzel aus 1"
  case .longCubeRoot: "die dritte Wurzel aus 1, Ende der Wurzel"
  case .root: "die Wurzel vom Grad 2 aus 1"
  case .longRoot: "die Wurzel vom Grad 2 aus 1, Ende der Wurzel"
  case .squared: "1 Quadrat"
  case .cubed: "1 hoch 3"
  case .power: "1 hoch 2"
  case .longPower: "1 hoch 2,"
  case .transposed: "1 transponiert"
  case .inverse: "1 invers"
  case .starred: "1 Stern"
  case .dagger: "1 adjungiert"
  case .degrees: "1 Grad"
  case .prime: "1 Strich"
  case .doublePrime: "1 zwei Strich"
  case .triplePrime: "1 drei Strich"
  case .subscript: "1 Index 2"
  case .over: "1 über 2 von"
  case .sumOver: "1 bis 2 von"
  case .limit: "1 für 2 von"
  case .approaches: "gegen"
  case .yields: "reagiert zu"
  case .base: "1 zur Basis 2"
  case .of: "von"
  case .absolute: "der Betrag von 1"
  case .norm: "die Norm von 1"
  case .matrix: "die 1 mal 2 Matrix"
  case .determinant: "die 1 mal 2 Determinante"
  case .row: "Zeile 1: 2"
  case .cases: "1 Fälle"
  case .caseRow: "Fall 1: 2"
  case .lines: "1 Zeilen"
  case .line: "Zeile 1: 2"
  case .endMatrix: "1; Ende der Matrix,"
  case .endCases: "1; Ende der Fälle,"
  case .endLines: "1; Ende der Zeilen,"
  case .diagram: "Diagramm: 1; Ende des Diagramms,"
  case .diagramArrow: "Pfeil von 1 nach 2"
  case .bra, .ket, .slash, .directLimit, .inverseLimit, .inference, .byRule, .proof, .proofStep: germanFieldPhrase(phrase)
  case .hat: "1 Dach"
  case .bar: "1 quer"
  case .vector: "Vektor 1"
  case .tilde: "1 Tilde"
  case .dot: "1 Punkt"
  case .doubleDot: "1 zwei Punkt"
  case .overline: "1 mit Linie darüber"
  case .underline: "1 mit Linie darunter"
  case .brace: "1 mit Klammer darüber"
  case .underBrace: "1 mit Klammer darunter"
  case .above: "1 mit 2 darüber"
  case .below: "1 mit 2 darunter"
  case .labelled: "1, beschriftet 2,"
  case .bold: "fett 1"
  case .script: "Skript 1"
  case .fraktur: "Fraktur 1"
  case .doubleStruck: "1 mit Doppelstrich"
  case .sans: "serifenlos 1"
  case .crossedOut: "gestrichen 1"
  case .boxed: "eingerahmt 1"
  case .suchThat: "mit"
  case .given: "gegeben"
  case .evaluated: "ausgewertet bei 1"
  case .evaluatedFrom: "ausgewertet von 1 bis 2"
  case .from: "1 von 2 bis 3 von"
  default: germanIdiom(phrase)
  }
}

/// What signs mean beside others.
private func germanIdiom(_ phrase: SpeechLanguage.Phrase) -> String {
  switch phrase {
  case .superscript: "1 hoch 2"
  case .orthogonal: "1 senkrecht"
  case .derivative: "die 2-te Ableitung von 1"
  case .fromLeft: "1 von links"
  case .fromRight: "1 von rechts"
  case .definedAs: "definiert als"
  case .congruent: "kongruent zu"
  case .distributed: "verteilt wie"
  case .mapsFrom: "von"
  case .existsUnique: "es existiert genau ein"
  case .exclamation: "Ausrufezeichen"
  case .dotOperator: "mal"
  case .cross: "Kreuz"
  case .realPart: "der Realteil von"
  case .imaginaryPart: "der Imaginärteil von"
  default: ""
  }
}

/// Phrases of single fields: quantum mechanics, categories, proofs.
private func germanFieldPhrase(_ phrase: SpeechLanguage.Phrase) -> String {
  switch phrase {
  case .bra: "Bra 1"
  case .ket: "Ket 1"
  case .slash: "1 durchgestrichen"
  case .directLimit: "der direkte Limes"
  case .inverseLimit: "der inverse Limes"
  case .inference: "aus 1 folgt 2"
  case .byRule: "1, nach 2"
  case .proof: "Beweis in 1 Schritten: 2; Ende des Beweises,"
  case .proofStep: "Schritt 1: 2"
  default: "1"
  }
}
