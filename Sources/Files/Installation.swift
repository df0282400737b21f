internal import Glibc

/// What was installed with the program: an archive holds `bin/mdtypeset`, the C libraries in `lib` and fonts in `share/mdtypeset`.
package enum Installation {
  /// The folder that holds `bin`; nil where the program is in no folder of that name.
  private static let prefix: String? = {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    let folders = unsafe String(cString: path).split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folders.last == "bin" ? folders.dropLast().joined(separator: "/") : nil
  }()

  /// What an archive brings for fontconfig; nil where the program is not in an unpacked archive.
  private static let fontsFile: String? = prefix.map { $0 + "/share/mdtypeset/fonts.conf" }.flatMap {
    unsafe access($0, R_OK) == 0 ? $0 : nil
  }

  /// How the program came here.
  package enum Kind: Sendable { case archive, other }

  package static var kind: Kind { fontsFile == nil ? .other : .archive }

  /// The folders that a confined program must still be able to read: of an archive alone, since `lib` beside another `bin` may be a user's own.
  package static var folders: [String] {
    guard let prefix, fontsFile != nil else { return [] }
    return [prefix + "/lib", prefix + "/share/mdtypeset"]
  }

  /// Lets fontconfig find the fonts that came with the program, on machines without `/etc/fonts` too.
  ///
  /// fontconfig knows the file by the variable `FONTCONFIG_FILE` alone; one that the user has set stays. To be called before there are threads.
  package static func offerFonts() {
    if let fontsFile { unsafe setenv("FONTCONFIG_FILE", fontsFile, 0) }
  }
}
