/// Which files are pictures by their names; what a file is, its first bytes say.
package enum PictureNames {
  /// Extensions of the pictures that can be shown.
  package static let extensions: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "tif", "tiff", "avif",
  ]

  /// True for a path or an address that ends as a picture's does, in any case.
  package static func isPicture(_ path: some StringProtocol) -> Bool {
    guard let dot = path.utf8.suffix(6).lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(String(path[path.utf8.index(after: dot)...]).lowercased())
  }
}
