/// The output for which pictures are prepared in advance. For other outputs, pictures are drawn when they are written.
public enum PictureOutput: Hashable, Sendable {
  case pdf
  case svg
  case png(ppi: Double)
}
