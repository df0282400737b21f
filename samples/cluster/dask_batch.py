#!/usr/bin/env python3
"""Run by a test where Dask (PyPI: distributed) is installed.

Typesets all Markdown files below a folder on a Dask cluster. Each Dask worker keeps one `mdtypeset worker` process; a job whose
machine is lost is done again by another, and since outputs are written whole or not at all, nothing is lost or half-made. Ends with 1, and
names the documents, if any has not been made.

    dask_batch.py DOCS OUT [--scheduler ADDRESS] [--workers N]
"""
import argparse
import os
import sys
import threading

import jobs


def typeset(docs, out, name):
    # Functions travel to the Dask workers with copies of their globals: what is to stay there is kept by the worker.
    from dask.distributed import get_worker
    import jobs

    workers = get_worker().__dict__.setdefault("mdtypeset", {})
    key = (docs, out, threading.get_ident())
    if key not in workers:
        workers[key] = jobs.Worker(docs, out)
    return workers[key].do_again(name)


def main():
    from dask.distributed import Client, LocalCluster, as_completed

    parser = argparse.ArgumentParser()
    parser.add_argument("docs")
    parser.add_argument("out")
    parser.add_argument("--scheduler")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kill-one", action="store_true", help="end one Dask worker on the way, to see that nothing is lost")
    arguments = parser.parse_args()
    docs, out = os.path.abspath(arguments.docs), os.path.abspath(arguments.out)
    os.makedirs(out, exist_ok=True)
    cluster = None if arguments.scheduler else LocalCluster(
        n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None, silence_logs=50)
    client = Client(arguments.scheduler or cluster)
    client.upload_file(jobs.__file__)
    futures = [
        client.submit(typeset, docs, out, name, key="typeset-" + repr(name), retries=3, pure=True) for name in jobs.names_below(docs)]
    results = []
    for future in as_completed(futures):
        # A job that has ended several workers of Dask has no result.
        if future.status == "finished":
            results.append(future.result())
        if arguments.kill_one and len(results) == 3 and cluster is not None:
            victim = next(iter(cluster.workers.values()))
            os.kill(victim.process.pid, 9)
            arguments.kill_one = False
    client.close()
    if cluster is not None:
        cluster.close()
    sys.exit(jobs.account(docs, out, results))


if __name__ == "__main__":
    main()
