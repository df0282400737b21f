/// Paths of the files of a work.
enum WorkPath {
  /// The folder and the name of a path; `.` is the working folder.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// A path within a folder, without `.` and, where that is possible, without `..`.
  static func joined(_ folder: String, _ path: String) -> String {
    let isRooted = folder.hasPrefix("/") || folder.isEmpty && path.hasPrefix("/")
    var parts: [Substring] = []
    for part in folder.split(separator: "/") + path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (isRooted ? "/" : "") + parts.joined(separator: "/")
  }

  /// The last name of a folder's path; nil for a path without names, such as `..`.
  static func name(ofFolder path: String) -> String? {
    guard let name = path.split(separator: "/").last, name != ".", name != ".." else { return nil }
    return String(name)
  }

  /// The extension of a path, in small letters.
  static func suffix(of path: String) -> String {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// True for addresses, which lead to no file.
  static func isAddress(_ path: String) -> Bool {
    let head = path.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    return path.hasPrefix("//") || path.hasPrefix("#") || head.count > 1 && path[head.endIndex...].first == ":"
  }

  /// A path with the escapes of an address resolved: `%20` is a blank.
  static func decoded(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
