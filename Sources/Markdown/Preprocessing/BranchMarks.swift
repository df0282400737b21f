internal import TypesetDiagnostics

/// The source of Hugging Face's documentation without the marks of its builder: of `{#if fw === 'pt'}` … `{:else}` … `{/if}` all branches are shown, which
/// is said, and `## Words[[name]]` is a heading with a name.
func withoutBranchMarks(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  let hasBranches = source.holds("{#if ") && source.holds("{/if}")
  guard hasBranches || source.holds("[[") && dialect?.tool != .obsidian else { return source }
  let first = hasBranches ? source.bytes.find(Array("{#if ".utf8)) : nil
  var said = diagnostics
  if let first {
    said.append(
      Diagnostic(
        .note, "markup.branches", at: SourceSpan(first, first + 4), "what depends on {#if …} is all shown",
        hint: "leave out the branches that are not meant"))
  }
  var fences = OpenFences()
  var hasFound = false
  let names = dialect.map { $0.has(.attributeLists) } ?? true
  let result = rewritingLines(source, &said) { line, _ in
    fences.pass(line)
    guard !fences.isCode else { return .keep }
    if line.first == ASCII.hash { return heading(line, hasName: names) }
    let mark = line.drop(while: ASCII.isBlank)
    guard hasBranches, mark.first == ASCII.openBrace, isBranch(String(decoding: mark, as: UTF8.self).trimmedWhitespace()) else {
      return .keep
    }
    hasFound = true
    // A blank line: what is above and below are blocks of their own.
    return .write([])
  }
  if first != nil, !hasFound { said.removeLast() }
  diagnostics = said
  return result
}

private func isBranch(_ mark: String) -> Bool {
  mark == "{/if}" || mark == "{:else}" || mark == "{#else}"
    || (mark.hasPrefix("{#if ") || mark.hasPrefix("{:else if ")) && mark.hasSuffix("}")
}

/// `## Words[[a-name]]`: a wiki link has a blank before it, and capitals.
private func heading(_ line: ArraySlice<UInt8>, hasName: Bool) -> LineChange {
  let line = line.prefix { $0 != ASCII.carriageReturn }
  guard line.count < 1_000, line.suffix(2).elementsEqual("]]".utf8), let open = line.lastIndex(of: ASCII.openBracket),
    open - 2 > line.startIndex, line[open - 1] == ASCII.openBracket, !ASCII.isBlank(line[open - 2])
  else { return .keep }
  let name = line[(open + 1)...].dropLast(2)
  guard !name.isEmpty, name.allSatisfy({ $0 &- 0x61 < 26 || ASCII.isDigit($0) || "-_.".utf8.contains($0) }) else { return .keep }
  return .write(Array(line[..<(open - 1)]) + (hasName ? Array(" {#".utf8) + name + [ASCII.closeBrace] : []))
}
