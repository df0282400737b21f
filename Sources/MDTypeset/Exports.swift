// One import is enough for clients.

@_exported public import TypesetDiagnostics
@_exported public import TypesetInterface
@_exported public import struct TypesetPictures.DiagramCommand
@_exported public import enum TypesetPictures.DrawingPlace
@_exported public import struct TypesetPictures.NetworkAccess
