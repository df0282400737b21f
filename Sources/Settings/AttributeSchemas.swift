public import TypesetYAML

/// A key of authors' own for text in brackets, and what its values look like: `^[text](customStyle: 'boldcaps')`.
public struct AttributeSchema: Hashable, Sendable {
  public var key: String
  /// In the order of the theme.
  public var values: [Value]
  /// False for the ones that every theme has.
  public var isDeclared = true

  /// A value of the key, and what it comes to.
  public struct Value: Hashable, Sendable {
    public var name: String
    public var looks: AttributeLooks
  }

  /// A value that represents all others.
  static let any = "*"

  /// The names of the values that are allowed; nil if any is.
  public var names: [String]? {
    let names = values.map(\.name)
    return names.contains(Self.any) ? nil : names
  }

  public subscript(value: String) -> AttributeLooks? { (values.last { $0.name == value } ?? values.last { $0.name == Self.any })?.looks }
}

/// What a span's attributes, or a value of a theme's own attribute, come to.
public struct AttributeLooks: Hashable, Sendable {
  public var rule = StyleRule()
  /// As if the text were within `**…**`.
  public var isStrong = false
  /// As if the text were within `*…*`.
  public var isEmphasised = false

  public init() {}

  /// Takes the value of a key; nil if the key is none of those that are drawn, false if the value can't be read.
  mutating public func take(_ key: String, _ value: YAMLValue) -> Bool? {
    switch key {
    case "strong", "emphasis":
      guard let flag = SettingForm.flag.read(value) else { return false }
      if key == "strong" { isStrong = flag } else { isEmphasised = flag }
      return true
    case "font":
      guard let name = value.text, let role = Self.roles[name.lowercased()] else { break }
      rule.family = role
      return true
    default: break
    }
    guard let row = Self.row(of: key) else { return nil }
    return row.read(&rule, value)
  }

  private static let roles: [String: FamilyRole] = [
    "text": .text, "serif": .text, "sans": .sans, "sans-serif": .sans, "code": .code, "mono": .code, "monospace": .code,
  ]

  /// The row of a key that spans may have.
  public static func row(of key: String) -> ElementSetting? {
    guard keys.contains(key) else { return nil }
    return ElementSetting.named[key == "tracking" ? "letter-spacing" : key]
  }

  /// The keys that are drawn.
  public static let keys: Set<String> = [
    "font", "size", "weight", "stretch", "slant", "color", "background", "underline", "strike", "tracking", "baseline", "case", "ramp",
    "tint", "features", "emphasis", "strong",
  ]

  /// The words that a key's values consist of; empty if there are too many.
  public static func words(of key: String) -> [String] {
    switch key {
    case "underline", "strike": TextLine.Form.allCases.map(\.rawValue) + ["none"]
    case "case": LetterCase.allCases.map(\.rawValue)
    case "slant": ["upright", "italic"]
    case "emphasis", "strong": ["true", "false"]
    default: []
    }
  }

  /// What values of a key look like.
  public static func form(of key: String) -> String {
    if key == "emphasis" || key == "strong" { return "true or false" }
    return row(of: key)?.form ?? ""
  }

  /// What is said of a value of a key that can't be read.
  public static func hint(of key: String, for value: YAMLValue) -> String {
    row(of: key)?.hint(for: value) ?? value.hint(expecting: form(of: key))
  }
}

extension Theme {
  /// The attributes that need no declaration.
  package static let sampleAttributes: [AttributeSchema] = {
    func looks(_ set: (inout AttributeLooks) -> Void) -> AttributeLooks {
      var looks = AttributeLooks()
      set(&looks)
      return looks
    }
    let boldCaps = looks {
      $0.rule.letterCase = .upper
      $0.isStrong = true
    }
    let smallItalics = looks {
      $0.rule.letterCase = .lower
      $0.isEmphasised = true
    }
    let danger = looks {
      $0.rule.background = .named("red")
      $0.rule.underline = TextLine(.dash, .named("yellow"))
    }
    let highlight = looks {
      $0.rule.background = .named("yellow")
      $0.rule.underline = TextLine(.dot, .named("red"))
    }
    return [
      AttributeSchema(
        key: "customStyle", values: [.init(name: "boldcaps", looks: boldCaps), .init(name: "smallitalics", looks: smallItalics)],
        isDeclared: false),
      AttributeSchema(
        key: "customColor", values: [.init(name: "danger", looks: danger), .init(name: "highlight", looks: highlight)], isDeclared: false),
    ]
  }()

  /// The schema of a key; a theme's own overrides a sample.
  package func schema(of key: String) -> AttributeSchema? {
    attributes.last { $0.key == key } ?? Self.sampleAttributes.first { $0.key == key }
  }
}
