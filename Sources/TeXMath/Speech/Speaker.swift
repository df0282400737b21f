internal import TypesetBoxes
internal import TypesetDiagnostics

/// `MathList` → a sentence in words, in the manner of ClearSpeak.
struct Speaker {
  private let list: MathList
  private let language: SpeechLanguage
  private let isBrief: Bool
  private var style: MathStyle
  /// True in what a limit approaches.
  private var isLimit = false
  /// True in the scripts of an operator and after a quantifier: "x in A", not "x is in A".
  private var isBound = false
  /// The delimiter around what is read: decides what a bar in it means. Zero without a delimiter.
  private var enclosing: UInt32 = 0
  /// How many pairs of bars are around what is read.
  private var bars = 0
  /// A sentence with more pairs of bars inside one another helps nobody: the inner pairs are read as bars.
  private static let mostBars = 16

  /// How many lists are around what is read.
  private var depth = 0
  /// Nobody follows a sentence that goes deeper; what is deeper is an ellipsis.
  private static let deepest = 64

  /// - Parameter isBrief: Without the words that only say where something ends.
  init(_ list: MathList, style: MathStyle, in language: SpeechLanguage, isBrief: Bool) {
    (self.list, self.style, self.language, self.isBrief) = (list, style, language, isBrief)
  }

  /// The whole formula; never longer than 40 times its source.
  static func sentence(_ list: MathList, style: MathStyle, tex: String, in language: SpeechLanguage, isBrief: Bool) -> String {
    var speaker = Speaker(list, style: style, in: language, isBrief: isBrief)
    let words = SpeechLanguage.tidied(speaker.words(list.root))
    let limit = 40 * max(tex.utf8.count, 1)
    guard words.utf8.count > limit else { return words }
    return String(decoding: words.utf8.prefix(limit - 4).prefix { _ in true }, as: UTF8.self).replacing("\u{FFFD}", with: "") + "\u{2026}"
  }

  /// A phrase with its parts in their places.
  private func say(_ phrase: SpeechLanguage.Phrase, _ parts: String...) -> String {
    var out: [UInt8] = []
    for byte in language.phrases(phrase).utf8 {
      let place = Int(byte) - 0x31
      if parts.indices.contains(place) { language.join(&out, parts[place]) } else { out.append(byte) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  // MARK: Lists

  private mutating func words(_ field: Field) -> String {
    switch field {
    case .empty: ""
    case .char(let scalar): name(of: scalar)
    case .list(let start, let count): list.word(of: field).map { word($0) } ?? words(Int(start)..<Int(start + count))
    }
  }

  private mutating func words(_ range: Range<Int>) -> String {
    guard depth < Self.deepest else { return "\u{2026}" }
    depth += 1
    defer { depth -= 1 }
    let outer = style
    defer { style = outer }
    var out: [String] = []
    var index = range.lowerBound
    var isIntegrand = false
    var isQuantified = false
    var bars: BarPairs?
    while index < range.upperBound {
      let noad = list.noads[index]
      var next = index + 1
      if let idiom = list.idiom(at: index, in: range) {
        out.append(say(idiom.phrase))
        isQuantified = noad.isQuantifier
        index = idiom.end
        if let end = argument(of: noad, at: index - 1, in: range) {
          out.append(words(index + 1..<end))
          index = end + 1
        }
        continue
      }
      let wasBound = isBound
      if isQuantified, noad.atomClass == .rel { isBound = true }
      defer { isBound = wasBound }
      if noad.isAtom { isQuantified = noad.isQuantifier || isQuantified && (noad.atomClass == .punct || noad.isLetter) }
      switch noad.kind {
      case .style(let chosen): style = chosen
      case .atom where noad.isDigit(in: list):
        next = list.endOfNumber(from: index, in: range)
        let scalars = (index..<next).compactMap { list.sign(of: list.noads[$0]) }.compactMap { Unicode.Scalar($0) }
        let last = list.noads[next - 1]
        out.append(scripted(String(String.UnicodeScalarView(scalars)), last))
      case .atom where noad.character == 0x27E8 || noad.isBar || noad.isSeparator:
        let known = bars ?? BarPairs(list, range, within: enclosing)
        bars = known
        if let end = known.kets[index] {
          out.append(scripted(say(.ket, words(index + 1..<end)), list.noads[end]))
          next = end + 1
        } else if let bar = known.bras[index] {
          out.append(say(.bra, words(index + 1..<bar)))
          next = known.kets[bar] == nil ? bar + 1 : bar
        } else if !noad.isBar {
          let meaning = known.enclosing[index].flatMap { noad.character != 0x2223 && $0 != 0x7B ? nil : separator($0) }
          out.append(scripted(meaning ?? name(of: noad.character ?? 0), noad))
        } else if self.bars < Self.mostBars, let end = known.ends[index] {
          self.bars += 1
          let inner = words(index + 1..<end)
          self.bars -= 1
          let closing = list.noads[end]
          out.append(scripted(say(noad.character == 0x7C ? .absolute : .norm, inner) + (closing.hasScripts ? "," : ""), closing) + ",")
          next = end + 1
        } else {
          out.append(evaluation(noad) ?? scripted(known.enclosing[index].flatMap { separator($0) } ?? name(of: noad.character ?? 0), noad))
        }
      default:
        if isIntegrand, isDifferential(at: index, in: range), index > range.lowerBound, list.noads[index - 1].endsOperand, !out.isEmpty {
          out[out.count - 1] += ","
        }
        let spoken = item(noad)
        if !spoken.isEmpty { out.append(spoken) }
        if case .char(let scalar) = noad.nucleus, Meaning.isIntegral(scalar) { isIntegrand = true }
        if let end = argument(of: noad, at: index, in: range) {
          out.append(say(.of))
          out.append(words(index + 2..<end))
          (next, isQuantified) = (end + 1, false)
        } else if appliesTo(noad, at: next, in: range) {
          out.append(say(.of))
        }
      }
      index = next
    }
    return joined(out)
  }

  private func joined(_ parts: [String]) -> String {
    var out: [UInt8] = []
    for part in parts {
      if !out.isEmpty { out.append(0x20) }
      language.join(&out, part)
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The scripts of an operator.
  private mutating func bound(_ field: Field) -> String {
    let outer = isBound
    isBound = true
    defer { isBound = outer }
    return words(field)
  }

  /// A bar at whose foot is where something is evaluated; nil for another one.
  private mutating func evaluation(_ bar: Noad) -> String? {
    guard !bar.subscript.isEmpty else { return nil }
    if bar.superscript.isEmpty { return say(.evaluated, words(bar.subscript)) }
    return say(.evaluatedFrom, words(bar.subscript), words(bar.superscript))
  }

  /// What a bar between two sides means within a delimiter: the condition of a set or of a probability; nil for another meaning.
  private func separator(_ enclosing: UInt32) -> String? {
    switch enclosing {
    case 0x7B, 0x27E8: say(.suchThat)
    case 0x28, 0x5B: say(.given)
    default: nil
    }
  }

  private func isDifferential(at index: Int, in range: Range<Int>) -> Bool {
    guard index + 1 < range.upperBound else { return false }
    // `\mathrm d` is a group of one.
    let noad = list.noads[index]
    guard let letter = noad.character, !noad.hasScripts, PlainLetter(letter).scalar == 0x64 else { return false }
    return list.noads[index + 1].character.map { PlainLetter($0).isLetter } ?? false
  }

  /// Where the parenthesis closes after a letter of functions, if what it holds needs no parentheses when it is read: the x of f(x).
  private func argument(of noad: Noad, at index: Int, in range: Range<Int>) -> Int? {
    guard index + 1 < range.upperBound, list.noads[index + 1].character == 0x28, isFunction(noad) else { return nil }
    let inner = list.noads[index + 2..<range.upperBound].prefix { noad in
      guard let scalar = noad.character, scalar != 0x29 else { return false }
      return noad.atomClass == .punct || PlainLetter(scalar).isLetter || PlainLetter(scalar).isDigit
    }
    guard !inner.isEmpty, inner.endIndex < range.upperBound, list.noads[inner.endIndex].character == 0x29,
      !list.noads[inner.endIndex].hasScripts
    else { return nil }
    return inner.endIndex
  }

  /// A letter that is a function as a rule, or a name.
  private func isFunction(_ noad: Noad) -> Bool {
    if noad.isFunctionName(in: list) { return true }
    guard let scalar = noad.character else { return false }
    let isPart = scalar == 0x211C || scalar == 0x2111
    return isPart || [0x66, 0x67, 0x68, 0x46, 0x47, 0x48, 0x50, 0x393, 0x3B6].contains(PlainLetter(scalar).scalar)
  }

  /// True if the word `of` is between a function and what follows.
  private func appliesTo(_ noad: Noad, at next: Int, in range: Range<Int>) -> Bool {
    guard next < range.upperBound else { return false }
    if noad.isFunctionName(in: list) {
      guard list.noads[next..<range.upperBound].first(where: \.isAtom)?.isArgument ?? false else { return false }
      // The words for limits include it.
      return noad.limits == .noLimits || noad.subscript.isEmpty
    }
    guard let opening = list.noads[next].character, let letter = noad.character.map({ PlainLetter($0) }) else { return false }
    if opening == 0x5B { return letter.scalar == 0x45 && letter.alphabet != .italic }
    guard opening == 0x28, isFunction(noad) else { return false }
    return letter.scalar != 0x50 || list.isEvent(from: next + 1, in: range)
  }

  // MARK: Noads

  private mutating func item(_ noad: Noad) -> String {
    switch noad.kind {
    case .choice(let index):
      let choices = list.choices[Int(index)]
      return words(choices[min(Int(style.rawValue), choices.count - 1)])
    // A quad separates.
    case .kern(let dimension) where dimension.unit == .em && dimension.value >= 65536: return ","
    case .nonscript, .penalty, .fill, .style, .color, .size, .space, .kern, .lineEnd: return ""
    case .atom:
      if let spoken = largeOperator(noad) ?? function(noad) { return spoken }
      return scripted(nucleus(of: noad), noad)
    case .fence(let index):
      let parts = list.fences[Int(index)]
      if parts.count == 2, parts[0].delimiter == 0, parts[1].delimiter == 0x7C, !noad.subscript.isEmpty {
        let content = words(parts[0].content)
        if let place = evaluation(noad) { return content + ", " + place }
      }
      return scripted(nucleus(of: noad), noad)
    default: return scripted(nucleus(of: noad), noad)
    }
  }

  /// An operator with its limits: "the sum from i equals 1 to n of".
  private mutating func largeOperator(_ noad: Noad) -> String? {
    guard noad.atomClass == .op, let scalar = noad.character, let name = language.operatorName(scalar) else { return nil }
    let (above, below) = (!noad.superscript.isEmpty, !noad.subscript.isEmpty)
    if !above && !below { return name + " " + say(.of) }
    if above && below { return say(.from, name, bound(noad.subscript), bound(noad.superscript)) }
    return below ? say(.over, name, bound(noad.subscript)) : say(.sumOver, name, bound(noad.superscript))
  }

  /// A named function with its scripts: "the limit as x approaches 0 of", "the log base 2".
  private mutating func function(_ noad: Noad) -> String? {
    if case .arrowBelow(let arrow)? = list.onlyNoad(of: noad.nucleus)?.kind {
      let name = say(arrow == 0x2190 ? .inverseLimit : .directLimit)
      return noad.subscript.isEmpty ? name + " " + say(.of) : say(.over, name, bound(noad.subscript))
    }
    guard noad.isFunctionName(in: list), let letters = list.name(of: noad) else { return nil }
    let plain = String(String.UnicodeScalarView(letters.compactMap { Unicode.Scalar($0) }))
    let name = language.functionName(plain.replacing(" ", with: "")) ?? plain
    guard !noad.subscript.isEmpty else { return scripted(name, noad) }
    var base = noad
    base.subscript = .empty
    let outer = isLimit
    isLimit = plain.hasPrefix("lim")
    let below = isLimit ? words(noad.subscript) : bound(noad.subscript)
    isLimit = outer
    if plain.hasPrefix("lim") { return say(.limit, scripted(name, base), below) }
    if noad.limits != .noLimits { return say(.over, scripted(name, base), below) }
    return scripted(say(.base, name, below), base)
  }

  private mutating func nucleus(of noad: Noad) -> String {
    switch noad.kind {
    case .atom:
      if let letters = list.name(of: noad) { return word(letters) }
      // A space of numbers is no longer the numbers.
      if noad.hasScripts, let scalar = noad.character, PlainLetter(scalar).alphabet == .blackboard { return word([scalar]) }
      return words(noad.nucleus)
    case .fraction(let thickness, let left, let right): return fraction(noad, thickness, left, right)
    case .radical: return radical(noad)
    case .accent(let scalar, _, let isBelow): return accent(scalar, isBelow: isBelow, on: words(list.content(ofAccent: noad)))
    case .overline: return say(isSimple(noad.nucleus) ? .bar : .overline, words(noad.nucleus))
    case .underline: return say(.underline, words(noad.nucleus))
    case .fence(let index): return fence(list.fences[Int(index)])
    case .bigDelimiter(let scalar, _): return name(of: scalar)
    case .text(let index): return text(list.texts[Int(index)])
    case .alignment(let index):
      let alignment = list.alignments[Int(index)]
      if alignment.manner == .proof { return proof(alignment) }
      if let lead = alignment.lead { return words(lead) + " " + table(alignment, left: 0x7B) }
      return diagram(alignment) ?? table(alignment, left: 0)
    case .arrow(let scalar, let least):
      // Only arrows of chemistry have a least length.
      var out = least > 0 && scalar == 0x2192 ? say(.yields) : name(of: scalar)
      if !list.isBlank(noad.nucleus) { out = say(.above, out, words(noad.nucleus)) }
      if !list.isBlank(noad.second) { out = say(.below, out, words(noad.second)) }
      return least > 0 && !(list.isBlank(noad.nucleus) && list.isBlank(noad.second)) ? out + "," : out
    case .phantom(_, _, isVisible: false): return ""
    case .strike: return say(.crossedOut, words(noad.nucleus))
    case .boxed(_, _, isMath: true): return say(.boxed, words(noad.nucleus))
    case .rule: return ""
    case .sideset:
      guard case .list(let index, _) = noad.second, list.choices.indices.contains(Int(index)), let base = list.choices[Int(index)].last
      else {
        return ""
      }
      return words(base)
    default: return words(noad.nucleus)
    }
  }

  /// A word letter by letter, in the alphabet of its first letter.
  private func word(_ letters: [UInt32]) -> String {
    let plain = letters.map { PlainLetter($0) }
    let text = String(String.UnicodeScalarView(plain.compactMap { Unicode.Scalar($0.scalar) }))
    return plain.first.flatMap { SpeechLanguage.Phrase.of($0.alphabet) }.map { say($0, text) } ?? text
  }

  /// A character in words: letters and digits as they are, signs by their names.
  private func name(of scalar: UInt32) -> String {
    if isLimit, scalar == 0x2192 || scalar == 0x27F6 { return say(.approaches) }
    let plain = PlainLetter(scalar)
    if plain.alphabet == .blackboard, let set = language.name(of: scalar) { return set }
    let own: String
    if let name = plain.scalar == 0x2261 && list.hasModulus ? say(.congruent) : language.name(of: plain.scalar) {
      own = isBound && name.hasPrefix(language.copula) ? String(name.dropFirst(language.copula.count)) : name
    } else if let scalar = Unicode.Scalar(plain.scalar) {
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      own = isWord ? String(Character(scalar)) : scalar.properties.name?.lowercased() ?? String(Character(scalar))
    } else {
      own = ""
    }
    return SpeechLanguage.Phrase.of(plain.alphabet).map { say($0, own) } ?? own
  }

  // MARK: Scripts

  private mutating func scripted(_ base: String, _ noad: Noad) -> String {
    var out = base
    if !list.isBlank(noad.subscript) {
      if noad.atomClass == .op && noad.limits == .limits {
        out = say(isBraced(noad) ? .labelled : .below, out, words(noad.subscript))
      } else {
        out = say(.subscript, out, script(noad.subscript))
        if !isSimple(noad.subscript), !isBrief { out += "," }
      }
    }
    guard !list.isBlank(noad.superscript) else { return out }
    if noad.atomClass == .op && noad.limits == .limits { return say(isBraced(noad) ? .labelled : .above, out, words(noad.superscript)) }
    return power(out, noad)
  }

  /// A script: the short name of a function that is all of it, `V_{\max}`.
  private mutating func script(_ field: Field) -> String {
    if let noad = list.onlyNoad(of: field), !noad.hasScripts, noad.isFunctionName(in: list), let letters = list.name(of: noad) {
      return String(String.UnicodeScalarView(letters.compactMap { Unicode.Scalar($0) }))
    }
    return bound(field)
  }

  private func isBraced(_ noad: Noad) -> Bool {
    guard case .accent(let scalar, _, _)? = list.onlyNoad(of: noad.nucleus)?.kind else { return false }
    return (0x23B4...0x23E1).contains(scalar)
  }

  private mutating func power(_ base: String, _ noad: Noad) -> String {
    let script = noad.superscript
    if let scalar = onlyCharacter(of: script) {
      switch PlainLetter(scalar).scalar {
      case 0x32: return say(.squared, base)
      case 0x33: return say(.cubed, base)
      case 0x2032: return say(.prime, base)
      case 0x2033: return say(.doublePrime, base)
      case 0x2034: return say(.triplePrime, base)
      case 0x54 where PlainLetter(scalar).alphabet != .italic || isMatrix(noad), 0x22A4, 0x22BA: return say(.transposed, base)
      case 0x2A, 0x2217: return say(.starred, base)
      case 0x2020: return say(.dagger, base)
      case 0xB0, 0x2218: return say(.degrees, base)
      case 0x22A5, 0x27C2: return say(.orthogonal, base)
      case 0x2B where isLimit: return say(.fromRight, base)
      case 0x2212 where isLimit: return say(.fromLeft, base)
      case 0x221E: return say(.power, base, name(of: scalar))
      default:
        let isExponent = PlainLetter(scalar).isLetter || PlainLetter(scalar).isDigit
        return say(isExponent && !noad.isEmptyAtom ? .power : .superscript, base, name(of: scalar))
      }
    }
    let noads = list.noads(of: script)
    if noads.count > 2, noads.first?.character == 0x28, noads.last?.character == 0x29, noads.last?.hasScripts == false, isFunction(noad) {
      let inner = words(noads.startIndex + 1..<noads.endIndex - 1)
      return say(.derivative, base, inner)
    }
    if let first = noads.first, let mark = first.character, (0x2032...0x2034).contains(mark), noads.count > 1 {
      var rest = noad
      let inner = say([.prime, .doublePrime, .triplePrime][Int(mark - 0x2032)], base)
      rest.superscript = .list(Int32(noads.startIndex + 1), Int32(noads.count - 1))
      return power(inner, rest)
    }
    if noads.count == 2, noads.first?.character == 0x2212, noads.last?.character == 0x31, noads.last?.hasScripts == false,
      isInvertible(noad)
    {
      return say(.inverse, base)
    }
    let isShort = isSimple(script) || isBrief
    // The charge of an ion is no power.
    if noad.isEmptyAtom || noads.last.map({ $0.isSign && !$0.hasScripts }) == true {
      return say(.superscript, base, self.script(script)) + (isShort ? "" : ",")
    }
    return say(isShort ? .power : .longPower, base, self.script(script))
  }

  /// True for capital letters, bold ones and what is in parentheses: a T above them transposes.
  private func isMatrix(_ noad: Noad) -> Bool {
    if noad.atomClass == .close || noad.atomClass == .inner { return true }
    guard let letter = noad.character.map({ PlainLetter($0) }) else { return false }
    return (0x41...0x5A).contains(letter.scalar) || letter.alphabet == .bold || letter.alphabet == .boldItalic
  }

  /// True for functions and capital letters, whose power of minus one is an inverse.
  private func isInvertible(_ noad: Noad) -> Bool {
    if isFunction(noad) { return true }
    return noad.character.map { (0x41...0x5A).contains(PlainLetter($0).scalar) } ?? false
  }

  private func onlyCharacter(of field: Field) -> UInt32? {
    if case .char(let scalar) = field { return scalar }
    guard let noad = list.onlyNoad(of: field), !noad.hasScripts else { return nil }
    return noad.character
  }

  /// True for what needs no words about where it ends: letters and digits in a row, at most three.
  private func isSimple(_ field: Field) -> Bool {
    if case .char = field { return true }
    if list.word(of: field) != nil { return true }
    let noads = list.noads(of: field)
    if let only = list.onlyNoad(of: field), !only.hasScripts {
      switch only.kind {
      case .smash, .raise, .lap: return isSimple(only.nucleus)
      default: break
      }
    }
    if noads.allSatisfy({ $0.isDigit(in: list) && !$0.hasScripts }) { return true }
    return noads.count <= 3
      && noads.allSatisfy { noad in
        if noad.hasScripts { return false }
        if case .text = noad.kind { return true }
        guard let scalar = noad.character else { return list.name(of: noad) != nil }
        return noad.atomClass == .ord
          && (PlainLetter(scalar).isLetter || PlainLetter(scalar).isDigit || [0x221E, 0x2202].contains(PlainLetter(scalar).scalar))
      }
  }

  // MARK: Structures

  private mutating func fraction(_ noad: Noad, _ thickness: Int32, _ left: UInt32, _ right: UInt32) -> String {
    let outer = style
    style = style.ofFractions
    let (top, bottom) = (words(noad.nucleus), words(noad.second))
    style = outer
    if thickness == 0, left == 0x28 { return say(.binomial, top, bottom) }
    if top == "1", let phrase: SpeechLanguage.Phrase = ["2": .half, "3": .third, "4": .quarter][bottom] { return say(phrase) }
    let isShort = isBrief || isSimple(noad.nucleus) && isSimple(noad.second)
    let fraction = say(isShort ? .fraction : .longFraction, top, bottom) + (isShort ? "" : ",")
    return (left == 0 ? "" : name(of: left) + " ") + fraction + (right == 0 ? "" : " " + name(of: right))
  }

  private mutating func radical(_ noad: Noad) -> String {
    let content = words(noad.nucleus)
    let isShort = isBrief || isSimple(noad.nucleus)
    if list.isBlank(noad.second) { return say(isShort ? .squareRoot : .longSquareRoot, content) + (isShort ? "" : ",") }
    let degree = words(noad.second)
    if degree == "3" { return say(isShort ? .cubeRoot : .longCubeRoot, content) + (isShort ? "" : ",") }
    return say(isShort ? .root : .longRoot, content, degree) + (isShort ? "" : ",")
  }

  private func accent(_ scalar: UInt32, isBelow: Bool, on base: String) -> String {
    if let phrase = SpeechLanguage.Phrase.of(accent: scalar) { return say(phrase, base) }
    return say(isBelow ? .below : .above, base, name(of: scalar).replacing("combining ", with: ""))
  }

  /// Dirac's bra, ket, or both; nil for other delimiters.
  private mutating func state(_ parts: [FencePart]) -> String? {
    let isBar = parts.map { [0x7C, 0x2223].contains($0.delimiter) }
    let (left, right) = (parts.first?.delimiter == 0x27E8, parts.last?.delimiter == 0x27E9)
    if parts.count == 2, isBar[0], right { return say(.ket, words(parts[0].content)) }
    if parts.count == 2, left, isBar[1] { return say(.bra, words(parts[0].content)) }
    guard left, right, parts.count == 3 || parts.count == 4, isBar[1], isBar[parts.count - 2] else { return nil }
    let spoken = [say(.bra, words(parts[0].content))] + (parts.count == 4 ? [words(parts[1].content)] : [])
    return (spoken + [say(.ket, words(parts[parts.count - 2].content))]).joined(separator: " ")
  }

  private mutating func fence(_ parts: [FencePart]) -> String {
    if parts.count == 2, let noad = list.onlyNoad(of: parts[0].content), case .alignment(let index) = noad.kind, !noad.hasScripts {
      return table(list.alignments[Int(index)], left: parts[0].delimiter)
    }
    if let spoken = state(parts) { return spoken }
    if parts.count == 2, parts[0].delimiter == parts[1].delimiter, [0x7C, 0x2016, 0x2225].contains(parts[0].delimiter) {
      return say(parts[0].delimiter == 0x7C ? .absolute : .norm, words(parts[0].content)) + ","
    }
    var out: [String] = []
    let outer = enclosing
    enclosing = parts.first?.delimiter ?? 0
    defer { enclosing = outer }
    for (index, part) in parts.enumerated() {
      let isBar = index > 0 && index < parts.count - 1 && [0x7C, 0x2223].contains(part.delimiter)
      if part.delimiter != 0 { out.append(isBar ? separator(enclosing) ?? name(of: part.delimiter) : name(of: part.delimiter)) }
      if index < parts.count - 1 { out.append(words(part.content)) }
    }
    return out.joined(separator: " ")
  }

  /// The arrows of a diagram, from object to object; nil for an alignment without any.
  private mutating func diagram(_ alignment: Alignment) -> String? {
    guard list.diagrams.indices.contains(alignment.diagram), !list.diagrams[alignment.diagram].arrows.isEmpty else { return nil }
    var arrows: [String] = []
    for arrow in list.diagrams[alignment.diagram].arrows {
      let labels = arrow.labels.map { words($0.content) }.filter { !$0.isEmpty }.joined(separator: ", ")
      guard arrow.isDrawn || !labels.isEmpty else { continue }
      let ends = say(.diagramArrow, object(arrow.from, in: alignment), object(arrow.to, in: alignment))
      arrows.append(labels.isEmpty ? ends : ends + ": " + labels)
    }
    return say(.diagram, arrows.joined(separator: "; "))
  }

  /// The inferences of a proof, one after the other.
  private mutating func proof(_ alignment: Alignment) -> String {
    var steps: [String] = []
    for step in list.inferences(of: alignment) {
      var premises: [String] = []
      for premise in step.premises { premises.append(words(premise)) }
      var labels: [String] = []
      for label in step.labels { labels.append(words(label)) }
      let conclusion = words(step.conclusion)
      let inferred = premises.isEmpty ? conclusion : say(.inference, premises.joined(separator: "; "), conclusion)
      steps.append(labels.isEmpty ? inferred : say(.byRule, inferred, labels.joined(separator: ", ")))
    }
    if steps.count == 1 { return steps[0] }
    let numbered = steps.enumerated().map { say(.proofStep, String($0 + 1), $1) }.joined(separator: "; ")
    return say(.proof, String(steps.count), numbered)
  }

  /// What a cell holds, or its row and column.
  private mutating func object(_ end: DiagramArrow.End, in alignment: Alignment) -> String {
    switch end {
    case .label(let name): return name
    case .cell(let row, let column):
      guard alignment.rows.indices.contains(row), column < alignment.rows[row].cells.count else { return "\(row + 1), \(column + 1)" }
      let words = words(list.cells[alignment.rows[row].cells.lowerBound + column].shown)
      return words.isEmpty ? "\(row + 1), \(column + 1)" : words
    }
  }

  /// The rows of an alignment, by number.
  ///
  /// - Parameter left: The delimiter before it; zero without a delimiter.
  private mutating func table(_ alignment: Alignment, left: UInt32) -> String {
    let outer = style
    style = alignment.style
    defer { style = outer }
    let isCases = alignment.manner == .cases || left == 0x7B
    let isMatrix = !isCases && (alignment.manner == .array || alignment.manner == .small)
    var rows: [[String]] = []
    for row in alignment.rows {
      var cells: [String] = []
      for index in row.cells { cells.append(words(list.cells[index].shown)) }
      while cells.last?.isEmpty == true { cells.removeLast() }
      if !cells.isEmpty { rows.append(cells) }
    }
    // The halves of an equation belong together.
    let separator = isMatrix || isCases ? ", " : " "
    if alignment.manner == .substack || rows.count == 1 { return rows.map { $0.joined(separator: separator) }.joined(separator: ", ") }
    let count = String(rows.count)
    let head =
      isCases
      ? say(.cases, count)
      : isMatrix ? say(left == 0x7C ? .determinant : .matrix, count, String(rows.map(\.count).max() ?? 0)) : say(.lines, count)
    let phrase: SpeechLanguage.Phrase = isCases ? .caseRow : isMatrix ? .row : .line
    let spoken = rows.enumerated().map { say(phrase, String($0 + 1), $1.joined(separator: separator)) }.joined(separator: "; ")
    return isBrief ? head + ": " + spoken : say(isCases ? .endCases : isMatrix ? .endMatrix : .endLines, head + ": " + spoken)
  }

  private mutating func text(_ pieces: [TextPiece]) -> String {
    var out = ""
    var isAfterFormula = false
    for piece in pieces {
      defer { if case .formula = piece { isAfterFormula = true } else { isAfterFormula = false } }
      switch piece {
      case .words(let bytes, _, _, _):
        let next = String(decoding: bytes, as: UTF8.self)
        out += (isAfterFormula && next.first.map { $0.isLetter || $0.isNumber } ?? false ? " " : "") + next
      case .formula(let field): out += (out.last.map { $0.isLetter || $0.isNumber } ?? false ? " " : "") + words(field)
      case .space(let dimension): if dimension.value > 0 { out += " " }
      case .lineEnd: out += " "
      case .fill: break
      }
    }
    return out
  }
}
