import Foundation
import Testing

import TypesetJSON

@Suite struct JSONTests {
  private func read(_ text: String) -> String {
    do { return try JSON(Array(text.utf8)[...]).description } catch { return "\(error.place): \(error)" }
  }

  @Test func `values come back as they were written`() {
    for text in ["null", "true", "[]", "{}", "-0.5e+3", "12345678901234567890", #"{"a":[1,{"b":"c"}],"d":false}"#, #""é😀""#] {
      #expect(read(text) == text)
    }
    #expect(read(" { \"a\" : [ 1 , 2 ] } \n") == #"{"a":[1,2]}"#)
    #expect(read(#""\u0041\n\t\/\u00e9\ud83d\ude00\u0001""#) == "\"A\\n\\t/é😀\\u0001\"")
    #expect(read(#""\ud83d""#) == "\"\u{FFFD}\"")
  }

  @Test func `what is no JSON is told with its place`() {
    #expect(read("") == "0: expected a value, found the end")
    #expect(read("{a:1}") == "1: expected a name in quotation marks")
    #expect(read("[1 2]") == "3: expected a comma or a closing bracket")
    #expect(read("1 2") == "2: something follows the value")
    #expect(read("\"a") == "2: unterminated string")
    for text in ["01", "1.", "-", ".5", "+1", "1e", "nul", "[1,]", "{\"a\":1,}", "\"\\x\"", "\"\\u12\"", "'a'", "NaN"] {
      #expect(read(text).contains(": "), "\(text)")
      #expect((try? JSON(Array(text.utf8)[...])) == nil, "\(text)")
    }
    #expect((try? JSON([0x22, 0xFF, 0x22])) == nil)
  }

  @Test func `deep and wide texts end the reader, not the program`() {
    #expect((try? JSON(Array(String(repeating: "[", count: 1_000_000).utf8)[...])) == nil)
    #expect((try? JSON(Array(String(repeating: "{\"a\":", count: 1_000_000).utf8)[...])) == nil)
    #expect((try? JSON(Array(("[" + String(repeating: "1,", count: 200_000) + "1]").utf8)[...])) != nil)
  }

  @Test func `values that lie deeper can be left out, and broken ones stay broken`() throws {
    func cut(_ text: String) throws -> (JSON, Int?) { try JSON.cutting(Array(text.utf8)[...], levels: 3) }
    let (value, place) = try cut(#"{"a":[1,{"b":[[["]}",-1e3,true]],{"c":{}}]}, [2]],"d":"x"}"#)
    #expect(value.description == #"{"a":[1,null,[null]],"d":"x"}"# || value.description == #"{"a":[1,{"b":null},[null]],"d":"x"}"#)
    #expect(place != nil)
    #expect(try cut("[[1]]").1 == nil)
    let deep = String(repeating: "[", count: 100_000)
    #expect(try cut(deep + "1" + String(repeating: "]", count: 100_000)).0.description == "[[[null]]]")
    for text in [deep, "[[[[", "[[[[}]]]", "[[[[1]]]", "[[[:]]]", "[[[[\"a]]]]", "[[[,]]]"] {
      #expect((try? cut(text)) == nil, "\(text.prefix(20))")
    }
  }

  @Test func `JSON5 has more forms`() {
    func read5(_ text: String) -> String {
      do { return try JSON(json5: text).description } catch { return "\(error.place): \(error)" }
    }
    #expect(
      read5(" {a: 'b', $c_1: [1, +2, .5, 5., 0xFf, -1e3,], 'd': {\"e\": null,},} // end")
        == #"{"a":"b","$c_1":[1,2,0.5,5.0,255,-1e3],"d":{"e":null}}"#)
    #expect(read5(#"'\'\x41\u00e9\v\q\0'"#) == "\"'Aé\\u000bq\\u0000\"")
    #expect(read5("'a\\\nb'") == #""ab""#)
    #expect(read5("[/* a */ Infinity, -NaN]") == "[Infinity,-NaN]")
    for text in ["", "01", "1e", ".", "+", "0x", "'a", "[1 2]", "{1: 2}", "a", "true1", "/*", "1 2", "'\\u12'"] {
      #expect((try? JSON(json5: text)) == nil, "\(text)")
    }
  }

  /// RFC 8259, 7: what must be escaped comes back, read by Foundation too.
  @Test func `every character is written so that another reader reads it`() throws {
    let scalars = Array(0..<0x300) + [0x7F, 0x2028, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF]
    for value in scalars {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let text = "a" + String(Character(scalar)) + "b"
      let written = JSON.quoted(text)
      #expect(!written.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "\(value)")
      let foreign = try JSONSerialization.jsonObject(with: Data("[\(written)]".utf8)) as? [String]
      #expect(foreign == [text], "\(value)")
      #expect(try JSON(Array(written.utf8)[...]).text == text, "\(value)")
    }
  }

  @Test(arguments: [0x10000, 0x103FF, 0x1F600, 0xFFFFF, 0x100000, 0x10FC00, 0x10FFFF])
  func `pairs of surrogates are characters up to the last one`(value: Int) throws {
    let (high, low) = (0xD800 + (value - 0x10000) >> 10, 0xDC00 + (value - 0x10000) & 0x3FF)
    let text = "\"\\u\(String(high, radix: 16))\\u\(String(low, radix: 16).uppercased())\""
    #expect(try JSON(Array(text.utf8)[...]).text?.unicodeScalars.map { Int($0.value) } == [value])
  }
}
