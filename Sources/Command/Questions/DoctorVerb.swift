internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFonts

/// `mdtypeset doctor`: what documents may need that this machine lacks, found by typesetting a few words of each kind.
enum DoctorVerb {
  static let options: [Option] = [
    Option("font-path", value: "DIR", help: "a further folder with fonts"),
    Option("ignore-system-fonts", help: "use only the bundled fonts and those of --font-path"),
    Option("help", "h", help: "print this help"),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let help = """
      mdtypeset doctor

      Reports what this machine lacks that some documents need, and how to get it. Ends with code 1 if anything is missing.
      """
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    var settings = TypesetterOptions()
    settings.fontPaths = try Roots.fontFolders(arguments)
    settings.ignoresSystemFonts = arguments.has("ignore-system-fonts")
    let typesetter = Typesetter(options: settings)
    let findings = Script.allCases.map { $0.finding(by: typesetter) } + libraries + programs + (try sandbox())
    try printOut(findings.map(\.line).joined())
    return findings.allSatisfy(\.isThere) ? .done : .differenceFound
  }

  private struct Finding {
    var what: String
    var isThere: Bool
    /// What to do where it is missing.
    var remedy: String

    var line: String { isThere ? "ok       \(what)\n" : "missing  \(what): \(remedy)\n" }
  }

  /// Writing systems with a few of their characters.
  private enum Script: String, CaseIterable {
    case european = "Latin, Greek and Cyrillic letters"
    case formulas
    case chinese = "Chinese characters"
    case japanese = "Japanese characters"
    case korean = "Korean characters"
    case arabic = "Arabic letters"
    case hebrew = "Hebrew letters"
    case devanagari = "Devanagari letters"
    case thai = "Thai letters"
    case emoji

    var sample: String {
      switch self {
      case .european: "Ærøskøbing, żółw, Ελληνικά, Русский, Українська, Việt"
      case .formulas: "$\\mathbb{R} \\ni \\sqrt{\\frac{\\mathcal{L}}{\\hbar}} \\leqq \\oint \\mathfrak{g}$"
      case .chinese: "中文排版，說明"
      case .japanese: "日本語のひらがなとカタカナ"
      case .korean: "한국어 조판"
      case .arabic: "نص عربي"
      case .hebrew: "טקסט עברי"
      case .devanagari: "हिन्दी पाठ"
      case .thai: "ข้อความไทย"
      case .emoji: "😀 🚀 👩‍🔬"
      }
    }

    func finding(by typesetter: Typesetter) -> Finding {
      let document = typesetter.typeset(Source(name: "sample.md", text: sample + "\n"))
      let isThere = !document.diagnostics.contains { $0.code == "font.missing-glyph" }
      return Finding(
        what: rawValue, isThere: isThere,
        remedy: FontPackage.remedy(for: Array(sample.unicodeScalars.prefix(1))) + ", or name a folder with --font-path")
    }
  }

  /// What is loaded while documents are set: an archive has all but libcurl beside the program, a package of Debian asks for the first three.
  private static var libraries: [Finding] {
    [
      (["librsvg-2.so.2"], "SVG pictures", "librsvg2-2"), (["libspng.so.0"], "PNG pictures", "libspng0"),
      (["libturbojpeg.so.0"], "JPEG pictures", "libturbojpeg0"), (["libwebp.so.7"], "WebP pictures", "libwebp7"),
      (["libqpdf.so.29", "libqpdf.so.30"], "pages of PDF files", "libqpdf29 or libqpdf30"),
      (["libcurl.so.4", "libcurl-gnutls.so.4"], "--allow-net", "libcurl4"),
    ].map { libraries, use, package in
      let isThere = libraries.contains { unsafe dlopen($0, RTLD_LAZY | RTLD_LOCAL) != nil }
      return Finding(
        what: "\(use) (\(libraries[0]))", isThere: isThere, remedy: "install \(package), or unpack the archive anew if it had it")
    }
  }

  private static var programs: [Finding] {
    [
      program("dot", for: "dot diagrams", "install graphviz; until then they are shown as code"),
      program("pdftocairo", for: "PDF pages as pictures in PNG and SVG", "install poppler-utils; a PDF shows them without it"),
      program("pdftotext", for: "comparing PDFs of other programs", "install poppler-utils"),
    ]
  }

  /// Whether a program of another package is there.
  private static func program(_ name: String, for what: String, _ remedy: String) -> Finding {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
    let isThere = folders.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
    return Finding(what: what, isThere: isThere, remedy: remedy)
  }

  private static func sandbox() throws -> [Finding] {
    let coverage = try Sandbox.coverage()
    return [
      Finding(
        what: "--sandbox for files", isThere: coverage.files,
        remedy: "the kernel has no Landlock, which Linux 5.13 and later have; run untrusted documents in a container"),
      Finding(
        what: "--sandbox for system calls", isThere: coverage.calls,
        remedy: "the kernel has no seccomp filters; run untrusted documents in a container"),
    ]
  }
}
