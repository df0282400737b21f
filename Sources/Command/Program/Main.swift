internal import CConfine
internal import Glibc
internal import MDTypeset
internal import TypesetFiles

/// `mdtypeset INPUT… -o OUTPUT` and its other verbs.
@main
enum Program {
  static func main() {
    // librsvg, Pango and fontconfig read the language from the environment, but the same source must give the same bytes everywhere.
    for name in ["LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME", "LANG", "LANGUAGE", "FC_LANG", "PANGO_LANGUAGE"] {
      unsafe unsetenv(name)
    }
    Installation.offerFonts()
    // A closed pipe is to be a write error instead of ending the program.
    _ = signal(SIGPIPE, SIG_IGN)
    // So is a file that is larger than the shell allows (`ulimit -f`).
    _ = signal(SIGXFSZ, SIG_IGN)
    // With `ulimit -s 64` nothing could be typeset.
    confine_run_on_large_stack(run)
  }

  private static let run: @convention(c) () -> Void = {
    // Large arrays come from the heap and stay there: mapping each anew costs a fault for every page of memory, which made long
    // documents take three times as long for a page as short ones.
    Heap.keepAll()
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      let code = try Verbs.run(words)
      exit(code.rawValue)
    } catch let failure as Failure {
      complain("mdtypeset: error: \(failure.message)\n" + (failure.hint.map { "  hint: \($0)\n" } ?? ""))
      exit(failure.code.rawValue)
    } catch let error as Arguments.UsageError {
      complain("mdtypeset: error: \(error.message)\n  hint: \(error.hint ?? "mdtypeset --help lists the options")\n")
      exit(ExitCode.usage.rawValue)
    } catch {
      complain("mdtypeset: internal error: \(error)\n")
      exit(ExitCode.internalError.rawValue)
    }
  }
}
