import Glibc
import MDTypeset

// libFuzzer's driver: it calls the function with bytes that reach new places of the program.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

let typesetter: Typesetter = {
  var options = TypesetterOptions()
  options.threads = 1
  options.ignoresSystemFonts = true
  // A front matter with paper of the size of a stamp is no fault, only slow.
  options.budget.pages = 300
  options.budget.pictureSeconds = 0.5
  options.budget.picturesSeconds = 2
  // Pictures are drawn as the command draws them, in a process of their own: faults of librsvg are not what is looked for.
  if let program = getenv("MDTYPESET_PROGRAM") { options.drawingPlace = .program(String(cString: program)) }
  return Typesetter(options: options)
}()

/// Typesets the bytes as a document and writes it: always as PDF, one in eight pages as PNG and as SVG each.
func typeset(_ bytes: [UInt8]) {
  let document = typesetter.typeset(Source(name: "fuzz.md", bytes: bytes))
  let kind = bytes.reduce(0) { $0 &* 31 &+ Int($1) } & 7
  var settings = PDFSettings()
  if kind == 0 { _ = settings.follow("ua-1") }
  if kind == 1 { settings.attachesSource = true }
  _ = document.faults(for: settings)
  try? document.writePDF(settings: settings) { _ in }
  if kind == 2 { _ = try? document.svg(page: 0) }
  if kind == 3 { _ = try? document.png(page: 0, ppi: 36) }
}

/// Reads the bytes as attributed text, changes it, and looks for what must hold of every text.
func edit(_ bytes: [UInt8]) {
  let source = String(decoding: bytes, as: UTF8.self)
  var text = AttributedText(markdown: source)
  check(text)
  let strict = try? AttributedText(strict: source)
  precondition(strict == nil || strict == text, "strict reading reads the same")
  let again = AttributedText(markdown: text.markdown)
  precondition(again.plain.isEmpty == text.plain.isEmpty || text.blocks.isEmpty, "no text is lost in Markdown")
  // The bytes decide what is changed.
  var state = bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return limit > 0 ? Int(state >> 33) % limit : 0
  }
  for _ in 0..<4 {
    let count = text.characters.count
    let start = number(below: count + 1)
    let low = text.index(text.startIndex, offsetByCharacters: start)
    let range = low..<text.index(low, offsetByCharacters: number(below: count - start + 1))
    switch number(below: 7) {
    case 0: text[range].inlineIntent.formSymmetricDifference(.strong)
    case 1: text.replaceSubrange(range, with: "é*\n")
    case 2: text.replaceSubrange(range, with: again)
    case 3: text.removeSubrange(range)
    case 4: text.transform { $0.text = $0.text.uppercased() }
    case 5: text += AttributedText(text[range])
    default: text[range].link = TextLink("a b)")
    }
    check(text)
    _ = AttributedText(markdown: text.markdown)
    guard text.plain.utf8.count < 100_000 else { break }
  }
  _ = typesetter.typeset(text)
}

func check(_ text: AttributedText) {
  precondition(text.characters.count == text.plain.count && text.runs.map(\.text).joined() == text.plain, "runs cover the text")
  guard let saved = try? text.saved(), let opened = try? AttributedText(saved: saved) else {
    preconditionFailure("what was read from Markdown can be saved and read again")
  }
  precondition(opened == text && opened.contentID == text.contentID, "what was saved is what it was")
}

let isText = getenv("FUZZ_TARGET").map { String(cString: $0) } == "text"
var arguments = CommandLine.argc
var words = CommandLine.unsafeArgv
exit(
  runFuzzer(&arguments, &words) { bytes, count in
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    if isText { edit(bytes) } else { typeset(bytes) }
    return 0
  })
