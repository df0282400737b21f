"""Documents and formulas."""

from __future__ import annotations

import base64
import functools
import json
import os
import tempfile
from dataclasses import dataclass
from typing import Any, Mapping, Sequence

from ._worker import MdtypesetError, run, worker


@dataclass(frozen=True)
class Diagnostic:
    """A problem of a document: `severity` is note, warning or error; `line` and `column` count from 1 and are 0 without a position."""

    severity: str
    code: str
    message: str
    hint: str = ""
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.severity}: {self.message} [{self.code}]"


def _diagnostics(answer: Mapping[str, Any]) -> list[Diagnostic]:
    return [Diagnostic(**row) for row in answer["diagnostics"]]


class Document:
    """A document. It is typeset when something of it is asked for, and typeset once for each format."""

    def __init__(self, text: str, options: Sequence[str], root: str, name: str) -> None:
        self.text = text
        self._options = list(options)
        self._root = root
        self._name = name

    def _typeset(self, to: str, *more: str) -> dict[str, Any]:
        return worker(self._root).do({"text": self.text, "name": self._name, "to": to, "options": self._options + list(more)})

    @functools.cached_property
    def _pdf(self) -> dict[str, Any]:
        return self._typeset("pdf")

    @property
    def pdf(self) -> bytes:
        """The PDF file."""
        return base64.b64decode(self._pdf["data"])

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the document, in its order."""
        return _diagnostics(self._pdf)

    @property
    def pages(self) -> list[Page]:
        """The pages; each is drawn when its picture is asked for."""
        return [Page(self, index) for index in range(self._pdf["pages"])]

    @functools.cached_property
    def structure(self) -> dict[str, Any]:
        """Pages with their sizes, outline and blocks with their rectangles, as `mdtypeset -t json` prints them."""
        return json.loads(base64.b64decode(self._typeset("json")["data"]))

    @property
    def places(self) -> list[dict[str, Any]]:
        """Where the blocks are: `kind`, `text`, and `areas` with page and rectangle, in points from the page's upper left corner."""
        return self.structure["blocks"]

    @functools.cached_property
    def _svg(self) -> list[str]:
        return [base64.b64decode(page).decode() for page in self._typeset("svg")["data"]]

    def to_svg(self) -> list[str]:
        """Each page as an SVG file."""
        return self._svg

    def to_text(self) -> str:
        """The text of the pages."""
        return base64.b64decode(self._typeset("txt")["data"]).decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the PDF to a file."""
        with open(path, "wb") as file:
            file.write(self.pdf)

    def _repr_html_(self) -> str:
        # The pages' ids would clash within one page of HTML, so that each is a picture of its own.
        pictures = (base64.b64encode(page.encode()).decode() for page in self.to_svg())
        return "".join(f'<img style="max-width:100%" src="data:image/svg+xml;base64,{data}">' for data in pictures)


class Page:
    """A page of a document; `index` counts from 0."""

    def __init__(self, document: Document, index: int) -> None:
        self.document = document
        self.index = index

    def to_png(self, ppi: float = 144) -> bytes:
        """The page as a PNG file.

        `ppi`: pixels per inch.
        """
        return base64.b64decode(self.document._typeset("png", "--ppi", str(ppi), "--pages", str(self.index + 1))["data"][0])

    @property
    def png(self) -> bytes:
        """The page as a PNG file of 144 pixels per inch."""
        return self.to_png()

    @property
    def svg(self) -> str:
        """The page as an SVG file."""
        return self.document.to_svg()[self.index]

    def _repr_png_(self) -> bytes:
        return self.png


@dataclass(frozen=True)
class Formula:
    """A formula with its size in points: `height` above and `depth` below the baseline."""

    tex: str
    width: float
    height: float
    depth: float
    diagnostics: list[Diagnostic]
    _job: dict[str, Any]

    @functools.lru_cache(maxsize=8)
    def _data(self, to: str, ppi: float = 144) -> bytes:
        return base64.b64decode(worker(os.getcwd()).do({**self._job, "to": to, "ppi": ppi})["data"])

    def __hash__(self) -> int:
        return hash(json.dumps(self._job, sort_keys=True))

    @property
    def svg(self) -> str:
        """The picture as an SVG file, whose `vertical-align` puts it on a line's baseline."""
        return self._data("svg").decode()

    @property
    def pdf(self) -> bytes:
        """The picture as a PDF file."""
        return self._data("pdf")

    def to_png(self, ppi: float = 144) -> bytes:
        """The picture as a PNG file."""
        return self._data("png", ppi)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_png_(self) -> bytes:
        return self.to_png()


def typeset(
    text: str,
    *,
    theme: str | None = None,
    settings: Mapping[str, Any] | None = None,
    options: Sequence[str] = (),
    root: str | os.PathLike[str] = ".",
    name: str = "<text>",
) -> Document:
    """A document of Markdown.

    `theme`: a built-in theme. `settings`: keys of themes and front matter, as `{"paper": "a5", "body.size": "12pt"}`. `options`: further
    options of the command line. `root`: the folder below which pictures and other files may be read. `name`: what diagnostics call the text.

    What is wrong with the text is in the document's diagnostics; MdtypesetError is raised when something of it is asked for that cannot be made.
    """
    words = [f"--theme={theme}"] if theme else []
    for key, value in (settings or {}).items():
        text_value = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["-V", f"{key}={text_value}"]
    return Document(text, words + list(options), os.fspath(root), name)


def math(
    tex: str, *, display: bool = False, font: str = "Libertinus Math", size: float = 10, color: str | None = None
) -> Formula:
    """A formula of LaTeX, without dollars.

    `display`: in display style. `font`: a font with a MATH table. `size`: points. `color`: a name or #rrggbb.
    """
    job: dict[str, Any] = {"formula": tex, "style": "display" if display else "text", "font": font, "size": size}
    if color is not None:
        job["color"] = color
    answer = worker(os.getcwd()).do({**job, "to": "json"})
    return Formula(tex, answer["width"], answer["height"], answer["depth"], _diagnostics(answer), job)


@dataclass(frozen=True)
class Comparison:
    """What differs between two documents: in words as `mdtypeset diff` prints them, and as its JSON."""

    text: str
    differences: list[dict[str, Any]]

    def __bool__(self) -> bool:
        """True if the pages are the same, so that `assert compare(a, b)` is a test."""
        return not self.differences

    def __str__(self) -> str:
        return self.text or "the same"


def compare(before: str | os.PathLike[str], after: str | os.PathLike[str] | Document, *, threshold: str = "0.1pt") -> Comparison:
    """Compares the pages of two files (Markdown, PDF or PNG), or of a file and a document.

    `threshold`: shifts below this length do not count.
    """
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(after, Document):
            path = os.path.join(folder, "after.pdf")
            after.save(path)
            after = path
        report = os.path.join(folder, "report.json")
        words = ["diff", os.fspath(before), os.fspath(after), "--threshold", threshold, "-o", report]
        human = run(words)
        if human.returncode not in (0, 1):
            raise MdtypesetError(human.stderr.strip(), human.returncode)
        if human.returncode == 0:
            return Comparison("", [])
        with open(report, encoding="utf-8") as file:
            found = json.load(file)
    rows = found.get("differences") or [row for each in found.get("documents", []) for row in each.get("differences", [])]
    return Comparison(human.stdout, rows or [{"message": human.stdout}])
