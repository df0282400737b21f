public import TypesetYAML

/// One thing that can be set: a row of the table that front matter, themes, `-V`, command-line flags, `--help`, the docs and the library read.
public struct Setting: Sendable {
  /// A command-line flag for a setting: `--toc-depth N`, `-N`.
  public struct Flag: Sendable {
    public var name: String
    public var letter: Character?
    /// The name of its value in help; nil for a flag that means `true`.
    public var value: String?

    public init(_ name: String, _ letter: Character? = nil, value: String? = nil) {
      self.name = name
      self.letter = letter
      self.value = value
    }
  }

  /// Its name in front matter, for `-V` and in the library; nil for settings that only themes have.
  public var name: String?
  /// Other names for it, most of them from other tools. Case does not matter, and `_` is `-`.
  public var aliases: [String] = []
  /// Its key in a theme, with dots between levels: `page.paper`.
  public var path: String?
  public var flag: Flag?
  /// What its values look like: `a length such as 25mm`.
  public var form: String
  /// The default, as the documentation shows it.
  public var standard: String
  /// One sentence without a full stop.
  public var help: String
  /// Settings of one slot override each other: a value on the command line replaces one in front matter.
  var slot: String
  /// Takes a value; returns what is wrong with it.
  let read: @Sendable (inout DocumentSettings, YAMLValue) -> [SettingFault]

  init(
    _ name: String?, _ aliases: [String] = [], in path: String? = nil, flag: Flag? = nil, as form: String, default standard: String = "",
    slot: String? = nil, _ help: String, read: @escaping @Sendable (inout DocumentSettings, YAMLValue) -> [SettingFault]
  ) {
    (self.name, self.aliases, self.path, self.flag) = (name, aliases, path, flag)
    (self.form, self.standard, self.help, self.read) = (form, standard, help, read)
    self.slot = slot ?? name ?? path ?? ""
  }

  /// A setting whose value has a form that others share.
  init<Value>(
    _ name: String?, _ aliases: [String] = [], in path: String? = nil, flag: Flag? = nil, as form: SettingForm<Value>,
    default standard: String = "", slot: String? = nil, _ help: String,
    set: @escaping @Sendable (inout DocumentSettings, Value) -> Void
  ) {
    self.init(name, aliases, in: path, flag: flag, as: form.words, default: standard, slot: slot, help) { settings, value in
      guard let read = form.read(value) else {
        return [SettingFault(value, hint: form.outOfRange?(value))]
      }
      set(&settings, read)
      return []
    }
  }

  /// How it is called where both its names fit: that of front matter.
  public var title: String { name ?? path ?? "" }
}

/// What is wrong with a value: all of it, or a part with its own words.
public struct SettingFault: Sendable {
  public var value: YAMLValue
  /// Nil where the value as a whole can't be read.
  public var message: String?
  public var hint: String?

  init(_ value: YAMLValue, _ message: String? = nil, hint: String? = nil) {
    (self.value, self.message, self.hint) = (value, message, hint)
  }
}

/// A kind of value: how it is read, with its range, and what messages and docs say of it.
struct SettingForm<Value>: Sendable {
  var words: String
  /// What is said of a number that is beyond its range; nil for what is none.
  var outOfRange: (@Sendable (YAMLValue) -> String?)?
  var read: @Sendable (YAMLValue) -> Value?

  init(_ words: String, _ read: @escaping @Sendable (YAMLValue) -> Value?) {
    (self.words, self.read) = (words, read)
  }
}
