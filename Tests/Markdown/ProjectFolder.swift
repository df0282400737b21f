import Foundation

/// The files of a project, in a folder of their own as long as a test needs them.
final class ProjectFolder {
  let path = FileManager.default.temporaryDirectory.appending(path: "project-\(UUID().uuidString)").path

  init(_ files: [String: String]) throws {
    for (name, text) in files {
      let file = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
