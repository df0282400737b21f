// swift-tools-version: 6.2
import PackageDescription

/// What every module is compiled with.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

func module(_ name: String, at folder: String, uses: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: uses, path: "Sources/\(folder)", exclude: ["README.md"],
    swiftSettings: settings)
}

func tests(of name: String, at folder: String, uses: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + uses, path: "Tests/\(folder)",
    resources: resources, swiftSettings: settings)
}

func library(_ name: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig)
}

let package = Package(
  name: "mdtypeset",
  products: [
    .executable(name: "mdtypeset", targets: ["Command"]),
    .library(
      name: "MDTypeset", targets: ["MDTypeset", "TypesetText", "TypesetOutput", "TypesetPictures", "TypesetDiagnostics"]),
    // Formulas alone: parsed, spoken, measured (TeXMath) and drawn (TypesetOutput's FormulaTypesetter).
    .library(name: "TeXMath", targets: ["TeXMath", "TypesetOutput"]),
    .library(name: "TypesetLibrary", targets: ["TypesetLibrary"]),
    .library(name: "TypesetPreview", targets: ["TypesetPreview"]),
    .library(name: "TypesetTesting", targets: ["TypesetTesting"]),
    // For C and languages that can call it; `make c-library` links it with only its own names exported.
    .library(name: "MDTypesetC", type: .dynamic, targets: ["TypesetC"]),
  ],
  targets: [
    // The pipeline, in the order in which a document passes through it.
    .executableTarget(
      name: "Command",
      dependencies: [
        "MDTypeset", "TypesetBytes", "TypesetChecking", "TypesetExplaining", "TypesetComparing", "TypesetReports", "TypesetRegression",
        "TypesetLibrary",
        "TypesetText", "TypesetMarkdown", "TypesetSettings", "TypesetPages", "TypesetBoxes", "TypesetFiles", "TypesetFonts",
        "TypesetPictures", "TypesetWorks", "TypesetYAML", "TypesetJSON", "TypesetCitations", "TypesetCiting", "TypesetProvenance",
        "TypesetDrawing",
        "TypesetNotebooks",
        "TypesetPandoc", "TypesetPreview", "TypesetLanguageServer", "TypesetRows", "TypesetDiagnostics", "CMalloc",
        "CConfine",
      ],
      path: "Sources/Command",
      exclude: ["README.md"],
      swiftSettings: settings),
    // `make bench`; not part of what is installed.
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        "MDTypeset", "TypesetMarkdown", "TypesetInterface", "TypesetPictures", "TypesetDiagnostics", "TeXMath", "TypesetFonts",
        "TypesetBoxes",
      ],
      path: "Sources/Benchmark", exclude: ["README.md"],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    module(
      "MDTypeset", at: "MDTypeset",
      uses: [
        "TypesetCiting", "TypesetMarkdown", "TypesetInterface", "TypesetText", "TypesetSettings", "TypesetStyling", "TeXMath",
        "TypesetParagraphs", "TypesetPages", "TypesetProvenance", "TypesetOutput", "TypesetChecking", "TypesetComparing", "TypesetBoxes",
        "TypesetFiles", "TypesetWorks",
        "TypesetFonts",
        "TypesetPictures", "TypesetDiagnostics",
      ]),

    module(
      "TypesetMarkdown", at: "Markdown",
      uses: ["TypesetBytes", "TypesetJSON", "TypesetDiagnostics", "TypesetFiles", "TypesetYAML", "TypesetCommonMark", "CXML", "CLate"]),
    // Jupyter notebooks as Markdown.
    module(
      "TypesetNotebooks", at: "Notebooks", uses: ["TypesetBytes", "TypesetMarkdown", "TypesetJSON", "TypesetFiles", "TypesetDiagnostics"]),
    // Books and sites by the files of their projects.
    module(
      "TypesetWorks", at: "Works",
      uses: [
        "TypesetMarkdown", "TypesetNotebooks", "TypesetStyling", "TypesetSettings", "TypesetYAML", "TypesetFiles", "TypesetDiagnostics",
      ]),
    // pandoc's documents as Markdown, and Markdown as pandoc's documents.
    module(
      "TypesetPandoc", at: "Pandoc",
      uses: ["TypesetBytes", "TypesetMarkdown", "TypesetCitations", "TypesetYAML", "TypesetJSON", "TypesetDiagnostics"]),
    // What clients write and read; `MDTypeset` exports it.
    module(
      "TypesetInterface", at: "Interface",
      uses: ["TypesetBytes", "TypesetMarkdown", "TypesetBoxes", "TypesetFiles", "TypesetJSON", "TypesetDiagnostics", "CBundledIcons"]),
    // Text with attributes, which clients make and change; `MDTypeset` exports it.
    module(
      "TypesetText", at: "Text",
      uses: [
        "TypesetBytes", "TypesetMarkdown", "TypesetInterface", "TypesetStrings", "TypesetSettings", "TypesetBoxes", "TypesetFiles",
        "TypesetJSON",
        "TypesetDiagnostics",
      ]),
    // Texts by language, of documents and of attributed text.
    module(
      "TypesetStrings", at: "Strings", uses: ["TypesetMarkdown", "TypesetSettings", "TypesetFiles", "TypesetDiagnostics", "CICU"]),
    module(
      "TypesetSettings", at: "Settings",
      uses: [
        "TypesetYAML", "TypesetBoxes", "TypesetFiles", "TypesetFonts", "TypesetHighlighting", "TypesetDiagnostics", "CBundledThemes",
      ]),
    module(
      "TypesetStyling", at: "Styling",
      uses: [
        "TypesetBytes", "TypesetMarkdown", "TypesetInterface", "TypesetStrings", "TypesetSettings", "TypesetYAML", "TypesetJSON",
        "TypesetBoxes",
        "TypesetFonts", "TypesetHighlighting", "TypesetFiles", "TypesetCollation", "TypesetDiagrams", "TypesetDiagnostics",
      ]),
    module(
      "TeXMath", at: "TeXMath", uses: ["TypesetBytes", "TypesetBoxes", "TypesetFonts", "TypesetJSON", "TypesetDiagnostics", "CHarfBuzz"]),
    module(
      "TypesetParagraphs", at: "Paragraphs",
      uses: [
        "TypesetBytes", "TypesetStyling", "TypesetBoxes", "TypesetFonts", "TypesetDiagnostics", "CHarfBuzz", "CICU", "CHyphen",
        "CBundledHyphenation", "CLate",
      ]),
    module(
      "TypesetPages", at: "Pages",
      uses: [
        "TypesetBytes", "TypesetMarkdown", "TypesetInterface", "TypesetSettings", "TypesetStyling", "TeXMath", "TypesetParagraphs",
        "TypesetBoxes",
        "TypesetFiles", "TypesetFonts", "TypesetPictures", "TypesetDiagrams", "TypesetYAML", "TypesetJSON", "TypesetDiagnostics",
      ]),
    module(
      "TypesetDrawing", at: "Drawing",
      uses: [
        "TypesetBytes", "TypesetBoxes", "TypesetFiles", "TypesetFonts", "TypesetPictures", "TypesetDiagnostics", "CCairo", "CFreeType",
        "CDeflate",
        "CLate",
      ]),

    // What a PDF carries along of its source, and reading it back.
    module(
      "TypesetProvenance", at: "Provenance",
      uses: [
        "TypesetDrawing", "TypesetParagraphs", "TypesetBoxes", "TypesetFiles", "TypesetFonts", "TypesetPictures", "TypesetJSON",
        "TypesetDiagnostics", "CBuild",
      ]),

    // A typeset document and the ways out of it; `MDTypeset` exports it.
    module(
      "TypesetOutput", at: "Output",
      uses: [
        "TypesetBytes", "TypesetMarkdown", "TypesetInterface", "TypesetSettings", "TypesetStyling", "TeXMath", "TypesetPages",
        "TypesetDrawing",
        "TypesetProvenance", "TypesetBoxes", "TypesetFiles", "TypesetFonts", "TypesetPictures", "TypesetJSON", "TypesetDiagnostics",
      ]),

    // What `mdtypeset check` finds on finished pages.
    module(
      "TypesetChecking", at: "Checking",
      uses: [
        "TypesetBytes", "TypesetMarkdown", "TypesetBoxes", "TypesetFonts", "TypesetPictures", "TypesetYAML", "TypesetJSON",
        "TypesetDiagnostics",
      ]),

    // Answers about places on finished pages.
    module(
      "TypesetExplaining", at: "Explaining",
      uses: ["TypesetBytes", "TypesetChecking", "TypesetBoxes", "TypesetFonts", "TypesetPictures", "TypesetDiagnostics"]),

    // What `mdtypeset test` compares pages with.
    module(
      "TypesetComparing", at: "Comparing",
      uses: [
        "TypesetBytes", "TypesetChecking", "TypesetMarkdown", "TypesetInterface", "TypesetSettings", "TypesetYAML", "TypesetBoxes",
        "TypesetFiles",
        "TypesetFonts", "TypesetPictures", "TypesetJSON", "TypesetDiagnostics",
      ]),

    // What people and programs read of comparisons.
    module(
      "TypesetReports", at: "Reports",
      uses: ["TypesetBytes", "TypesetComparing", "TypesetChecking", "TypesetFiles", "TypesetPictures", "TypesetJSON", "TypesetDiagnostics"]),

    // Documents against their references: what the program and `TypesetTesting` share.
    module(
      "TypesetRegression", at: "Regression",
      uses: [
        "MDTypeset", "TypesetComparing", "TypesetReports", "TypesetChecking", "TypesetProvenance", "TypesetOutput", "TypesetDrawing",
        "TypesetBoxes", "TypesetFiles", "TypesetFonts", "TypesetPictures", "TypesetDiagnostics",
      ]),

    // Documents that are kept.
    module(
      "TypesetLibrary", at: "Library",
      uses: [
        "MDTypeset", "TypesetText", "TypesetInterface", "TypesetMarkdown", "TypesetPictures", "TypesetFiles", "TypesetJSON",
        "TypesetDiagnostics", "CSQLite", "CICU", "CLate",
      ]),

    // What an editor asks of a document.
    module(
      "TypesetLanguageServer", at: "LanguageServer",
      uses: [
        "TypesetBytes", "MDTypeset", "TypesetCiting", "TypesetMarkdown", "TypesetSettings", "TypesetStyling", "TypesetOutput",
        "TypesetFonts",
        "TypesetFiles", "TypesetJSON", "TypesetDiagnostics",
      ]),

    // For the tests of other packages.
    module(
      "TypesetTesting", at: "Testing", uses: ["MDTypeset", "TypesetRegression", "TypesetReports", "TypesetFiles", "TypesetDiagnostics"]),

    // The library for C.
    .target(
      name: "TypesetC", dependencies: ["MDTypeset", "TypesetOutput", "TypesetDiagnostics", "CInterface"], path: "Sources/CInterface",
      exclude: ["README.md", "mdtypeset.map"], swiftSettings: settings),

    // What all of these build on.
    module("TypesetBytes", at: "Bytes"),
    module("TypesetBoxes", at: "Boxes", uses: ["TypesetBytes", "TypesetDiagnostics"]),
    module("TypesetFiles", at: "Files", uses: ["TypesetBytes", "TypesetDiagnostics", "CLinux", "CLeftovers", "CDigest"]),
    module(
      "TypesetFonts", at: "Fonts",
      uses: [
        "TypesetBytes", "TypesetBoxes", "TypesetFiles", "TypesetDiagnostics", "CHarfBuzz", "CFontconfig", "CBundledFonts", "CICU", "CLate",
      ]),
    module(
      "TypesetPictures", at: "Pictures",
      uses: [
        "TypesetBytes", "TypesetBoxes", "TypesetFiles", "TypesetDiagnostics", "CCairo", "CRsvg", "CSpng", "CTurboJPEG", "CDeflate",
        "CFetch", "CConfine",
        "CLate",
      ]),
    // Citations and lists of references in documents.
    module(
      "TypesetCiting", at: "Citing",
      uses: ["TypesetCitations", "TypesetMarkdown", "TypesetSettings", "TypesetFiles", "TypesetYAML", "TypesetDiagnostics"]),
    // What citations say, by CSL styles.
    module(
      "TypesetCitations", at: "Citations",
      uses: [
        "TypesetBytes", "TypesetYAML", "TypesetJSON", "TypesetCollation", "TypesetDiagnostics", "CXML", "CICU", "CLate",
        "CBundledCitations", "CDeflate",
      ]),
    // Pages in a browser while they change.
    module("TypesetPreview", at: "Preview", uses: ["MDTypeset", "TypesetOutput", "TypesetInterface", "TypesetJSON", "TypesetDiagnostics"]),
    // Templates that rows of data fill.
    module("TypesetRows", at: "Rows", uses: ["TypesetBytes", "TypesetJSON", "TypesetDiagnostics"]),
    // The order of words by language.
    module("TypesetCollation", at: "Collation", uses: ["TypesetDiagnostics", "CICU"]),
    module("TypesetYAML", at: "YAML", uses: ["TypesetDiagnostics", "CYAML"]),
    module("TypesetJSON", at: "JSON", uses: ["TypesetDiagnostics"]),
    module("TypesetDiagnostics", at: "Diagnostics", uses: ["TypesetBytes", "CConfine"]),

    module("TypesetHighlighting", at: "Highlighting", uses: ["TypesetBytes"]),

    // Diagrams of Mermaid's language, and charts.
    module("TypesetDiagrams", at: "Diagrams", uses: ["TypesetBytes", "TypesetBoxes", "TypesetDiagnostics"]),

    // CommonMark and GitHub's extensions, read into a flat tree.
    module("TypesetCommonMark", at: "CommonMark", uses: ["TypesetBytes"]),

    // Data that travels inside the binary.
    .target(
      name: "CBundledFonts", path: "fonts",
      exclude: [
        "README.md", "GUST-FONT-LICENSE.txt", "OFL-1.1.txt", "latinmodern", "libertinus", "newcm", "sourcecodepro",
        "stixtwo",
      ], sources: ["bundle.S"], publicHeadersPath: "include", cSettings: [.headerSearchPath(".")]),
    .target(
      name: "CBundledThemes", path: "themes", exclude: ["README.md"], sources: ["bundle.S"],
      publicHeadersPath: "include", cSettings: [.headerSearchPath(".")]),
    .target(
      name: "CBundledHyphenation", path: "hyphenation", exclude: ["README.md"], sources: ["bundle.S"],
      publicHeadersPath: "include", cSettings: [.headerSearchPath(".")]),

    .target(
      name: "CBundledIcons", path: "icons", exclude: ["README.md", "LICENSE.txt"], sources: ["bundle.S"],
      publicHeadersPath: "include", cSettings: [.headerSearchPath(".")]),

    .target(
      name: "CBundledCitations", path: "citations", exclude: ["README.md", "LICENSE.txt", "styles", "locales"], sources: ["bundle.S"],
      publicHeadersPath: "include", cSettings: [.headerSearchPath(".")]),

    // libcurl, loaded at run time by the documents that need it.
    .target(name: "CFetch", path: "Sources/C/CFetch"),

    // The functions of libraries that are opened when the first of them is called.
    .target(name: "CLate", path: "Sources/C/CLate"),

    // The kernel's means to lock a process in.
    .target(name: "CConfine", path: "Sources/C/CConfine"),

    // Which build of the program this is.
    .target(name: "CBuild", path: "Sources/C/CBuild"),

    // SHA-256 by the processor's own instructions.
    .target(name: "CDigest", path: "Sources/C/CDigest"),

    // What a signal handler does with unfinished files.
    .target(name: "CLeftovers", path: "Sources/C/CLeftovers"),

    // ICU behind a header of our own.
    .target(name: "CICU", dependencies: ["CLate"], path: "Sources/C/CICU"),

    // C libraries of Debian, one folder each: a module map and a shim.
    library("CHarfBuzz", pkgConfig: "harfbuzz-subset"),
    library("CFreeType", pkgConfig: "freetype2"),
    library("CHyphen"),
    // Opened late by CLate, hence not linked: no pkgConfig, no `link`.
    library("CCairo"),
    library("CRsvg"),
    library("CXML"),
    library("CFontconfig"),
    library("CSpng"),
    library("CTurboJPEG"),
    library("CSQLite"),
    // The header of the library for C.
    library("CInterface"),
    // glibc's and the kernel's own, which glibc's module leaves out.
    library("CMalloc"),
    library("CLinux"),
    library("CYAML", pkgConfig: "yaml-0.1"),
    library("CDeflate", pkgConfig: "libdeflate"),

    tests(of: "TypesetMarkdown", at: "Markdown", uses: ["TypesetDiagnostics", "TypesetFiles"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "DialectTests", dependencies: ["TypesetMarkdown", "TypesetFiles", "TypesetDiagnostics"], path: "Tests/Dialects",
      exclude: ["Excerpts", "Pandoc"],
      swiftSettings: settings),
    tests(of: "TypesetPandoc", at: "Pandoc", uses: ["MDTypeset", "TypesetJSON", "TypesetDiagnostics"]),
    tests(of: "TypesetNotebooks", at: "Notebooks", uses: ["TypesetDiagnostics"]),
    tests(of: "TypesetCommonMark", at: "CommonMark"),
    tests(of: "TypesetCollation", at: "Collation"),
    tests(of: "TypesetBytes", at: "Bytes"),
    tests(of: "TypesetRows", at: "Rows", uses: ["TypesetJSON"]),
    tests(of: "TypesetWorks", at: "Works", uses: ["TypesetFiles", "TypesetDiagnostics"], resources: [.copy("Fixtures")]),
    tests(of: "TypesetHighlighting", at: "Highlighting"),
    tests(of: "TypesetDiagrams", at: "Diagrams", uses: ["TypesetBoxes", "TypesetDiagnostics"]),
    tests(of: "TypesetCitations", at: "Citations", uses: ["TypesetDiagnostics"]),
    tests(of: "TypesetCiting", at: "Citing", uses: ["TypesetMarkdown", "TypesetFiles", "TypesetDiagnostics"]),
    tests(of: "TypesetYAML", at: "YAML", uses: ["TypesetDiagnostics"]),
    tests(of: "TypesetSettings", at: "Settings", uses: ["TypesetBoxes", "TypesetDiagnostics", "TypesetYAML"]),
    tests(
      of: "TeXMath", at: "TeXMath", uses: ["TypesetBoxes", "TypesetFonts", "TypesetDiagnostics", "TypesetFiles", "CHarfBuzz"],
      resources: [.copy("Fixtures")]),
    tests(of: "Command", at: "Command"),
    .testTarget(
      name: "GoldenTests", dependencies: ["MDTypeset", "TypesetTesting", "TypesetComparing", "TypesetDiagnostics", "TypesetPictures"],
      path: "Tests/Golden",
      exclude: ["Fixtures", "References", "Stages"], swiftSettings: settings),
    tests(
      of: "MDTypeset", at: "MDTypeset",
      uses: [
        "TypesetMarkdown", "TypesetSettings", "TypesetPages", "TypesetParagraphs", "TypesetBoxes", "TypesetDiagnostics", "TypesetStyling",
        "TypesetDrawing",
      ], resources: [.copy("Fixtures")]),
    tests(
      of: "TypesetStyling", at: "Styling",
      uses: [
        "TypesetHighlighting", "TypesetMarkdown", "TypesetSettings", "TypesetDiagnostics", "TypesetBoxes", "TypesetFonts", "TypesetYAML",
      ]),
    tests(
      of: "TypesetParagraphs", at: "Paragraphs", uses: ["CHyphen", "TypesetStyling", "TypesetBoxes", "TypesetFonts"],
      resources: [.copy("Fixtures")]),
    tests(
      of: "TypesetPages", at: "Pages",
      uses: [
        "TypesetBoxes", "TypesetStyling", "TypesetMarkdown", "TypesetFiles", "TypesetDiagnostics", "TypesetFonts", "TypesetPictures",
        "TypesetSettings", "TeXMath",
      ]),
    tests(
      of: "TypesetChecking", at: "Checking",
      uses: [
        "MDTypeset", "TypesetMarkdown", "TypesetBoxes", "TypesetFonts", "TypesetPictures", "TypesetDiagnostics", "TypesetJSON",
      ],
      resources: [.copy("Fixtures")]),
    tests(
      of: "TypesetComparing", at: "Comparing",
      uses: ["MDTypeset", "TypesetMarkdown", "TypesetInterface", "TypesetFiles", "TypesetPictures", "TypesetDiagnostics"]),
    tests(
      of: "TypesetExplaining", at: "Explaining",
      uses: ["MDTypeset", "TypesetChecking", "TypesetBoxes", "TypesetDiagnostics"]),
    tests(of: "TypesetReports", at: "Reports", uses: ["TypesetComparing"]),
    tests(
      of: "TypesetRegression", at: "Regression",
      uses: ["MDTypeset", "TypesetReports", "TypesetComparing", "TypesetPictures", "TypesetDiagnostics"]),
    tests(of: "TypesetLibrary", at: "Library", uses: ["MDTypeset", "CSQLite"]),
    tests(of: "TypesetPreview", at: "Preview", uses: ["MDTypeset", "TypesetJSON", "TypesetDiagnostics"]),
    tests(of: "TypesetLanguageServer", at: "LanguageServer", uses: ["MDTypeset", "TypesetJSON"]),
    // Calls functions of C all the time: each line would say that it is unsafe.
    .testTarget(
      name: "TypesetCTests", dependencies: ["TypesetC", "CInterface"], path: "Tests/CInterface",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    tests(of: "TypesetBoxes", at: "Boxes"),
    tests(
      of: "TypesetText", at: "Text", uses: ["MDTypeset", "TypesetMarkdown", "TypesetInterface", "TypesetJSON", "TypesetDiagnostics"]),
    tests(of: "TypesetJSON", at: "JSON"),
    tests(of: "TypesetDiagnostics", at: "Diagnostics", uses: ["CConfine"]),
    tests(of: "TypesetFiles", at: "Files", uses: ["CDigest"]),
    tests(of: "TypesetFonts", at: "Fonts", uses: ["TypesetBoxes", "TypesetFiles"]),
    tests(of: "TypesetDrawing", at: "Drawing", uses: ["TypesetBoxes", "TypesetFiles", "TypesetFonts", "TypesetPictures", "CSpng"]),
    tests(
      of: "TypesetPictures", at: "Pictures", uses: ["TypesetBoxes", "TypesetFonts", "TypesetFiles", "TypesetDiagnostics"],
      resources: [.copy("Fixtures")]),
  ]
)
