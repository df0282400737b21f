import TypesetBoxes
import TypesetStyling

// The first and the last baseline of pages and columns.

extension VList {
  /// The space above a page's first box with which its baseline is where those of other pages are, whatever its size (TeXbook chapter 15,
  /// `\topskip`); below zero for a heading whose letters are no higher than that, though its lines are.
  func topSkip(above box: VBox, _ style: PageStyle) -> Length {
    guard style.topSkip > .zero, box.isLine, box.height != style.topSkip else { return .zero }
    var height = Length.zero
    let ink = inks[Int(box.ink)]
    for item in ink.items[Int(box.items.lowerBound)..<Int(box.items.upperBound)] {
      switch item {
      case .run(let run): height = max(height, run.y + run.size.scaled(by: 0.7))
      case .mark, .content, .part, .clip: continue
      // What is no text has its own height.
      case .rule, .stroke, .panel, .picture, .path: height = max(height, box.height)
      }
    }
    return height > style.topSkip ? .zero : style.topSkip - box.height
  }

  /// The first box on a column that is seen, unless it is in a frame.
  func firstBox(on column: PageBuilder.Breaks) -> VBox? {
    guard column.openFrames.isEmpty else { return nil }
    for node in text(of: column) {
      switch node {
      case .box(let box): if !box.isMark { return box }
      case .beginFrame: return nil
      case .endFrame, .glue, .kern, .penalty: continue
      }
    }
    return nil
  }
}

extension VBox {
  /// True for a place that links lead to, which takes no room.
  var isMark: Bool { height == .zero && depth == .zero && width == .zero && hang == .zero }
}
