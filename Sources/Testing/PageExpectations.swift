internal import Foundation
public import MDTypeset
internal import Testing
public import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetRegression
internal import TypesetReports
internal import XCTest

/// Which references an expectation writes instead of comparing with them.
public enum ReferenceUpdate: String, Sendable {
  /// All that are compared.
  case all
  /// The references of documents that differ, and the missing ones.
  case failed
  /// Only missing references.
  case missing

  /// The value of the environment variable `MDTYPESET_UPDATE`.
  public static let ofEnvironment = ProcessInfo.processInfo.environment["MDTYPESET_UPDATE"].flatMap(ReferenceUpdate.init)
}

/// Typesets a document, with its modifiers, and expects its pages to match a reference.
///
/// ```swift
/// @Test func `the invoice looks as it should`() {
///   expectPages(of: Document(markdown: invoice).markdownPaper(.a5), matching: "invoice")
/// }
/// ```
///
/// The reference is `References/NAME.ref` beside the test's file, unless `references` says otherwise. `MDTYPESET_UPDATE=missing swift test`
/// records the missing ones (`failed`, `all`). A difference fails the test with its cause in words; in Swift Testing the report
/// (`NAME.html`) and the pictures of changed pages are attached to the test, in XCTest they are written into `Results` beside `References`.
///
/// - Parameters:
///   - document: Markdown with modifiers, an attributed text, or values of a builder.
///   - name: The reference's name, without an extension.
///   - options: How it is typeset; by default with the bundled fonts only, so that every machine gives the same pages.
///   - references: The folder of the references.
///   - keepsPictures: True if recording keeps pictures of the pages too, which are then compared by their pixels.
///   - update: What is written instead of compared.
/// - Returns: True if the pages are the reference's, or have been recorded.
@discardableResult
public func expectPages(
  of document: Document, matching name: String, options: TypesetterOptions? = nil, references: String? = nil, keepsPictures: Bool = false,
  update: ReferenceUpdate? = .ofEnvironment, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  let own = "\(filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  let folder = references ?? own + "/References"
  let results = (folder.split(separator: "/", omittingEmptySubsequences: false).dropLast() + ["Results"]).joined(separator: "/")
  var test = PageTest(name: name, reference: folder + "/" + name, result: results + "/" + name)
  test.update = update.flatMap { PageTest.Update(rawValue: $0.rawValue) }
  test.pictures = test.update != nil && keepsPictures ? .always : .never
  test.viewLimit = 10
  (test.acceptCommand, test.recordCommand) = ("MDTYPESET_UPDATE=failed swift test", "MDTYPESET_UPDATE=missing swift test")
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    var bundled = TypesetterOptions()
    bundled.ignoresSystemFonts = true
    let outcome = try test.run(document.source, Typesetter(options: options ?? bundled).prepared(for: document))
    if outcome.isGood { return true }
    place.fail(outcome, name: name, results: results)
  } catch {
    place.record("\(name) cannot be compared: \(error)")
  }
  return false
}

/// Typesets a document of one or more files and expects its pages to match a reference, as
/// ``expectPages(of:matching:options:references:keepsPictures:update:fileID:filePath:line:column:)-(Document,_,_,_,_,_,_,_,_,_)``.
@discardableResult
public func expectPages(
  of source: Source, matching name: String, options: TypesetterOptions? = nil, references: String? = nil, keepsPictures: Bool = false,
  update: ReferenceUpdate? = .ofEnvironment, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  expectPages(
    of: Document(source), matching: name, options: options, references: references, keepsPictures: keepsPictures, update: update,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Where a test is, and how it fails: in Swift Testing or in XCTest.
private struct TestPlace {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  func record(_ message: String) {
    if Test.current != nil {
      Issue.record(Comment(rawValue: message), sourceLocation: location)
    } else {
      XCTFail(message, file: filePath, line: line)
    }
  }

  private var location: SourceLocation {
    SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }

  func fail(_ outcome: TestOutcome, name: String, results: String) {
    // Without the count of documents.
    let text = TestReport.human.text(of: [outcome]).split(separator: "\n").dropLast().joined(separator: "\n")
    var files: [(name: String, bytes: [UInt8])] = []
    if outcome.status == .different { files.append((name + ".html", Array(ReportPage.html(title: name, [outcome]).utf8))) }
    for view in outcome.views { if case .png(let bytes)? = view.after { files.append(("\(name)-\(view.number + 1).png", bytes)) } }
    guard Test.current == nil else {
      for file in files { Attachment.record(file.bytes, named: file.name.replacing("/", with: "-"), sourceLocation: location) }
      return record(text)
    }
    for file in files { try? writeWhole(file.bytes, to: results + "/" + file.name) }
    record(text + (files.isEmpty ? "" : "\nsee \(results)/\(name).html"))
  }
}
