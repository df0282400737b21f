internal import TypesetDiagnostics
public import TypesetInterface

extension TextAttributes {
  /// The font: family, size and weight in one value; italics are the intent `emphasized`.
  public var font: TextFont? {
    get {
      let weight = self[DrawnTextScope.FontWeightKey.self].flatMap { DocumentNumber.whole($0) }.flatMap { TextFont.Weight(rawValue: $0) }
      // A theme's family has a name, too: `sans`.
      let family = self[DrawnTextScope.FontFamilyKey.self]
      let design = family.flatMap { TextFont.Design(rawValue: $0) }
      let font = TextFont(
        name: design == nil ? family : nil, design: design, size: self[DrawnTextScope.FontSizeKey.self], weight: weight,
        isItalic: inlineIntent.contains(.emphasized) ? true : nil)
      return font == TextFont() || font == TextFont(isItalic: true) ? nil : font
    }
    set {
      self[DrawnTextScope.FontFamilyKey.self] = newValue?.name ?? newValue?.design?.rawValue
      self[DrawnTextScope.FontSizeKey.self] = newValue?.size
      self[DrawnTextScope.FontWeightKey.self] = newValue?.weight.map { "\($0.rawValue)" }
      if newValue?.isItalic == true { inlineIntent.insert(.emphasized) }
    }
  }
}
