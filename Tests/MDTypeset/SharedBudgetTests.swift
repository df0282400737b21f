import Glibc
@testable import MDTypeset
import Synchronization
import Testing
import TypesetDiagnostics

/// Documents side by side on one typesetter, with one budget for all.
@Suite struct SharedBudgetTests {
  /// How many draw at the same time, and of how many documents.
  private final class Meter: Sendable {
    private struct State {
      var running: [Int: Int] = [:]
      var most = 0
      var mostDocuments = 0
    }
    private let state = Mutex(State())

    func work(for document: Int) {
      state.withLock { state in
        state.running[document, default: 0] += 1
        state.most = max(state.most, state.running.values.reduce(0, +))
        state.mostDocuments = max(state.mostDocuments, state.running.values.count { $0 > 0 })
      }
      usleep(300)
      state.withLock { $0.running[document, default: 0] -= 1 }
    }

    var most: (threads: Int, documents: Int) { state.withLock { ($0.most, $0.mostDocuments) } }
  }

  private struct Dot: InlineAttachment {
    var document: Int
    let meter: Meter
    func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: 4, height: 4) }
    func draw(on canvas: inout Canvas) {
      meter.work(for: document)
      canvas.fill(canvas.bounds, .teal)
    }
    var plainText: String { "." }
    static func == (a: Dot, b: Dot) -> Bool { a.document == b.document }
    func hash(into hasher: inout Hasher) { hasher.combine(document) }
  }

  private static func document(_ number: Int, _ meter: Meter) -> Document {
    Document(markdown: String(repeating: "A :dot[] here.\n\n", count: 150)).markdownDirective("dot") { _, _ in
      .attachment(Dot(document: number, meter: meter))
    }
  }

  private static func typesetter(_ budget: SharedBudget?) -> Typesetter {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.threads = 4
    options.sharedBudget = budget
    return Typesetter(options: options)
  }

  @Test func `eight documents together take no more threads than there are for all`() async throws {
    let meter = Meter()
    let typesetter = Self.typesetter(SharedBudget(threads: 2))
    let pages = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 { group.addTask { try await typesetter.typeset(Self.document(number, meter)).pageCount } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(pages.count == 8 && Set(pages).count == 1)
    #expect(meter.most.threads <= 2, "\(meter.most)")
  }

  @Test func `texts that are too large for each other are typeset one after the other, and threads that wait do so in order`() throws {
    let meter = Meter()
    let typesetter = Self.typesetter(SharedBudget(threads: 8, sourceBytes: 3_000))
    inThreads(4) { _ = typesetter.typeset(Self.document($0, meter)) }
    #expect(meter.most.documents == 1 && meter.most.threads > 1, "\(meter.most)")
  }

  @Test func `a document that another one is made of does not wait for it`() throws {
    let typesetter = Self.typesetter(SharedBudget(threads: 1, sourceBytes: 1))
    let made = typesetter.typeset(
      Document(markdown: "@Pages").markdownDirective("Pages") { _, _ in
        .text("It has \(typesetter.typeset(Source(name: "inner.md", text: "Words.")).pageCount) page.")
      })
    #expect(try made.text(ofPage: 0).contains("It has 1 page."))
  }

  @Test func `one that is cancelled while it waits is gone at once, and the next has its turn`() async throws {
    let typesetter = Self.typesetter(SharedBudget(threads: 1))
    let first = Task {
      try await typesetter.typeset(
        Document(markdown: "@Wait").markdownDirective("Wait") { _, _ in
          while Self.held.withLock({ $0 }) { usleep(1_000) }
          return .empty
        })
    }
    usleep(20_000)
    let second = Task { try await typesetter.typeset(markdown: "Second.") }
    let third = Task { try await typesetter.typeset(markdown: "Third.") }
    usleep(20_000)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    Self.held.withLock { $0 = false }
    #expect(try await first.value.pageCount == 1)
    #expect(try await third.value.text(ofPage: 0).contains("Third."))
  }

  private static let held = Mutex(true)
}
