"""A process of `mdtypeset worker` that is kept between calls."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import threading
from typing import Any


class MdtypesetError(Exception):
    """The program could not do what was asked.

    `code` is the exit code that the command line would give, `hint` what to do (perhaps empty).
    """

    def __init__(self, message: str, code: int = 70, hint: str = "") -> None:
        super().__init__(message + (f" ({hint})" if hint else ""))
        self.code = code
        self.hint = hint


def program() -> str:
    """The path of the program: MDTYPESET if it is set, the one of this package, else the one on PATH.

    Raises MdtypesetError where there is none.
    """
    named = os.environ.get("MDTYPESET")
    bundled = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tree", "bin", "mdtypeset")
    for path in (named, bundled, shutil.which("mdtypeset")):
        if path and os.access(path, os.X_OK):
            return path
    raise MdtypesetError("the program mdtypeset is not installed", hint="set MDTYPESET to its path")


NEEDS = "it needs x86-64 Linux with glibc 2.36 or later"


def run(words: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs the program to its end with these words; raises MdtypesetError where it can't be started."""
    path = program()
    try:
        done = subprocess.run([path, *words], capture_output=True, text=True, check=False)
    except OSError as error:
        raise MdtypesetError(f"{path} does not start here: {error.strerror}", hint=NEEDS) from None
    # What the loader of the C library says, and nobody else.
    if done.returncode in (1, 127) and ("error while loading shared libraries" in done.stderr or "version `GLIBC_" in done.stderr):
        raise MdtypesetError(f"{path} does not start here: {done.stderr.strip().splitlines()[-1]}", hint=NEEDS)
    return done


class Worker:
    """One process that does one job after the other. Safe to use from several threads; they wait for each other."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0
        self._code: int | None = None

    def do(self, job: dict[str, Any]) -> dict[str, Any]:
        """The result of a job; raises MdtypesetError if it failed. A process that has died is started again once."""
        with self._lock:
            answer = self._ask(job) or self._ask(job)
        if answer is None:
            raise MdtypesetError(f"the program mdtypeset ended unexpectedly, with code {self._code}", hint=NEEDS if self._code in (1, 127) else "")
        if answer["status"] != "done":
            raise MdtypesetError(answer.get("message", "failed"), answer.get("code", 70), answer.get("hint", ""))
        return answer

    def close(self) -> None:
        """Ends the process; the next job starts another."""
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.stdin.close()
            process.stdout.close()
            process.wait()

    def _ask(self, job: dict[str, Any]) -> dict[str, Any] | None:
        process = self._running()
        try:
            process.stdin.write(json.dumps(job) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (BrokenPipeError, ValueError):
            line = ""
        if line:
            return json.loads(line)
        self._process = None
        self._code = process.wait()
        return None

    def _running(self) -> subprocess.Popen[str]:
        # A forked process must not use the pipes of its parent.
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            self._owner = os.getpid()
            path = program()
            words = [path, "worker", "-j", "1", "--root", self.root]
            try:
                self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
            except OSError as error:
                raise MdtypesetError(f"{path} does not start here: {error.strerror}", hint=NEEDS) from None
        return self._process


_workers: dict[str, Worker] = {}
_guard = threading.Lock()


def worker(root: str) -> Worker:
    """The worker that may read files below a folder."""
    with _guard:
        return _workers.setdefault(os.path.abspath(root), Worker(os.path.abspath(root)))


@atexit.register
def _close_all() -> None:
    for each in _workers.values():
        each.close()
