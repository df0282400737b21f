internal import MDTypeset
internal import Synchronization
internal import TypesetChecking
internal import TypesetDiagnostics
internal import TypesetExplaining
internal import TypesetFiles

/// `--draft` and `--synctex`: what needs to know how lines were set.
final class Proof {
  private let kind: DraftMarks.Kind?
  /// The file that `--synctex` writes.
  private let path: String?
  private var checked: CheckedDocument?

  init(_ arguments: Arguments, _ output: Output) throws {
    let name = arguments.has("draft") ? arguments.value("draft").flatMap { $0.isEmpty ? nil : $0 } ?? "check" : nil
    kind = name.flatMap(DraftMarks.Kind.init)
    guard name == nil || kind != nil else {
      throw Arguments.UsageError(message: "unknown value \"\(name ?? "")\" of --draft", hint: "use --draft, --draft=check or --draft=boxes")
    }
    guard arguments.has("synctex") else {
      path = nil
      return
    }
    guard output.format == .pdf, output.path.hasSuffix(".pdf") else {
      throw Arguments.UsageError(message: "--synctex needs a PDF file as output", hint: "-o doc.pdf --synctex")
    }
    path = output.path.dropLast(4) + ".synctex"
  }

  var isOn: Bool { kind != nil || path != nil }
  var writesSyncTeX: Bool { path != nil }

  func typeset(_ source: Source, _ typesetter: Typesetter) -> TypesetDocument {
    var (checked, document) = typesetter.typesetWithReports(source)
    if let kind { document.pages = DraftMarks(checked).marked(document.pages, kind) }
    self.checked = checked
    checked.pages = []
    return document
  }

  func writeSyncTeX() throws {
    guard let path, let checked else { return }
    var text = SyncTeX(checked) { realPath($0) ?? $0 }
    try writing(path) { try writeWhole(Array(text.text().utf8), to: path) }
  }
}
