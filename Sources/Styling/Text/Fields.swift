import TypesetBoxes
import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown

/// A number that is known when pages are, in a line of text.
public enum PageField: Hashable, Sendable {
  /// Of the page on which this destination is.
  case page(of: String)
  /// Of the last page.
  case pages

  /// Where the last page's number is among those of destinations. No author's name has a control character.
  package static let last = "\u{1}last page"
  /// Where that of the page is which is being furnished.
  package static let here = "\u{1}this page"

  /// What it shows with these numbers of pages, by destinations; until they are known, a digit keeps the room.
  package func text(_ labels: [String: String]) -> String {
    switch self {
    case .page(let name): labels[name] ?? labels[Self.here] ?? "0"
    case .pages: labels[Self.last] ?? "0"
    }
  }
}

/// What is known of a document while its lines are styled. One for all copies of the styling: words are counted once.
final class DocumentFacts {
  let date: String
  let revision: String
  private let tree: Tree
  private(set) lazy var words = tree.wordCount()
  /// The labels within formulas.
  private(set) lazy var formulaLabels = tree.labelsInFormulas()
  /// True if the numbers of pages are shown in text.
  var showsPages = false
  /// The names of the places that an index leads to, by their nodes.
  var indexAnchors: [Tree.Index: String] = [:]
  /// True if there are tabs.
  var hasTabs = false

  init(_ tree: Tree, date: String = "", revision: String = "") { (self.tree, self.date, self.revision) = (tree, date, revision) }
}

/// What a field shows.
enum FieldContent {
  case text(String)
  case number(PageField)

  /// - Parameters:
  ///   - name: As its author wrote it.
  ///   - place: The destination that is where the field is.
  ///   - isGrowing: True if more of the document is to come.
  /// - Returns: Nil if there is no field of this name.
  init?(fieldNamed name: String, place: String, isGrowing: Bool, _ facts: DocumentFacts) {
    guard let field = DocumentField(rawValue: name.lowercased()) else { return nil }
    switch field {
    case .date: self = .text(facts.date)
    case .revision: self = .text(facts.revision)
    case .words where !isGrowing: self = .text("\(facts.words)")
    case .words: self = .text("…")
    case .page, .pages:
      facts.showsPages = facts.showsPages || !isGrowing
      self = isGrowing ? .text("…") : .number(field == .page ? .page(of: place) : .pages)
    }
  }
}

extension Diagnostic {
  static func unknownField(_ name: String, at span: SourceSpan) -> Diagnostic {
    let names = DocumentField.allCases.map(\.rawValue)
    let hint = nearest(to: name, among: names).map { "did you mean \"\($0)\"?" } ?? "known are \(names.joined(separator: ", "))"
    return Diagnostic(.warning, "field.unknown", at: span, "the document has no field \"\(name)\"", hint: hint)
  }
}

extension InlineContent {
  /// True if it shows numbers of pages.
  package var showsPages: Bool {
    attachments.contains { attachment in
      switch attachment {
      case .field: true
      case .badge(let badge, _): badge.content.showsPages
      default: false
      }
    }
  }

  /// The same with the numbers of pages as text.
  package func filled(_ labels: [String: String]) -> InlineContent {
    guard !attachments.isEmpty, showsPages else { return self }
    var out = InlineContent()
    out.numberLength = numberLength
    var next = 0
    for run in text.runs {
      let style = text.styles[Int(run.style)]
      let bytes = text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)]
      var start = bytes.startIndex
      for index in bytes.indices where bytes[index...].starts(with: Self.objectReplacement) && next < attachments.count {
        let attachment = attachments[next]
        next += 1
        guard case .field(let field, _) = attachment else {
          out.attachments.append(attachment)
          continue
        }
        out.text.append(bytes[start..<index], style: style)
        out.text.append(field.text(labels).utf8, style: style)
        start = index + Self.objectReplacement.count
      }
      out.text.append(bytes[start...], style: style)
    }
    return out
  }

  /// U+FFFC in UTF-8.
  private static let objectReplacement: [UInt8] = [0xEF, 0xBF, 0xBC]
}

extension StyledTree {
  /// True if a block, or one in it, shows page numbers.
  public func showsPageNumbers(_ index: Index) -> Bool {
    let block = self[index]
    // Lists of contents may be side by side with others and in drawings of clients; other blocks are looked into where texts ask for numbers.
    var isLookedInto = showsPagesInText
    switch block.kind {
    case .contents: return true
    case .paragraph(let content), .heading(_, let content, _, _), .item(let content), .figure(_, let content):
      if showsPagesInText, content.showsPages { return true }
    case .table(let table):
      // Columns are tables of blocks.
      return showsPagesInText && table.caption.showsPages
        || (table.head + table.rows).joined().contains {
          showsPagesInText && $0.content.showsPages || $0.blocks >= 0 && showsPageNumbers($0.blocks)
        }
    case .group, .marginNote, .slide, .placed, .rows, .drawn, .whenWide, .firstThatFits, .tall: isLookedInto = true
    default: break
    }
    return isLookedInto && children(of: index).contains { showsPageNumbers($0) }
  }
}

extension Tree {
  /// How many words are shown: runs of letters and digits, also with apostrophes, hyphens, points and commas in them; each Chinese or
  /// Japanese character; each formula in a line and each field. Code blocks and displays have none.
  fileprivate func wordCount() -> Int {
    var count = 0
    for node in nodes {
      switch node.kind {
      case .text(let text), .code(let text): count += Self.words(in: text)
      case .math(let span) where !span.isDisplay: count += 1
      default: break
      }
    }
    return count + attributes.count { $0[DocumentField.key] != nil }
  }

  private static func words(in text: String) -> Int {
    var count = 0
    var isInWord = false
    /// A sign that may join two parts of a word.
    var waits = false
    for scalar in text.unicodeScalars {
      if scalar.isSpacelessCJK, scalar.properties.isAlphabetic {
        count += 1
        (isInWord, waits) = (false, false)
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isInWord && scalar.properties.isDiacritic {
        if !isInWord, !waits { count += 1 }
        (isInWord, waits) = (true, false)
      } else {
        waits = isInWord && "'’-‑.,·_".unicodeScalars.contains(scalar)
        isInWord = false
      }
    }
    return count
  }
}
