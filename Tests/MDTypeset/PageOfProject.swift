import Foundation
import TypesetDiagnostics

@testable import MDTypeset

/// A page that is typeset in a folder with files of its project, which goes afterwards.
///
/// - Parameter name: The page's path in the folder.
func typeset(_ page: String, at name: String, with files: [String: String]) throws -> TypesetDocument {
  let path = NSTemporaryDirectory() + "mdtypeset-project-" + UUID().uuidString
  defer { try? FileManager.default.removeItem(atPath: path) }
  for (file, text) in files.merging([name: page], uniquingKeysWith: { $1 }) {
    let url = URL(fileURLWithPath: path + "/" + file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
  var options = TypesetterOptions()
  options.root = path
  let folder = URL(fileURLWithPath: path + "/" + name).deletingLastPathComponent().path
  return Typesetter(options: options).typeset(Source(name: path + "/" + name, text: page, folder: folder))
}
