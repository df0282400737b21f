import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

extension Attributes {
  /// Its classes, and those of UnoCSS that are written as attributes, `<div absolute bottom-0>`.
  var utilities: [String] { classes + pairs.filter(\.value.isEmpty).map(\.name) }
}

extension SlidePlace {
  /// The place that attributes give: Quarto's `{.absolute top=20 left=40 width=300}`, `style="position: absolute; top: 20px"`, or the classes of UnoCSS
  /// and Slidev, `absolute top-4 right-1/2`, `abs-br m-6`. Nil where they give none.
  ///
  /// - Parameter pixel: The length of a pixel of the slide.
  init?(_ attributes: Attributes, pixel: Length) {
    self.init()
    var isPlaced = false
    let style = attributes["style"].map(StyleRule.declarations(of:)) ?? []
    if style.contains(where: { $0.name == "position" && ["absolute", "fixed"].contains($0.value) }) { isPlaced = true }
    let classes = attributes.utilities
    for name in classes {
      if name == "absolute" || name == "fixed" || name.hasPrefix("abs-") { isPlaced = true }
    }
    guard isPlaced else { return nil }
    for name in classes { take(class: name[...], pixel) }
    for pair in attributes.pairs where pair.name != "style" { take(pair.name, pair.value, pixel) }
    for (name, value) in style { take(name, value, pixel) }
    readAlignment(classes, style)
    // Without one it stands where it is written, as CSS has it.
    if left == nil, right == nil, top == nil, bottom == nil { return nil }
  }

  /// Where flexible boxes and grids have their content: `flex items-center justify-center`, `display: grid; place-items: center`.
  private mutating func readAlignment(_ classes: [String], _ style: [(name: String, value: String)]) {
    let display = style.last { $0.name == "display" }?.value ?? ""
    let (isFlexible, isGrid) = (classes.contains("flex") || display == "flex", classes.contains("grid") || display == "grid")
    guard isFlexible || isGrid else { return }
    let isColumn = isFlexible && (classes.contains("flex-col") || style.contains { $0.name == "flex-direction" && $0.value == "column" })
    func part(_ names: [String], _ classNames: [String]) -> Double {
      let declared = style.last { names.contains($0.name) }?.value ?? ""
      if declared.contains("center") || classNames.contains(where: { classes.contains($0 + "-center") }) { return 0.5 }
      return declared.hasSuffix("end") || classNames.contains(where: { classes.contains($0 + "-end") }) ? 1 : 0
    }
    let across = part(["align-items", "place-items"], ["items", "place-items"])
    let along = part([isGrid ? "justify-items" : "justify-content", "place-content", "place-items"], ["justify", "place-content"])
    downwards = isColumn ? along : across
    isInMiddle = (isColumn || isGrid ? max(across == 0.5 ? 0.5 : 0, along) : along) == 0.5
  }

  private mutating func take(_ name: String, _ value: String, _ pixel: Length) {
    switch name {
    case "z-index": isBehind = value.hasPrefix("-")
    case "transform":
      if value.contains("(-50%") && !value.contains("translateY") { shiftX = -0.5 }
      if value.contains("-50%)") && !value.contains("translateX") { shiftY = -0.5 }
    case "inset":
      let sides = value.split(separator: " ").map { Distance(css: String($0), pixel) }
      guard !sides.isEmpty else { return }
      (top, right) = (sides[0], sides.count > 1 ? sides[1] : sides[0])
      (bottom, left) = (sides.count > 2 ? sides[2] : top, sides.count > 3 ? sides[3] : right)
    default: if let distance = Distance(css: value, pixel) { set(name, distance) }
    }
  }

  private mutating func set(_ name: String, _ distance: Distance) {
    switch name {
    case "left": left = distance
    case "right": right = distance
    case "top": top = distance
    case "bottom": bottom = distance
    case "width", "w": width = distance
    case "height", "h": height = distance
    case "inset": (left, right, top, bottom) = (distance, distance, distance, distance)
    case "inset-x": (left, right) = (distance, distance)
    case "inset-y": (top, bottom) = (distance, distance)
    default: break
    }
  }

  /// `top-4`, `-left-[20px]`, `w-1/2`, `inset-x-0`, `abs-tr`, `m-6`
  private mutating func take(class name: Substring, _ pixel: Length) {
    let isNegative = name.hasPrefix("-")
    let words = isNegative ? name.dropFirst() : name
    if name.hasPrefix("abs-") {
      for sign in name.dropFirst(4) {
        switch sign {
        case "t": top = top ?? .length(.zero)
        case "b": bottom = bottom ?? .length(.zero)
        case "l": left = left ?? .length(.zero)
        case "r": right = right ?? .length(.zero)
        default: break
        }
      }
      return
    }
    guard let dash = words.lastIndex(of: "-"), case let key = String(words[..<dash]),
      let distance = Distance(utility: words[words.index(after: dash)...], isNegative, pixel)
    else { return }
    switch key {
    case "translate-x": if case .part(let part) = distance { shiftX = part }
    case "translate-y": if case .part(let part) = distance { shiftY = part }
    // A margin is kept from the edges that the box is at.
    case "m": moveIn(distance, [\.left, \.right, \.top, \.bottom])
    case "mx": moveIn(distance, [\.left, \.right])
    case "my": moveIn(distance, [\.top, \.bottom])
    case "mt": moveIn(distance, [\.top])
    case "mb": moveIn(distance, [\.bottom])
    case "ml": moveIn(distance, [\.left])
    case "mr": moveIn(distance, [\.right])
    case "z", "z-": isBehind = isNegative || words.hasPrefix("z--")
    default: set(key, distance)
    }
  }

  private mutating func moveIn(_ distance: Distance, _ edges: [WritableKeyPath<SlidePlace, Distance?>]) {
    guard case .length(let more) = distance else { return }
    for edge in edges { if case .length(let length)? = self[keyPath: edge] { self[keyPath: edge] = .length(length + more) } }
  }
}

extension SlidePlace.Distance {
  /// `20`, `20px`, `2em`, `50%`, `10mm`; nil for `auto` and the like.
  init?(css text: String, _ pixel: Length) {
    let text = text.trimmed().lowercased()
    func number(_ unit: String) -> Double? {
      guard text.hasSuffix(unit), let number = DocumentNumber.real(text.dropLast(unit.count)), abs(number) < 100_000 else { return nil }
      return number
    }
    if let share = ["%", "vw", "vh"].lazy.compactMap({ number($0) }).first {
      self = .part(min(max(share / 100, -2), 2))
    } else if let pixels = number("px") ?? number("") {
      self = .length(pixel.scaled(by: pixels))
    } else if let letters = number("rem") ?? number("em") {
      self = .length(pixel.scaled(by: letters * 16))
    } else if let length = Length(text), abs(length.points) < 10_000 {
      self = .length(length)
    } else {
      return nil
    }
  }

  /// What is behind the last dash of a class: `4` is a rem, `1/2`, `full`, `px`, `[20px]`, `20px`.
  init?(utility word: Substring, _ isNegative: Bool, _ pixel: Length) {
    var found: Self?
    let parts = word.split(separator: "/").map { DocumentNumber.real($0) ?? 0 }
    if word == "full" {
      found = .part(1)
    } else if word == "px" {
      found = .length(pixel)
    } else if parts.count == 2, parts[1] > 0 {
      found = .part(min(parts[0] / parts[1], 2))
    } else if let steps = DocumentNumber.real(word), abs(steps) < 2_000 {
      found = .length(pixel.scaled(by: steps * 4))
    } else {
      found = Self(css: String(word.filter { !"[]".contains($0) }), pixel)
    }
    switch found {
    case nil: return nil
    case .length(let length)?: self = .length(isNegative ? -length : length)
    case .part(let part)?: self = .part(isNegative ? -part : part)
    }
  }
}
