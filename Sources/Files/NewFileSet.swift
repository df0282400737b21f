internal import Glibc
internal import Synchronization

/// Files that get their names together, any number of them: they are not open while they wait.
public final class NewFileSet: Sendable {
  private struct State {
    var files: [NewFile] = []
    /// A locked file in each folder with closed drafts, which tells other programs that files are still being written there.
    var keepers: [PathBytes: Draft] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  /// Takes a file whose bytes are written.
  public func add(_ file: NewFile) throws(SystemError) {
    let result = state.withLock { state in
      Result { () throws(SystemError) in
        do throws(SystemError) {
          // A single file keeps itself.
          guard !state.files.isEmpty else { return state.files.append(file) }
          if state.keepers[PathBytes(file.folder)] == nil {
            state.keepers[PathBytes(file.folder)] = try Draft(in: file.folder, mark: Draft.keeperMark, mode: 0o600)
          }
          state.files.append(try file.closed())
        } catch {
          file.discard()
          throw error
        }
      }
    }
    try result.get()
  }

  /// Gives all files their names; if one cannot be completed, no file gets its name.
  public func finish() throws(SystemError) {
    let taken = take()
    defer { for keeper in taken.keepers.values { keeper.discard() } }
    try NewFile.finish(taken.files)
  }

  /// Removes what has been written.
  public func discard() {
    let taken = take()
    for file in taken.files { file.discard() }
    for keeper in taken.keepers.values { keeper.discard() }
  }

  private func take() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
