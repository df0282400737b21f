/// Families that go with serif and sans text in scripts for which fontconfig's own `serif` and `sans-serif` know no difference. They are
/// asked for first; where they are not installed fontconfig chooses.
enum ScriptFamilies {
  static func family(for scalar: Unicode.Scalar, kind: FallbackRequest.Kind) -> String? {
    guard kind == .serif || kind == .sans else { return nil }
    guard let script = scripts.last(where: { $0.first <= scalar.value }), scalar.value <= script.last else { return nil }
    if script.name == "Arabic" { return kind == .serif ? "Noto Naskh Arabic" : "Noto Sans Arabic" }
    return (kind == .serif ? "Noto Serif " : "Noto Sans ") + script.name
  }

  /// By their first characters, in rising order.
  private static let scripts: [(first: UInt32, last: UInt32, name: String)] = [
    (0x0531, 0x058F, "Armenian"), (0x0590, 0x05FF, "Hebrew"), (0x0600, 0x06FF, "Arabic"), (0x0750, 0x077F, "Arabic"),
    (0x08A0, 0x08FF, "Arabic"), (0x0900, 0x097F, "Devanagari"), (0x0980, 0x09FF, "Bengali"), (0x0A00, 0x0A7F, "Gurmukhi"),
    (0x0A80, 0x0AFF, "Gujarati"), (0x0B80, 0x0BFF, "Tamil"), (0x0C00, 0x0C7F, "Telugu"), (0x0C80, 0x0CFF, "Kannada"),
    (0x0D00, 0x0D7F, "Malayalam"), (0x0D80, 0x0DFF, "Sinhala"), (0x0E00, 0x0E7F, "Thai"), (0x0E80, 0x0EFF, "Lao"),
    (0x0F00, 0x0FFF, "Tibetan"), (0x1000, 0x109F, "Myanmar"), (0x10A0, 0x10FF, "Georgian"), (0x1200, 0x139F, "Ethiopic"),
    (0x1780, 0x17FF, "Khmer"), (0xFB50, 0xFDFF, "Arabic"), (0xFE70, 0xFEFE, "Arabic"),
  ]
}
