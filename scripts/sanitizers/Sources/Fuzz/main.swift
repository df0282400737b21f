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

var arguments = CommandLine.argc
var words = CommandLine.unsafeArgv
exit(
  runFuzzer(&arguments, &words) { bytes, count in
    typeset(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
