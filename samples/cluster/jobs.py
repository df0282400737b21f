#!/usr/bin/env python3
"""What the samples of this folder share: jobs, a worker that is started again when it ends, and the comparison of answers with jobs.

    jobs.py list DOCS                    names of the Markdown files, each ended by a NUL
    jobs.py run DOCS OUT NAME…           typesets them with one worker; prints a result a line; code 1 if an answer is missing
    jobs.py check DOCS OUT RESULTS       names what failed and what has no answer; code 1 if there is anything
"""
import json
import os
import pathlib
import subprocess
import sys

PROGRAM = os.environ.get("MDTYPESET", "mdtypeset")
# A job during which a worker ends is done again this often: what ends it may be the job itself.
ATTEMPTS = 3
# So many documents are named one by one.
MOST_NAMED = 100


class WorkerEnded(Exception):
    """The worker has ended before it answered."""


class Worker:
    """One `mdtypeset worker` with one process, which is started when there is something to do."""

    def __init__(self, docs, out):
        self.docs, self.out, self.process = os.path.abspath(docs), os.path.abspath(out), None

    def do(self, name):
        """Typesets a file; the answer has `id`, `status` and, where it failed, `message`."""
        try:
            name.encode("utf-8")
        except UnicodeEncodeError:
            return {"id": name, "status": "failed", "message": "its name is no UTF-8, which JSON cannot say: use mdtypeset batch"}
        if self.process is None or self.process.poll() is not None:
            os.makedirs(self.out, exist_ok=True)
            self.process = subprocess.Popen(
                [PROGRAM, "worker", "-j", "1", "--root", self.docs, "--output-dir", self.out, "--sandbox"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            self.process.stdin.write(json.dumps({"id": name, "input": name, "output": output(name)}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except (BrokenPipeError, ConnectionError) as error:
            raise WorkerEnded(name) from error
        # A line that is cut off is no answer.
        if not line.endswith("\n"):
            raise WorkerEnded(name)
        return json.loads(line)

    def end(self):
        """Ends the worker: one whose answers nobody reads any more could wait for ever."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.kill()
        self.process.wait()

    def do_again(self, name):
        """As `do`, with a new worker where one has ended; an answer comes in any case."""
        for _ in range(ATTEMPTS):
            try:
                return self.do(name)
            except WorkerEnded:
                self.end()
        return {"id": name, "status": "failed", "message": f"the worker has ended {ATTEMPTS} times while it did this"}


def output(name):
    return str(pathlib.PurePosixPath(name).with_suffix(".pdf"))


def names_below(docs):
    return sorted(str(path.relative_to(docs)) for path in pathlib.Path(docs).rglob("*.md"))


def shown(name):
    return name.encode("utf-8", "replace").decode("utf-8").replace("\n", "\\n")


def account(docs, out, results):
    """Compares answers with jobs, and with the files: prints what is not done; returns the exit code.

    A job may have several answers, since what a dead worker had is done again: one that says done is enough.
    """
    done, failed = set(), {}
    for result in results:
        if result.get("status") == "done":
            done.add(result["id"])
        else:
            failed[result.get("id")] = result.get("message", "it failed")
    wrong = 0
    jobs = names_below(docs)
    for name in jobs:
        if name in done and os.path.exists(os.path.join(out, output(name))):
            continue
        wrong += 1
        reason = "its output is not there" if name in done else failed.get(name, "no worker has answered")
        if wrong <= MOST_NAMED:
            print(f"{shown(name)}: {reason}", file=sys.stderr)
    if wrong > MOST_NAMED:
        print(f"and {wrong - MOST_NAMED} more", file=sys.stderr)
    print(f"{len(jobs)} documents: {len(jobs) - wrong} done, {wrong} not")
    return 1 if wrong else 0


def main(verb, docs, *rest):
    if verb == "list":
        sys.stdout.buffer.write(b"".join(os.fsencode(name) + b"\0" for name in names_below(docs)))
        return 0
    if verb == "run":
        worker = Worker(docs, rest[0])
        for name in rest[1:]:
            print(json.dumps(worker.do_again(name)), flush=True)
        return 0
    if verb == "check":
        with open(rest[1], encoding="utf-8") as file:
            return account(docs, rest[0], [json.loads(line) for line in file if line.endswith("\n")])
    raise SystemExit(__doc__)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
