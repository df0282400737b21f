import TypesetYAML

/// What a document asks of the files that it becomes.
public struct FileWishes: Hashable, Sendable {
  /// The names of standards, as `PDFSettings.follow` takes them.
  public var standards: [String] = []
  /// True if the PDF is to carry its source.
  public var attachesSource = false
  /// True if the PDF is to carry each block of code as a file.
  public var attachesCode = false
  /// True if formulas are to be copied as LaTeX.
  public var copiesLaTeX = false
  /// True if pages of SVG are to be text in faces that they hold, false for outlines.
  public var hasSVGFonts = false
  /// True if readers can tick the boxes of tasks.
  public var hasForms = false
  /// False if the PDF is to have no tags.
  public var isTagged = true

  public init() {}

  /// The standards that can be named.
  public static let standardNames = ["ua-1", "ua-2", "a-2b", "a-3b"]
}

extension FileWishes {
  static let rows: [Setting] = [
    Setting(
      "pdf-standard", ["pdf-standards"], flag: Setting.Flag("pdf-standard", value: "NAMES"),
      as: "ua-1, ua-2, a-2b or a-3b, or several of them",
      "standards that the PDF conforms to: ua-1 or ua-2 (accessible), a-2b or a-3b (archival)"
    ) { settings, value in
      let words = value.items?.map { $0.text ?? "" } ?? (value.text ?? "").split { ", ".contains($0) }.map(String.init)
      let names = words.map { $0.lowercased() }
      guard !names.isEmpty, names.allSatisfy(FileWishes.standardNames.contains) else { return [SettingFault(value)] }
      settings.wishes.standards = names
      return []
    },
    Setting(
      "attach-source", flag: Setting.Flag("attach-source"), as: .flag, default: "false",
      "store the Markdown in the PDF, for mdtypeset extract"
    ) { $0.wishes.attachesSource = $1 },
    Setting(
      "attach-code", flag: Setting.Flag("attach-code"), as: .flag, default: "false", "store each block of code in the PDF, as a file"
    ) { $0.wishes.attachesCode = $1 },
    Setting(
      "accessibility", ["accessible"], as: .flag, slot: "pdf-tags",
      "true: the PDF conforms to ua-1 (accessible); false: it has no tags, the structure that screen readers use"
    ) { settings, isOn in
      settings.wishes.isTagged = isOn
      if isOn, !settings.wishes.standards.contains(where: { $0.hasPrefix("ua-") }) { settings.wishes.standards.append("ua-1") }
    },
    Setting(
      "copy", flag: Setting.Flag("copy", value: "FORM"), as: .either("latex", "unicode"), default: "unicode",
      "what is copied and searched of formulas in a PDF or SVG: unicode (x₁ ≥ λ) or latex"
    ) { $0.wishes.copiesLaTeX = $1 },
    Setting(
      "svg-text", flag: Setting.Flag("svg-text", value: "FORM"), as: .either("fonts", "paths"), default: "paths",
      "how pages of SVG show text: paths (outlines) or fonts (text in faces that are in the file, for browsers)"
    ) { $0.wishes.hasSVGFonts = $1 },
    Setting(
      "forms", flag: Setting.Flag("forms"), as: .flag, default: "false", "boxes of tasks can be ticked in the PDF, which needs its tags"
    ) { $0.wishes.hasForms = $1 },
    Setting("pdf-tags", ["tagged-pdf", "tagged"], as: .flag, default: "true", "write tags, the structure that screen readers use") {
      $0.wishes.isTagged = $1
    },
  ]
}
