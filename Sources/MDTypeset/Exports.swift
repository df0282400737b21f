// One import is enough for clients.

@_exported public import struct TypesetChecking.CheckFinding
@_exported public import TypesetDiagnostics
@_exported public import class TypesetFonts.SharedWork
@_exported public import TypesetInterface
@_exported public import enum TypesetMarkdown.DocumentField
@_exported public import TypesetOutput
@_exported public import struct TypesetPictures.DiagramCommand
@_exported public import enum TypesetPictures.DrawingPlace
@_exported public import struct TypesetPictures.NetworkAccess
@_exported public import enum TypesetPictures.PictureOutput
@_exported public import struct TypesetProvenance.AttachedSource
@_exported public import enum TypesetProvenance.Verification
@_exported public import enum TypesetSettings.ThemeChoice
@_exported public import struct TypesetSettings.Variable
@_exported public import TypesetText
