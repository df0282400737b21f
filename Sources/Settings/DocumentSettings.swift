public import TypesetYAML

/// Everything that can be set: a theme with the changes of front matter, and what only a document has.
public struct DocumentSettings: Sendable {
  public var theme: Theme
  public var numbering = NumberingOptions()
  public var contents = ContentsOptions()
  /// True if all displays are numbered, false if none; nil numbers those that something refers to.
  public var numbersEquations: Bool?
  /// Fonts that are asked for by name, each put before those of the theme if it exists.
  public var fonts: [FontRequest] = []
  public var titlePage = TitlePageOptions()
  /// Nil lets the language decide.
  public var isRightToLeft: Bool?
  public var appearance = Appearance.auto
  /// What is across each page, in light grey.
  public var watermark: String?
  /// What the document asks of its PDF.
  public var wishes = FileWishes()

  public init(theme: Theme = Theme()) { self.theme = theme }
}

/// One of the lists of a family table.
public typealias FamilyPath = any WritableKeyPath<FamilyTable, [String]> & Sendable

/// A font that a document or a caller asks for.
public struct FontRequest: Sendable {
  public var family: FamilyPath
  public var name: String
  /// As it was written, with its place.
  public var value: YAMLValue
  /// True if it only serves characters that the theme's fonts lack.
  public var isFallback = false
}

/// The page before the text.
public struct TitlePageOptions: Hashable, Sendable {
  /// True if the title has a page of its own.
  public var isOn = false
  /// The address of a picture that fills a page before all others.
  public var cover: String?
  /// The address of a picture above the title.
  public var logo: String?
  public var logoWidth: String?

  public init() {}
}
