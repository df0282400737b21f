internal import Glibc

/// What was installed with the program: an archive holds `bin/mdtypeset`, the C libraries in `lib` and fonts in `share/mdtypeset`.
package enum Installation {
  /// The folder that holds `bin`; nil where the program is in no folder of that name.
  static let prefix: String? = {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    let folders = unsafe String(cString: path).split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folders.last == "bin" ? folders.dropLast().joined(separator: "/") : nil
  }()

  /// The folders that a confined program must still be able to read.
  package static var folders: [String] {
    guard let prefix else { return [] }
    return [prefix + "/lib", prefix + "/share/mdtypeset"].filter { unsafe access($0, R_OK) == 0 }
  }

  /// Lets fontconfig find the fonts that came with the program, on machines without `/etc/fonts` too.
  ///
  /// fontconfig knows the file by the variable `FONTCONFIG_FILE` alone; one that the user has set stays. To be called before there are threads.
  package static func offerFonts() {
    guard let prefix else { return }
    let file = prefix + "/share/mdtypeset/fonts.conf"
    if unsafe access(file, R_OK) == 0 { unsafe setenv("FONTCONFIG_FILE", file, 0) }
  }
}
