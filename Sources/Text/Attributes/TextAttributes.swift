internal import TypesetJSON
internal import TypesetMarkdown

/// A container of attributes, of a run of text or for what a theme gives to text.
///
/// Attributes of scopes are its members: `attributes.customColor = .danger`.
@dynamicMemberLookup
public struct TextAttributes: Hashable, Sendable {
  /// Emphasis, strong, code and the like.
  public var inlineIntent: InlineIntent = []
  /// Where it leads.
  public var link: TextLink?
  /// What the one character is that is not text.
  public var object: TextObject?
  /// The name that links use for it.
  public var id: String?
  /// The classes of theme files.
  public var classes: [String] = []
  /// All others, sorted by their names in lower case, each name once.
  private(set) var entries: [Entry] = []

  /// A named value.
  struct Entry: Hashable, Sendable {
    let name: String
    /// The name in lower case, which alone is compared.
    let key: String
    var value: TextValue

    init(name: String, value: TextValue) { (self.name, key, self.value) = (name, name.lowercased(), value) }

    static func == (a: Entry, b: Entry) -> Bool { a.key == b.key && a.value == b.value }

    func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(value)
    }
  }

  /// No attributes.
  public init() {}

  /// True without any attribute.
  public var isEmpty: Bool {
    inlineIntent.isEmpty && link == nil && object == nil && id == nil && classes.isEmpty && entries.isEmpty
  }

  /// The value of a key; nil without a value, or if the key cannot read the value.
  public subscript<Key: TextAttributeKey>(key: Key.Type) -> Key.Value? {
    get { value(named: Key.name).flatMap { try? Key.read($0) } }
    set { set(newValue.map { Key.stored($0) }, named: Key.name) }
  }

  /// The value of a scope's key.
  public subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<TextLookup, Key>) -> Key.Value? {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }

  /// The value of a name as it is written and saved, whether a scope knows it or not; case is ignored.
  public subscript(name: String) -> TextValue? {
    get { value(named: name) }
    set { set(newValue, named: name) }
  }

  /// The names of all attributes beyond intents, links, objects, ids and classes.
  public var names: [String] { entries.map(\.name) }

  private func place(of name: String) -> (index: Int, isThere: Bool) {
    let lower = name.lowercased()
    for (index, entry) in entries.enumerated() {
      if entry.key == lower { return (index, true) }
      if entry.key > lower { return (index, false) }
    }
    return (entries.count, false)
  }

  private func value(named name: String) -> TextValue? {
    guard !entries.isEmpty else { return nil }
    let (index, isThere) = place(of: name)
    return isThere ? entries[index].value : nil
  }

  mutating func set(_ value: TextValue?, named name: String) {
    let (index, isThere) = place(of: name)
    switch (value, isThere) {
    case (let value?, true): entries[index].value = value
    case (let value?, false): entries.insert(Entry(name: name, value: value), at: index)
    case (nil, true): entries.remove(at: index)
    case (nil, false): break
    }
  }
}

// MARK: Merging

/// Which value counts where two containers have one of the same name.
public enum TextMergePolicy: Hashable, Sendable {
  /// The value of the container that is merged into the other.
  case keepNew
  /// The value that is already there.
  case keepCurrent
}

extension TextAttributes {
  /// Adds the attributes of another container. Intents and classes unite; of links, ids and named values one counts.
  ///
  /// - Parameters:
  ///   - other: The attributes to add.
  ///   - policy: Which of two values counts.
  public mutating func merge(_ other: TextAttributes, policy: TextMergePolicy = .keepNew) {
    inlineIntent.formUnion(other.inlineIntent)
    classes += other.classes.filter { !classes.contains($0) }
    switch policy {
    case .keepNew: (link, id, object) = (other.link ?? link, other.id ?? id, other.object ?? object)
    case .keepCurrent: (link, id, object) = (link ?? other.link, id ?? other.id, object ?? other.object)
    }
    for entry in other.entries where policy == .keepNew || value(named: entry.name) == nil { set(entry.value, named: entry.name) }
  }

  /// These attributes together with the attributes of another container.
  public func merging(_ other: TextAttributes, policy: TextMergePolicy = .keepNew) -> TextAttributes {
    var merged = self
    merged.merge(other, policy: policy)
    return merged
  }
}

extension TextAttributes: CustomStringConvertible {
  /// One attribute a line, as `name = value`.
  public var description: String { lines.joined(separator: "\n") }

  var lines: [String] {
    var lines = entries.map { "\($0.name) = \($0.value)" }
    if !inlineIntent.isEmpty { lines.append("inlineIntent = \(inlineIntent)") }
    if let link { lines.append("link = \(link.destination)") }
    if let object { lines.append("object = \(object)") }
    if let id { lines.append("id = \(id)") }
    // `customStyle: 'boldcaps'` is also a class of that name.
    let styles = Set(entries.filter { $0.name.lowercased().hasSuffix("style") }.map(\.value.description))
    let shown = classes.filter { !styles.contains($0) }
    if !shown.isEmpty { lines.append("classes = \(shown.joined(separator: " "))") }
    return lines
  }
}

// MARK: The tree's attributes

extension TextAttributes {
  /// Adds what the attributes of a node say; they override what is there.
  mutating func add(_ attributes: Attributes) {
    if let id = attributes.id { self.id = id }
    classes += attributes.classes.filter { !classes.contains($0) }
    for pair in attributes.pairs { set(TextValue(pair), named: pair.key) }
  }

  /// The attributes for a node; what is opaque is left out.
  var nodeAttributes: Attributes {
    Attributes(id: id, classes: classes, pairs: entries.compactMap { $0.value.isSaved ? $0.value.pair(named: $0.name) : nil })
  }
}

extension TextValue {
  init(_ pair: Attributes.Pair) { self = pair.isTyped ? TextValue(pair.json) : .string(pair.value) }

  /// As a pair of attributes has it.
  func pair(named name: String) -> Attributes.Pair {
    var pair = Attributes.Pair(name, plain ?? json.description)
    if case .string = self {} else { pair.isTyped = true }
    return pair
  }
}
