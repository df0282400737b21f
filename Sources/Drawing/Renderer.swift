internal import CCairo
public import TypesetFonts
public import TypesetPictures

/// Draws pages: PDF for all of them, PNG and SVG for one each.
///
/// Each call has its own Cairo surface; rasterisers with their glyph caches are lent from a pool, so that several threads
/// may draw PNG at once.
public struct Renderer: Sendable {
  let fonts: FontBook
  let pictures: PictureBook
  let rasterizers = RasterizerPool()

  public init(fonts: FontBook, pictures: PictureBook) {
    self.fonts = fonts
    self.pictures = pictures
  }
}

/// Why a page cannot be drawn.
public enum DrawingError: Error, CustomStringConvertible, Sendable {
  /// The sink refused bytes; its own error.
  case sink(any Error)
  /// An error of Cairo, in its words.
  case cairo(String)
  /// Cairo's file cannot be read.
  case unreadable
  /// The page at this resolution has more pixels than Cairo can hold.
  case pageTooLarge(width: Double, height: Double)

  public var description: String {
    switch self {
    case .sink(let error): "the output cannot be written: \(error)"
    case .cairo(let reason): "the page cannot be drawn: \(reason)"
    case .unreadable: "the pages that Cairo drew cannot be read"
    case .pageTooLarge(let width, let height): "a page of \(Int(clamping: width)) × \(Int(clamping: height)) pixels is too large"
    }
  }

  static func cairo(_ status: cairo_status_t) -> DrawingError {
    .cairo(unsafe String(cString: cairo_status_to_string(status)))
  }
}
