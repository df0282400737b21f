/// Which files are pictures by their names; what a file is, its first bytes say.
package enum PictureNames {
  /// Extensions of the pictures that can be shown.
  package static let extensions: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "tif", "tiff", "avif",
  ]

  /// True for a path or an address that ends as a picture's does, in any case.
  package static func isPicture(_ path: some StringProtocol) -> Bool {
    let end = path.suffix(5)
    guard let dot = end.lastIndex(of: ".") else { return false }
    return extensions.contains(end[end.index(after: dot)...].lowercased())
  }
}
