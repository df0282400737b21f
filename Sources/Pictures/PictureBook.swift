internal import Synchronization
public import TypesetBoxes
public import TypesetDiagnostics

/// Why a picture can't be shown, in words for its author.
public struct PictureError: Error, Hashable, Sendable {
  public var message: String
  public var hint: String?
  /// `picture.missing`, `picture.broken`, `limit.picture` …
  public var code: String

  init(_ code: String, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

/// A picture that was read: what it is, how large, and its bytes. Decoded only where it is drawn.
public struct Picture: Sendable {
  public enum Kind: String, Sendable { case png, jpeg, svg }

  public var id: PictureID
  public var kind: Kind
  /// Intrinsic size.
  public var width: Length
  public var height: Length
  /// Of raster pictures; zero for SVG.
  public var pixelWidth: Int
  public var pixelHeight: Int
  public var bytes: [UInt8]
  /// The file, for what an SVG refers to.
  public var path: String
}

/// All pictures of a document, each file read once.
public final class PictureBook: Sendable {
  private struct State {
    var pictures: [Picture] = []
    var known: [String: Result<PictureID, PictureError>] = [:]
  }

  private let state = Mutex(State())
  private let budget: Budget

  public init(budget: Budget = Budget()) { self.budget = budget }

  public func picture(_ id: PictureID) -> Picture { state.withLock { $0.pictures[Int(id.rawValue)] } }

  /// The picture of a file, recognised by its content.
  public func load(path: String) -> Result<Picture, PictureError> {
    let result = state.withLock { state -> Result<PictureID, PictureError> in
      if let known = state.known[path] { return known }
      let result: Result<PictureID, PictureError>
      do throws(PictureError) {
        let bytes = try readPicture(path, limit: budget.pictureBytes)
        let picture = try recognise(
          bytes, path: path, id: PictureID(rawValue: UInt32(state.pictures.count)), budget: budget)
        state.pictures.append(picture)
        result = .success(picture.id)
      } catch {
        result = .failure(error)
      }
      state.known[path] = result
      return result
    }
    return result.map { picture($0) }
  }
}
