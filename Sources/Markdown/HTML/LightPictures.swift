/// The pictures that `<picture>` has for light screens, which are like paper.
enum LightPictures {
  /// Shows each in place of the usual one.
  ///
  /// - Returns: The addresses of those on the network whose usual picture is a file, which is shown then.
  static func show(in html: inout HTMLTree) -> [String] {
    var elsewhere: [String] = []
    for index in html.nodes.indices {
      guard case .element("picture", _) = html.nodes[index].kind else { continue }
      var light: String?
      for child in html.children(of: HTMLTree.Index(index)) {
        guard case .element(let name, let pairs) = html.nodes[Int(child)].kind else { continue }
        if name == "source" {
          light = light ?? source(pairs)
        } else if name == "img", let light, let usual = value("src", pairs), usual != light {
          if isElsewhere(light), !isElsewhere(usual) {
            elsewhere.append(light)
          } else {
            html.set(pairs.filter { $0.key != "src" } + [Attributes.Pair("src", light)], of: child)
          }
        }
      }
    }
    return elsewhere
  }

  /// What is said of a picture that is not read.
  static func words(_ light: String) -> String {
    "the picture for light paper, \(light.prefix(80)), is not read from the network: the usual one is shown"
  }

  /// The first address of a `<source>` for light screens.
  private static func source(_ pairs: [Attributes.Pair]) -> String? {
    guard let media = value("media", pairs), media.contains("prefers-color-scheme"), media.contains("light") else { return nil }
    return value("srcset", pairs)?.split { " ,\n".contains($0) }.first.map(String.init)
  }

  private static func value(_ key: String, _ pairs: [Attributes.Pair]) -> String? { pairs.first { $0.key == key }?.value }

  private static func isElsewhere(_ address: String) -> Bool { address.contains("://") || address.hasPrefix("//") }
}
