#!/usr/bin/env python3
"""No test runs this sample.

Typesets all Markdown files below a folder on a Ray cluster: each actor keeps one `mdtypeset worker`.

    ray_batch.py DOCS OUT [ACTORS]
"""
import json
import os
import pathlib
import subprocess
import sys

import ray


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=3)
class Typesetter:
    def __init__(self, root, out):
        self.process = subprocess.Popen(
            [os.environ.get("MDTYPESET", "mdtypeset"), "worker", "-j", "1", "--root", root, "--output-dir", out, "--sandbox"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def typeset(self, name):
        output = str(pathlib.PurePosixPath(name).with_suffix(".pdf"))
        self.process.stdin.write(json.dumps({"id": name, "input": name, "output": output}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


root, out = (os.path.abspath(path) for path in sys.argv[1:3])
os.makedirs(out, exist_ok=True)
ray.init()
pool = ray.util.ActorPool([Typesetter.remote(root, out) for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 4)])
names = sorted(str(path.relative_to(root)) for path in pathlib.Path(root).rglob("*.md"))
results = list(pool.map_unordered(lambda actor, name: actor.typeset.remote(name), names))
failed = [result for result in results if result["status"] != "done"]
print(f"{len(results)} documents, {len(failed)} failed")
