import Glibc
import TeXMath
import TypesetBoxes
import TypesetFonts

/// `Benchmark PROGRAM`: typesets generated documents with it and prints what that takes; fails where one takes more megabytes than its limit,
/// which only falls. `Benchmark --markdown PAGES` prints such a document.
@main
enum Benchmark {
  struct Run {
    var wall: Double
    var cpu: Double
    /// Megabytes.
    var memory: Double
  }

  static func main() throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--markdown", let pages = Int(CommandLine.arguments[2]) {
      var documents = Documents(seed: UInt64(pages))
      return print(documents.markdown(pages: pages), terminator: "")
    }
    if CommandLine.arguments.count == 5, CommandLine.arguments[1] == "--draw" {
      return try PictureRuns.draw(CommandLine.arguments[2], CommandLine.arguments[3], CommandLine.arguments[4])
    }
    if CommandLine.arguments.dropFirst() == ["--text"] { exit(TextOperations.areSlow() ? 1 : 0) }
    guard CommandLine.arguments.count == 2 else {
      print("usage: Benchmark PROGRAM | Benchmark --text | Benchmark --markdown PAGES | Benchmark --draw here|apart INPUT OUTPUT")
      exit(2)
    }
    let program = CommandLine.arguments[1]
    let folder = "/tmp/mdtypeset-bench-\(getpid())"
    mkdir(folder, 0o700)
    defer { system("rm -rf \(folder)") }
    print("document       wall s (min)   CPU s   memory MB   pages   pages/s")
    var isAboveLimit = false
    for (pages, repeats, mostMemory) in [(5, 15, 33.0), (22, 10, 36), (40, 10, 40), (400, 5, 100), (4_000, 1, 720)] {
      var documents = Documents(seed: UInt64(pages))
      let input = "\(folder)/\(pages).md"
      write(documents.markdown(pages: pages), to: input)
      let output = "\(folder)/\(pages).pdf"
      var runs = (0..<repeats).compactMap { _ in run([program, input, "-o", output]) }
      guard !runs.isEmpty else {
        print("\(pages) pages: the program failed")
        exit(1)
      }
      runs.sort { $0.wall < $1.wall }
      let median = runs[runs.count / 2]
      let made = countPages(output)
      print(
        pad("\(pages) pages", 12) + pad(number(median.wall, 3), 9) + pad("(\(number(runs[0].wall, 3)))", 9)
          + pad(number(median.cpu, 3), 8) + pad(number(median.memory, 0), 12) + pad("\(made)", 8)
          + pad(number(Double(made) / median.wall, 0), 10) + (median.memory > mostMemory ? "  MORE MEMORY THAN BEFORE" : ""))
      isAboveLimit = isAboveLimit || median.memory > mostMemory
      if pages == 400 { _ = run([program, input, "-o", output, "--timings"]) }
    }
    let ten = run([program, "\(folder)/22.md", "-o", "\(folder)/{p}.png", "--ppi", "150", "--pages", "1-10"])
    let one = run([program, "\(folder)/22.md", "-o", "\(folder)/{p}.png", "--ppi", "150", "--pages", "1"])
    if let ten, let one {
      print("PNG, A4 at 150 ppi: \(number((ten.wall - one.wall) / 9 * 1000, 1)) ms for each page after the first")
    }
    formulas()
    isAboveLimit = ResolverCalls.areSlow() || isAboveLimit
    isAboveLimit = TextOperations.areSlow() || isAboveLimit
    PictureRuns.compare(CommandLine.arguments[0], program, in: folder)
    if isAboveLimit { exit(1) }
  }

  /// Formulas a second on one core, from source to boxes, and how the time of one formula grows with its length.
  private static func formulas() {
    let fonts = FontBook()
    guard let face = fonts.face(family: "Latin Modern Math") else { return }
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
    let clock = ContinuousClock()
    func time(_ formulas: [String], times: Int) -> Double {
      var best = Double.infinity
      for _ in 0..<3 {
        let took = clock.measure {
          for _ in 0..<times { for tex in formulas { _ = typesetter.set(tex, style: .display, size: Length(rawValue: 10 << 16)) } }
        }
        best = min(best, took / .seconds(1))
      }
      return best
    }
    let known = Documents.papers
    print("formulas: \(number(Double(known.count * 2000) / time(known, times: 2000), 0)) a second on one core")
    func long(_ terms: Int) -> [String] { [(0..<terms).map { "\\frac{x_{\($0)}}{y}" }.joined(separator: "+")] }
    print("a formula of twice the length takes \(number(time(long(2000), times: 10) / time(long(1000), times: 10), 2)) times as long")
  }

  /// Runs a program to its end; nil where it fails.
  static func run(_ words: [String]) -> Run? {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let clock = ContinuousClock()
    let start = clock.now
    guard posix_spawn(&child, words[0], nil, nil, &arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child, status == 0 else { return nil }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    let wall = (clock.now - start) / .seconds(1)
    return Run(wall: wall, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime), memory: Double(usage.ru_maxrss) / 1024)
  }

  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    _ = text.withCString { fputs($0, file) }
    fclose(file)
  }

  /// A file; nothing where it can't be read.
  static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
  }

  /// What the root of the page tree says, which is in the file as it is.
  private static func countPages(_ path: String) -> Int {
    let bytes = bytes(of: path)
    guard let tree = bytes.firstRange(of: Array("/Type/Pages".utf8)),
      let count = bytes[tree.upperBound...].firstRange(of: Array("/Count ".utf8))
    else { return 0 }
    let digits = bytes[count.upperBound...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  static func number(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = Int((value * scale).rounded())
    if decimals == 0 { return "\(rounded)" }
    let rest = String(rounded % Int(scale))
    return "\(rounded / Int(scale))." + String(repeating: "0", count: decimals - rest.count) + rest
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
