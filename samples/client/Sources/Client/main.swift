import Foundation
import MDTypeset

/// What went wrong.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

func check(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
  if !condition { throw Failure(sentence()) }
}

let folder = CommandLine.arguments.dropFirst().first ?? "."
try writeOneLine(to: folder)
try modifiers()
try pagesBeyondTheEnd()
try diagnosticsAreValues()
try resources()
try directives()
try resolvers()
try styles()
try textAndTheorems()
try collectors()
try builders()
try runsOfAText()
try themesOfAText(to: folder)
try attributesOfOnesOwn(to: folder)
try previewPages(to: folder)
try savedTexts(to: folder)
try localizedTexts(to: folder)
print("client: everything holds")
