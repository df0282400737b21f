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

/// Removes an output of an earlier run.
///
/// - Parameter root: The folder of the outputs, which the path begins with. It is held open: no link that is put into it leads out of it.
func removeOutput(_ path: String, below root: String) {
  let parts = BatchPlan.parts(path).dropFirst(BatchPlan.parts(root).count)
  guard let name = parts.last else { return }
  (try? HeldFolder(Array(parts.dropLast()), below: root))?.remove(name)
}
