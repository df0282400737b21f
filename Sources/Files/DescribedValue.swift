internal import TypesetDiagnostics

/// All that a value holds, as bytes that are found by reflection, so that no property can be forgotten: what keys are digests of.
///
/// The order of sets and dictionaries is that of their descriptions. A class without a description is its name alone.
package struct DescribedValue {
  package private(set) var bytes: [UInt8] = []

  package init(_ value: Any) { add(value) }

  private mutating func add(_ text: some StringProtocol) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  private mutating func add(_ count: Int) { unsafe withUnsafeBytes(of: Int64(count).littleEndian) { unsafe bytes += $0 } }

  private mutating func add(_ value: Any) {
    switch value {
    // Most properties of a theme's rules are not set, which is found faster without reflection.
    case let value as any Emptiable where value.isEmpty: return add(0)
    case let value as [UInt8]:
      add(value.count)
      bytes += value
      return
    // Where its lines begin follows from its bytes.
    case let source as Source: return add([source.files, source.bytes] as [Any])
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .set, .dictionary:
      let parts = mirror.children.map { DescribedValue($0.value).bytes }.sorted { $0.lexicographicallyPrecedes($1) }
      add(parts.count)
      for part in parts {
        add(part.count)
        bytes += part
      }
    case nil: add("\(value)")
    default:
      // Without content: a case, or nothing.
      guard !mirror.children.isEmpty else { return add("\(value)") }
      add(mirror.children.count)
      for child in mirror.children {
        add(child.label ?? "")
        add(child.value)
      }
    }
  }
}

/// What may be nothing.
private protocol Emptiable {
  var isEmpty: Bool { get }
}

extension Optional: Emptiable {
  fileprivate var isEmpty: Bool { self == nil }
}
