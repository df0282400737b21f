internal import TypesetDiagnostics

/// Names between commas, which are a formula where they are between dollars.
enum ListedNames {
  /// `uniform,triangular, biweight`, `uniform, normal...`: single words between commas, none of which joins a sentence.
  static func matches(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count < 200, case let names = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false), names.count > 1
    else {
      return false
    }
    for (number, part) in names.enumerated() {
      var name = number > 0 && part.first == ASCII.space ? part.dropFirst() : part
      if number + 1 == names.count, name.suffix(3).elementsEqual("...".utf8) {
        name = name.dropLast(3)
        if name.isEmpty { return true }
      }
      guard let first = name.first, ASCII.isLetter(first), name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D }) else {
        return false
      }
      if ["and", "or", "but", "then", "the", "which", "so"].contains(String(decoding: name, as: UTF8.self).lowercased()) { return false }
    }
    return true
  }
}
