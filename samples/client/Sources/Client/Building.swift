import MDTypeset

// Documents made of values.

func builders() throws {
  let name = "**Ada**"
  let built = Document {
    Heading("T")
    Paragraph {
      "a "
      Math("x^2")
      " for \(name)"
    }
    for number in 1...2 { Paragraph("\(number)") }
  }
  let parsed = Document(markdown: "# T\n\na $x^2$ for \\*\\*Ada\\*\\*\n\n1\n\n2\n")
  try check(try Typesetter().typeset(built).pdf() == Typesetter().typeset(parsed).pdf(), "a built document is its parsed twin")
  let counted = Document { Paragraph("Page \(DocumentField.page) of \(DocumentField.pages)") }
  try check(try Typesetter().typeset(counted).text(ofPage: 0).hasPrefix("Page 1 of 1"), "fields show page numbers")
  let tabbed = Document {
    Paragraph {
      "Tea"; Tab(); "2.10"; LineBreak(); "Milk"; Space(); "1.00"
    }
  }
  .markdownTabStops([.left(4.cm), .end], for: .paragraph)
  try check(try Typesetter().typeset(tabbed).text(ofPage: 0).hasPrefix("Tea 2.10\nMilk 1.00"), "a tab is copied as a space")
  try check(Inline("a").bold() + "b" == "\(Inline("a").bold())b", "interpolation is a sum")
}
