/// `MathList` → a line of plain Unicode, as one would type it: `x₁ ≥ λ`, `(a + b)/c`, `∑ᵢ₌₁ⁿ i²`. For what is copied and searched.
///
/// The forms follow Unicode's linear format for mathematics (UTN #28) where it has a plain form.
struct FormulaText {
  private let list: MathList
  private var style: MathStyle

  private init(_ list: MathList, style: MathStyle) { (self.list, self.style) = (list, style) }

  static func line(_ list: MathList, style: MathStyle) -> String {
    var writer = FormulaText(list, style: style)
    return tidied(writer.line(list.root, isSpaced: true))
  }

  /// Without spaces twice, or at the ends.
  private static func tidied(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 where byte != 0x20 || out.last ?? 0x20 != 0x20 { out.append(byte) }
    while out.last == 0x20 { out.removeLast() }
    return String(decoding: out, as: UTF8.self)
  }

  // MARK: Lists

  /// - Parameter isSpaced: Relations and binary operators have spaces around them.
  private mutating func line(_ field: Field, isSpaced: Bool) -> String {
    switch field {
    case .empty: ""
    case .char(let scalar): Self.character(scalar)
    case .list(let start, let count): line(Int(start)..<Int(start + count), isSpaced: isSpaced)
    }
  }

  private mutating func line(_ range: Range<Int>, isSpaced: Bool) -> String {
    let outer = style
    defer { style = outer }
    var out = ""
    var last: Noad?
    for index in range {
      let noad = list.noads[index]
      if case .style(let next) = noad.kind { style = next }
      let text = item(noad, isSpaced: isSpaced)
      guard !text.isEmpty else { continue }
      let isBinary = noad.atomClass == .rel || noad.atomClass == .bin && last?.endsOperand ?? false
      if noad.isAtom, isBinary, isSpaced {
        // Two relations are one sign: `:=`.
        if noad.atomClass == .rel, last?.atomClass == .rel, out.last == " " { out.removeLast() } else { out += " " }
        out += text + " "
      } else if noad.atomClass == .punct, noad.isAtom {
        out += isSpaced ? text + " " : text
      } else {
        // A word, a sum and what follows a fraction's denominator stay apart.
        let isApart = last.map { $0.needsSpace(before: noad, in: list) } ?? false
        out += isApart ? " " + text : text
      }
      if noad.isAtom { last = noad }
    }
    return out
  }

  private mutating func item(_ noad: Noad, isSpaced: Bool) -> String {
    switch noad.kind {
    case .choice(let index):
      let choices = list.choices[Int(index)]
      return line(choices[min(Int(style.rawValue), choices.count - 1)], isSpaced: isSpaced)
    case .kern(let dimension): return isSpaced && (dimension.unit == .em ? 6 : 1) * Int(dimension.value) >= 3 * 65536 ? " " : ""
    case .space(let mu): return isSpaced && mu >= 3 ? " " : ""
    case .lineEnd: return " "
    case .nonscript, .penalty, .fill, .style, .color, .size: return ""
    default: return nucleus(of: noad, isSpaced: isSpaced) + script(noad.subscript, isAbove: false) + script(noad.superscript, isAbove: true)
    }
  }

  private mutating func nucleus(of noad: Noad, isSpaced: Bool) -> String {
    switch noad.kind {
    case .fraction(let thickness, let left, let right):
      let (above, below) = (line(noad.nucleus, isSpaced: isSpaced), line(noad.second, isSpaced: isSpaced))
      let fraction = thickness == 0 ? above + "¦" + below : Self.enclosed(above) + "/" + Self.enclosed(below)
      return (left == 0 ? "" : Self.character(left)) + fraction + (right == 0 ? "" : Self.character(right))
    case .radical:
      let content = Self.enclosed(line(noad.nucleus, isSpaced: isSpaced))
      // Read once: roots in the degrees of roots would double it at each level.
      let degree = list.isBlank(noad.second) ? "" : line(noad.second, isSpaced: false)
      switch degree {
      case "": return "√" + content
      case "3": return "∛" + content
      case "4": return "∜" + content
      default: return Self.script(degree, isAbove: true) + "√" + content
      }
    case .accent(let scalar, _, _): return marked(line(list.content(ofAccent: noad), isSpaced: isSpaced), scalar)
    case .overline: return marked(line(noad.nucleus, isSpaced: isSpaced), 0x305)
    case .underline: return marked(line(noad.nucleus, isSpaced: isSpaced), 0x332)
    case .fence(let index):
      var out = ""
      for part in list.fences[Int(index)] {
        out += part.delimiter == 0 ? "" : Self.character(part.delimiter)
        out += line(part.content, isSpaced: isSpaced)
      }
      return out
    case .bigDelimiter(let scalar, _): return Self.character(scalar)
    case .text(let index): return text(list.texts[Int(index)])
    case .alignment(let index):
      let alignment = list.alignments[Int(index)]
      return (alignment.lead.map { line($0, isSpaced: isSpaced) + "{" } ?? "") + rows(alignment)
    case .arrow(let scalar, _):
      return Self.character(scalar) + script(noad.nucleus, isAbove: true) + script(noad.second, isAbove: false)
    case .phantom(_, _, isVisible: false), .rule: return ""
    case .sideset:
      guard case .list(let index, _) = noad.second, list.choices.indices.contains(Int(index)), let base = list.choices[Int(index)].last
      else { return "" }
      return line(base, isSpaced: isSpaced)
    default:
      // A sign in a group is one among others.
      let isSign = list.onlyNoad(of: noad.nucleus).map { $0.isAtom && [.rel, .bin, .punct].contains($0.atomClass) } ?? false
      let content = line(noad.nucleus, isSpaced: isSpaced && !isSign)
      // A group whose scripts apply to the whole group.
      let isWhole = list.onlyNoad(of: noad.nucleus).map { $0.isAtom && !$0.hasScripts } ?? noad.nucleus.isCharacter
      return noad.hasScripts && !isWhole && list.name(of: noad) == nil ? Self.enclosed(content) : content
    }
  }

  /// The inferences of a proof, one after the other: `A, B ∴ C (rule)`.
  private mutating func proof(_ alignment: Alignment) -> String {
    list.inferences(of: alignment).map { step in
      let premises = step.premises.map { Self.tidied(line($0, isSpaced: true)) }.joined(separator: ", ")
      let conclusion = Self.tidied(line(step.conclusion, isSpaced: true))
      let labels = step.labels.map { Self.tidied(line($0, isSpaced: true)) }.filter { !$0.isEmpty }.joined(separator: ", ")
      return (premises.isEmpty ? "" : premises + " ∴ ") + conclusion + (labels.isEmpty ? "" : " (\(labels))")
    }.joined(separator: "; ")
  }

  private mutating func rows(_ alignment: Alignment) -> String {
    if alignment.manner == .proof { return proof(alignment) }
    let outer = style
    style = alignment.style
    defer { style = outer }
    let separator = alignment.hasPairs || alignment.manner == .aligned || alignment.manner == .eqnarray ? " " : ", "
    var out: [String] = []
    for row in alignment.rows {
      var cells: [String] = []
      for index in row.cells { cells.append(Self.tidied(line(list.cells[index].shown, isSpaced: true))) }
      while cells.last?.isEmpty == true { cells.removeLast() }
      out.append(cells.joined(separator: separator))
    }
    return out.joined(separator: "; ")
  }

  private mutating func text(_ pieces: [TextPiece]) -> String {
    var out = ""
    for piece in pieces {
      switch piece {
      case .words(let bytes, _, _, _): out += String(decoding: bytes, as: UTF8.self)
      case .formula(let field): out += line(field, isSpaced: true)
      case .space(let dimension): if dimension.value > 0 { out += " " }
      case .lineEnd: out += " "
      case .fill: break
      }
    }
    return out
  }

  // MARK: Scripts and accents

  /// In Unicode's small characters if it has them all: `²`, `ᵢ₊₁`; else after `^` or `_`.
  private mutating func script(_ field: Field, isAbove: Bool) -> String {
    list.isBlank(field) ? "" : Self.script(line(field, isSpaced: false), isAbove: isAbove)
  }

  private static func script(_ text: String, isAbove: Bool) -> String {
    let scalars = text.unicodeScalars
    guard !scalars.isEmpty else { return "" }
    if isAbove, scalars.allSatisfy({ (0x2032...0x2034).contains($0.value) || $0.value == 0x2057 }) { return text }
    let small = scalars.compactMap { scalar in (isAbove ? raised : lowered).first { $0.plain == scalar }?.small }
    if small.count == scalars.count { return String(String.UnicodeScalarView(small)) }
    return (isAbove ? "^" : "_") + (scalars.count == 1 ? text : "(" + text + ")")
  }

  private static let raised = pairs(
    "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ∘",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ°")
  private static let lowered = pairs(
    "0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")

  private static func pairs(_ plain: String, _ small: String) -> [(plain: Unicode.Scalar, small: Unicode.Scalar)] {
    Array(zip(plain.unicodeScalars, small.unicodeScalars))
  }

  /// The base with a combining mark, or after a sign that does not combine.
  private func marked(_ base: String, _ scalar: UInt32) -> String {
    let mark = Self.character(scalar)
    let isCombining = (0x300...0x36F).contains(scalar) || (0x20D0...0x20FF).contains(scalar)
    guard isCombining else { return mark + "(" + base + ")" }
    return (base.unicodeScalars.count <= 1 ? base : "(" + base + ")") + mark
  }

  /// In parentheses, unless it is one word.
  private static func enclosed(_ text: String) -> String {
    let isWord = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0.value == 0x2E || $0.value == 0x221E
        || $0.properties.canonicalCombiningClass != .notReordered || $0.value == 0x2032
    }
    return isWord ? text : "(" + text + ")"
  }

  /// A character as one types it: TeX's slanted letters are plain ones.
  private static func character(_ scalar: UInt32) -> String {
    let plain = PlainLetter(scalar)
    let typed: UInt32 =
      switch scalar {
      case 0x2236: 0x3A
      case 0x2217: 0x2A
      default: plain.alphabet == .italic ? plain.scalar : scalar
      }
    return Unicode.Scalar(typed).map { String(Character($0)) } ?? ""
  }
}

extension Field {
  fileprivate var isCharacter: Bool { if case .char = self { true } else { false } }
}

extension Noad {
  /// True if a space parts this atom and the next in a line of plain text: after a function's name, after and before what has limits.
  fileprivate func needsSpace(before next: Noad, in list: MathList) -> Bool {
    guard next.isAtom else { return false }
    if next.atomClass == .op { return endsOperand || atomClass == .op }
    if atomClass == .op { return next.atomClass == .ord || next.atomClass == .inner || hasScripts && next.atomClass == .open }
    if case .fraction = kind { return next.atomClass == .ord }
    if case .fraction = next.kind { return atomClass == .ord }
    return false
  }
}
