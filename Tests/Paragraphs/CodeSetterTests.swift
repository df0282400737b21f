import Foundation
import Testing
import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

@Suite struct CodeSetterTests {
  let setter = CodeSetter(ParagraphSetter(fonts: FontBook()))

  func style() -> TextStyle {
    var style = TextStyle(families: ["Source Code Pro"], size: 10.pt)
    style.isCode = true
    return style
  }

  /// Rows of a line at a measure in cells: their indentation in cells, and their text.
  func rows(_ line: String, cells: Int) -> [String] {
    var text = StyledText()
    text.append(line.utf8, style: style())
    var ink = Ink()
    let cell = setter.cell(of: style())
    return setter.set(text, measure: cell * cells, into: &ink).map { row in
      let shown = ink.items[Int(row.items.lowerBound)..<Int(row.items.upperBound)].compactMap { item -> String? in
        guard case .run(let run) = item else { return nil }
        return String(decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      }
      return "\(row.indent.rawValue / cell.rawValue)|\(shown.joined())"
    }
  }

  @Test func `a line that fits is one row and keeps its indentation as text`() {
    #expect(rows("    let x = 1", cells: 40) == ["0|    let x = 1"])
  }

  @Test func `a long line goes on behind a space with more indentation`() {
    #expect(rows("  let sum = first + second", cells: 20) == ["0|  let sum = first + ", "4|second"])
  }

  @Test func `words in a column beside the code go on below themselves`() {
    #expect(
      rows("  arch/    # direct exposure of the architecture of a machine", cells: 40) == [
        "0|  arch/    # direct exposure of the ", "13|architecture of a machine",
      ])
    #expect(
      rows("--quiet   shows nothing but what went wrong", cells: 40) == ["0|--quiet   shows nothing but what went ", "10|wrong"])
    // Not where the column is narrow, nor below the indentation alone.
    #expect(rows("let total = first + second      // the sum of all of them", cells: 40)[1] == "2|sum of all of them")
    #expect(rows("    let total = first + second + third + fourth", cells: 40)[1] == "6|fourth")
  }

  @Test func `the sign of a comment goes to the next row with its words`() {
    #expect(rows("let sum = first + second,      // the sum", cells: 36) == ["0|let sum = first + second,      ", "2|// the sum"])
    #expect(rows("let sum = first + second / third", cells: 30)[0] == "0|let sum = first + second / ")
  }

  @Test func `a name that fits on a row of its own stays whole`() {
    #expect(rows("name_of_a_list, host_microbe_optima_of_all", cells: 30) == ["0|name_of_a_list, ", "2|host_microbe_optima_of_all"])
    #expect(rows("    name_of_a_list,host_microbe_optima", cells: 30) == ["0|    name_of_a_list,", "6|host_microbe_optima"])
    // Not where little would be left on a row.
    #expect(
      rows("let x = aVeryLongNameThatGoesOnAndOnAndOnAndOn", cells: 40)[0] == "0|let x = aVeryLongNameThatGoesOnAndOnAndOn".prefix(42))
  }

  @Test func `a name within Chinese stays whole`() {
    let rows = rows("# 这里这里使用使用with_items迭代", cells: 22)
    #expect(rows.first == "0|# 这里这里使用使用" && rows.last?.hasSuffix("|with_items迭代") == true, "\(rows)")
  }

  @Test func `without spaces a row ends behind a sign`() {
    #expect(rows("alpha.beta.gamma.delta", cells: 13) == ["0|alpha.beta.", "2|gamma.delta"])
  }

  @Test func `without any place a row is full`() {
    #expect(rows("abcdefghijklmnop", cells: 10) == ["0|abcdefghij", "2|klmnop"])
  }

  @Test func `no row has spaces only, and indentation leaves room for the code`() {
    let spaces = String(repeating: " ", count: 30)
    #expect(rows("a =" + spaces + "b", cells: 12) == ["0|a =" + spaces, "2|b"])
    #expect(rows(spaces + "abcdef", cells: 12) == ["0|" + spaces + "abcdef"])
    #expect(rows(spaces + "abcdefgh", cells: 12) == ["0|" + spaces + "abcdef", "6|gh"])
    #expect(rows(String(repeating: " ", count: 9) + "abcd", cells: 12) == ["0|" + String(repeating: " ", count: 9) + "abc", "6|d"])
  }

  @Test(arguments: 8..<24) func `no row begins with full-width closing punctuation, or ends with an opening sign`(_ cells: Int) {
    for row in rows("用户数量，超过限制。系统（自动）将请求放入「等待」队列！", cells: cells) {
      let text = row.drop { $0 != "|" }.dropFirst()
      #expect(!"，。）」！".contains(text.first ?? " "))
      #expect(!"（「".contains(text.last ?? " "))
    }
  }

  /// The width of the comment's signs, which is on the grid of two cells in tables alone.
  @Test(arguments: [
    ("tree -I 'a|b' # |を使う", false), ("v.retain(|x| *x > 10); // 保留的元素", false), ("cat a | sort | uniq # 去掉重复", false),
    ("| 名前 | 年齢 |", true), (" a | 名前 | 年齢", true),
  ])
  func `bars of programs make no grid for the words of comments`(line: String, isGrid: Bool) {
    var style = style()
    style.isProse = true
    var text = StyledText()
    text.append(line.utf8, style: style)
    var ink = Ink()
    let cell = setter.cell(of: style)
    let cells = line.unicodeScalars.reduce(0) { $0 + ($1.value < 0x80 ? 1 : 2) }
    let width = setter.set(text, measure: cell * 100, into: &ink).map(\.width).max() ?? .zero
    #expect((width == cell * cells) == isGrid)
  }

  @Test func `no byte is lost between rows`() {
    let line = "  x = [中文，字符。 1, 2, 3] → \"déjà vu\" 😀 مرحبا end"
    for cells in 6..<60 {
      #expect(rows(line, cells: cells).map { $0.drop { $0 != "|" }.dropFirst() }.joined() == line)
    }
  }

  @Test func `a character of full width takes two cells`() {
    let cell = setter.cell(of: style())
    for (text, cells) in [("中a", 3), ("中文，", 6), ("é", 1), ("→", 1), ("e\u{301}", 1)] {
      var line = StyledText()
      line.append(text.utf8, style: style())
      var ink = Ink()
      #expect(setter.set(line, measure: 500.pt, into: &ink).map(\.width) == [cell * cells], "\(text)")
    }
  }

  @Test func `joined emojis without a common picture stand side by side`() {
    var text = StyledText()
    text.append("🏃\u{200D}🏃\u{200D}🏃".utf8, style: style())
    var ink = Ink()
    let cell = setter.cell(of: style())
    #expect(setter.set(text, measure: cell * 40, into: &ink).map(\.width) == [cell * 6])
  }

  @Test(arguments: ["แบรนด์ที่มุ่งมั่นพัฒนาสังคมยืนเคียงข้างส่งต่อความห่วงใยพร้อมดูแลสุขภาพผิว", "မြန်မာစာကိုစာလုံးခွဲခြားခြင်းမရှိဘဲရေးသားထားသောစာကြောင်း"])
  func `a line of a script without spaces goes on in further rows`(line: String) {
    let rows = rows(line, cells: 20)
    #expect(rows.count > 2, "\(rows)")
    #expect(rows.map { $0.drop { $0 != "|" }.dropFirst() }.joined() == line)
  }

  @Test func `a measure of nothing ends all the same`() {
    #expect(rows("abc", cells: 0).count == 3)
  }

  @Test func `a word of Arabic runs right to left in a run of its own`() {
    var line = StyledText()
    line.append("a مرحبا = 1".utf8, style: style())
    var ink = Ink()
    _ = setter.set(line, measure: 500.pt, into: &ink)
    let directions = ink.items.compactMap { item -> Bool? in if case .run(let run) = item { run.isRightToLeft } else { nil } }
    #expect(directions == [false, true, false])
    #expect(visual("a مرحبا = 1") == "a مرحبا = 1")
  }

  /// The words of a line as they stand from left to right; `prose` is a part of it that is a comment or a string.
  private func visual(_ line: String, prose: String = "") -> String {
    var text = StyledText()
    var words = style()
    words.isProse = true
    words.color = Color(red: 0, green: 80, blue: 0)
    if let range = line.range(of: prose) {
      text.append(line[..<range.lowerBound].utf8, style: style())
      text.append(prose.utf8, style: words)
      text.append(line[range.upperBound...].utf8, style: style())
    } else {
      text.append(line.utf8, style: style())
    }
    var ink = Ink()
    _ = setter.set(text, measure: 500.pt, into: &ink)
    let runs = ink.items.compactMap { item -> (x: Int, text: String)? in
      guard case .run(let run) = item else { return nil }
      return (run.x.rawValue, String(decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self))
    }
    return runs.sorted { $0.x < $1.x }.map(\.text).joined()
  }

  @Test(arguments: [
    ("x = مرحبا يا عالم", "x = عالم يا مرحبا"), ("שלום עולם = 1", "עולם שלום = 1"), ("ו/או, כך (1)", ")1( כך ,או/ו"),
    ("key: قيمة 42 أولى", "key: أولى 42 قيمة"),
  ])
  func `words that run right to left stand so, in a line that runs left to right`(line: String, shown: String) {
    #expect(visual(line) == shown)
  }

  @Test func `a comment has the direction of its first letter and stays after its sign`() {
    #expect(visual("f()  # يستخدم print هنا.", prose: "# يستخدم print هنا.") == "f()  # .هنا print يستخدم")
  }

  @Test func `strings keep their places whatever is in them`() {
    #expect(visual("f(\"واحد\", \"اثنان\")", prose: "\"واحد\"") == "f(\"واحد\", \"اثنان\")")
    #expect(visual("f(\"واحد!\")", prose: "\"واحد!\"") == "f(\"!واحد\")")
  }

  @Test func `the columns of a table keep their order`() {
    #expect(visual("| واحد | اثنان ثلاثة |") == "| واحد | ثلاثة اثنان |")
  }

  @Test func `the branches of a tree stand at the left of words that run right to left`() {
    #expect(visual("├── ...  # שקפים 3-10") == "├── ...  # 3-10 שקפים")
    #expect(visual("│ שקפים יש │ ab │") == "│ יש שקפים │ ab │")
  }

  @Test func `a line may end behind a comma between two pieces of code`() {
    var text = StyledText()
    var code = style()
    code.isCode = true
    var words = style()
    words.isCode = false
    for number in 0..<3 {
      if number > 0 { text.append(",".utf8, style: words) }
      text.append("abcdefgh".utf8, style: code)
    }
    let room = setter.cell(of: style()) * 10
    let lines = ParagraphSetter(fonts: FontBook()).set(
      text, attachments: [], shape: ParagraphShape(measure: room, alignment: .left, leading: 12.pt))
    #expect(lines.lines.count == 3)
  }

  @Test func `parentheses are mirrored where the words run right to left`() {
    func glyphs(_ line: String) -> [UInt32] {
      var text = StyledText()
      text.append(line.utf8, style: style())
      var ink = Ink()
      _ = setter.set(text, measure: 500.pt, into: &ink)
      return ink.items.flatMap { item -> [UInt32] in
        guard case .run(let run) = item,
          "()".contains(String(decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self))
        else { return [] }
        return ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map(\.id)
      }
    }
    let (opening, closing) = (glyphs("("), glyphs(")"))
    #expect(glyphs("ואז (הוא) הלך") == closing + opening)
  }

  @Test func `each row of a long line is in order by itself`() {
    var text = StyledText()
    text.append("x = \"אלף בית גימל דלת הא וו\"".utf8, style: style())
    var ink = Ink()
    let rows = setter.set(text, measure: setter.cell(of: style()) * 16, into: &ink)
    let places = rows.map { row in
      ink.items[Int(row.items.lowerBound)..<Int(row.items.upperBound)].compactMap { item -> Int? in
        guard case .run(let run) = item, run.isRightToLeft else { return nil }
        return run.x.rawValue
      }
    }
    #expect(rows.count == 2)
    for row in places { #expect(row == row.sorted(by: >) && row.count > 2) }
  }
}
