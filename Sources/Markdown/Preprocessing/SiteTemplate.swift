internal import TypesetDiagnostics

/// What a template of a site's own makes of a tag: Hugo's `layouts/shortcodes/name.html` (Go's text/template), Jekyll's
/// `{% include name.html key="words" %}` (Liquid), Zola's `templates/shortcodes/name.html` (Tera). What needs more of the site than the tag's own
/// arguments is not understood.
struct SiteTemplate {
  enum Language { case go, liquid, tera }

  /// Stands for the body of the tag.
  static let body: Character = "\u{1}"
  private static let longest = 20_000

  private let language: Language
  private var nodes: [Node] = []

  private indirect enum Node {
    case text(String)
    case value(Substring)
    case assign(String, Substring)
    /// The first whose condition holds; an empty condition always does. In Go's `with` the value is the dot.
    case choice([(condition: Substring, isWith: Bool, isNegated: Bool, nodes: [Node])])
  }

  /// Nil for a template with a construct that is not read.
  init?(_ bytes: [UInt8], in language: Language) {
    self.language = language
    let text = Self.without(["script", "style"], in: String(decoding: bytes, as: UTF8.self))
    let isLiquid = language != .go
    var pieces = Self.pieces(of: text, isLiquid: isLiquid)[...]
    guard let nodes = Self.nodes(&pieces, isLiquid, depth: 0), pieces.isEmpty else { return nil }
    self.nodes = nodes
  }

  /// The text for a tag; nil where the template asks for what only the site knows, or shows nothing.
  ///
  /// - Parameters:
  ///   - isCode: True in a block of code, where each blank counts.
  ///   - read: The text of a file of the site.
  func text(for tag: TemplateTag, isCode: Bool = false, read: @escaping (String) -> String?) -> String? {
    var values = TemplateScope(tag, in: language, read)
    guard let out = write(nodes, &values), out.utf8.count < Self.longest else { return nil }
    if isCode { return out.allSatisfy(\.isWhitespace) ? nil : out.trimmedNewlines }
    var isFenced = false
    let lines = out.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).compactMap { line -> String? in
      let isFence = line.hasPrefix("```")
      if isFence { isFenced.toggle() }
      if isFenced || isFence { return line }
      let words = line.trimmedWhitespace()
      return words.isEmpty ? nil : words
    }
    let text = lines.joined(separator: "\n")
    return Self.showsSomething(text) ? text : nil
  }

  private func write(_ nodes: [Node], _ values: inout TemplateScope) -> String? {
    var out = ""
    for node in nodes {
      guard out.utf8.count < Self.longest else { return nil }
      switch node {
      case .text(let text): out += text
      case .value(let expression):
        guard let value = values.value(of: expression) else { return nil }
        out += value
      case .assign(let name, let expression):
        guard let value = values.value(of: expression) else { return nil }
        values.variables[name] = value
      case .choice(let branches):
        for branch in branches {
          guard let value = branch.condition.isEmpty ? "true" : values.value(of: branch.condition, isCondition: true) else { return nil }
          guard value.isEmpty == branch.isNegated || branch.condition.isEmpty else { continue }
          let dot = values.dot
          if branch.isWith { values.dot = value }
          guard let inner = write(branch.nodes, &values) else { return nil }
          values.dot = dot
          out += inner
          break
        }
      }
    }
    return out
  }

  // MARK: Reading

  private enum Piece {
    case text(String)
    case value(Substring)
    case tag(Substring)
  }

  private static func pieces(of text: String, isLiquid: Bool) -> [Piece] {
    var out: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let next = rest.index(after: open)
      let isTag = isLiquid && rest[next...].first == "%"
      if !isLiquid, let end = Self.commentEnd(rest[open...]) {
        if open > rest.startIndex { out.append(.text(String(rest[..<open]))) }
        rest = rest[end...]
        continue
      }
      guard isTag || rest[next...].first == "{",
        let close = rest[next...].firstRange(of: isTag ? "%}" : "}}")
      else {
        out.append(.text(String(rest[...open])))
        rest = rest[next...]
        continue
      }
      var before = rest[..<open]
      var inner = rest[rest.index(after: next)..<close.lowerBound]
      rest = rest[close.upperBound...]
      if inner.first == "-" {
        inner = inner.dropFirst()
        while before.last?.isWhitespace == true { before = before.dropLast() }
      }
      if inner.last == "-" {
        inner = inner.dropLast()
        rest = rest.drop(while: \.isWhitespace)
      }
      if !before.isEmpty { out.append(.text(String(before))) }
      let words = inner.drop(while: \.isWhitespace)
      let isAction = ["if ", "with ", "else", "end", "range ", "define ", "block ", "template ", "return"].contains(where: words.hasPrefix)
      out.append(isTag || !isLiquid && isAction ? .tag(words) : .value(words))
    }
    if !rest.isEmpty { out.append(.text(String(rest))) }
    return out
  }

  /// Where a comment of Go's ends, `{{/* … */}}`, which may show tags; nil for something else.
  private static func commentEnd(_ text: Substring) -> String.Index? {
    guard text.hasPrefix("{{/*") || text.hasPrefix("{{- /*"), let end = text.firstRange(of: "*/"),
      let close = text[end.upperBound...].firstRange(of: "}}")
    else { return nil }
    return close.upperBound
  }

  private static func nodes(_ pieces: inout ArraySlice<Piece>, _ isLiquid: Bool, depth: Int) -> [Node]? {
    guard depth < 20 else { return nil }
    var out: [Node] = []
    while let piece = pieces.first {
      switch piece {
      case .text(let text): out.append(.text(text))
      case .value(let expression):
        if !isLiquid, expression.first == "$", let equals = expression.firstIndex(of: "="), equals > expression.startIndex {
          let name = expression[..<equals].filter { !$0.isWhitespace && $0 != ":" }
          if name.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
            out.append(.assign(name, expression[expression.index(after: equals)...]))
            break
          }
        }
        out.append(.value(expression))
      case .tag(let words):
        let name = words.prefix { $0.isLetter }
        let rest = words[name.endIndex...]
        switch name {
        case "if", "with", "unless":
          pieces.removeFirst()
          guard let choice = choice(name, rest, &pieces, isLiquid, depth) else { return nil }
          out.append(choice)
          continue
        case "else", "elsif", "elif", "end", "endif", "endunless": return out
        case "assign" where isLiquid, "set" where isLiquid:
          guard let equals = rest.firstIndex(of: "=") else { return nil }
          out.append(.assign(String(rest[..<equals]).trimmedWhitespace(), rest[rest.index(after: equals)...]))
        default: return nil
        }
      }
      pieces.removeFirst()
    }
    return out
  }

  private static func choice(
    _ name: Substring, _ condition: Substring, _ pieces: inout ArraySlice<Piece>, _ isLiquid: Bool, _ depth: Int
  ) -> Node? {
    var branches: [(condition: Substring, isWith: Bool, isNegated: Bool, nodes: [Node])] = []
    var head = (condition: condition, isWith: name == "with", isNegated: name == "unless")
    while true {
      guard let inner = nodes(&pieces, isLiquid, depth: depth + 1), case .tag(let words)? = pieces.popFirst() else { return nil }
      branches.append((head.condition, head.isWith, head.isNegated, inner))
      if words.hasPrefix("end") { return .choice(branches) }
      var rest = words.drop(while: \.isLetter).drop(while: \.isWhitespace)
      let isWith = rest.hasPrefix("with ")
      if rest.hasPrefix("if ") { rest = rest.dropFirst(3) } else if isWith { rest = rest.dropFirst(5) }
      head = (rest, isWith, false)
    }
  }

  /// A text without these elements.
  private static func without(_ names: [String], in text: String) -> String {
    var text = text
    for name in names {
      while let open = text.firstRange(of: "<\(name)"), let close = text[open.upperBound...].firstRange(of: "</\(name)>") {
        text.removeSubrange(open.lowerBound..<close.upperBound)
      }
    }
    return text
  }

  /// True for words, a picture or the tag's body, outside of tags.
  private static func showsSomething(_ text: String) -> Bool {
    if text.contains(body) || text.contains("<img") || text.contains("![") { return true }
    var isInTag = false
    for character in text {
      if character == "<" { isInTag = true }
      if !isInTag, character.isLetter || character.isNumber || character == "$" { return true }
      if character == ">" { isInTag = false }
    }
    return false
  }
}

/// The values of a template's expressions for one tag.
private struct TemplateScope {
  private let language: SiteTemplate.Language
  private let pairs: [String: String]
  private let words: [String]
  private let read: (String) -> String?
  var variables: [String: String] = [:]
  /// Go's `.` within `with`.
  var dot = ""

  init(_ tag: TemplateTag, in language: SiteTemplate.Language, _ read: @escaping (String) -> String?) {
    (self.language, pairs, self.read) = (language, tag.pairs, read)
    words = pairs.isEmpty ? Self.positional(tag.arguments) : []
  }

  /// `"a b" c`.
  private static func positional(_ arguments: String) -> [String] {
    tokens(of: arguments[...]).map { $0.count > 1 && "\"`'".contains($0.first ?? " ") ? String($0.dropFirst().dropLast()) : String($0) }
  }

  /// Quoted texts, parentheses, bars and what is between blanks.
  private static func tokens(of text: Substring) -> [Substring] {
    var out: [Substring] = []
    var rest = text.drop(while: \.isWhitespace)
    while let first = rest.first {
      if "\"'`".contains(first), let close = rest.dropFirst().firstIndex(of: first) {
        out.append(rest[...close])
        rest = rest[rest.index(after: close)...]
      } else if "()|,:".contains(first) {
        out.append(rest.prefix(1))
        rest = rest.dropFirst()
      } else {
        let word = rest.prefix { !$0.isWhitespace && !"()|,:\"`".contains($0) }
        out.append(word.isEmpty ? rest.prefix(1) : word)
        rest = rest[out[out.count - 1].endIndex...]
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return out
  }

  /// Nil where it is not understood; empty for what does not hold.
  func value(of expression: Substring, isCondition: Bool = false) -> String? {
    var tokens = Self.tokens(of: expression)[...]
    guard tokens.count < 100 else { return nil }
    if language != .go { return isCondition ? condition(tokens) : liquid(tokens) }
    let value = pipeline(&tokens, depth: 0)
    return tokens.isEmpty ? value : nil
  }

  // MARK: Go

  private func pipeline(_ tokens: inout ArraySlice<Substring>, depth: Int) -> String? {
    guard depth < 20 else { return nil }
    var piped: String?
    repeat {
      var items: [String] = []
      var name: Substring?
      while let token = tokens.first, token != "|", token != ")" {
        tokens.removeFirst()
        if token == "(" {
          guard let inner = pipeline(&tokens, depth: depth + 1), tokens.popFirst() == ")" else { return nil }
          items.append(inner)
        } else if let value = literal(token) {
          items.append(value)
        } else if name == nil, items.isEmpty {
          name = token
        } else {
          return nil
        }
      }
      if let last = piped { items.append(last) }
      if let name {
        guard let value = call(name, items) else { return nil }
        piped = value
      } else {
        guard items.count == 1 else { return nil }
        piped = items[0]
      }
    } while tokens.first == "|" && tokens.popFirst() != nil
    return piped
  }

  private func literal(_ token: Substring) -> String? {
    guard let first = token.first else { return nil }
    if "\"`'".contains(first) {
      guard token.count > 1 else { return nil }
      let text = String(token.dropFirst().dropLast())
      guard first == "\"", text.contains("\\") else { return text }
      return [("\\n", "\n"), ("\\t", "\t"), ("\\\\", "\\")].reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    if first.isNumber || first == "-" && token.dropFirst().first?.isNumber == true { return String(token) }
    switch token {
    case ".": return dot
    case "true": return "true"
    case "false", "nil": return ""
    case ".Inner", ".InnerDeindent", "$.Inner": return String(SiteTemplate.body)
    case ".IsNamedParams": return pairs.isEmpty ? "" : "true"
    case ".Ordinal", "$.Ordinal": return "0"
    default: break
    }
    for prefix in [".Params.", "$.Params."] where token.hasPrefix(prefix) { return pairs[token.dropFirst(prefix.count).lowercased()] ?? "" }
    return first == "$" ? variables[String(token)] : nil
  }

  private func call(_ name: Substring, _ items: [String]) -> String? {
    let last = items.last ?? ""
    switch name {
    case ".Get", "$.Get":
      if let number = DocumentNumber.whole(last) { return words.indices.contains(number) ? words[number] : "" }
      return pairs[last.lowercased()] ?? ""
    case "default": return items.count == 2 ? (items[1].isEmpty ? items[0] : items[1]) : nil
    case "markdownify", "safeHTML", "safeHTMLAttr", "safeURL", "safeCSS", "relURL", "absURL", "relLangURL", "absLangURL", "plainify",
      "emojify", "htmlEscape", "htmlUnescape", "string", "chomp", "trim", "strings.TrimSpace", "transform.Markdownify", "print", "i18n",
      ".Page.RenderString", "$.Page.RenderString", ".RenderString", "page.RenderString", "strings.TrimRight", "strings.TrimLeft":
      return items.isEmpty ? nil : name == "trim" ? items[0] : last
    case "upper": return last.uppercased()
    case "lower": return last.lowercased()
    case "title", "humanize": return last.prefix(1).uppercased() + last.dropFirst()
    case "anchorize", "urlize": return last.lowercased().replacing(" ", with: "-")
    case "eq": return items.count > 1 && items.dropFirst().contains(items[0]) ? "true" : ""
    case "ne": return items.count == 2 && items[0] != items[1] ? "true" : ""
    case "not": return last.isEmpty ? "true" : ""
    case "and": return items.first { $0.isEmpty } ?? last
    case "or": return items.first { !$0.isEmpty } ?? last
    case "cond": return items.count == 3 ? (items[0].isEmpty ? items[2] : items[1]) : nil
    case "in": return items.count == 2 && items[0].contains(items[1]) ? "true" : ""
    case "hasPrefix": return items.count == 2 && items[0].hasPrefix(items[1]) ? "true" : ""
    case "printf": return printed(items)
    case "isset": return items.count == 1 && (pairs[last.lowercased()] != nil) ? "true" : ""
    case "readFile", "os.ReadFile": return read(last)
    case "highlight", "transform.Highlight":
      guard items.count > 1 else { return nil }
      return "\n````\(items[1])\n\(items[0].trimmedNewlines)\n````\n"
    default: return list(name, items) ?? number(name, items)
    }
  }

  /// Functions of lists, which are texts between marks.
  private func list(_ name: Substring, _ items: [String]) -> String? {
    let mark: Character = "\u{2}"
    func parts(_ list: String) -> [Substring]? {
      list.first == mark ? list.dropFirst().split(separator: mark, omittingEmptySubsequences: false) : nil
    }
    func list(_ parts: some Sequence<Substring>) -> String { parts.map { String(mark) + $0 }.joined() }
    switch name {
    case "split", "strings.Split":
      guard items.count == 2, !items[1].isEmpty, !items[0].contains(mark) else { return nil }
      return list(items[0].parts(between: items[1]))
    case "len": return items.count == 1 ? String(parts(items[0])?.count ?? items[0].count) : nil
    case "delimit":
      guard items.count == 2, let all = parts(items[0]) else { return nil }
      return all.joined(separator: items[1])
    case "first", "after", "last", "index":
      guard items.count == 2, let number = DocumentNumber.whole(items[name == "index" ? 1 : 0]), number >= 0,
        let all = parts(items[name == "index" ? 0 : 1])
      else { return nil }
      switch name {
      case "first": return list(all.prefix(number))
      case "after": return list(all.dropFirst(number))
      case "last": return list(all.suffix(number))
      default: return number < all.count ? String(all[number]) : nil
      }
    default: return nil
    }
  }

  private func number(_ name: Substring, _ items: [String]) -> String? {
    let numbers = items.compactMap { DocumentNumber.whole($0.trimmedWhitespace()) }
    guard numbers.count == items.count, let first = numbers.first, numbers.allSatisfy({ abs($0) < 1 << 30 }) else { return nil }
    switch name {
    case "int": return String(first)
    case "add": return String(numbers.reduce(0, +))
    case "sub": return String(numbers.dropFirst().reduce(first, -))
    case "lt": return numbers.count == 2 && first < numbers[1] ? "true" : ""
    case "gt": return numbers.count == 2 && first > numbers[1] ? "true" : ""
    case "le": return numbers.count == 2 && first <= numbers[1] ? "true" : ""
    case "ge": return numbers.count == 2 && first >= numbers[1] ? "true" : ""
    default: return nil
    }
  }

  private func printed(_ items: [String]) -> String? {
    guard let format = items.first else { return nil }
    var rest = items.dropFirst()
    var out = ""
    var isVerb = false
    for character in format {
      if isVerb {
        guard character == "%" || "svdq".contains(character) else { return nil }
        out += character == "%" ? "%" : rest.popFirst() ?? ""
        isVerb = false
      } else if character == "%" {
        isVerb = true
      } else {
        out.append(character)
      }
    }
    return out
  }

  // MARK: Liquid, Tera

  private func liquid(_ tokens: ArraySlice<Substring>) -> String? {
    let parts = tokens.split(separator: "|", omittingEmptySubsequences: false)
    guard let first = parts.first, first.count == 1, let token = first.first else { return nil }
    let hasDefault = parts.dropFirst().contains { $0.first == "default" }
    guard var value = operand(token) ?? (hasDefault ? "" : nil) else { return nil }
    for filter in parts.dropFirst() {
      guard let name = filter.first else { return nil }
      // `default: "words"`, `default(value="words")`.
      let quoted = filter.dropFirst().first { $0.first == "\"" || $0.first == "'" }
      let argument = (quoted ?? filter.dropFirst(2).first).flatMap { operand($0) } ?? ""
      switch name {
      case "relative_url", "absolute_url", "markdownify", "escape", "strip", "strip_html", "xml_escape", "smartify", "uri_escape",
        "markdown", "safe", "linebreaksbr", "trim", "striptags":
        break
      case "default": if value.isEmpty { value = argument }
      case "append": value += argument
      case "prepend": value = argument + value
      case "upcase", "upper": value = value.uppercased()
      case "downcase", "lower": value = value.lowercased()
      case "capitalize": value = value.prefix(1).uppercased() + value.dropFirst()
      default: return nil
      }
    }
    return value
  }

  private func operand(_ token: Substring) -> String? {
    guard let first = token.first else { return nil }
    if "\"'".contains(first) { return token.count > 1 ? String(token.dropFirst().dropLast()) : nil }
    if first.isNumber || token == "true" { return String(token) }
    if ["false", "nil", "blank", "empty", "site.baseurl", "site.url"].contains(token) { return "" }
    if language == .tera {
      if token == "body" { return pairs["body"] ?? String(SiteTemplate.body) }
      return pairs[token.lowercased()] ?? variables[String(token)]
    }
    if token.hasPrefix("include.") { return pairs[token.dropFirst(8).lowercased()] ?? "" }
    return variables[String(token)]
  }

  private func condition(_ tokens: ArraySlice<Substring>) -> String? {
    for (word, isAnd) in [("or", false), ("and", true)] {
      guard let place = tokens.firstIndex(of: Substring(word)) else { continue }
      guard let left = condition(tokens[..<place]), let right = condition(tokens[(place + 1)...]) else { return nil }
      return isAnd ? (left.isEmpty ? "" : right) : (left.isEmpty ? right : left)
    }
    if tokens.contains("|") { return liquid(tokens) }
    if tokens.first == "not" { return condition(tokens.dropFirst()).map { $0.isEmpty ? "true" : "" } }
    let items = Array(tokens)
    guard items.count == 3 else { return items.count == 1 ? operand(items[0]) ?? "" : nil }
    if items[1] == "is", items[2] == "defined" { return operand(items[0]) == nil ? "" : "true" }
    guard let left = operand(items[0]) ?? (language == .tera ? "" : nil), let right = operand(items[2]) else { return nil }
    switch items[1] {
    case "==": return left == right ? "true" : ""
    case "!=": return left != right ? "true" : ""
    case "contains": return left.contains(right) ? "true" : ""
    default: return nil
    }
  }
}

extension String {
  fileprivate var trimmedNewlines: String {
    var text = self[...].drop(while: \.isNewline)
    while text.last?.isNewline == true { text = text.dropLast() }
    return String(text)
  }
}
