public import TypesetDiagnostics
internal import TypesetJSON
package import TypesetMarkdown

/// A document: Markdown, and what it should look like.
///
/// ```swift
/// let document = Document(markdown: "# Title\n\nText with $x^2$.")
///   .font(.custom("Libertinus Sans", size: 11), for: .body)
///   .foregroundStyle(.teal, for: .h1)
///   .markdownPaper(.a5)
/// ```
///
/// Each modifier returns a new value and leaves its receiver unchanged. Modifiers override the front matter and the theme, as options of the
/// command line do; of two that contradict each other the later one wins.
public struct Document: Sendable {
  /// The Markdown, with the names of its files.
  public internal(set) var source: Source
  /// The settings of the modifiers, in order.
  package var settings: [ClientSetting] = []
  package var resources: (any ResourceProvider)?  // The client's provider of files; nil without a provider.
  package var asyncResources: (any AsyncResourceProvider)?  // As `resources`, with answers that are awaited.
  package var theme: MarkdownTheme?
  package var macros = ""  // Definitions for all formulas; the front matter's definitions override them.
  var registry = Registry()
  /// The blocks of a document that is not written in Markdown.
  package var built: [BuiltBlock]?
  /// The tree of a document that is given as one.
  package var read: ParsedDocument?
  /// How kinds of blocks look.
  package var styles = StyleRegistry()
  /// Seconds since 1970; nil takes the environment's, if it has one.
  package var time: Int?
  /// What the client keeps by id from one typesetting to the next.
  var state: MarkdownState?

  /// A document of Markdown.
  ///
  /// - Parameters:
  ///   - markdown: The text.
  ///   - name: What diagnostics call it.
  ///   - folder: Where relative paths in it start, for a resource provider that reads files.
  public init(markdown: String, name: String = "document.md", folder: String? = nil) {
    source = Source(name: name, text: markdown, folder: folder)
  }

  /// A document made of one or more files that have already been read.
  public init(_ source: Source) { self.source = source }

  /// Replaces a part of the Markdown, as an editor does; what is registered and set stays.
  ///
  /// With ``SharedWork`` that keeps blocks, only what the edit changes is parsed and set again. A document that is built of values has no Markdown,
  /// and stays as it is.
  ///
  /// - Parameters:
  ///   - range: Bytes of the Markdown in UTF-8, from 0 (of several files, one after the other, those of ``source``); what lies beyond its end
  ///     counts as the end.
  ///   - text: What is there from now on.
  public mutating func update(_ range: Range<Int>, with text: String) {
    guard built == nil, read == nil else { return }
    source = source.replacing(range, with: Array(text.utf8))
  }

  /// This document with a change.
  func with(_ change: (inout Document) -> Void) -> Document {
    var document = self
    change(&document)
    return document
  }

  /// This document with a further setting.
  package func setting(_ key: String, _ value: String, by modifier: String) -> Document {
    with { $0.settings.append(ClientSetting(key: key, value: value, modifier: modifier)) }
  }
}

/// A key of themes or front matter, with a value as YAML would have it.
package struct ClientSetting: Hashable, Sendable {
  package var key: String
  /// As YAML has it, quoted if necessary.
  package var value: String
  /// What the client called, for diagnostics: `.markdownPaper`.
  package var modifier: String
}

/// A string as a YAML scalar in double quotes: a string of JSON, but for controls that YAML does not allow.
func quoted(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { scalar in
    scalar != "\n" && scalar != "\t" && scalar.properties.generalCategory == .control ? " " : scalar
  }
  return JSON.quoted(String(String.UnicodeScalarView(scalars)))
}

/// A list of strings as YAML.
func quoted(_ texts: [String]) -> String { "[" + texts.map { quoted($0) }.joined(separator: ", ") + "]" }

/// A number without an exponent, which settings do not accept; neither do they accept what is not finite.
func plain(_ number: Double) -> String {
  guard number.isFinite, abs(number) < 1e12 else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
  let thousandths = (number * 100_000).rounded()
  guard thousandths != 0 else { return "0" }
  let magnitude = Int(clamping: abs(thousandths))
  var digits = String(magnitude % 100_000)
  digits = String(repeating: "0", count: 5 - digits.count) + digits
  while digits.last == "0" { digits.removeLast() }
  return (thousandths < 0 ? "-" : "") + "\(magnitude / 100_000)" + (digits.isEmpty ? "" : "." + digits)
}
