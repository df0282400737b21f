package import TypesetJSON
package import TypesetYAML

extension YAMLValue {
  /// The value as JSON has it: what is written without quotes is a number, true, false or null where it reads as one (YAML 1.2, core schema).
  package var json: JSON {
    switch content {
    case .scalar(let text, let isPlain):
      guard isPlain, let value = try? JSON(ArraySlice(text.utf8)) else { return .string(text) }
      switch value {
      case .number, .bool, .null: return value
      default: return .string(text)
      }
    case .sequence(let items): return .array(items.map(\.json))
    case .mapping(let entries): return .object(entries.map { JSON.Member($0.key, $0.value.json) })
    }
  }
}
