"""Typesets a note into note.pdf by libmdtypeset.so, without a module: python3 note.py out/c/libmdtypeset.so.0"""

import ctypes
import sys


class Bytes(ctypes.Structure):
    _fields_ = [("data", ctypes.POINTER(ctypes.c_uint8)), ("size", ctypes.c_size_t), ("error", ctypes.c_char_p)]


library = ctypes.CDLL(sys.argv[1])
library.mdt_typeset.restype = ctypes.c_void_p
library.mdt_typeset.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p]
library.mdt_document_pdf.restype = Bytes
library.mdt_document_pdf.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
library.mdt_document_free.argtypes = [ctypes.c_void_p]
library.mdt_bytes_free.argtypes = [Bytes]

markdown = "Euler: $e^{i\\pi}+1=0$".encode()
note = library.mdt_typeset(markdown, len(markdown), None)
pdf = library.mdt_document_pdf(note, None)
if pdf.error:
    sys.exit(pdf.error.decode())
with open("note.pdf", "wb") as file:
    file.write(ctypes.string_at(pdf.data, pdf.size))
print(f"note.pdf: {pdf.size} bytes")
library.mdt_bytes_free(pdf)
library.mdt_document_free(note)
