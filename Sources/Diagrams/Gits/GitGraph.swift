import TypesetDiagnostics

/// Commits on branches.
struct GitGraph {
  enum Look { case normal, reversed, highlighted, merged, picked }

  struct Commit {
    var id: String
    /// False for a generated name.
    var isNamed: Bool
    var branch: Int
    var parents: [Int]
    var tags: [String] = []
    var look = Look.normal
  }

  struct Branch {
    var name: String
    var order: Int?
    var head: Int?
  }

  var title = ""
  var direction = Graph.Direction.right
  var branches: [Branch] = []
  var commits: [Commit] = []

  static let most = 1000

  /// The branches as they lie beside each other: branches with an order come after branches without one.
  var lanes: [Int] {
    branches.indices.sorted { first, second in
      (branches[first].order ?? 0, first) < (branches[second].order ?? 0, second)
    }
  }
}

/// Reads `gitGraph`.
struct GitGraphReader {
  private var scanner: DiagramScanner
  private var graph = GitGraph()
  private var branches: [String: Int] = [:]
  private var commits: [String: Int] = [:]
  private var current = 0

  init(_ scanner: DiagramScanner) {
    self.scanner = scanner
    graph.title = scanner.title
    add(branch: Self.mainBranch(in: scanner) ?? "main")
  }

  /// `mainBranchName` of the front matter or of a directive.
  private static func mainBranch(in scanner: DiagramScanner) -> String? {
    var scanner = scanner
    let end = scanner.at
    scanner.at = 0
    while scanner.at < end {
      if scanner.starts("mainBranchName") {
        scanner.at += 14
        while "\"': ".utf8.contains(scanner.byte) { scanner.at += 1 }
        let start = scanner.at
        while !scanner.isAtLineEnd, !"\"',} ".utf8.contains(scanner.byte) { scanner.at += 1 }
        return scanner.at > start ? scanner.text(start..<scanner.at) : nil
      }
      scanner.at += 1
    }
    return nil
  }

  @discardableResult
  private mutating func add(branch name: String) -> Int {
    branches[name] = graph.branches.count
    graph.branches.append(GitGraph.Branch(name: name, head: graph.branches.isEmpty ? nil : graph.branches[current].head))
    return graph.branches.count - 1
  }

  mutating func read() throws(DiagramMistake) -> GitGraph {
    let head = scanner.restOfLine().filter { $0 != ":" && $0 != " " }
    graph.direction = Graph.Direction(name: head) ?? .right
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      try readLine()
    }
    guard !graph.commits.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no commits", hint: "write commit") }
    return graph
  }

  private mutating func readLine() throws(DiagramMistake) {
    let start = scanner.at
    if scanner.takeWord("title") { return graph.title = scanner.restOfLine() }
    if scanner.skipSilentLine() { return }
    if scanner.takeWord("options") {
      while !scanner.isAtEnd, !scanner.takeWord("end") { scanner.nextLine() }
      return scanner.nextLine()
    }
    guard let word = ["commit", "branch", "checkout", "switch", "merge", "cherry-pick"].first(where: { scanner.takeWord($0) }) else {
      throw scanner.mistake(
        "this is no line of a graph of commits", from: start, hint: "write commit, branch, checkout, merge or cherry-pick")
    }
    let (plain, options) = try readWords(from: start)
    switch word {
    case "commit": try commit(plain.first, options, from: start)
    case "branch":
      guard let name = plain.first else { throw scanner.mistake("the branch has no name", from: start) }
      guard branches[name] == nil else {
        throw scanner.mistake("there is a branch of this name", from: start, hint: "write checkout \(name)")
      }
      let number = add(branch: name)
      graph.branches[number].order = options["order"]?.first.flatMap { DocumentNumber.whole($0) }
      current = number
    case "checkout", "switch": current = try branch(plain.first, from: start)
    case "merge": try merge(branch(plain.first, from: start), options, from: start)
    default: try pick(options, from: start)
    }
  }

  private func branch(_ name: String?, from start: Int) throws(DiagramMistake) -> Int {
    guard let name, let number = branches[name] else {
      throw scanner.mistake("there is no such branch", from: start, hint: "write branch \(name ?? "name") before it")
    }
    return number
  }

  /// Words and quoted texts of a line, and `key: value` pairs.
  private mutating func readWords(from start: Int) throws(DiagramMistake) -> (plain: [String], options: [String: [String]]) {
    var (plain, options): ([String], [String: [String]]) = ([], [:])
    while true {
      scanner.skipBlanks()
      if scanner.isAtLineEnd { break }
      if scanner.starts("%%") {
        scanner.nextLine()
        break
      }
      var ahead = scanner
      let key = ahead.word()
      ahead.skipBlanks()
      if !key.isEmpty, ahead.take(":") {
        ahead.skipBlanks()
        scanner = ahead
        options[key, default: []].append(try readWord(from: start))
      } else {
        plain.append(try readWord(from: start))
      }
    }
    return (plain, options)
  }

  private mutating func readWord(from start: Int) throws(DiagramMistake) -> String {
    let quote = scanner.byte
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      scanner.at += 1
      guard let end = scanner.find(quote == UInt8(ascii: "'") ? "'" : "\"") else {
        throw scanner.mistake("the text has no closing quote", from: start)
      }
      defer { scanner.at = end + 1 }
      return scanner.text(scanner.at..<end)
    }
    let begin = scanner.at
    while !scanner.isAtLineEnd, scanner.byte != 0x20, scanner.byte != 0x09, scanner.byte != 0x0D { scanner.at += 1 }
    return scanner.text(begin..<scanner.at)
  }

  // MARK: Commits

  private mutating func append(_ parents: [Int], _ name: String?, _ options: [String: [String]], _ look: GitGraph.Look, from start: Int)
    throws(DiagramMistake)
  {
    let number = graph.commits.count
    var commit = GitGraph.Commit(
      id: name ?? "\(number)", isNamed: name.map { !$0.isEmpty } ?? false, branch: current, parents: parents, tags: options["tag"] ?? [],
      look: look)
    switch options["type"]?.first {
    case "REVERSE": commit.look = .reversed
    case "HIGHLIGHT": commit.look = .highlighted
    default: break
    }
    graph.commits.append(commit)
    commits[commit.id] = number
    graph.branches[current].head = number
    guard graph.commits.count <= GitGraph.most else {
      throw scanner.mistake("the diagram has more than \(GitGraph.most) commits", from: start)
    }
  }

  private mutating func commit(_ plain: String?, _ options: [String: [String]], from start: Int) throws(DiagramMistake) {
    let parents = graph.branches[current].head.map { [$0] } ?? []
    try append(parents, options["id"]?.first ?? options["msg"]?.first ?? plain, options, .normal, from: start)
  }

  private mutating func merge(_ other: Int, _ options: [String: [String]], from start: Int) throws(DiagramMistake) {
    guard other != current else { throw scanner.mistake("a branch can't be merged into itself", from: start) }
    guard let head = graph.branches[other].head else { throw scanner.mistake("the branch has no commits", from: start) }
    let parents = (graph.branches[current].head.map { [$0] } ?? []) + [head]
    try append(parents, options["id"]?.first, options, .merged, from: start)
  }

  private mutating func pick(_ options: [String: [String]], from start: Int) throws(DiagramMistake) {
    guard let id = options["id"]?.first, let picked = commits[id] else {
      throw scanner.mistake("there is no commit of this name", from: start, hint: "write cherry-pick id: \"name\"")
    }
    let parents = (graph.branches[current].head.map { [$0] } ?? []) + [picked]
    var options = options
    if options["tag"] == nil { options["tag"] = ["cherry-pick: \(id)"] }
    try append(parents, nil, options, .picked, from: start)
  }
}
