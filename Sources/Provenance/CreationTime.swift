internal import Glibc
internal import TypesetDiagnostics

/// The times that a document is made with, in seconds since 1970.
package struct CreationTime: Sendable {
  /// Goes into the document's files; nil leaves it out.
  package let creation: Int?
  /// What `date: today` means.
  package let today: Int

  /// - Parameters:
  ///   - given: What the client says that it is; nil is the machine's time, which goes into no file.
  ///   - attached: The PDF that is made again.
  package init(_ given: Int?, attached: AttachedSource?) {
    creation = attached.map(\.creationTime) ?? given
    today = attached?.today ?? given ?? Glibc.time(nil)
  }

  /// `SOURCE_DATE_EPOCH`; nil if it is not set.
  package static var ofEnvironment: Int? {
    guard let text = unsafe getenv("SOURCE_DATE_EPOCH") else { return nil }
    return unsafe DocumentNumber.whole(String(cString: text), in: 0...253_402_300_799)
  }
}
