import Testing

@testable import TypesetPictures

/// What is changed in an SVG file so that it belongs to the page.
@Suite struct SVGPreparationTests {
  /// Sets a label as a rectangle whose words tell what was asked for.
  private static func ink(_ label: SVGLabel) -> SVGLabelInk? {
    let words = label.text.parts.map { part in
      switch part {
      case .text(let text): text
      case .formula(let tex, let isDisplay): isDisplay ? "[[\(tex)]]" : "[\(tex)]"
      }
    }.joined()
    let look = (label.isBold ? " bold" : "") + (label.isSans ? " sans" : "")
    return words.contains("\\bad") ? nil : SVGLabelInk(content: "<i/>", width: 40, words: words + look)
  }

  private let preparation = SVGPreparation(
    identity: "x", families: (serif: "Text", sans: "Sans", code: "Code"),
    colors: SVGColors(text: "#eeeeee", paper: "#111111", variables: ["accent": "#00aa00"], isDark: true),
    matColors: SVGColors(text: "#000000", paper: "#ffffff", variables: [:], isDark: false)
  ) { { ink($0) } }

  private func prepared(_ content: String, root: String = "", _ change: (inout PictureVariant) -> Void = { _ in }) -> PreparedSVG {
    var variant = PictureVariant()
    change(&variant)
    return PreparedSVG(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"\(root)>\(content)</svg>".utf8), preparation, variant)
  }

  /// What is inside the root element.
  private func inner(_ file: PreparedSVG) -> String {
    String(String(decoding: file.bytes, as: UTF8.self).drop { $0 != ">" }.dropFirst().dropLast(6))
  }

  @Test(arguments: [
    // The first value, whatever the element has.
    ("<rect x=\"1\"><animate attributeName=\"x\" values=\"5; 9\"/></rect>", "<rect x=\"5\"><animate"),
    ("<rect><animate attributeName=\"x\" from=\"5\" to=\"9\" begin=\"0s\"/></rect>", "<rect x=\"5\"><animate"),
    // What begins later does not count.
    ("<rect x=\"1\"><animate attributeName=\"x\" from=\"5\" to=\"9\" begin=\"2s\"/></rect>", "<rect x=\"1\"><animate"),
    // What stays is there.
    ("<g opacity=\"0\"><animate attributeName=\"opacity\" from=\"0\" to=\"1\" fill=\"freeze\"/></g>", "<g opacity=\"1\"><animate"),
    ("<style>.a { opacity: 0; animation: in 1s forwards; } @keyframes in { from { opacity: 0; } }</style>", "<style>.a { opacity: 1;"),
    ("<style>.a { opacity: 0; } @keyframes in { from { opacity: 0; } }</style>", "<style>.a { opacity: 0;"),
  ])
  func `what moves is as it begins, and what fades in is there`(content: String, shown: String) {
    let file = Array("<svg>\(content)</svg>".utf8)
    #expect(String(decoding: MovingSVG(file).bytes, as: UTF8.self).dropFirst(5).hasPrefix(shown))
  }

  @Test func `of colors for light and dark paper the first is taken`() throws {
    let file = Array(
      "<svg fill=\"light-dark(rgb(1, 2, 3), var(--dark, #fff))\" style=\"color: light-dark(#000, #fff); x: light-dark(a\"/>".utf8)
    let plain = Array("<svg fill=\"rgb(1, 2, 3)\" style=\"color: #000; x: light-dark(a\"/>".utf8)
    #expect(try plainSVG(file, limit: 1_000) == plain)
  }

  @Test func `a picture that fills a symbol is as large as where it is used`() throws {
    let drawing =
      "<svg><defs><symbol id=\"a\"><image href=\"b.png\" width=\"100%\" height=\"100%\"/></symbol></defs><symbol viewBox=\"0 0 9 9\"><image width=\"100%\" height=\"100%\"/></symbol></svg>"
    let plain = drawing.replacing(
      "id=\"a\"><image href=\"b.png\" width=\"100%\" height=\"100%\"",
      with: "id=\"a\" viewBox=\"0 0 1 1\" preserveAspectRatio=\"none\"><image href=\"b.png\" width=\"1\" height=\"1\"")
    #expect(String(decoding: try plainSVG(Array(drawing.utf8), limit: 10_000), as: UTF8.self) == plain)
  }

  @Test(arguments: [
    ("<text style=\"font: italic 12px/1.5 sans-serif\">a</text>", "<text style=\"font: italic 12px/1.5 Sans, sans-serif\">a</text>"),
    (
      "<style>.a { font: 300 10px Georgia, monospace; }</style><text>a</text>",
      "<style>.a { font: 300 10px Georgia, Code, monospace; }</style><text>a</text>"
    ),
    ("<text style=\"font: caption\">a</text>", "<text style=\"font: caption\">a</text>"),
  ])
  func `generic families are the document's also behind the size of a font`(content: String, shown: String) {
    #expect(inner(prepared(content)) == shown)
  }

  @Test func `all labels have the document's face where that is wanted, whatever the file names`() {
    let labels = "<text font-family=\"sans-serif\">a</text><text style=\"font-family: 'Comic Sans MS', serif; fill: red\">b</text>"
    #expect(
      inner(prepared(labels) { $0.hasDocumentFace = true })
        == "<style>svg text,svg tspan,svg textPath{font-family:Text}</style>"
        + "<text font-family=\"Text\">a</text><text style=\"font-family: Text; fill: red\">b</text>")
  }

  // MARK: Sizes

  /// The scales of the labels, in their order.
  private func factors(_ content: String, root: String, size: Double, width: Double) -> [String] {
    let file = prepared(content, root: root) { $0.labels = (size, width) }
    return inner(file).matches(of: /<text[^>]*matrix\(([0-9.]+) 0 0/).map { String($0.1) }
  }

  @Test func `all labels are scaled alike so that the commonest has the size that is asked for`() {
    // 100 units are 50 points wide: ten units are 5 points, and are to be 9.
    let labels =
      "<text font-size=\"20\">Title</text><text font-size=\"10\">a</text><g style=\"font-size:10px\"><text>b</text></g>"
    #expect(factors(labels, root: " viewBox=\"0 0 100 50\"", size: 9, width: 50) == ["1.8", "1.8", "1.8"])
    // Sizes are those of the root: 5 units twice as large.
    let scaled = "<g transform=\"translate(3, 4) scale(2)\"><text font-size=\"5\">a</text></g>"
    #expect(factors(scaled, root: " width=\"100\"", size: 9, width: 50) == ["1.8"])
    #expect(factors("<text font-size=\"0\">a</text>", root: " width=\"100\"", size: 9, width: 50) == [])
  }

  @Test func `a label is scaled where it stands, within what turns it`() {
    let label = "<text x=\"10\" y=\"-4\" transform=\"rotate(90)\" font-size=\"5\" fill=\"red\">a</text>"
    let file = prepared(label, root: " viewBox=\"0 0 100 50\"") { $0.labels = (10, 100) }
    #expect(
      inner(file)
        == "<text x=\"10\" y=\"-4\" transform=\"rotate(90) matrix(2.0 0 0 2.0 -10.0 4.0)\" font-size=\"5\" fill=\"red\">a</text>")
  }

  // MARK: Formulas

  @Test(arguments: [
    ("a $x$ b", "a |[x]| b"), ("$5 and $6", "$5 and $6"), ("$ x $", "$ x $"), ("\\(y\\)", "[y]"), ("$$z$$!", "[[z]]|!"),
    ("$a\\$b$", "[a\\$b]"),
    ("costs \\$5", "costs $5"), ("$", "$"), ("\\(", "\\("), ("", ""), ("$x$2", "$x$2"),
  ])
  func `dollars are formulas as they are in text`(text: String, parts: String) {
    let read = LabelText(text).parts.map { part in
      switch part {
      case .text(let text): text
      case .formula(let tex, let isDisplay): isDisplay ? "[[\(tex)]]" : "[\(tex)]"
      }
    }
    #expect(read.joined(separator: "|") == parts)
  }

  @Test func `a label with a formula becomes its ink, in its place, size and colour`() {
    let file = prepared("<text x='10' y='20' font-size='20' fill='red' transform='rotate(9)'>a $x$</text><text>b</text>")
    #expect(file.texts == ["a [x]"])
    #expect(inner(file).contains("<g transform=\"translate(10.0 20.0) scale(2.0)\"><i/></g></g></a><text>b</text>"))
    #expect(inner(file).contains("fill='red'") && inner(file).contains("transform='rotate(9)'"))
  }

  @Test(arguments: [
    ("text-anchor='middle'", "translate(80.0 0.0)"), ("style='text-anchor:end'", "translate(60.0 0.0)"),
    ("class='m'", "translate(80.0 0.0)"),
    ("dominant-baseline='central'", "translate(100.0 3.3)"),
  ])
  func `labels are anchored as attributes, styles and classes say`(attributes: String, place: String) {
    let file = prepared("<style>.m { text-anchor: middle }</style><g font-size='10px'><text x='100' \(attributes)>$x$</text></g>")
    #expect(inner(file).contains(place))
  }

  @Test func `lines of a label keep their places; weights count`() {
    let file = prepared("<text font-size='10'><tspan x='1' y='2'>$a$</tspan><tspan x='1' dy='12' font-weight='bold'>b</tspan></text>")
    #expect(file.texts == ["[a] b bold"] && inner(file).contains("translate(1.0 2.0)") && inner(file).contains("translate(1.0 14.0)"))
  }

  @Test(arguments: [
    "<text>a<tspan dy='-3'>$x$</tspan></text>", "<text>$\\bad$</text>", "<text>$5 and $6</text>", "<text>$x$",
  ])
  func `labels that are raised or wrong stay as they are`(text: String) {
    let file = prepared(text)
    #expect(file.texts.isEmpty && inner(file).contains(text.dropLast(6)))
  }

  @Test func `a label with an emoji is set in a face of its family's kind, and letters alone are not`() {
    #expect(prepared("<text font-family='Arial'>\u{1F4C1} files</text>").texts == ["\u{1F4C1} files sans"])
    #expect(prepared("<text font-family='Georgia'>\u{2699}\u{FE0F} x</text>").texts == ["\u{2699}\u{FE0F} x"])
    // What names no family has the document's, of which the stand-in's name tells nothing.
    #expect(prepared("<text>files → ✓</text><text>\u{2705}</text>").texts == ["\u{2705} sans"])
    #expect(prepared("<text>\u{1F4C1}</text>") { $0.setsFormulas = false }.texts.isEmpty)
  }

  @Test func `a label of HTML with a formula is set too, and none where formulas are off`() {
    let label = "<foreignObject width='90' height='20'><div xmlns='http://www.w3.org/1999/xhtml'>$x$</div></foreignObject>"
    #expect(prepared(label).texts == ["[x]"])
    #expect(prepared(label) { $0.setsFormulas = false }.texts.isEmpty)
  }

  // MARK: Faces and colours

  @Test(arguments: [
    ("sans-serif", "Sans, sans-serif"), ("Arial, sans-serif", "Arial, Sans, sans-serif"), ("Times,serif", "Times,Text, serif"),
    ("'Open Sans', monospace", "'Open Sans', Code, monospace"), ("Computer Modern Serif", "Computer Modern Serif"),
    ("my serif", "my serif"), ("serif of mine", "serif of mine"), ("'sans-serif'", "'sans-serif'"),
    ("Helvetica, Segoe UI Emoji", "Helvetica"), ("'Segoe UI','Apple Color Emoji', sans-serif", "'Segoe UI', Sans, sans-serif"),
    ("&quot;Noto Color Emoji&quot;", "Sans"), ("Segoe UI Emoji", "Sans"),
  ])
  func `generic families are the document's, and faces of emoji are none for letters`(list: String, families: String) {
    #expect(inner(prepared("<text font-family=\"\(list)\">a</text>")) == "<text font-family=\"\(families)\">a</text>")
    for style in ["font-family: %; x: y", "x: y;font-family:%"] {
      func text(_ families: String) -> String { "<text style=\"\(style.replacing("%", with: families))\">a</text>" }
      #expect(inner(prepared(text(list))) == text(families))
    }
    let list = list.replacing("&quot;", with: "\"")
    #expect(inner(prepared("<style>a{font-family:\(list)}</style><text/>")) == "<style>a{font-family:\(families)}</style><text/>")
  }

  @Test func `words after the list of families are no families`() {
    let content = "<text font-family=\"Arial\" class=\"serif\" font-size='12'>serif, monospace</text><text font-family>serif</text>"
    #expect(inner(prepared(content)) == content)
  }

  @Test func `what names no family has the document's, and what has no text stays byte by byte`() {
    #expect(String(decoding: prepared("<text>a</text>").bytes, as: UTF8.self).contains(" font-family=\"Text\""))
    #expect(
      String(decoding: prepared("<path d='M0 0'/>").bytes, as: UTF8.self)
        == "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d='M0 0'/></svg>")
  }

  @Test func `black and white follow the page where they shall, and nothing else does`() {
    let content = "<path fill='black' stroke=\"#FFF\" style='color: #000000; fill:red'/>"
    #expect(inner(prepared(content)) == content)
    let file = prepared(content) { $0.isRecolored = true }
    #expect(file.isAdaptive && inner(file) == "<path fill='#eeeeee' stroke=\"#111111\" style='color: #eeeeee; fill:red'/>")
  }

  @Test func `rules for dark paper hold on it, and the file needs no mat`() {
    let file = prepared("<style>a{x:y} @media (prefers-color-scheme: dark) { a { fill: #fff } } @media print{b{c:d}}</style>")
    #expect(file.isAdaptive && inner(file) == "<style>a{x:y}  a { fill: #fff }  @media print{b{c:d}}</style>")
  }

  @Test func `variables have the page's colours, the file's own, or what they fall back to`() {
    let file = prepared(
      "<style>@media (prefers-color-scheme: dark){} :root{--own: blue}</style><a fill='var(--accent)' b='var(--own)' c='var(--no, red)' d='var(--no)'/>"
    )
    #expect(inner(file).contains("<a fill='#00aa00' b='blue' c='red' d='currentColor'/>"))
  }

  // MARK: Parts and names

  @Test func `an element by its name stands alone, a wrong name changes nothing`() {
    let content = "<symbol id='a' viewBox='0 0 4 4'><path/></symbol><symbol id='b'/>"
    let chosen = String(decoding: prepared(content) { $0.fragment = "a" }.bytes, as: UTF8.self)
    #expect(chosen.contains("viewBox=\"0 0 4 4\"") && chosen.hasSuffix("</defs><use href=\"#a\" xlink:href=\"#a\"/></svg>"))
    #expect(inner(prepared(content) { $0.fragment = "none" }) == content)
  }

  @Test func `a file's title is its name, titles of its parts are not`() {
    #expect(prepared("<g><title>part</title></g><title> A &amp; B </title>").name == "A & B")
    #expect(prepared("<g><title>part</title></g><desc>What it shows</desc>").name == "What it shows")
  }

  @Test func `pictures are kept apart by each thing that an author may wish`() {
    let changes: [(inout PictureVariant) -> Void] = [
      { $0.page = 2 }, { $0.fragment = "a" }, { $0.setsFormulas = false }, { $0.hasDocumentFace = true }, { $0.isRecolored = true },
      { $0.labels = (10, 100) }, { $0.labels = (10, 200) }, { $0.labels = (12, 100) },
    ]
    var keys: Set<String> = [PictureVariant().key]
    for change in changes {
      var variant = PictureVariant()
      change(&variant)
      keys.insert(variant.key)
    }
    #expect(keys.count == changes.count + 1)
    // A field more needs a change more above.
    #expect(Mirror(reflecting: PictureVariant()).children.count == 7)
  }

  // MARK: Hostile files

  @Test(arguments: [
    String(repeating: "<text>$a", count: 6000), String(repeating: "<text>\\(", count: 6000),
    "<text>" + String(repeating: "\\(", count: 20_000) + "</text>",
    String(repeating: "@media (prefers-color-scheme: dark) {", count: 4000), String(repeating: "var(", count: 12_000) + "$$",
    String(repeating: "<g>", count: 12_000) + "<text>$x$</text>", String(repeating: "font-family:", count: 6000) + "<text>",
    "<style>" + String(repeating: ".a{fill:red}", count: 100) + "</style>" + String(repeating: "<g class='b c d'/>", count: 300)
      + "<text>$x$</text>",
    "<text>$x$</text", "<svg", "<", "", "<text x='", "<text x='1e400'>$x$</text>", "<text font-size='-5'>$x$</text>",
  ])
  func `files that never end, nest or repeat take time in proportion`(content: String) {
    let start = ContinuousClock.now
    let file = prepared(content)
    #expect(file.bytes.count < content.utf8.count * 4 + 1000)
    // Generous: a debug build on a busy machine.
    #expect(ContinuousClock.now - start < .seconds(60))
  }
}
