internal import TypesetDiagnostics

/// The source of d2l's notebooks without the brackets that put strong words on slides, too: `[**…**]`, `(**…**)`; the frameworks that a cell is
/// for, `#@tab mxnet`, stand above it.
func withoutNotebookMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard NotebookMarks.signs.contains(where: { source.bytes.find($0) != nil }) else { return source }
  var marks = NotebookMarks(source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct NotebookMarks {
  /// What only texts for d2l's tools have.
  static let signs = ["#@tab ", "%%tab ", ":begin_tab:", ":numref:`"].map { Array($0.utf8) }
  /// What begins the first line of a cell for some frameworks.
  private static let cellMarks = ["#@tab ", "%%tab "]
  private static let strong = Array("**".utf8)

  private var fences = OpenFences()
  /// The words of a mark may go on below.
  private var isOpen = false
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    if fences.isCode, !wasCode, let names = frameworks(below: line), names != "all" {
      return .write(Self.strong + names.utf8 + Self.strong + "\n\n".utf8 + line)
    }
    if wasCode, Self.cellMarks.contains(where: { line.starts(with: $0.utf8) }) { return .drop }
    guard !fences.isCode, !line.isEmpty else {
      isOpen = isOpen && !line.isEmpty
      return .keep
    }
    if let tab = Self.tab(line) { return .write(tab) }
    var out: [UInt8] = []
    var (index, isCode) = (line.startIndex, false)
    while index < line.endIndex {
      let byte = line[index]
      if byte == ASCII.backtick { isCode.toggle() }
      if !isCode, !isOpen, let end = Self.slideWords(line, index) {
        index = end
      } else if !isCode, !isOpen, byte == ASCII.openBracket || byte == ASCII.openParenthesis, line[(index + 1)...].starts(with: Self.strong)
      {
        isOpen = true
        out += Self.strong
        index += 3
      } else if !isCode, isOpen, line[index...].starts(with: Self.strong), index + 2 < line.endIndex,
        line[index + 2] == ASCII.closeBracket || line[index + 2] == ASCII.closeParenthesis
      {
        isOpen = false
        out += Self.strong
        index += 3
      } else {
        out.append(byte)
        index += 1
      }
    }
    return out.elementsEqual(line) ? .keep : .write(out)
  }

  /// The frameworks that the cell which begins on a line is for.
  private func frameworks(below line: ArraySlice<UInt8>) -> String? {
    guard line.endIndex < bytes.count, line.first == ASCII.backtick else { return nil }
    let next = bytes[(line.endIndex + 1)...].prefix(200).prefix { $0 != ASCII.newline }
    guard let mark = Self.cellMarks.first(where: { next.starts(with: $0.utf8) }) else { return nil }
    let names = String(decoding: next.dropFirst(mark.utf8.count), as: UTF8.self).trimmedWhitespace()
    return names.isEmpty ? nil : names
  }

  /// `[~~words~~]`: what only the slides show.
  private static func slideWords(_ line: ArraySlice<UInt8>, _ start: Int) -> Int? {
    guard line[start] == ASCII.openBracket || line[start] == ASCII.openParenthesis, line[(start + 1)...].starts(with: "~~".utf8) else {
      return nil
    }
    let closer = Array("~~".utf8) + [line[start] == ASCII.openBracket ? ASCII.closeBracket : ASCII.closeParenthesis]
    return line[(start + 3)...].prefix(400).firstRange(of: closer)?.upperBound
  }

  /// `` :begin_tab:`mxnet, pytorch` ``: the frameworks that the text below is for.
  private static func tab(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let opener = ":begin_tab:`"
    guard line.starts(with: opener.utf8), let close = line.dropFirst(opener.utf8.count).firstIndex(of: ASCII.backtick) else { return nil }
    let names = line[..<close].dropFirst(opener.utf8.count)
    guard !names.isEmpty, line[(close + 1)...].allSatisfy({ $0 <= ASCII.space }), !names.elementsEqual("toc".utf8) else { return nil }
    return strong + names + strong + [ASCII.newline]
  }
}

/// The source with code that a tool runs within formulas, `` $\bar{x} = `r mean(x)`$ ``, `` $`{python} n`$ ``, as code of theirs; nothing is run.
func withCodeInFormulas(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard FormulaCode.openers.contains(where: { source.bytes.find($0) != nil }) else { return source }
  var code = FormulaCode()
  return rewritingLines(source, &diagnostics) { line, _ in code.change(of: line) }
}

private struct FormulaCode {
  static let openers = ["`r ", "`{r} ", "`{python} ", "`{julia} "].map { Array($0.utf8) }
  private var fences = OpenFences()
  /// True between two lines with `$$`.
  private var isDisplay = false

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    guard !fences.isCode else { return .keep }
    let first = line.firstIndex { !ASCII.isBlank($0) && $0 != ASCII.carriageReturn }
    guard let first else {
      isDisplay = false
      return .keep
    }
    let wasDisplay = isDisplay
    // A display of several lines begins or ends a line.
    if line[first...].starts(with: Self.dollars) || wasDisplay {
      let count = Self.displays(in: line)
      if count % 2 == 1 { isDisplay.toggle() }
    }
    guard wasDisplay || line.contains(ASCII.dollar), Self.openers.contains(where: { line.firstRange(of: $0) != nil }) else { return .keep }
    return change(of: line, inDisplay: wasDisplay)
  }

  private static let dollars = [ASCII.dollar, ASCII.dollar]

  private static func displays(in line: ArraySlice<UInt8>) -> Int {
    var (count, rest) = (0, line)
    while let found = rest.firstRange(of: dollars) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }

  private func change(of line: ArraySlice<UInt8>, inDisplay: Bool) -> LineChange {
    var out: [UInt8] = []
    var (index, isMath, isInDisplay, hasChanged) = (line.startIndex, false, inDisplay, false)
    while index < line.endIndex {
      let byte = line[index]
      if byte == ASCII.backslash, index + 1 < line.endIndex {
        out += line[index...(index + 1)]
        index += 2
        continue
      }
      if line[index...].starts(with: Self.dollars), !isMath {
        isInDisplay.toggle()
        out += Self.dollars
        index += 2
        continue
      }
      if byte == ASCII.dollar, !isInDisplay { isMath = isMath != Self.bounds(line, index, isMath: isMath) }
      if byte == ASCII.backtick, let close = line[(index + 1)...].firstIndex(of: ASCII.backtick) {
        let code = line[(index + 1)..<close]
        if isMath || isInDisplay, Self.openers.contains(where: line[index...].starts(with:)), let formula = Self.formula(code) {
          out += formula
          hasChanged = true
        } else {
          out += line[index...close]
        }
        index = close + 1
        continue
      }
      out.append(byte)
      index += 1
    }
    // Money, or a formula that ends on another line.
    return hasChanged && !isMath && isInDisplay == isDisplay ? .write(out) : .keep
  }

  /// Code as a part of a formula, which a dollar would end: `DF$x` has it escaped.
  private static func formula(_ code: ArraySlice<UInt8>) -> [UInt8]? {
    guard code.contains(ASCII.dollar) else {
      return "!/;|".utf8.first { !code.contains($0) }.map { Array("\\verb".utf8) + [$0] + code + [$0] }
    }
    guard !code.contains(where: { "\\^~".utf8.contains($0) }) else { return nil }
    return Array("\\texttt{".utf8) + code.flatMap { "$_%#&{}".utf8.contains($0) ? [ASCII.backslash, $0] : [$0] } + [ASCII.closeBrace]
  }

  /// True for a dollar at a formula's beginning or end: none has a blank inside of it, nor a digit behind it, as amounts of money have.
  private static func bounds(_ line: ArraySlice<UInt8>, _ index: Int, isMath: Bool) -> Bool {
    let next = index + 1 < line.endIndex ? line[index + 1] : ASCII.space
    guard isMath else { return !ASCII.isBlank(next) }
    return !ASCII.isBlank(line[index - 1]) && !ASCII.isDigit(next)
  }
}
