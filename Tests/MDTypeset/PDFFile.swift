import Foundation

/// The objects of a PDF file, as `qpdf --json` gives them.
struct PDFFile {
  private let objects: [String: Any]

  init(_ bytes: [UInt8]) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["qpdf", "--json=2", "--json-stream-data=inline", "--decode-level=generalized", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(reason: "qpdf warns of the file") }
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    guard let parts = root?["qpdf"] as? [[String: Any]], parts.count == 2 else { throw Failure(reason: "no objects") }
    objects = parts[1]
  }

  struct Failure: Error { var reason: String }

  /// The object that a value refers to, or the value.
  func resolve(_ value: Any?) -> Any? {
    guard let name = value as? String, name.hasSuffix(" R") else { return value }
    return (objects["obj:" + name] as? [String: Any])?["value"]
  }

  func dictionary(_ value: Any?) -> [String: Any]? {
    if let dictionary = resolve(value) as? [String: Any] { return dictionary }
    guard let name = value as? String, let stream = (objects["obj:" + name] as? [String: Any])?["stream"] as? [String: Any] else {
      return nil
    }
    return stream["dict"] as? [String: Any]
  }

  /// One value or an array of them, as an array.
  func array(_ value: Any?) -> [Any] {
    switch resolve(value) {
    case let array as [Any]: array
    case let single?: [single]
    case nil: []
    }
  }

  func stream(_ value: Any?) -> [UInt8] {
    guard let name = value as? String, let stream = (objects["obj:" + name] as? [String: Any])?["stream"] as? [String: Any],
      let data = (stream["data"] as? String).flatMap({ Data(base64Encoded: $0) })
    else { return [] }
    return Array(data)
  }

  var trailer: [String: Any] { (objects["trailer"] as? [String: Any])?["value"] as? [String: Any] ?? [:] }

  var catalog: [String: Any] { dictionary(trailer["/Root"]) ?? [:] }

  /// All dictionaries that are objects of their own, those of streams too, with the objects' names.
  var dictionaries: [(name: String, entries: [String: Any])] {
    objects.keys.filter { $0.hasPrefix("obj:") }.sorted().compactMap { key in
      let name = String(key.dropFirst(4))
      return dictionary(name).map { (name, $0) }
    }
  }

  /// The pages' objects, by their names.
  var pages: [String] { array(dictionary(catalog["/Pages"])?["/Kids"]).compactMap { $0 as? String } }

  /// A text string without the sign that JSON puts before it.
  static func text(_ value: Any?) -> String? { (value as? String).flatMap { $0.hasPrefix("u:") ? String($0.dropFirst(2)) : nil } }
}

/// What a page shows and in which marked-content sequence: one entry for each operator that draws.
struct PDFContentWalk {
  enum Owner: Hashable {
    case nobody
    case artifact
    case element(Int)
  }

  private(set) var owners: [(operator: String, owner: Owner)] = []
  /// The identifiers in the order of the content.
  private(set) var identifiers: [Int] = []
  private(set) var isBalanced = true

  init(_ content: [UInt8]) {
    var open: [Owner] = []
    var operands: [String] = []
    var isInText = false
    for token in Self.tokens(content) {
      guard let first = token.unicodeScalars.first, first.properties.isAlphabetic || first == "'" else {
        operands.append(token)
        continue
      }
      switch token {
      case "BDC", "BMC":
        let joined = operands.joined(separator: " ")
        if joined.hasPrefix("/Artifact") {
          open.append(.artifact)
        } else if let range = joined.range(of: "/MCID ") {
          let identifier = Int(joined[range.upperBound...].prefix { $0.isNumber }) ?? -1
          identifiers.append(identifier)
          open.append(.element(identifier))
        } else {
          open.append(open.last ?? .nobody)
        }
      case "EMC":
        if open.popLast() == nil { isBalanced = false }
      case "BT":
        if isInText { isBalanced = false }
        isInText = true
      case "ET":
        if !isInText { isBalanced = false }
        isInText = false
      case "Tj", "TJ", "f", "S", "Do": owners.append((token, open.last ?? .nobody))
      default: break
      }
      operands.removeAll()
    }
    if !open.isEmpty || isInText { isBalanced = false }
  }

  /// Strings are one token each; what is shown is in hexadecimal digits, whichever form it has in the file.
  static func tokens(_ bytes: [UInt8]) -> [String] {
    var out: [String] = []
    var literals: [(place: Int, bytes: ArraySlice<UInt8>)] = []
    var index = 0
    func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case _ where isSpace(bytes[index]):
        index += 1
        continue
      case UInt8(ascii: "("):
        var depth = 0
        repeat {
          if bytes[index] == UInt8(ascii: "\\") {
            index += 1
          } else if bytes[index] == UInt8(ascii: "(") {
            depth += 1
          } else if bytes[index] == UInt8(ascii: ")") {
            depth -= 1
          }
          index += 1
        } while depth > 0 && index < bytes.count
      case UInt8(ascii: "["), UInt8(ascii: "]"): index += 1
      case UInt8(ascii: "<") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "<"): index += 2
      case UInt8(ascii: ">") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ">"): index += 2
      case UInt8(ascii: "<"):
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
        index += 1
      default:
        index += 1
        while index < bytes.count, !isSpace(bytes[index]), !"()<>[]/".utf8.contains(bytes[index]) { index += 1 }
      }
      let token = bytes[start..<min(index, bytes.count)]
      if token.first == UInt8(ascii: "(") { literals.append((out.count, token.dropFirst().dropLast())) }
      out.append(String(decoding: token, as: UTF8.self))
      guard out.last?.unicodeScalars.first?.properties.isAlphabetic == true else { continue }
      if out.last == "Tj" || out.last == "TJ" { for literal in literals { out[literal.place] = hexadecimal(literal.bytes) } }
      literals.removeAll()
    }
    return out
  }

  /// ISO 32000-1, 7.3.4.2: a string without its escapes, as digits.
  private static func hexadecimal(_ literal: ArraySlice<UInt8>) -> String {
    var digits = "<"
    var isEscaped = false
    for byte in literal {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      digits += String(format: "%02X", isEscaped && byte == UInt8(ascii: "r") ? 0x0D : byte)
      isEscaped = false
    }
    return digits + ">"
  }
}
