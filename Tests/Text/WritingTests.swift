import MDTypeset
import Testing
import TypesetMarkdown

@testable import TypesetText

@Suite struct WritingTests {
  private func shape(_ markdown: String) -> String { AttributedText(markdown: markdown).tree.meaning.shape }

  private func check(_ markdown: String, _ name: String) -> Bool {
    let written = AttributedText(markdown: markdown).markdown
    let (before, after) = (shape(markdown), shape(written))
    guard before != after else { return true }
    let (old, new) = (before.split(separator: "\n"), after.split(separator: "\n"))
    let first = zip(old, new).first { $0 != $1 }
    if let at = zip(old, new).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
      print(
        "OLD", old[max(0, at - 3)..<min(old.count, at + 3)].joined(separator: "\n"), "\nNEW",
        new[max(0, at - 3)..<min(new.count, at + 3)].joined(separator: "\n"))
    }
    print(
      "WRITING \(name): \(first?.0 ?? "-") | \(first?.1 ?? "-") | \(old.count) \(new.count) | \(name.count < 8 ? markdown.debugDescription + " -> " + written.debugDescription : "")"
    )
    return false
  }

  @Test func `examples of CommonMark are written as what is read the same`() {
    let failed = Documents.examples.enumerated().filter { !check($0.element, "\($0.offset)") }.count
    #expect(failed == 0)
  }

  @Test func `documents are written as what is read the same`() throws {
    var failed = 0
    for path in Documents.samples where !check(try Documents.text(path), path) { failed += 1 }
    #expect(failed == 0)
  }
}

extension Tree {
  /// With neighbouring texts in one, and without what says nothing: empty texts and paragraphs, line ends after line ends, the class that code has by
  /// its language, attributes given twice, and their order.
  fileprivate var meaning: Tree {
    var tree = normal
    for index in tree.attributes.indices {
      var seen: Set<Attributes.Pair> = []
      tree.attributes[index].pairs = tree.attributes[index].pairs.filter { seen.insert($0).inserted }.sorted {
        ($0.key, $0.value) < ($1.key, $1.value)
      }
    }
    for index in tree.nodes.indices {
      if case .codeBlock(let info, _) = tree.nodes[index].kind, let own = tree.attributes(of: Index(index)),
        own == Attributes(classes: [info])
      {
        tree.nodes[index].attributes = -1
      }
      var kept: [Index] = []
      for child in Array(tree.children(of: Index(index))) {
        let before = kept.last.map { tree[$0].kind }
        switch tree[child].kind {
        case .text(let text):
          if let last = kept.last, case .text(let words)? = before {
            tree.nodes[Int(last)].kind = .text(words + text)
          } else {
            kept.append(child)
          }
        case .softBreak where before == .softBreak || before == .lineBreak: break
        case .paragraph where tree[child].firstChild < 0: break
        default: kept.append(child)
        }
      }
      tree.setChildren(of: Index(index), to: kept)
    }
    return tree
  }
}
