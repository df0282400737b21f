"""Many documents."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Sequence

from ._worker import run


@dataclass(frozen=True)
class BatchResult:
    """What a batch did: the exit code of `mdtypeset batch`, and the rows of its progress."""

    code: int
    rows: list[dict[str, Any]] = field(default_factory=list)
    errors: str = ""

    def __bool__(self) -> bool:
        return self.code == 0


class Batch:
    """Typesets files, folders and patterns into a folder, with several processes; what is up to date is not made again."""

    def __init__(self, inputs: Sequence[str | os.PathLike[str]], output: str | os.PathLike[str], *, jobs: int | None = None, options: Sequence[str] = ()) -> None:
        self.inputs = [os.fspath(path) for path in inputs]
        self.output = os.fspath(output)
        self.jobs = jobs
        self.options = list(options)

    def run(self) -> BatchResult:
        """Runs the batch to its end. A document that fails makes the result false; the others are done."""
        words = ["batch", *self.inputs, "-o", self.output, "--progress", "json", *self.options]
        if self.jobs is not None:
            words += ["-j", str(self.jobs)]
        done = run(words)
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("{")]
        return BatchResult(done.returncode, [json.loads(line) for line in lines], done.stderr)
