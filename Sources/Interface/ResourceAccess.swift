internal import Synchronization
package import TypesetFiles

/// Reading through a client's provider, which is asked once for each reference.
package final class ProvidedFiles: Sendable {
  private let provider: any ResourceProvider
  private let known = Mutex<[ResourceRequest: Result<[UInt8], FileFailure>]>([:])

  package init(_ provider: any ResourceProvider) { self.provider = provider }

  /// Access for one purpose.
  package func access(for purpose: ResourceRequest.Purpose) -> FileAccess {
    FileAccess { path, folder throws(FileFailure) in
      try self.load(ResourceRequest(reference: path, folder: folder, purpose: purpose))
    }
  }

  private func load(_ request: ResourceRequest) throws(FileFailure) -> [UInt8] {
    if let result = known.withLock({ $0[request] }) { return try result.get() }
    let result: Result<[UInt8], FileFailure>
    do {
      result = .success(try provider.load(request))
    } catch {
      result = .failure(FileFailure(error))
    }
    known.withLock { $0[request] = result }
    return try result.get()
  }
}

extension AsyncResourceProvider {
  /// Loads files, several at once, and gives access to them as pictures.
  package func loaded(_ requests: [ResourceRequest]) async -> FileAccess {
    let files = await withTaskGroup(of: (ResourceRequest, Result<[UInt8], FileFailure>).self) { group in
      for request in requests {
        group.addTask {
          do {
            return (request, .success(try await load(request)))
          } catch {
            return (request, .failure(FileFailure(error)))
          }
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
  /// What a provider throws.
  fileprivate init(_ error: any Error) {
    switch error {
    case ResourceError.missing: self = .missing
    case ResourceError.denied: self = .outside(root: "/")
    default: self = .unreadable(reason: "\(error)")
    }
  }
}
