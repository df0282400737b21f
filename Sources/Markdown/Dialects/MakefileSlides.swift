internal import TypesetDiagnostics
internal import TypesetFiles

/// The documents of which a Makefile or a script has pandoc make slides: `pandoc -t beamer talk.md -o talk.pdf`.
package struct MakefileSlides: Hashable, Sendable {
  /// Names of files, without folders.
  private var slides: Set<String> = []
  private var others: Set<String> = []
  /// True if a rule makes slides of any document: `%.pdf: %.md`.
  private var isForAll = false
  private var othersAreForAll = false

  /// The format of pandoc's and the theme that slides of a file, or of any file (""), are made with.
  private var commands: [String: Command] = [:]

  struct Command: Hashable {
    var format: String
    /// `-V theme=black`
    var theme: String?
  }

  static let names = ["Makefile", "makefile", "GNUmakefile", "mkfile", "justfile", "build.sh", "make.sh", "README.md"]

  /// Nil for a Makefile without slides.
  init?(_ bytes: some Sequence<UInt8>) {
    var variables: [String: String] = [:]
    var head = ""
    let text = String(decoding: Array(bytes), as: UTF8.self).replacing("\\\r\n", with: " ").replacing("\\\n", with: " ")
    for line in text.split(whereSeparator: \.isNewline).prefix(5_000) {
      // Scripts have commands at the beginnings of lines, or by some blanks.
      if line.first == "\t" || line.drop(while: { $0 == " " || $0 == "$" }).hasPrefix("pandoc ") {
        take(Self.expanded(String(line), variables), of: head)
      } else if let equals = line.firstIndex(of: "="), case let name = line[..<equals].trimmedOfSigns,
        !name.contains(where: { ": ".contains($0) })
      {
        let isAdded = line[..<equals].last == "+"
        variables[name] = (isAdded ? variables[name, default: ""] + " " : "") + line[line.index(after: equals)...]
      } else if line.contains(":") {
        head = Self.expanded(String(line), variables)
      }
    }
    guard isForAll || !slides.isEmpty else { return nil }
  }

  /// True if slides are made of a file. Where rules make one thing and another of any document, nothing is known of a file that none names.
  ///
  /// - Parameter isBeside: True for a file of the Makefile's own folder: only these are in its patterns.
  func contains(_ path: String, isBeside: Bool) -> Bool {
    let name = Self.name(path[...])
    return slides.contains(name) || isBeside && isForAll && !othersAreForAll && !others.contains(name)
  }

  /// What makes slides of a file in the nearest Makefile or script that makes some.
  static func command(for name: String, from folder: String, _ files: FileAccess) -> Command? {
    for level in files.namesAbove(folder, among: names, upTo: ".git", remembering: 2) {
      for file in names where level.names.contains(file) {
        let path = String(repeating: "../", count: level.ups) + file
        guard let bytes = try? files.read(path, from: folder, limit: 1 << 16).bytes, let slides = MakefileSlides(bytes) else { continue }
        return slides.commands[Self.name(name[...])] ?? (level.ups == 0 ? slides.commands[""] : nil)
      }
    }
    return nil
  }

  /// Part of the keys of kept outputs.
  var key: String { "\(slides.sorted()) \(others.sorted()) \(isForAll) \(othersAreForAll)" }

  private static func name(_ path: some StringProtocol) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// Takes a command of a rule.
  private mutating func take(_ command: String, of head: String) {
    let words = command.split { " \t;&|()".contains($0) }.map { $0.filter { !"'\"".contains($0) } }
    guard words.contains(where: { Self.name($0.drop { "@-".contains($0) }).hasPrefix("pandoc") }) else { return }
    let isSlides = Self.format(of: words).map { Self.formats.contains($0) } ?? false
    // `$<`: what the rule is made of.
    let sources = head.firstIndex(of: ":").map { head[head.index(after: $0)...].split(separator: " ").map(String.init) } ?? []
    let all = words + sources
    let named = all.filter { word in
      !word.contains { "%*$".contains($0) } && [".md", ".markdown", ".txt", ".mkd"].contains(where: word.hasSuffix)
    }
    .map { Self.name($0) }
    if isSlides { slides.formUnion(named) } else { others.formUnion(named) }
    if isSlides, let format = Self.format(of: words) {
      let theme = words.first { $0.hasPrefix("theme=") }?.dropFirst(6)
      let command = Command(format: format, theme: theme.flatMap { $0.isEmpty ? nil : String($0) })
      for name in named.isEmpty ? [""] : named where commands[name] == nil { commands[name] = command }
    }
    guard named.isEmpty else { return }
    if isSlides { isForAll = true } else { othersAreForAll = true }
  }

  /// `-t beamer`, `-tbeamer`, `-st beamer`, `--to=revealjs`, `--defaults revealjs.yaml`, and what the output's name ends with.
  private static func format(of words: [String]) -> String? {
    var found: String?
    for (number, word) in words.enumerated() {
      let next = number + 1 < words.count ? words[number + 1] : ""
      var format: String?
      if ["-t", "-w", "--to", "--write"].contains(word) || isCluster(word) { format = next }
      if let equals = word.firstIndex(of: "="), ["--to", "--write"].contains(word[..<equals]) {
        format = String(word[equals...].dropFirst())
      }
      if word.hasPrefix("-t"), word.count > 2 { format = String(word.dropFirst(2)) }
      if word == "-o" || word == "--output", next.hasSuffix(".pptx") { format = "pptx" }
      // A file of options that is called as its format.
      let options = ["-d", "--defaults"].contains(word) ? next : word.hasPrefix("--defaults=") ? String(word.dropFirst(11)) : ""
      format = format ?? formats.first { name(options).hasPrefix($0) }
      // A template of slides for the format of pages: `-t html5 --template=template-revealjs.html`.
      let template = word == "--template" ? next : word.hasPrefix("--template=") ? String(word.dropFirst(11)) : ""
      if name(template).contains("reveal") { return "revealjs" }
      if found == nil, let format { found = String(format.prefix { $0 != "+" && $0 != "-" }) }
    }
    return found
  }

  /// `-st`: options of one letter, of which the last has a value.
  private static func isCluster(_ word: String) -> Bool {
    (3...5).contains(word.count) && word.hasPrefix("-") && word.hasSuffix("t")
      && word.dropFirst().dropLast().allSatisfy { "sSNi".contains($0) }
  }

  private static let formats: Set<String> = ["beamer", "revealjs", "slidy", "slideous", "dzslides", "s5", "pptx"]

  /// A text with the values of variables, `$(NAME)` and `${NAME}`.
  static func expanded(_ text: String, _ variables: [String: String]) -> String {
    var text = text
    for _ in 0..<4 where text.contains("$") && text.utf8.count < 20_000 {
      var out = ""
      var rest = text[...]
      while let dollar = rest.firstIndex(of: "$") {
        out += rest[..<dollar]
        let inner = rest[dollar...].dropFirst()
        let close: Character = inner.first == "(" ? ")" : "}"
        if inner.first == "(" || inner.first == "{", let end = inner.firstIndex(of: close),
          let value = variables[String(inner[..<end].dropFirst())]
        {
          out += value
          rest = inner[end...].dropFirst()
        } else {
          out.append("$")
          rest = inner
        }
      }
      let next = out + rest
      guard next != text else { break }
      text = next
    }
    return text
  }
}

extension Substring {
  /// A variable's name, without the signs before `=`.
  fileprivate var trimmedOfSigns: String { String(drop { $0 == " " }.reversed().drop { " :?+".contains($0) }.reversed()) }
}
