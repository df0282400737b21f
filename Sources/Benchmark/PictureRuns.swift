import MDTypeset
import TypesetDiagnostics
import TypesetPictures

/// What the processes that draw pictures cost: `Benchmark` typesets the same documents itself, with such processes and without.
enum PictureRuns {
  /// `Benchmark --draw here|apart INPUT OUTPUT`: typesets a document; its pictures are drawn in this process, or in others as the
  /// command does it.
  static func draw(_ place: String, _ input: String, _ output: String) throws {
    var options = TypesetterOptions()
    options.root = input.lastIndex(of: "/").map { String(input[..<$0]) } ?? "."
    if place == "apart" {
      let forkServer = PictureForkServer(budget: options.budget, fontFolders: []) { Typesetter.preparePictureFonts() }
      if let forkServer { options.drawingPlace = .forkServer(forkServer) }
    }
    let source = Source(name: input, bytes: Benchmark.bytes(of: input))
    try Typesetter(options: options).typeset(source).write(to: output, ppi: 150)
  }

  /// Prints what one SVG costs beyond drawing it, and how ten photographs of 12 megapixels compare.
  ///
  /// - Parameters:
  ///   - benchmark: The path of this program.
  ///   - program: The path of `mdtypeset`, which makes the photographs.
  static func compare(_ benchmark: String, _ program: String, in folder: String) {
    Benchmark.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='40'><path d='M0 0L80 40' stroke='red'/></svg>", to: folder + "/line.svg")
    Benchmark.write("Text.\n\n![A line](line.svg)\n", to: folder + "/svg.md")
    report("one SVG, to PDF", benchmark, folder + "/svg.md", folder + "/svg.pdf", 50)
    // A4 at 352 pixels per inch.
    _ = Benchmark.run([program, folder + "/22.md", "-o", folder + "/photo-{p}.png", "--ppi", "352", "--pages", "1-10"])
    Benchmark.write((1...10).map { "![Page \($0)](photo-\($0).png)\n\n" }.joined(), to: folder + "/photos.md")
    report("ten PNG files of 12 MP, to PNG", benchmark, folder + "/photos.md", folder + "/photos-out-{p}.png", 5)
  }

  private static func report(_ what: String, _ benchmark: String, _ input: String, _ output: String, _ repeats: Int) {
    var here: [Double] = []
    var apart: [Double] = []
    // Alternating, so that what else the machine does concerns both alike.
    for _ in 0..<repeats {
      if let run = Benchmark.run([benchmark, "--draw", "here", input, output]) { here.append(run.wall) }
      if let run = Benchmark.run([benchmark, "--draw", "apart", input, output]) { apart.append(run.wall) }
    }
    guard here.count == repeats, apart.count == repeats else { return print("\(what): failed") }
    here.sort()
    apart.sort()
    let (first, second) = (here[repeats / 2] * 1000, apart[repeats / 2] * 1000)
    print(
      "\(what): \(Benchmark.number(first, 2)) ms drawn in the process, \(Benchmark.number(second, 2)) ms in one of its own: "
        + "\(Benchmark.number(abs(second - first), 2)) ms \(second < first ? "less" : "more")")
  }
}
