/// A file that a document asks for.
public struct ResourceRequest: Hashable, Sendable {
  /// What the file is for.
  public enum Purpose: String, Hashable, Sendable {
    /// A picture, or one that an SVG picture refers to.
    case picture
    /// Text that takes the place of a directive: a file of Markdown, code, macros, or a theme.
    case text
  }

  /// As in the document: `figures/logo.svg`.
  public let reference: String
  /// The folder of the file that contains the reference, if it is known.
  public let folder: String?
  /// What the file is for.
  public let purpose: Purpose

  package init(reference: String, folder: String?, purpose: Purpose) {
    (self.reference, self.folder, self.purpose) = (reference, folder, purpose)
  }
}

/// Where a document's pictures and included files come from.
///
/// A document without a provider loads nothing. Errors are reported at the references; the document is typeset anyway.
public protocol ResourceProvider: Sendable {
  /// The bytes of a file.
  ///
  /// Called from any thread, once for each reference of a document, and possibly several at once.
  ///
  /// - Throws: Any error; its description is part of the diagnostic.
  func load(_ request: ResourceRequest) throws -> [UInt8]
}

/// Where a document's pictures come from, for asynchronous loading.
///
/// All pictures of a document are requested before its layout, several at a time; the layout itself never waits.
public protocol AsyncResourceProvider: Sendable {
  /// The bytes of a file.
  ///
  /// - Throws: Any error; its description is part of the diagnostic.
  func load(_ request: ResourceRequest) async throws -> [UInt8]
}

/// Why a provider has no file.
public enum ResourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing
  /// The document may not read it.
  case denied

  /// A clause that ends a message.
  public var description: String {
    switch self {
    case .missing: "there is no such file"
    case .denied: "the document may not read it"
    }
  }
}

/// Files in memory, by name.
public struct MemoryResources: ResourceProvider {
  private let files: [String: [UInt8]]

  /// - Parameter files: The bytes of files, by references exactly as in the document.
  public init(_ files: [String: [UInt8]]) { self.files = files }

  /// The bytes of a file.
  ///
  /// - Throws: ``ResourceError/missing``.
  public func load(_ request: ResourceRequest) throws(ResourceError) -> [UInt8] {
    guard let bytes = files[request.reference] else { throw .missing }
    return bytes
  }
}

/// Files below folders on disk, and no others: neither `..` nor symbolic links lead out of them.
public struct FolderResources: ResourceProvider {
  /// The folders.
  public let roots: [String]

  /// - Parameter roots: Relative references are relative to the folder of the file that contains them, or to the first root.
  public init(_ roots: String...) { self.roots = roots }

  /// Always throws: the typesetter reads these folders itself, confined by the kernel.
  ///
  /// - Throws: ``ResourceError/denied``.
  public func load(_ request: ResourceRequest) throws(ResourceError) -> [UInt8] { throw .denied }
}
