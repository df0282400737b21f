#!/usr/bin/env python3
"""Run by a test where Dask (PyPI: distributed) is installed.

Typesets all Markdown files below a folder on a Dask cluster. Each Dask worker keeps one `mdtypeset worker` process; a job whose
machine is lost is done again by another, and since outputs are written whole or not at all, nothing is lost or half-made.

    dask_batch.py DOCS OUT [--scheduler ADDRESS] [--workers N]
"""
import argparse
import json
import os
import pathlib
import subprocess
import threading

PROGRAM = os.environ.get("MDTYPESET", "mdtypeset")


def typeset(root, out, name):
    # Functions travel to the Dask workers with copies of their globals: what is to stay there is kept by the worker.
    from dask.distributed import get_worker

    processes = get_worker().__dict__.setdefault("mdtypeset", {})
    key = (root, out, threading.get_ident())
    process = processes.get(key)
    if process is None or process.poll() is not None:
        process = processes[key] = subprocess.Popen(
            [PROGRAM, "worker", "-j", "1", "--root", root, "--output-dir", out, "--sandbox"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    output = str(pathlib.PurePosixPath(name).with_suffix(".pdf"))
    process.stdin.write(json.dumps({"id": name, "input": name, "output": output}) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError("the worker has ended")
    return json.loads(line)


def main():
    from dask.distributed import Client, LocalCluster, as_completed

    parser = argparse.ArgumentParser()
    parser.add_argument("docs")
    parser.add_argument("out")
    parser.add_argument("--scheduler")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kill-one", action="store_true", help="end one Dask worker on the way, to see that nothing is lost")
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.docs)
    out = os.path.abspath(arguments.out)
    os.makedirs(out, exist_ok=True)
    names = sorted(str(path.relative_to(root)) for path in pathlib.Path(root).rglob("*.md"))

    cluster = None if arguments.scheduler else LocalCluster(
        n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None, silence_logs=50)
    client = Client(arguments.scheduler or cluster)
    futures = [client.submit(typeset, root, out, name, key="typeset-" + name, retries=3, pure=True) for name in names]
    done = failed = 0
    for _, result in as_completed(futures, with_results=True):
        done += 1
        if result["status"] != "done":
            failed += 1
            print(f"{result['id']}: {result['message']}")
        if arguments.kill_one and done == 3 and cluster is not None:
            victim = next(iter(cluster.workers.values()))
            os.kill(victim.process.pid, 9)
    print(f"{done} documents, {failed} failed")
    client.close()
    if cluster is not None:
        cluster.close()
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
