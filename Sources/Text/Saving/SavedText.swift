internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetMarkdown

/// A text as it is saved. Its fields are texts themselves, so that any coder reads and writes a long text in a few values.
struct SavedText: Codable {
  /// The version of the format; a later version is refused.
  static let currentVersion = 1

  var version = SavedText.currentVersion
  /// The names of the scopes whose attributes the text was made with.
  var scopes: [String] = []
  var text = ""
  /// The front matter of the Markdown that the text was read from.
  var matter: String?
  /// What nodes are, each kept once: a list in JSON.
  var kinds = "[]"
  /// Pairs of numbers between spaces: the place in `kinds`, and the node around it.
  var nodes = ""
  /// Sets of attributes that differ from the attributes of the nodes, each kept once: a list in JSON.
  var attributes = "[]"
  /// Triples of numbers between spaces: how many bytes, in which node, and the place in `attributes`, or -1 for the node's attributes.
  var runs = ""

  /// Deeper nodes are refused: no parser makes them.
  static let mostLevels = 400

  init() {}

  init(_ text: AttributedText, scopes: [String]) {
    self.scopes = scopes
    self.text = text.plain
    if let origin = text.origin, origin.frontMatter.end > 0 {
      matter = String(decoding: origin.source.bytes.prefix(origin.frontMatter.end), as: UTF8.self)
    }
    let isLive = text.content.liveNodes
    var numbers = [Int](repeating: -1, count: text.structure.nodes.count)
    var places: [TextValue: Int] = [:]
    var plainKinds: [Tree.Kind: Int] = [:]
    var count = 0
    var (kinds, nodes) = ([TextValue](), [Int]())
    for (index, node) in text.structure.nodes.enumerated() where isLive[index] {
      let place: Int
      if node.attributes == nil, let known = plainKinds[node.kind] {
        place = known
      } else {
        let value = node.saved
        place = places[value] ?? kinds.count
        if place == kinds.count {
          places[value] = place
          kinds.append(value)
        }
        if node.attributes == nil { plainKinds[node.kind] = place }
      }
      nodes.append(place)
      nodes.append(node.parent >= 0 ? numbers[Int(node.parent)] : -1)
      numbers[index] = count
      count += 1
    }
    var (attributes, runs) = ([TextValue](), [Int]())
    var (ownSets, sets, saved) = ([Int32: Int32](), text.sets, [Int32: Int]())
    for (number, segment) in text.segments.enumerated() {
      var set = -1
      if text.content.ownSet(of: segment.leaf, &ownSets, &sets) != segment.set {
        set = saved[segment.set] ?? attributes.count
        if set == attributes.count {
          saved[segment.set] = set
          attributes.append(sets[segment.set].saved)
        }
      }
      runs.append(segment.end - text.content.start(ofSegment: number))
      runs.append(segment.leaf > 0 ? numbers[Int(segment.leaf)] : -1)
      runs.append(set)
    }
    (self.kinds, self.attributes) = (JSON.array(kinds.map(\.json)).description, JSON.array(attributes.map(\.json)).description)
    (self.nodes, self.runs) = (Self.text(nodes), Self.text(runs))
  }

  private static func text(_ numbers: [Int]) -> String {
    var out: [UInt8] = []
    for number in numbers {
      if !out.isEmpty { out.append(0x20) }
      out += "\(number)".utf8
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func numbers(_ text: String, _ name: String) throws(TextSavingError) -> [Int] {
    var (numbers, number, sign, hasDigits) = ([Int](), 0, 1, false)
    for byte in text.utf8 {
      switch byte {
      case 0x20:
        guard hasDigits else { throw TextSavingError("the list \"\(name)\" is damaged") }
        numbers.append(sign * number)
        (number, sign, hasDigits) = (0, 1, false)
      case 0x2D where !hasDigits && sign > 0: sign = -1
      case 0x30...0x39 where number < 1 << 40: (number, hasDigits) = (number * 10 + Int(byte - 0x30), true)
      default: throw TextSavingError("the list \"\(name)\" has what is no whole number")
      }
    }
    if hasDigits { numbers.append(sign * number) }
    return numbers
  }

  private static func values(_ text: String, _ name: String) throws(TextSavingError) -> [TextValue] {
    do {
      guard let items = try JSON(Array(text.utf8)[...]).items else { throw TextSavingError("\"\(name)\" is no list") }
      return items.map { TextValue($0) }
    } catch let error as JSON.Failure {
      throw TextSavingError("the list \"\(name)\" is not JSON, at byte \(error.place): \(error.description)")
    } catch {
      throw TextSavingError("\"\(name)\" is no list")
    }
  }

  /// The text; throws what is wrong with what was saved.
  func restored() throws(TextSavingError) -> AttributedText {
    guard version <= Self.currentVersion else {
      throw TextSavingError("the text was saved in version \(version) of the format; this program reads version \(Self.currentVersion)")
    }
    guard version >= 1 else { throw TextSavingError("there is no version \(version) of the format") }
    var maker = TextMaker(structure: try structure())
    let runs = try Self.numbers(runs, "runs")
    let sets = try Self.values(attributes, "attributes").map { (value) throws(TextSavingError) -> Int32 in
      guard let set = TextAttributes(saved: value) else { throw TextSavingError("an attribute set is damaged") }
      return maker.sets.number(of: set)
    }
    guard runs.count.isMultiple(of: 3) else { throw TextSavingError("the list of runs is damaged") }
    let utf8 = text.utf8
    var place = utf8.startIndex
    var ownSets: [Int32: Int32] = [:]
    let blank = TextContent(maker)
    var last: Int32 = -1
    for run in stride(from: 0, to: runs.count, by: 3) {
      guard runs[run] > 0, let end = utf8.index(place, offsetBy: runs[run], limitedBy: utf8.endIndex),
        end == utf8.endIndex || utf8[end] & 0xC0 != 0x80
      else { throw TextSavingError("a run ends outside of the text, or within a character") }
      let leaf = Int32(clamping: runs[run + 1])
      guard leaf >= -1, leaf < maker.structure.nodes.count, leaf >= last, leaf < 0 || maker.structure.holdsText(leaf) else {
        throw TextSavingError("a run is in a node that holds no text")
      }
      guard (-1..<sets.count).contains(runs[run + 2]) else { throw TextSavingError("a run has attributes that are not there") }
      last = leaf
      if leaf > 0 { maker.structure.nodes[Int(leaf)].hadText = true }
      let set = runs[run + 2] >= 0 ? sets[runs[run + 2]] : blank.ownSet(of: leaf, &ownSets, &maker.sets)
      maker.append(text[place..<end], leaf: leaf, set: set)
      place = end
    }
    guard place == utf8.endIndex else { throw TextSavingError("the runs end before the text does") }
    return AttributedText(maker, origin: matter.map { TextOrigin(matter: $0) })
  }

  private func structure() throws(TextSavingError) -> Structure {
    let nodes = try Self.numbers(nodes, "nodes")
    let kinds = try Self.values(kinds, "kinds").map { (value) throws(TextSavingError) -> Structure.Node in
      guard let node = Structure.Node(saved: value) else {
        throw TextSavingError("unknown kind of node: \(value.json.description.prefix(60))")
      }
      return node
    }
    guard nodes.count.isMultiple(of: 2) else { throw TextSavingError("the list of nodes is damaged") }
    guard !nodes.isEmpty else { return Structure() }
    var structure = Structure()
    structure.nodes = []
    var levels: [Int] = []
    // In document order a node's parent is the node before it, or around that.
    var open: [Int] = []
    for (index, pair) in stride(from: 0, to: nodes.count, by: 2).enumerated() {
      let (place, parent) = (nodes[pair], nodes[pair + 1])
      guard kinds.indices.contains(place) else { throw TextSavingError("a node has a kind that is not there") }
      var node = kinds[place]
      if index == 0 {
        guard parent == -1, case .document = node.kind else { throw TextSavingError("the first node is not the document") }
      } else {
        while let last = open.last, last != parent { open.removeLast() }
        guard !open.isEmpty else { throw TextSavingError("a node is not in document order") }
        let outer = structure.nodes[parent]
        node.isInObject = outer.isInObject || outer.kind.isObject
        guard !outer.kind.isInline || node.kind.isInline else { throw TextSavingError("a block is within a line") }
        if outer.kind.isContainer { structure.nodes[parent].isMark = false }
      }
      levels.append(parent >= 0 ? levels[parent] + 1 : 0)
      guard levels[index] <= Self.mostLevels else { throw TextSavingError("nodes are nested deeper than \(Self.mostLevels) levels") }
      node.parent = Int32(parent)
      // An inline without others in it is one character, until one is found.
      node.isMark = node.kind.isContainer && !node.isInObject
      open.append(index)
      structure.nodes.append(node)
    }
    return structure
  }
}

extension Structure {
  /// True if characters may be in a node itself.
  fileprivate func holdsText(_ node: Int32) -> Bool {
    let node = nodes[Int(node)]
    guard !node.isInObject else { return false }
    switch node.kind {
    case .text, .code, .softBreak, .lineBreak, .codeBlock, .mathBlock: return true
    default: return node.isMark || node.kind.isObject
    }
  }
}

extension TextOrigin {
  /// The origin of a text of which only the front matter is known.
  fileprivate init(matter: String) {
    let source = Source(name: "text.md", text: matter)
    let parsed = TypesetMarkdown.parse(source)
    self.init(source: source, frontMatter: parsed.frontMatter, forms: parsed.forms, diagnostics: [])
  }
}

/// Why saved bytes are no text, or a text cannot be saved.
public struct TextSavingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence, without a full stop.
  public let description: String
  init(_ description: String) { self.description = description }
}

// MARK: JSON

extension SavedText {
  var json: JSON {
    JSON(members: [
      "version": JSON(version), "scopes": scopes.isEmpty ? nil : .array(scopes.map { .string($0) }), "text": .string(text),
      "matter": matter.map { .string($0) }, "kinds": .string(kinds), "nodes": .string(nodes), "attributes": .string(attributes),
      "runs": .string(runs),
    ])
  }

  init(_ json: JSON) throws(TextSavingError) {
    guard let version = json["version"]?.integer else { throw TextSavingError("this is not a saved text: it has no version") }
    self.version = version
    // The fields of a later version are not checked by the rules of this one.
    guard version <= Self.currentVersion else { return }
    guard let text = json["text"]?.text else { throw TextSavingError("the saved text has no text") }
    func field(_ name: String) throws(TextSavingError) -> String {
      guard let text = json[name]?.text else { throw TextSavingError("the saved text has no text \"\(name)\"") }
      return text
    }
    self.text = text
    scopes = json["scopes"]?.items?.compactMap(\.text) ?? []
    matter = json["matter"]?.text
    (kinds, nodes) = (try field("kinds"), try field("nodes"))
    (attributes, runs) = (try field("attributes"), try field("runs"))
  }
}
