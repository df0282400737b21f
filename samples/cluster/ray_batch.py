#!/usr/bin/env python3
"""Run by hand where Ray (PyPI: ray) is installed.

Typesets all Markdown files below a folder on a Ray cluster: each actor keeps one `mdtypeset worker`, which is started again when it ends; an
actor that is lost is started again, and its jobs are done again. Ends with 1, and names the documents, if any has not been made.

    ray_batch.py DOCS OUT [ACTORS]
"""
import os
import sys

import jobs


def main():
    import ray

    docs, out = (os.path.abspath(path) for path in sys.argv[1:3])
    os.makedirs(out, exist_ok=True)
    ray.init(runtime_env={"py_modules": [jobs.__file__]} if os.environ.get("RAY_ADDRESS") else None, log_to_driver=False)

    @ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=3)
    class Typesetter:
        def __init__(self, docs, out):
            self.worker = jobs.Worker(docs, out)

        def typeset(self, name):
            return self.worker.do_again(name)

    actors = [Typesetter.remote(docs, out) for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 2)]
    waiting = {}
    for number, name in enumerate(jobs.names_below(docs)):
        waiting[actors[number % len(actors)].typeset.remote(name)] = name
    results = []
    while waiting:
        for done in ray.wait(list(waiting), num_returns=min(50, len(waiting)))[0]:
            name = waiting.pop(done)
            try:
                results.append(ray.get(done))
            except ray.exceptions.RayError as error:
                results.append({"id": name, "status": "failed", "message": type(error).__name__})
    sys.exit(jobs.account(docs, out, results))


if __name__ == "__main__":
    main()
