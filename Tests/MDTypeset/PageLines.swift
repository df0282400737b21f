import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// What stands on each page but for header and footer: its lines from the top, the runs of each from the left.
func pageLines(_ text: String, root: String = ".") -> [[String]] {
  var options = TypesetterOptions()
  options.root = root
  options.ignoresSystemFonts = true
  return pageLines(Typesetter(options: options).typeset(Source(name: "a.md", text: text)))
}

func pageLines(_ document: TypesetDocument) -> [[String]] {
  document.pages.map { page in
    var lines: [Length: [(x: Length, text: String)]] = [:]
    for item in page.ink.items.prefix(page.furniture ?? .max) {
      guard case .run(let run) = item, !run.text.isEmpty else { continue }
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      lines[run.y, default: []].append((run.x, text))
    }
    return lines.sorted { $0.key > $1.key }.map {
      $0.value.sorted { $0.x < $1.x }.flatMap { $0.text.split(separator: " ") }.joined(separator: " ")
    }
  }
}
