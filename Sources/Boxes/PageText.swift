extension Page {
  /// The text of the page's runs, line by line in drawing order: a new line begins where the baseline moves by more than half the size.
  public var text: String {
    var out: [UInt8] = []
    var last: (y: Length, end: Length)?
    for case .run(let run) in ink.items where !run.text.isEmpty && !run.isSilent {
      if let last {
        let isSameLine = abs(run.y.rawValue - last.y.rawValue) * 2 < run.size.rawValue
        if !isSameLine {
          while out.last == 0x20 { out.removeLast() }
          out.append(0x0A)
        } else if run.x.rawValue - last.end.rawValue > run.size.rawValue / 2, out.last != 0x20 {
          // Columns of a table, a marker and its item.
          out.append(0x20)
        }
      }
      out += ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
      last = (run.y, run.x + run.width)
    }
    return String(decoding: out, as: UTF8.self)
  }
}

/// True if a line end between two texts is not a space: both are Chinese or Japanese at the line end, and these scripts put no spaces between letters.
public func joinWithoutSpace(_ before: some BidirectionalCollection<UInt8>, _ after: some Collection<UInt8>) -> Bool {
  // From U+2E80 to U+9FFF and from U+F900 on, three bytes in UTF-8; U+AC00 and on are Korean, which has spaces.
  func isDense(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 3, let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value else { return false }
    return switch scalar {
    case 0x2E80...0x312F, 0x31A0...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF9F: true
    default: false
    }
  }
  return isDense(before.suffix(3)) && isDense(Array(after.prefix(3)))
}
