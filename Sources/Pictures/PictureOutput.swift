/// For what output pictures are prepared. Others can be written too: pictures are drawn for them when they are.
public enum PictureOutput: Hashable, Sendable {
  case pdf
  case svg
  case png(ppi: Double)
}
