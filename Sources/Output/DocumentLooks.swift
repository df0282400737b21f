package import TypesetDiagnostics
package import TypesetMarkdown
package import TypesetPages
package import TypesetStyling

/// A document whose looks are known, and what the layout needs beside its tree.
package struct DocumentLooks {
  package var styled: StyledDocument
  package var formulas: DocumentMacros
  /// With what it includes.
  package var source: Source
  /// As the author wrote it.
  package var inputs: Source
  /// What is wrong with the source before it is styled.
  package var faults: [Diagnostic]
  /// How formulas are written.
  package var forms: FormulaForms?
  /// What it was written for.
  package var dialect: DialectDecision
  /// What an earlier run has kept.
  package var kept: KeptDocument?
  /// What a check says besides.
  package var remarks: [Diagnostic]

  package init(
    styled: StyledDocument, formulas: DocumentMacros, source: Source, inputs: Source, faults: [Diagnostic], forms: FormulaForms?,
    dialect: DialectDecision, kept: KeptDocument? = nil, remarks: [Diagnostic] = []
  ) {
    (self.styled, self.formulas, self.source, self.inputs) = (styled, formulas, source, inputs)
    (self.faults, self.forms, self.dialect, self.kept, self.remarks) = (faults, forms, dialect, kept, remarks)
  }
}
