internal import TypesetDiagnostics
internal import TypesetMarkdown
public import TypesetOutput
internal import TypesetPages
internal import TypesetStyling

extension StreamingSource {
  /// - Parameters:
  ///   - typesetter: Its options hold for the document.
  ///   - name: The name that messages show.
  ///   - folder: Where relative paths start; nil is the first root.
  public convenience init(_ typesetter: Typesetter, name: String = "<stream>", folder: String? = nil) {
    let steps = Steps { source in
      var laps = Laps()
      let looks = typesetter.growing(Growth()).looks(of: source, &laps)
      return typesetter.composer.decisions(for: looks.styled.tree, forms: looks.forms, looks.formulas)
    } make: { source, growth in
      typesetter.growing(growth).typeset(source)
    }
    self.init(name: name, folder: folder, steps)
  }
}

extension Typesetter {
  /// The same for a text that has come so far.
  fileprivate func growing(_ growth: Growth) -> Typesetter {
    var typesetter = self
    typesetter.growth = growth
    return typesetter
  }
}
