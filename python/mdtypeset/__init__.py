"""Typesets Markdown with LaTeX math, SVG and images into PDF, PNG and SVG pages, and single formulas into pictures.

>>> import mdtypeset
>>> document = mdtypeset.typeset("# Euler\\n\\n$e^{i\\\\pi} + 1 = 0$")
>>> open("euler.pdf", "wb").write(document.pdf)
>>> mdtypeset.math(r"\\frac{a}{b}")          # drawn in a notebook
"""

from ._documents import Comparison, Diagnostic, Document, Formula, Page, compare, math, typeset
from ._batch import Batch, BatchResult
from ._worker import MdtypesetError, program

__all__ = [
    "Batch", "BatchResult", "Comparison", "Diagnostic", "Document", "Formula", "MdtypesetError", "Page", "compare", "math", "program", "typeset",
]
