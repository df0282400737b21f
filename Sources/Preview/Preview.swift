internal import Glibc
public import MDTypeset
internal import Synchronization
internal import TypesetDiagnostics
internal import TypesetJSON

/// A live view of documents in a browser on this machine: what changes is set again, and only pages that differ are sent.
///
/// ```swift
/// let (documents, continuation) = AsyncStream.makeStream(of: Document.self)
/// continuation.yield(Document(markdown: "# Draft"))
/// try await Preview(documents).serve { address in print("open \(address)") }
/// ```
///
/// A document may have everything that documents have: directives, resolvers, styles, schemes, collectors. Its diagnostics are listed below
/// the pages. The reader's place in the window stays; a browser that lost the server comes back by itself where a later one has the same port
/// and token.
public struct Preview: Sendable {
  private let feed: @Sendable (_ show: @Sendable (Document) -> Void) async throws -> Void
  private let options: TypesetterOptions

  /// Shows one document that does not change.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - options: How it is typeset.
  public init(_ document: Document, options: TypesetterOptions = TypesetterOptions()) {
    self.options = options
    feed = { show in show(document) }
  }

  /// Shows each document of a sequence as it comes; where several come while one is set, the last of them is next.
  ///
  /// - Parameters:
  ///   - documents: The document after each change, of its text or of whatever a client puts into it. The view stays when the sequence ends.
  ///   - options: How they are typeset.
  public init<Documents: AsyncSequence & Sendable>(_ documents: Documents, options: TypesetterOptions = TypesetterOptions())
  where Documents.Element == Document {
    self.options = options
    feed = { show in for try await document in documents { show(document) } }
  }

  /// Serves the pages until the task is cancelled.
  ///
  /// Only this machine reaches the address, and other pages in the browser get nothing from it.
  ///
  /// - Parameters:
  ///   - port: 0 is one that is free.
  ///   - token: What the address ends with, of letters and digits; nil is one that cannot be guessed. Whoever knows it can read the pages.
  ///   - onSelect: Called in a separate thread when a page is clicked.
  ///   - onReady: Called once with the address.
  /// - Throws: ``PreviewError`` where the port cannot be used; an error of the sequence; `CancellationError`.
  public func serve(
    port: Int = 0, token: String? = nil, onSelect: @escaping @Sendable (PreviewSelection) -> Void = { _ in },
    onReady: @escaping @Sendable (_ address: String) -> Void
  ) async throws {
    let stop = StopFlag()
    let inbox = try Inbox()
    let loop = PreviewLoop(options: options, port: port, token: token, inbox: inbox, stop: stop, onSelect: onSelect, onReady: onReady)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [feed] in try await feed { inbox.put($0) } }
      group.addTask { try await loop.run() }
      // The sequence may end before; the loop ends with an error, and so does the other with it.
      for try await _ in group {}
    }
  }
}

/// What was clicked in a preview.
public struct PreviewSelection: Hashable, Sendable {
  /// The file of the block that was clicked, as messages call it.
  public var file: String
  /// The line at which the block begins, from 1.
  public var line: Int
  /// The smallest thing with a name or a kind at that place; nil for a place without one.
  public var place: DocumentPlace?
}

/// Why a preview cannot be served.
public enum PreviewError: Error, Hashable, CustomStringConvertible {
  /// Another program may use the port.
  case portUnusable(Int)
  /// The token has other characters than letters and digits, or none.
  case tokenUnusable
  /// The system has no more files for this process.
  case noFiles

  /// One line for people.
  public var description: String {
    switch self {
    case .portUnusable(let port): "the preview cannot use port \(port)"
    case .tokenUnusable: "the preview's token must be letters and digits"
    case .noFiles: "the system has no more files for this process"
    }
  }
}

/// The last document that came, for the thread that sets it.
private final class Inbox: Sendable {
  private let waiting = Mutex<Document?>(nil)
  /// Readable while something waits.
  let descriptor: Int32
  private let writer: Int32

  init() throws(PreviewError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .noFiles }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  func put(_ document: Document) {
    waiting.withLock { $0 = document }
    wake()
  }

  /// A full pipe wakes, too.
  func wake() { _ = unsafe [UInt8(0)].withUnsafeBytes { unsafe write(writer, $0.baseAddress, 1) } }

  func take() -> Document? {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe bytes.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    return waiting.withLock { document in
      defer { document = nil }
      return document
    }
  }
}

/// Sets documents and answers browsers, one after the other.
private struct PreviewLoop: Sendable {
  let options: TypesetterOptions
  let port: Int
  let token: String?
  let inbox: Inbox
  let stop: StopFlag
  let onSelect: @Sendable (PreviewSelection) -> Void
  let onReady: @Sendable (String) -> Void

  func run() async throws {
    let outcome = try await withTaskCancellationHandler {
      try await inThread(until: stop) { Result { try serve() } }
    } onCancel: {
      stop.raise()
      inbox.wake()
    }
    try outcome.get()
  }

  private func serve() throws {
    let isUsable = token.map { !$0.isEmpty && $0.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 } } ?? true
    guard isUsable else { throw PreviewError.tokenUnusable }
    guard 0..<65_536 ~= port, let server = PreviewServer(port: port, token: token) else { throw PreviewError.portUnusable(port) }
    onReady(server.address)
    var options = options
    options.shared = options.shared ?? SharedWork(keepsBlocks: true)
    options.pictureOutput = .svg
    options.budget.stop = stop
    var pages = PreviewedPages()
    var document: TypesetDocument?
    while !stop.isRaised {
      if let next = inbox.take() {
        let made = Typesetter(options: options).typeset(next)
        let changed = pages.show(made, salt: "", withPlaces: true)
        server.show(
          (0..<made.pageCount).map(pages.json), changed: changed.map(pages.json),
          diagnostics: .array(made.diagnostics.prefix(500).map { $0.json(in: made.source) }))
        document = made
      }
      let ready = Self.wait(reading: [inbox.descriptor] + server.reading, writing: server.writing)
      for request in server.serve(readable: ready.readable, writable: ready.writable) {
        switch request {
        case .page(let page, let connection):
          let isThere = document.map { page >= 0 && page < $0.pageCount } ?? false
          server.answer(connection, svg: isThere ? try? document.map { String(decoding: try $0.svg(page: page), as: UTF8.self) } : nil)
        case .open(let file, let line, let click):
          let place = click.flatMap { document?.place(at: $0) }
          onSelect(PreviewSelection(file: file, line: line, place: place))
        }
      }
    }
  }

  /// Waits until something can be read, or be written without waiting.
  private static func wait(reading: [Int32], writing: [Int32]) -> (readable: Set<Int32>, writable: Set<Int32>) {
    var set =
      reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    guard unsafe poll(&set, UInt(set.count), -1) > 0 else { return ([], []) }
    let ready = set.map { $0.revents != 0 }
    return (
      Set(zip(reading, ready).filter(\.1).map(\.0)), Set(zip(writing, ready.dropFirst(reading.count)).filter(\.1).map(\.0))
    )
  }
}

extension TypesetDocument {
  /// The smallest thing at a place of a page.
  fileprivate func place(at click: PreviewServer.Click) -> DocumentPlace? {
    places.filter { place in
      place.page == click.page && place.x <= click.x && click.x <= place.x + place.width && place.y <= click.y
        && click.y <= place.y + place.height
    }.min { $0.width * $0.height < $1.width * $1.height }
  }
}
