import TypesetBytes

extension LineLexer {
  mutating func lexMarkdown() {
    var isFirst = true
    while let line = nextLine() {
      defer { isFirst = false }
      let start = ink(line)
      guard start < line.upperBound else { continue }
      if isFirst, has("---", at: start, in: line) {
        lexFrontMatter(line)
        continue
      }
      switch bytes[start] {
      case UInt8(ascii: "#"):
        let level = bytes[start..<line.upperBound].prefix { $0 == UInt8(ascii: "#") }.count
        if level <= 6, start + level == line.upperBound || bytes[start + level].isBlank {
          sink.add(.heading, start, line.upperBound)
          continue
        }
      case UInt8(ascii: "`"), UInt8(ascii: "~"):
        let count = bytes[start..<line.upperBound].prefix { $0 == bytes[start] }.count
        if count >= 3 {
          lexFence(line, start: start, count: count)
          continue
        }
      case UInt8(ascii: ">"): sink.add(.prompt, start, start + 1)
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        if start + 1 < line.upperBound, bytes[start + 1].isBlank {
          sink.add(.keyword, start, start + 1)
          lexInlines(start + 1..<line.upperBound)
          continue
        }
      case _ where bytes[start].isDigit:
        let digits = bytes[start..<line.upperBound].prefix(while: \.isDigit).count
        if start + digits < line.upperBound, bytes[start + digits] == UInt8(ascii: ".") {
          sink.add(.keyword, start, start + digits + 1)
          lexInlines(start + digits + 1..<line.upperBound)
          continue
        }
      default: break
      }
      lexInlines(start..<line.upperBound)
    }
  }

  private mutating func lexFrontMatter(_ line: Range<Int>) {
    let start = index
    var stop = index
    while let next = nextLine() {
      stop = next.upperBound
      if has("---", at: next.lowerBound, in: next) { break }
    }
    sink.add(.attribute, line.lowerBound, line.upperBound)
    inner(start..<max(start, stop), .yaml)
  }

  private mutating func lexFence(_ line: Range<Int>, start: Int, count: Int) {
    sink.add(.attribute, start, line.upperBound)
    let mark = bytes[start]
    let name = bytes[start + count..<line.upperBound].drop(while: \.isBlank).prefix { $0.isNameByte || "+#-".utf8.contains($0) }
    let first = index
    var stop = first
    while let next = nextLine() {
      let ink = ink(next)
      if bytes[ink..<next.upperBound].prefix(while: { $0 == mark }).count >= count {
        lexFenced(first..<max(first, stop), name: String(decoding: name, as: UTF8.self))
        sink.add(.attribute, ink, next.upperBound)
        return
      }
      stop = next.upperBound
    }
    lexFenced(first..<max(first, stop), name: String(decoding: name, as: UTF8.self))
  }

  private mutating func lexFenced(_ range: Range<Int>, name: String) {
    if let language = Language(name) { inner(range, language.lexing) }
  }

  private mutating func lexInlines(_ line: Range<Int>) {
    var position = line.lowerBound
    /// The next `close` on the line after `from`, at most 500 bytes on.
    func find(_ close: String, _ from: Int) -> Int? {
      var place = from
      let limit = min(line.upperBound, from + 500)
      while place < limit {
        if has(close, at: place, in: line) { return place + close.utf8.count }
        place += 1
      }
      return nil
    }
    while position < line.upperBound {
      let byte = bytes[position]
      var found: (TokenClass, Int)?
      switch byte {
      case UInt8(ascii: "\\"): found = (.escape, min(line.upperBound, position + 2))
      case UInt8(ascii: "`"): found = find("`", position + 1).map { (.string, $0) }
      case UInt8(ascii: "$"): found = find("$", position + 1).map { (.string, $0) }
      case UInt8(ascii: "*") where has("**", at: position, in: line): found = find("**", position + 2).map { (.strong, $0) }
      case UInt8(ascii: "*"): found = find("*", position + 1).map { (.emphasis, $0) }
      case UInt8(ascii: "["): found = find("](", position + 1).flatMap { find(")", $0) }.map { (.link, $0) }
      case UInt8(ascii: "<") where has("<!--", at: position, in: line): found = find("-->", position + 4).map { (.comment, $0) }
      case UInt8(ascii: "<"): found = find(">", position + 1).map { (.tag, $0) }
      default: break
      }
      if let (kind, stop) = found {
        sink.add(kind, position, stop)
        position = stop
      } else {
        position += 1
      }
    }
  }
}
