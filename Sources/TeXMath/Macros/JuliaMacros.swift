internal import TypesetDiagnostics

/// The commands that a script of Documenter's gives to KaTeX or MathJax: `KaTeX(Dict(:macros => Dict(raw"\R" => raw"\mathbb{R}")))`,
/// also by a variable.
package enum JuliaMacros {
  /// The definitions as TeX; empty for a script without any.
  package static func definitions(in script: String) -> String {
    var script = JuliaScript(script)
    var out: [String] = []
    var variables: Set<String> = []
    // Where the dictionaries of variables begin, looked up once.
    var places: [String: JuliaScript]?
    while let name = script.nextName() {
      guard ["macros", "Macros"].contains(name) else { continue }
      script.skip(["\"", ")"], upTo: 1)
      guard script.takes("=>") else { continue }
      if let found = script.dictionary() {
        out += found
      } else if let variable = script.name(), variables.count < mostVariables, variables.insert(variable).inserted {
        if places == nil { places = script.dictionaries() }
        if var place = places?[variable], let found = place.dictionary() { out += found }
      }
    }
    return out.joined(separator: "\n")
  }

  /// A script has one of them; each reads up to the end of the script where its dictionary is never closed.
  private static let mostVariables = 8
}

/// As much of Julia as dictionaries of texts need.
private struct JuliaScript {
  private let text: [Character]
  private var index = 0

  init(_ source: String) { text = Array(source) }

  /// By the name of a variable the place at which it gets a dictionary, first.
  func dictionaries() -> [String: JuliaScript] {
    var script = self
    script.index = 0
    var found: [String: JuliaScript] = [:]
    while let name = script.nextName() {
      guard script.takes("="), case let place = script, script.takes("Dict") else { continue }
      if found[name] == nil { found[name] = place }
    }
    return found
  }

  private var current: Character { index < text.count ? text[index] : "\0" }

  /// The next name in the script, past everything else; the texts of comments are none.
  mutating func nextName() -> String? {
    while index < text.count {
      if current == "#" {
        while index < text.count, !current.isNewline { index += 1 }
      } else if current.isLetter || current == "_" {
        return name()
      } else {
        index += 1
      }
    }
    return nil
  }

  mutating func name() -> String? {
    skipBlank()
    var word = ""
    while current.isLetter || current.isNumber || current == "_" || current == "!" {
      word.append(current)
      index += 1
    }
    return word.isEmpty ? nil : word
  }

  mutating func skip(_ signs: Set<Character>, upTo count: Int) {
    for _ in 0..<count where signs.contains(current) { index += 1 }
  }

  private mutating func skipBlank() {
    while index < text.count {
      if current == "#" {
        while index < text.count, !current.isNewline { index += 1 }
      } else if current.isWhitespace {
        index += 1
      } else {
        return
      }
    }
  }

  mutating func takes(_ sign: String) -> Bool {
    skipBlank()
    guard text[index...].prefix(sign.count).elementsEqual(sign) else { return false }
    index += sign.count
    return true
  }

  /// `Dict("\\R" => "\\mathbb{R}", :ket => ["…", 1])`, also `Dict{String, Any}(…)`; nil if none begins here.
  mutating func dictionary() -> [String]? {
    let start = index
    guard takes("Dict") else { return nil }
    if takes("{") {
      while index < text.count, current != "}" { index += 1 }
      index += 1
    }
    guard takes("(") else {
      index = start
      return nil
    }
    var out: [String] = []
    while index < text.count, !takes(")") {
      let before = index
      if let name = key(), takes("=>"), let value = value(),
        let definition = MacroFile.definition(ofCommand: name, value.body, parameters: value.parameters, standard: value.standard)
      {
        out.append(definition)
      }
      skipItem()
      // Another bracket that nothing has opened.
      if index == before { index += 1 }
    }
    return out
  }

  private mutating func key() -> String? {
    if takes(":") { return name() }
    return string()
  }

  /// A text, or a list of one with the number of its parameters and the first one's value.
  private mutating func value() -> (body: String, parameters: Int?, standard: String?)? {
    guard takes("[") else { return string().map { ($0, nil, nil) } }
    guard let body = string() else { return nil }
    var (count, standard): (Int?, String?) = (nil, nil)
    while takes(",") {
      if let text = string() { standard = text } else if let number = name().flatMap({ DocumentNumber.whole($0) }) { count = number }
    }
    return takes("]") ? (body, count, standard) : nil
  }

  /// Goes behind the comma after an item, or before what ends the dictionary.
  private mutating func skipItem() {
    var depth = 0
    while index < text.count {
      if string() != nil { continue }
      switch current {
      case ",":
        if depth == 0 {
          index += 1
          return
        }
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        if depth == 0 { return }
        depth -= 1
      default: break
      }
      index += 1
    }
  }

  /// The text of a string that begins here; backslashes are themselves in `raw"…"` and `L"…"`. Nil if none begins.
  private mutating func string() -> String? {
    skipBlank()
    let start = index
    var isRaw = false
    for prefix in ["raw", "L"] where text[index...].prefix(prefix.count + 1).elementsEqual(prefix + "\"") {
      isRaw = true
      index += prefix.count
    }
    guard current == "\"" else {
      index = start
      return nil
    }
    index += 1
    var out = ""
    while index < text.count, current != "\"" {
      if current == "\\", index + 1 < text.count, !isRaw || text[index + 1] == "\"" { index += 1 }
      out.append(current)
      index += 1
    }
    index += 1
    return out
  }
}
