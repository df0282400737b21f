internal import Synchronization
package import TypesetDiagnostics
package import TypesetFiles

/// Reading through a client's provider, which is asked once for each reference.
package final class ProvidedFiles: Sendable {
  private let provider: any ResourceProvider
  /// The time that each answer may take.
  private let seconds: Double
  private let known = Mutex<[ResourceRequest: Result<[UInt8], FileFailure>]>([:])
  /// True if the provider has not answered.
  private let isSilent = Mutex(false)

  package init(_ provider: any ResourceProvider, seconds: Double) { (self.provider, self.seconds) = (provider, seconds) }

  /// Access for one purpose.
  package func access(for purpose: ResourceRequest.Purpose) -> FileAccess {
    FileAccess { path, folder throws(FileFailure) in
      try self.load(ResourceRequest(reference: path, folder: folder, purpose: purpose))
    }
  }

  /// What may be read through a provider, as text and as pictures; without one what the typesetter's own roots allow.
  package static func access(
    to provider: (any ResourceProvider)?, or files: FileAccess, _ budget: Budget
  ) -> (texts: FileAccess, pictures: FileAccess) {
    guard let provider else { return (files, files) }
    if let folders = provider as? FolderResources {
      let files = FileAccess(roots: folders.roots)
      return (files, files)
    }
    let provided = ProvidedFiles(provider, seconds: budget.resourceSeconds)
    return (provided.access(for: .text), provided.access(for: .picture))
  }

  private func load(_ request: ResourceRequest) throws(FileFailure) -> [UInt8] {
    if let result = known.withLock({ $0[request] }) { return try result.get() }
    let result = ask(request)
    known.withLock { $0[request] = result }
    return try result.get()
  }

  private func ask(_ request: ResourceRequest) -> Result<[UInt8], FileFailure> {
    let ask = { @Sendable [provider] () -> Result<[UInt8], FileFailure> in
      do {
        return .success(try provider.load(request))
      } catch {
        return .failure(FileFailure(error))
      }
    }
    // These are quick, and need no thread.
    if provider is MemoryResources { return ask() }
    if !isSilent.withLock({ $0 }), let result = result(within: seconds, of: ask) { return result }
    isSilent.withLock { $0 = true }
    return .failure(.silent(provider, seconds))
  }
}

extension AsyncResourceProvider {
  /// Loads files, several at once, and gives access to them as pictures.
  ///
  /// - Parameter seconds: The time that each answer may take.
  package func loaded(_ requests: [ResourceRequest], seconds: Double) async -> FileAccess {
    let files = await withTaskGroup(of: (ResourceRequest, Result<[UInt8], FileFailure>).self) { group in
      for request in requests {
        group.addTask {
          let loaded = await result(within: seconds) { () async -> Result<[UInt8], FileFailure> in
            do {
              return .success(try await load(request))
            } catch {
              return .failure(FileFailure(error))
            }
          }
          return (request, loaded ?? .failure(.silent(self, seconds)))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    return FileAccess { path, folder throws(FileFailure) in
      let request = ResourceRequest(reference: path, folder: folder, purpose: .picture)
      return try (files[request] ?? .failure(.missing)).get()
    }
  }
}

extension FileFailure {
  /// What a provider does that does not answer.
  fileprivate static func silent(_ provider: Any, _ seconds: Double) -> FileFailure {
    .unreadable(reason: "\(type(of: provider)) has not answered within \(seconds) seconds")
  }

  /// What a provider throws.
  fileprivate init(_ error: any Error) {
    switch error {
    case ResourceError.missing: self = .missing
    case ResourceError.denied: self = .outside(root: "/")
    default: self = .unreadable(reason: "\(error)")
    }
  }
}
