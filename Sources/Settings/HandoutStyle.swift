public import TypesetBoxes
import TypesetYAML

/// The sheets of a handout.
public struct HandoutStyle: Hashable, Sendable {
  /// How many pages, or slides with notes beside them, are on a sheet.
  public var pages = 1
  /// The sheet's width, A4 by default; it is turned where that makes the pages larger.
  public var width = 595.276.pt
  /// The sheet's height.
  public var height = 841.89.pt
  /// Where a presenter's notes are.
  public var notes = Notes.none
  /// True if slides that are shown in steps are a page for each step; on sheets they are one.
  public var showsSteps = true

  public init() {}

  /// True if each step of a slide is a page.
  package var dividesSteps: Bool { showsSteps && !hasSheets }

  /// True if pages are on sheets.
  package var hasSheets: Bool { pages > 1 || notes == .beside }

  /// Where a presenter's notes are.
  public enum Notes: String, Hashable, Sendable {
    case none
    /// On pages of their own, each behind its slide.
    case pages
    /// On the same sheet, to the right of its slide.
    case beside

    /// - Parameter value: As front matter or the command line has it; Quarto's `true` and `separate-page` are pages.
    init?(_ value: YAMLValue) {
      if let isOn = value.flag {
        self = isOn ? .pages : .none
      } else if value.text == "separate-page" {
        self = .pages
      } else if let word = value.text, let notes = Self(rawValue: word) {
        self = notes
      } else {
        return nil
      }
    }
  }
}

extension HandoutStyle {
  static let settings: [Setting] = [
    Setting(
      "handout", in: "page.handout", flag: Setting.Flag("handout", value: "N"), as: .count(1...16), default: "1",
      "how many slides, or small pages, are on each sheet"
    ) { $0.theme.page.handout.pages = $1 },
    Setting(
      "handout-paper", in: "page.handout-paper", as: "a paper size such as a4 or letter", default: "a4", "the sheets of a handout"
    ) { settings, value in
      guard let size = value.text.flatMap({ paperSize($0) }) else { return [SettingFault(value)] }
      (settings.theme.page.handout.width, settings.theme.page.handout.height) = size
      return []
    },
    Setting(
      "steps", in: "page.steps", as: .flag, default: "true",
      "slides that are shown in steps (`. . .`, `{.incremental}`, fragments) are a page for each step; on sheets they are one"
    ) { $0.theme.page.handout.showsSteps = $1 },
    Setting(
      "show-notes", ["shownotes"], flag: Setting.Flag("notes", value: "WAY"),
      as: SettingForm("pages, beside or none") { HandoutStyle.Notes($0) }, default: "none",
      "a presenter's notes: on pages behind the slides, or beside them, each pair on a sheet"
    ) { $0.theme.page.handout.notes = $1 },
  ]
}

extension SettingsReader {
  /// True if the caller asks for a presenter's notes, false if they are to be left out; nil where the document says it.
  package var showsNotes: Bool? {
    let value = variables.last { Settings.setting(named: $0.key)?.name == "show-notes" }?.parsed
    return value.map { HandoutStyle.Notes($0).map { $0 != .none } ?? false }
  }
}
