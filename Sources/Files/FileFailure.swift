internal import TypesetBytes
internal import TypesetDiagnostics

/// Why a file is not read, in words that end a message: *can't show figure.png: …*
public enum FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case missing
  /// It is not below any of the folders that may be read from.
  ///
  /// - Parameter root: The folder that would have to be allowed, as `--root` takes it; empty if a program allows no folder at all.
  case outside(root: String)
  /// A name on the way begins with a dot.
  ///
  /// - Parameter root: The folder below which such names are read if `--root` names it.
  case hidden(root: String)
  /// A folder, a FIFO, a device, or one of the kernel's own files.
  case noRegularFile
  case tooLarge(bytes: Int, limit: Int)
  case unreadable(reason: String)

  public var description: String {
    switch self {
    case .missing: "there is no such file"
    case .outside(""): "the program lets documents read no files"
    case .outside: "it is outside the folder that may be read"
    case .hidden: "a name that begins with a dot is read only below a folder that --root names"
    case .noRegularFile: "it is not a regular file"
    case .tooLarge(let bytes, let limit): "it has \(bytes) bytes, more than the limit of \(limit)"
    case .unreadable(let reason): "the file cannot be read: \(reason)"
    }
  }

  /// What to do about it; nil if the message is sufficient.
  public var hint: String? {
    switch self {
    case .missing: "paths are relative to the folder of the file that contains them"
    case .outside(""): "give the document a provider, such as FolderResources(\".\"), or set TypesetterOptions.roots"
    case .outside("/"): "copy it into the document's folder"
    case .outside(let root): "allow it with --root \(shellQuoted(root)), or copy it into the document's folder"
    case .hidden(let root): "allow it with --root \(shellQuoted(root)), or give it another name"
    case .noRegularFile, .tooLarge, .unreadable: nil
    }
  }
}
