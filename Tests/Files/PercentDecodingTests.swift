import Testing

@testable import TypesetFiles

@Suite struct PercentDecodingTests {
  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%a9", "é"), ("100%", "100%"), ("%4", "%4"), ("%zz%41", "%zzA"), ("%+1", "%+1"), ("", ""), ("%25%2E", "%."),
  ])
  func `two hexadecimal digits behind a percent sign are a byte, all else stays`(text: String, decoded: String) {
    #expect(percentDecoded(text) == decoded)
  }
}
