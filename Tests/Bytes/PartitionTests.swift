import Testing
import TypesetBytes

@Suite struct PartitionTests {
  @Test func `the place where a condition begins to hold is found among any number of elements`() {
    for count in 0..<40 {
      for first in 0...count {
        let elements = (100..<100 + count).map { $0 }
        #expect(elements.partitioningIndex { $0 >= 100 + first } == first)
        #expect(elements[...].dropFirst(count / 2).partitioningIndex { $0 >= 100 + first } == max(first, count / 2))
      }
    }
  }

  @Test func `bytes are letters and digits of ASCII alone`() {
    for byte in UInt8.min ... .max {
      let character = Character(Unicode.Scalar(byte))
      #expect(byte.isLetter == (character.isASCII && character.isLetter))
      #expect(byte.isCapital == (character.isASCII && character.isUppercase))
      #expect(byte.isDigit == (character.isASCII && character.isNumber))
      #expect(byte.isHexDigit == (character.isASCII && character.isHexDigit))
    }
  }

  // The authors' own vectors for 64 bits.
  @Test func `the hash is FNV-1a`() {
    #expect(["", "a", "foobar"].map { FNV1a($0.utf8).value } == [0xCBF2_9CE4_8422_2325, 0xAF63_DC4C_8601_EC8C, 0x8594_4171_F739_67E8])
  }
}
