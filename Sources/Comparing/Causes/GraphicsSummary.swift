import TypesetBoxes
internal import TypesetDiagnostics

extension GraphicsSummary {
  /// The texts of what is drawn at each place of a record's source.
  static func texts(of record: DocumentRecord) -> [RenderingChanges.Place: String] {
    var out: [RenderingChanges.Place: [String]] = [:]
    for unit in record.units where unit.kind == .graphics && unit.line > 0 {
      out[RenderingChanges.Place(file: unit.file, line: unit.line), default: []] += unit.parts.map(\.text)
    }
    return out.mapValues { $0.joined(separator: "; ") }
  }
}

/// What rules and areas of a block look like, wherever they are: `2 rule 0.4 #000000; ground #f6f8fa`.
struct GraphicsSummary: Hashable {
  /// Things that look alike.
  struct Look: Hashable {
    /// `rule`, `bar` (which is upright), `line`, `ground`, `frame` or `drawing`.
    var kind: String
    /// In hundredths of a point; 0 for grounds and drawings that are filled.
    var thickness: Int
    var color: String

    fileprivate var text: String { "\(kind)\(thickness > 0 ? " \(RecordBuilder.shown(thickness))" : "") \(color)" }

    /// `a rule of 0.4 pt, #000000`
    fileprivate func described(_ count: Int) -> String {
      let noun = kind == "ground" ? "background" : kind == "bar" ? "vertical rule" : kind
      let size = thickness > 0 ? " of \(RecordBuilder.shown(thickness)) pt" : ""
      return "\(count == 1 ? "a" : "\(count)") \(noun)\(count == 1 ? "" : "s")\(size) in \(color)"
    }
  }

  private(set) var looks: [(look: Look, count: Int)] = []

  static func == (a: GraphicsSummary, b: GraphicsSummary) -> Bool { a.text == b.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  init(of items: [InkItem]) {
    for item in items { for look in Self.looks(of: item) { add(look, 1) } }
  }

  private mutating func add(_ look: Look, _ count: Int) {
    if let known = looks.firstIndex(where: { $0.look == look }) { looks[known].count += count } else { looks.append((look, count)) }
  }

  private static func looks(of item: InkItem) -> [Look] {
    func filled(_ rect: Rect, _ color: Color) -> Look {
      let (width, height) = (rect.width.hundredths, rect.height.hundredths)
      // Thicker than any rule.
      guard min(width, height) < 600 else { return Look(kind: "ground", thickness: 0, color: "\(color)") }
      return Look(kind: height > width ? "bar" : "rule", thickness: min(width, height), color: "\(color)")
    }
    switch item {
    case .rule(let rect, let color): return [filled(rect, color)]
    case .panel(let panel):
      let fill = panel.fill.map { filled(panel.rect, $0) }
      let border = panel.border.map { Look(kind: "frame", thickness: panel.borderWidth.hundredths, color: "\($0)") }
      return [fill, border].compactMap { $0 }
    case .stroke(let stroke):
      let kind = stroke.y0 == stroke.y1 ? "rule" : stroke.x0 == stroke.x1 ? "bar" : "line"
      return [Look(kind: kind, thickness: stroke.width.hundredths, color: "\(stroke.color)")]
    case .path(let path):
      let fill = path.fill.map { Look(kind: "drawing", thickness: 0, color: "\($0)") }
      let stroke = path.stroke.map { Look(kind: "line", thickness: path.width.hundredths, color: "\($0)") }
      return [fill, stroke].compactMap { $0 }
    case .run, .picture, .mark, .clip, .content, .part: return []
    }
  }

  var text: String { looks.map { ($0.count > 1 ? "\($0.count) " : "") + $0.look.text }.joined(separator: "; ") }

  /// What `text` has written; parts that cannot be read are left out.
  init(text: String) {
    for part in text.parts(between: "; ") where !part.isEmpty {
      var words = part.split(separator: " ")[...]
      let count = words.first.flatMap { DocumentNumber.whole($0) }
      if count != nil { words = words.dropFirst() }
      guard words.count >= 2, let kind = words.first, let color = words.last else { continue }
      let thickness = words.count > 2 ? DocumentNumber.real(words[words.startIndex + 1]).flatMap { Int(exactly: ($0 * 100).rounded()) } : 0
      add(Look(kind: String(kind), thickness: thickness ?? 0, color: String(color)), count ?? 1)
    }
  }

  /// A change in words, and what it has in common with other ones: `2 rules changed from #333 to #000`, `rules changed from #333 to #000`.
  struct Change: Hashable {
    var topic: String
    var message: String
    /// True if there are only more or fewer of them, as where a block is divided elsewhere.
    var isCount = false
  }

  /// What became of these in another summary; empty if both are the same.
  func changes(to other: GraphicsSummary) -> [Change] {
    var gone = rest(without: other)
    var come = other.rest(without: self)
    var out: [Change] = []
    // The same thing with another thickness or colour.
    for index in gone.indices {
      let (look, count) = gone[index]
      guard count > 0, let match = come.firstIndex(where: { $0.look.kind == look.kind && $0.count > 0 }) else { continue }
      let both = min(count, come[match].count)
      out.append(Self.change(look, come[match].look, both))
      gone[index].count -= both
      come[match].count -= both
    }
    func add(_ rest: [(look: Look, count: Int)], _ word: String) {
      for (look, count) in rest where count > 0 {
        out.append(
          Change(
            topic: "\(look.described(2).dropFirst(2)) are \(word)",
            message: "\(look.described(count)) \(count == 1 ? "is" : "are") \(word)",
            isCount: true))
      }
    }
    add(gone, "gone")
    add(come, "new")
    return out
  }

  /// The kinds of thing that one of the two alone has, however many there are: `a background in #ffff00 is new`.
  func changesOfLooks(to other: GraphicsSummary) -> [String] {
    func only(_ looks: [(look: Look, count: Int)], _ others: [(look: Look, count: Int)], _ word: String) -> [String] {
      looks.filter { look in !others.contains { $0.look == look.look } }.map { "\($0.look.described(1)) is \(word)" }
    }
    return only(looks, other.looks, "gone") + only(other.looks, looks, "new")
  }

  private func rest(without other: GraphicsSummary) -> [(look: Look, count: Int)] {
    looks.compactMap { look, count in
      let rest = count - (other.looks.first { $0.look == look }?.count ?? 0)
      return rest > 0 ? (look, rest) : nil
    }
  }

  private static func change(_ old: Look, _ new: Look, _ count: Int) -> Change {
    let noun = old.kind == "ground" ? "background" : old.kind == "bar" ? "vertical rule" : old.kind
    var changes: [String] = []
    if old.thickness != new.thickness {
      changes.append("from \(RecordBuilder.shown(old.thickness)) pt to \(RecordBuilder.shown(new.thickness)) pt")
    }
    if old.color != new.color { changes.append("from \(old.color) to \(new.color)") }
    let change = "changed \(changes.joined(separator: " and "))"
    // Text that changes its colour takes its rules along, whatever they are.
    let what = old.thickness == new.thickness && old.kind != "ground" ? "rules and frames" : "\(noun)s"
    return Change(topic: "\(what) \(change)", message: "\(count == 1 ? "a \(noun)" : "\(count) \(noun)s") \(change)")
  }
}
