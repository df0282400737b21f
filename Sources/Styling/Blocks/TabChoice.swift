package import TypesetMarkdown
package import TypesetSettings
import TypesetDiagnostics
import TypesetYAML

/// Which tabs of a set are on the pages: on a screen, readers see one of them. The setting `tabs` names it.
package struct TabChoice {
  /// One tab of a set.
  private struct Tab {
    let title: String
    /// All of it, siblings of the other tabs.
    let nodes: [Tree.Index]
    /// What is left of it where it is the only one.
    let content: [Tree.Index]
  }

  /// Names of tabs, in small letters; empty for the first one of each set.
  private let names: [String]
  private var titles: [String] = []
  private var firstSet: SourceSpan?
  private var hasFound = false

  /// - Returns: Nil where all tabs are shown.
  private init?(_ value: YAMLValue) {
    let words = value.words.map { $0.lowercased() }
    guard !words.isEmpty, words != ["all"], value.flag == nil else { return nil }
    names = words == ["first"] ? [] : words
  }

  /// Leaves out the tabs that a document does not want.
  ///
  /// - Returns: False for a document that shows all of them.
  package static func apply(to parsed: inout ParsedDocument, _ settings: SettingsReader) -> Bool {
    guard settings.mayGive("tabs", in: parsed.frontMatter.values), let entry = settings.given(for: parsed.frontMatter.values)["tabs"],
      var choice = TabChoice(entry.value)
    else { return false }
    for index in parsed.tree.nodes.indices where parsed.tree.nodes[index].firstChild >= 0 {
      choice.choose(among: Tree.Index(index), in: &parsed.tree)
    }
    if let place = choice.firstSet, !choice.hasFound, !choice.names.isEmpty {
      let name = entry.value.words.joined(separator: ", ")
      parsed.diagnostics.append(
        Diagnostic(
          .warning, "tabs.unknown", at: entry.place ?? place, "no tab is called \(name)",
          hint: "the tabs are \(choice.titles.prefix(12).joined(separator: ", "))"))
    }
    parsed.tree = parsed.tree.compacted(maximumDepth: 400)
    return true
  }

  private mutating func choose(among parent: Tree.Index, in tree: inout Tree) {
    let children = Array(tree.children(of: parent))
    var left: [Tree.Index] = []
    var index = 0
    // R Markdown: below a heading with this class, the headings of the next level are tabs.
    var tabLevel: Int?
    while index < children.count {
      var tabs = Self.tabs(at: children[index...], below: parent, in: tree)
      if case .heading(let level) = tree[children[index]].kind {
        if level == tabLevel { tabs = Self.parts(of: children[index...], at: level, in: tree) }
        if level <= tabLevel ?? 0 { tabLevel = nil }
        if Self.isTabset(children[index], in: tree) { tabLevel = level + 1 }
      }
      left += tabs.isEmpty ? [children[index]] : chosen(of: tabs, in: tree)
      index += max(1, tabs.reduce(0) { $0 + $1.nodes.count })
    }
    if left != children { tree.setChildren(of: parent, to: left) }
  }

  private mutating func chosen(of tabs: [Tab], in tree: Tree) -> [Tree.Index] {
    for tab in tabs where !titles.contains(tab.title) { titles.append(tab.title) }
    if firstSet == nil { firstSet = tabs.first?.nodes.first.map { tree[$0].span } }
    let wanted = names.isEmpty ? Array(tabs.prefix(1)) : tabs.filter { names.contains($0.title.lowercased()) }
    if !wanted.isEmpty { hasFound = true }
    // A set of other tabs is about something else.
    if wanted.isEmpty { return tabs.flatMap(\.nodes) }
    return wanted.count == 1 ? wanted[0].content : wanted.flatMap(\.nodes)
  }

  /// The set of tabs with which some siblings begin; empty if they begin with something else.
  private static func tabs(at siblings: ArraySlice<Tree.Index>, below parent: Tree.Index, in tree: Tree) -> [Tab] {
    guard let first = siblings.first else { return [] }
    func isTab(_ node: Tree.Index) -> Bool { if case .callout(let callout) = tree[node].kind { callout.form == .tab } else { false } }
    func isTitle(_ node: Tree.Index) -> Bool { if case .title = tree[node].kind { true } else { false } }
    func code(_ node: Tree.Index) -> CodeInfo? { if case .codeBlock(let info, _) = tree[node].kind { CodeInfo(info) } else { nil } }
    switch tree[first].kind {
    case .callout where isTab(first):
      return siblings.prefix(while: isTab).map { node in
        let parts = tree.children(of: node)
        let title = parts.first(where: isTitle).map { tree.plainText(of: $0) }
        return Tab(title: title ?? "", nodes: [node], content: parts.filter { !isTitle($0) })
      }
    case .codeBlock where tree.attributes(of: parent)?.classes.contains("code-group") ?? false:
      return siblings.prefix { code($0) != nil }.map { Tab(title: code($0)?.title ?? code($0)?.language ?? "", nodes: [$0], content: [$0]) }
    case .heading(let level) where isTabset(parent, in: tree):
      if case .division = tree[parent].kind { return parts(of: siblings, at: level, in: tree) }
      return []
    default: return []
    }
  }

  private static func isTabset(_ node: Tree.Index, in tree: Tree) -> Bool {
    tree.attributes(of: node)?.classes.contains { $0 == "panel-tabset" || $0 == "tabset" } ?? false
  }

  /// The headings of a level, each with what is below it.
  private static func parts(of siblings: ArraySlice<Tree.Index>, at level: Int, in tree: Tree) -> [Tab] {
    var tabs: [Tab] = []
    var heading: Tree.Index?
    var nodes: [Tree.Index] = []
    func end() {
      guard let heading else { return }
      tabs.append(Tab(title: tree.plainText(of: heading), nodes: nodes, content: Array(nodes.dropFirst())))
    }
    for node in siblings {
      if case .heading(let next) = tree[node].kind, next <= level {
        end()
        (heading, nodes) = (nil, [])
        if next < level { break }
        heading = node
      }
      nodes.append(node)
    }
    end()
    return tabs
  }
}
