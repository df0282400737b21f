/// A text in capitals, and from which of its bytes each byte of it comes.
struct Capitals {
  var text: [UInt8] = []
  /// One more than there are bytes.
  var origins: [UInt32] = []

  init(of original: ArraySlice<UInt8>, language: String) {
    text.reserveCapacity(original.count)
    let isTurkic = language.hasPrefix("tr") || language.hasPrefix("az")
    var origin: UInt32 = 0
    for scalar in String(decoding: original, as: UTF8.self).unicodeScalars {
      let capital = isTurkic && scalar == "i" ? "İ" : scalar.properties.uppercaseMapping
      for byte in capital.utf8 {
        text.append(byte)
        origins.append(origin)
      }
      origin += UInt32(UTF8.width(scalar))
    }
    origins.append(origin)
  }
}
