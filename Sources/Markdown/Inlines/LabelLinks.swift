extension Tree {
  /// MyST: `[words](label)` leads to what has the label, in whatever file of the work that is, and `[](label)` shows its title or number.
  mutating func leadLinksToLabels() {
    var names: Set<String>?
    for index in nodes.indices {
      guard case .link(let destination, "") = nodes[index].kind, Self.mayBeLabel(destination) else { continue }
      if names == nil { names = Set(attributes.compactMap(\.id)) }
      guard names?.contains(destination) == true else { continue }
      // A link without words has been filled with those of its address.
      if let only = onlyChild(of: Index(index)), case .text(destination) = nodes[Int(only)].kind {
        nodes[index].kind = .reference(label: destination)
        nodes[index].firstChild = -1
      } else {
        nodes[index].kind = .link(destination: "#" + destination, title: "")
      }
    }
  }

  /// True for an address that is one word, as no file and no page of the web is named.
  private static func mayBeLabel(_ address: String) -> Bool {
    !address.isEmpty && address.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || "-_".utf8.contains($0) }
  }
}
