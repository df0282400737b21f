package import TypesetFiles

/// The packages of fonts that have what bundled faces lack: Debian's, and those that are unpacked over an archive's folder.
package enum FontPackage: String, CaseIterable, Sendable {
  case more = "mdtypeset-fonts-more"
  case cjk = "mdtypeset-fonts-cjk"
  case emoji = "mdtypeset-fonts-emoji"

  /// Where to look for a character that no font has.
  package init(for scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x312F, 0x3130...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFFEF, 0x20000...0x3FFFF:
      self = .cjk
    default: self = scalar.properties.isEmojiPresentation ? .emoji : .more
    }
  }

  /// Debian's package with these characters.
  package var debian: String {
    switch self {
    case .more: "fonts-noto-core"
    case .cjk: "fonts-noto-cjk"
    case .emoji: "fonts-noto-color-emoji"
    }
  }

  /// What to install for some characters.
  package static func remedy(for scalars: [Unicode.Scalar], in kind: Installation.Kind = Installation.kind) -> String {
    let wanted = Set(scalars.map { FontPackage(for: $0) })
    let packages = allCases.filter { wanted.contains($0) }
    let names = { (names: [String]) in
      names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
    let debian = "install " + names(packages.map(\.debian))
    guard kind == .archive else { return debian }
    return "unpack \(names(packages.map(\.rawValue))) over the program's folder, or " + debian
  }
}
