"""`%load_ext mdtypeset.jupyter` adds the cell magic `%%mdtypeset`, which shows a cell of Markdown as pages, and `%%formula` for one formula."""

from __future__ import annotations

import shlex

from . import Document, Formula, math, typeset


def _pages(line: str, cell: str) -> Document:
    """Markdown as pages; words after the magic are options of the command line: `%%mdtypeset --theme note`."""
    return typeset(cell, options=shlex.split(line))


def _formula(line: str, cell: str) -> Formula:
    """A formula in display style; a word after the magic is its size in points."""
    return math(cell.strip(), display=True, size=float(line or 12))


def load_ipython_extension(shell) -> None:
    """Called by `%load_ext`."""
    shell.register_magic_function(_pages, "cell", "mdtypeset")
    shell.register_magic_function(_formula, "cell", "formula")
