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
  // Faults of librsvg are not what is looked for.
  if let program = getenv("MDTYPESET_PROGRAM") { options.drawingPlace = .program(String(cString: program)) }
  return Typesetter(options: options)
}()

/// Typesets the bytes as a document, and writes all three formats.
func typeset(_ bytes: [UInt8]) {
  let document = typesetter.typeset(Source(name: "fuzz.md", bytes: bytes))
  var settings = PDFSettings()
  if bytes.count % 2 == 0 { _ = settings.follow("ua-1") }
  _ = document.faults(for: settings)
  try? document.writePDF(settings: settings) { _ in }
  if bytes.count % 8 == 0 { _ = try? document.svg(page: 0) }
}

var arguments = CommandLine.argc
var words = CommandLine.unsafeArgv
exit(
  runFuzzer(&arguments, &words) { bytes, count in
    typeset(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
