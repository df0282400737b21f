/// A file that a document asks for.
public struct ResourceRequest: Hashable, Sendable {
  /// What the file is for.
  public enum Purpose: String, Hashable, Sendable {
    /// A picture, or one that an SVG picture refers to.
    case picture
    /// Text that takes the place of a directive: a file of Markdown, code, macros, or a theme.
    case text
  }

  /// As the document has it: `figures/logo.svg`.
  public let reference: String
  /// The folder of the file that has the reference, where the document has one.
  public let folder: String?
  /// What the file is for.
  public let purpose: Purpose

  package init(reference: String, folder: String?, purpose: Purpose) {
    (self.reference, self.folder, self.purpose) = (reference, folder, purpose)
  }
}

/// Where a document's pictures and included files come from.
///
/// A document without a provider loads nothing. Errors become diagnostics where the references are; the document comes out anyway.
public protocol ResourceProvider: Sendable {
  /// The bytes of a file.
  ///
  /// Called from any thread, once for each reference of a document, and possibly several at once.
  ///
  /// - Throws: Whatever tells why there is none; its description goes into the diagnostic.
  func load(_ request: ResourceRequest) throws -> [UInt8]
}

/// Where a document's pictures come from, for asynchronous loading.
///
/// All pictures that a document refers to are asked for before its layout, several at once; the layout waits for none.
public protocol AsyncResourceProvider: Sendable {
  /// The bytes of a file.
  ///
  /// - Throws: Whatever tells why there is none; its description goes into the diagnostic.
  func load(_ request: ResourceRequest) async throws -> [UInt8]
}

/// Why a provider has no file.
public enum ResourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing
  /// There may be, but the document must not read it.
  case denied

  /// In words that end a message.
  public var description: String {
    switch self {
    case .missing: "there is no such file"
    case .denied: "the document may not read it"
    }
  }
}

/// Files by their names, held in memory.
public struct MemoryResources: ResourceProvider {
  private let files: [String: [UInt8]]

  /// - Parameter files: Bytes by references, exactly as the document has them.
  public init(_ files: [String: [UInt8]]) { self.files = files }

  /// The bytes of a file.
  ///
  /// - Throws: ``ResourceError/missing``.
  public func load(_ request: ResourceRequest) throws(ResourceError) -> [UInt8] {
    guard let bytes = files[request.reference] else { throw .missing }
    return bytes
  }
}

/// Files below folders of the disk, and no others: neither `..` nor symbolic links lead out of them.
public struct FolderResources: ResourceProvider {
  /// The folders.
  public let roots: [String]

  /// - Parameter roots: Relative references start at the first, or at the folder of the file that has them.
  public init(_ roots: String...) { self.roots = roots }

  /// Always throws: the typesetter reads below the folders by itself, with the kernel's help.
  ///
  /// - Throws: ``ResourceError/denied``.
  public func load(_ request: ResourceRequest) throws(ResourceError) -> [UInt8] { throw .denied }
}
