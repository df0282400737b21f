internal import TypesetDiagnostics

// `TextValue` as any coder of the standard library's kind reads and writes it.

extension TextValue: Codable {
  /// Reads a value of any form; one nested deeper than 64 levels is an error.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count < Self.mostLevels + 8 else {
      let context = DecodingError.Context(
        codingPath: Array(decoder.codingPath.prefix(3)), debugDescription: "an attribute is nested deeper than \(Self.mostLevels) levels")
      throw DecodingError.dataCorrupted(context)
    }
    if let container = try? decoder.container(keyedBy: Name.self) {
      self = .object(
        try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
          Member(key.stringValue, try container.decode(TextValue.self, forKey: key))
        })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var items: [TextValue] = []
      while !container.isAtEnd { items.append(try container.decode(TextValue.self)) }
      self = .array(items)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .number("\(number)")
    } else if let number = try? container.decode(UInt64.self) {
      self = .number("\(number)")
    } else {
      self = TextValue(try container.decode(Double.self))
    }
  }

  /// Writes the value; what is opaque is an error.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for member in members { try container.encode(member.value, forKey: Name(member.name)) }
    case .array(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let flag):
      var container = encoder.singleValueContainer()
      try container.encode(flag)
    case .number(let text):
      var container = encoder.singleValueContainer()
      if let whole = Int64(text) {
        try container.encode(whole)
      } else if let whole = UInt64(text) {
        try container.encode(whole)
      } else {
        let number = DocumentNumber.real(text, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude) ?? .nan
        // As the JSON of this module: infinities are text.
        if number.isFinite { try container.encode(number) } else { try container.encode(text) }
      }
    case .string(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .opaque:
      let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "the value is of a type that is not Codable")
      throw EncodingError.invalidValue(self, context)
    }
  }

  /// Any name of a member.
  struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
