"""Makes each document of an `mdtypeset-tests.yaml` a test: copy this file beside it, or into the root of your tests.

Run `mdtypeset test DIR --update=missing` once to record references; `pytest` then fails with what changed, and why.
"""

import json
import subprocess

import pytest


def pytest_collect_file(file_path, parent):
    if file_path.name == "mdtypeset-tests.yaml":
        return Documents.from_parent(parent, path=file_path)
    return None


class Documents(pytest.File):
    def collect(self):
        done = subprocess.run(
            ["mdtypeset", "test", str(self.path.parent), "--format", "json"], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr)
        for row in json.loads(done.stdout)["documents"]:
            yield Document.from_parent(self, name=row["name"], row=row)


class Document(pytest.Item):
    def __init__(self, *, row, **others):
        super().__init__(**others)
        self.row = row

    def runtest(self):
        if self.row["status"] != "same":
            raise AssertionError(explained(self.row))

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value)

    def reportinfo(self):
        return self.path, None, self.name


def explained(row):
    lines = [row["problem"]] if "problem" in row else []
    for difference in row.get("differences", []):
        place = f"{difference['file']}:{difference['line']}: " if "line" in difference else ""
        lines.append(place + difference["message"])
        lines += ["  " + consequence for consequence in difference["consequences"]]
    return "\n".join(lines)
