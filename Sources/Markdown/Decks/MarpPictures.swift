internal import TypesetDiagnostics

/// Pictures of Marp's, with words before them that say how they are shown: `![bg right:40%](a.png)`, `![w:300px](a.png)`.
struct MarpPictures {
  private struct Ground {
    var picture: SlideLook.Picture
    var isVertical = false
  }

  private var grounds: [Ground] = []
  /// The side of the slide that pictures fill, and how much of its width.
  private var side: (isLeft: Bool, share: Double)?
  /// The slide's colour, and that of its text.
  private var ground: String?
  private var text: String?
  /// The length of a pixel on the page.
  private let pixel: Double

  init(pixel: Double) { self.pixel = pixel }

  /// What is written for a line with `![bg right:40%](a.png)`, `![w:300px](a.png)`: words before a picture that say how it is shown; nil for other lines.
  mutating func written(_ line: ArraySlice<UInt8>) -> String? {
    var out = ""
    var start = line.startIndex
    while let open = line[start...].firstRange(of: Array("![".utf8)) {
      guard let close = line[open.upperBound...].firstRange(of: Array("](".utf8)),
        let end = SlideAddress.end(in: line[close.upperBound...])
      else { break }
      out += String(decoding: line[start..<open.lowerBound], as: UTF8.self)
      let address = String(decoding: line[close.upperBound..<end], as: UTF8.self)
      let words = String(decoding: line[open.upperBound..<close.lowerBound], as: UTF8.self)
      out += take(words.split(separator: " "), address) ?? String(decoding: line[open.lowerBound...end], as: UTF8.self)
      start = end + 1
    }
    guard start > line.startIndex else { return nil }
    out += String(decoding: line[start...], as: UTF8.self)
    return out.utf8.elementsEqual(line) ? nil : out
  }

  /// What is written for a picture; nil where its words are words.
  private mutating func take(_ words: [Substring], _ address: String) -> String? {
    if words.isEmpty, SlideAddress.isColor(address) {
      text = address
      return ""
    }
    guard words.contains("bg") else { return sized(words, address) }
    // A title is behind the address, which may be in angle brackets.
    let target = address.hasPrefix("<") ? address.dropFirst().prefix { $0 != ">" } : address.prefix { $0 != " " }
    var own = Ground(picture: SlideLook.Picture(address: String(target)))
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1)
      let value = parts.count > 1 ? String(parts[1]) : ""
      switch parts.first ?? "" {
      case "left", "right":
        let share = value.hasSuffix("%") ? DocumentNumber.real(value.dropLast()).map { $0 / 100 } : nil
        side = (word.hasPrefix("left"), min(max(share ?? 0.5, 0.05), 0.8))
      case "vertical": own.isVertical = true
      case "contain", "fit", "cover", "auto": own.picture.fit = String(word)
      case "opacity": own.picture.opacity = Self.part(value) ?? own.picture.opacity
      case "w", "width", "h", "height": own.picture.fit = "contain"
      default: if word.hasSuffix("%") { own.picture.fit = String(word) }
      }
    }
    if SlideAddress.isColor(own.picture.address) { ground = own.picture.address } else { grounds.append(own) }
    return ""
  }

  /// `0.5` and `50%`
  private static func part(_ value: String) -> Double? {
    value.hasSuffix("%") ? DocumentNumber.real(value.dropLast()).map { $0 / 100 } : DocumentNumber.real(value)
  }

  /// A picture in the text with its size.
  private func sized(_ words: [Substring], _ address: String) -> String? {
    var rest: [Substring] = []
    var sizes: [String] = []
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1)
      let value = parts.count > 1 ? String(parts[1]) : ""
      switch parts.first ?? "" {
      case "w", "width": if value != "auto" { sizes.append("width=\(points(value))") }
      case "h", "height": if value != "auto" { sizes.append("height=\(points(value))") }
      case "blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia": break
      default: rest.append(word)
      }
    }
    guard rest.count < words.count else { return nil }
    let attributes = sizes.isEmpty ? "" : "{" + sizes.joined(separator: " ") + "}"
    return "![\(rest.joined(separator: " "))](\(address))\(attributes)"
  }

  /// Pixels of the slide as points of the page.
  private func points(_ value: String) -> String {
    guard let pixels = DocumentNumber.real(value.hasSuffix("px") ? value.dropLast(2) : value[...]) else { return value }
    return "\((pixels * pixel * 100).rounded() / 100)pt"
  }

  /// The slide's look: several pictures share their part of it.
  var look: SlideLook {
    var look = SlideLook()
    look.ground = ground
    if let text { look.colors["text"] = text }
    guard !grounds.isEmpty else { return look }
    let (start, width) = side.map { ($0.isLeft ? 0 : 1 - $0.share, $0.share) } ?? (0, 1)
    if let side { if side.isLeft { look.left = side.share } else { look.right = side.share } }
    let isVertical = grounds.contains(where: \.isVertical)
    let share = 1 / Double(grounds.count)
    for (number, ground) in grounds.enumerated() {
      var picture = ground.picture
      let from = Double(number) * share
      picture.area = isVertical ? [start, from, width, share] : [start + from * width, 0, share * width, 1]
      look.pictures.append(picture)
    }
    return look
  }
}
