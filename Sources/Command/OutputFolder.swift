internal import Glibc
internal import TypesetFiles

extension Output {
  /// Makes the folder of an output that is not there yet.
  ///
  /// - Parameter arguments: Nothing is made where an input is missing: the run fails anyway.
  func makeFolder(_ arguments: Arguments) throws {
    guard path != "-", !path.hasPrefix("/dev/"), !fileExists(folder) else { return }
    guard arguments.operands.allSatisfy({ $0 == "-" || fileExists($0) }) else { return }
    try writing(path) { try TypesetFiles.makeFolder(folder) }
  }
}
