/// The picture that `<picture>` has for light screens, which are like paper.
enum LightPicture {
  /// Its `<img>`, with the attributes that show it.
  case shown(HTMLTree.Index, [Attributes.Pair])
  /// Its address on the network, while the usual picture is a file.
  case elsewhere(String)

  /// - Parameter children: Of `<picture>`; nil where it has no picture for light screens, or only that one.
  init?(_ children: [HTMLTree.Index], of html: HTMLTree) {
    func value(_ key: String, _ pairs: [Attributes.Pair]) -> String? { pairs.first { $0.key == key }?.value }
    var light: String?
    for child in children {
      guard case .element(let name, let pairs) = html.nodes[Int(child)].kind else { continue }
      if name == "source", light == nil, let media = value("media", pairs), media.contains("prefers-color-scheme"), media.contains("light")
      {
        light = value("srcset", pairs)?.split { " ,\n".contains($0) }.first.map(String.init)
      } else if name == "img", let light, let usual = value("src", pairs), usual != light {
        let isElsewhere = Self.isElsewhere(light) && !Self.isElsewhere(usual)
        self = isElsewhere ? .elsewhere(light) : .shown(child, pairs.filter { $0.key != "src" } + [Attributes.Pair("src", light)])
        return
      }
    }
    return nil
  }

  /// What is said of a picture that is not read.
  static func words(_ light: String) -> String {
    "the picture for light paper, \(light.prefix(80)), is not read from the network: the usual one is shown"
  }

  private static func isElsewhere(_ address: String) -> Bool { address.contains("://") || address.hasPrefix("//") }
}
