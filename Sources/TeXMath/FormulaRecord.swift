internal import TypesetBoxes
public import TypesetFonts

extension Formula {
  /// One line of JSON with every glyph and rule of the formula: points, x from the left edge, y up from the baseline.
  public func record(id: String, style: String, tex: String, fonts: FontBook, mathFace: Face) -> String {
    var ink = rows.isEmpty ? list.packed() : Ink()
    var y = Length.zero
    for row in rows {
      y -= row.distance
      ink.append(row.ink, dx: .zero, dy: y)
    }
    var glyphs: [String] = []
    var rules: [String] = []
    // An alignment by rows has its reference point on the first baseline; TeX's is centred on the axis.
    let lift = rows.first.map { height - $0.height } ?? .zero
    for item in ink.items {
      switch item {
      case .run(let run):
        let face = fonts.face(run.face)
        let name = face === mathFace ? "" : ", \"font\": \(Self.quoted(face.fileName))"
        for index in run.glyphs {
          let glyph = ink.glyphs[Int(index)]
          let x = (run.x.rawValue + Int(glyph.x))
          let y = (run.y.rawValue + Int(glyph.y) + lift.rawValue)
          glyphs.append("{\"gid\": \(glyph.id), \"size\": \(Self.number(run.size.rawValue)), \"x\": \(Self.number(x)), \"y\": \(Self.number(y))\(name)}")
        }
      case .rule(let rect, _):
        rules.append(
          "{\"x\": \(Self.number(rect.x.rawValue)), \"y\": \(Self.number(rect.y.rawValue + lift.rawValue)), \"w\": \(Self.number(rect.width.rawValue)), \"h\": \(Self.number(rect.height.rawValue))}")
      case .stroke, .panel, .picture, .mark: break
      }
    }
    return "{\"id\": \(Self.quoted(id)), \"style\": \(Self.quoted(style)), \"tex\": \(Self.quoted(tex)), \"width\": \(Self.number(width.rawValue)), "
      + "\"height\": \(Self.number(height.rawValue)), \"depth\": \(Self.number(depth.rawValue)), \"glyphs\": [\(glyphs.joined(separator: ", "))], "
      + "\"rules\": [\(rules.joined(separator: ", "))]}"
  }

  private static func number(_ scaledPoints: Int) -> String {
    let hundredThousandths = (scaledPoints * 100_000 + (scaledPoints < 0 ? -32768 : 32768)) / 65536
    let (whole, rest) = hundredThousandths.magnitude.quotientAndRemainder(dividingBy: 100_000)
    let digits = String(rest)
    return (hundredThousandths < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 5 - digits.count) + digits
  }

  /// A JSON string.
  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\r": out += "\\r"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }
}
