import Foundation
import FoundationNetworking
import Synchronization
import Testing
import TypesetJSON
import TypesetPreview

@testable import MDTypeset

/// Documents of clients in a browser, while they change.
@Suite struct PreviewTests {
  /// What a preview has said so far.
  private final class Heard: Sendable {
    let address = Mutex<String?>(nil)
    let selections = Mutex<[PreviewSelection]>([])
  }

  /// Waits until something is so, at most half a minute.
  private func until<Value>(_ read: () async throws -> Value?) async throws -> Value {
    for _ in 0..<600 {
      if let value = try await read() { return value }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw TimedOut()
  }

  private struct TimedOut: Error {}

  private func get(_ address: String, _ path: String = "") async throws -> String {
    let url = try #require(URL(string: address + path))
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }

  @Test func `blocks have keys that stay while their text does, wherever they are`() {
    func keys(_ text: String) throws -> [String] {
      var pages = PreviewedPages()
      _ = pages.show(Typesetter().typeset(Document(markdown: text)), salt: "", withPlaces: true)
      struct Page: Decodable {
        struct Place: Decodable { var key: String }
        var places: [Place]
      }
      return try JSONDecoder().decode(Page.self, from: Data(pages.json(0).description.utf8)).places.map(\.key)
    }
    #expect(throws: Never.self) {
      let (old, new) = (try keys("# A\n\nOne.\n\nTwo.\n"), try keys("# A\n\nNew.\n\nOne.\n\nTwo\n.\n"))
      #expect(old.count == 3 && Set(old).count == 3 && !old.contains(""))
      #expect(new.count == 4 && [new[0]] + new[2...] == old && !old.contains(new[1]))
    }
  }

  private struct State: Decodable {
    struct Page: Decodable { var hash: String }
    struct Problem: Decodable { var code: String }
    var pages: [Page]?
    var diagnostics: [Problem]?
  }

  private func state(_ address: String) async throws -> State {
    try JSONDecoder().decode(State.self, from: Data(try await get(address, "state").utf8))
  }

  /// With a directive of the client's own.
  private func document(_ word: String) -> Document {
    Document(markdown: "# One {#one}\n\nSame.\n\n\\newpage\n\n@Stamp(word: \"\(word)\")\n\n[](#nowhere)\n")
      .markdownDirective("Stamp") { call, _ in .text("Stamped \(call.arguments["word"] ?? "")") }
  }

  @Test func `a change is set again, only pages that differ are others, and a click leads back to the source`() async throws {
    let (documents, continuation) = AsyncStream.makeStream(of: Document.self)
    let heard = Heard()
    let serving = Task {
      try await Preview(documents).serve(
        onSelect: { selection in heard.selections.withLock { $0.append(selection) } },
        onReady: { address in heard.address.withLock { $0 = address } })
    }
    defer { serving.cancel() }
    let address = try await until { heard.address.withLock { $0 } }
    #expect(try await get(address).contains("<!doctype html>"))
    continuation.yield(document("first"))
    let first = try await until { try await state(address).pages.flatMap { $0.count == 2 ? $0 : nil } }
    #expect(try await get(address, "page/1").contains("<svg"))
    #expect(try await state(address).diagnostics?.isEmpty == false)
    continuation.yield(document("second"))
    let second = try await until { try await state(address).pages.flatMap { $0[1].hash != first[1].hash ? $0 : nil } }
    #expect(second[0].hash == first[0].hash)

    var request = URLRequest(url: try #require(URL(string: address + "open")))
    request.httpMethod = "POST"
    let made = try await Typesetter().typeset(document("second"))
    let place = try #require(made.places.first { $0.id == "one" })
    request.httpBody = Data(#"{"file": "document.md", "line": 1, "page": 0, "x": \#(place.x + 1), "y": \#(place.y + 1)}"#.utf8)
    _ = try await URLSession.shared.data(for: request)
    let selection = try await until { heard.selections.withLock { $0.first } }
    #expect(selection.line == 1 && selection.place?.id == "one" && selection.place?.kind == "heading")
    serving.cancel()
    await #expect(throws: CancellationError.self) { try await serving.value }
  }

  @Test func `a later preview has the same address where port and token are the same`() async throws {
    func serve(_ heard: Heard, port: Int) -> Task<Void, any Error> {
      Task {
        try await Preview(document("x")).serve(port: port, token: "draft7") { address in heard.address.withLock { $0 = address } }
      }
    }
    let (before, after) = (Heard(), Heard())
    let first = serve(before, port: 0)
    let address = try await until { before.address.withLock { $0 } }
    let port = try #require(URL(string: address)?.port)
    await #expect(throws: PreviewError.portUnusable(port)) { try await Preview(document("x")).serve(port: port) { _ in } }
    first.cancel()
    _ = await first.result
    // The thread may still be about to close the port.
    var second = serve(after, port: port)
    _ = try await until {
      try await Task.sleep(for: .milliseconds(100))
      if let address = after.address.withLock({ $0 }) { return address }
      second = serve(after, port: port)
      return nil
    }
    #expect(after.address.withLock { $0 } == address)
    second.cancel()
  }

  @Test func `a token of other signs is refused, and an error of the documents ends the preview`() async throws {
    await #expect(throws: PreviewError.tokenUnusable) { try await Preview(document("x")).serve(token: "../a") { _ in } }
    struct Ended: Error {}
    let failing = AsyncThrowingStream<Document, any Error> { $0.finish(throwing: Ended()) }
    await #expect(throws: Ended.self) { try await Preview(failing).serve { _ in } }
  }
}
