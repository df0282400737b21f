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
