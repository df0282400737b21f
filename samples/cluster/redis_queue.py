#!/usr/bin/env python3
"""Run by hand where Redis (Debian: redis-server) and its client (PyPI: redis) are installed.

A queue of documents in a Redis stream. A job is acknowledged when its answer is written down; what a worker that is gone had is taken over by
another one after a while; a job that was begun three times without an answer goes to the dead letters. A job is known by its content (its name
and its bytes), so that one that is enqueued twice, or done again, is done once.

    redis_queue.py enqueue DOCS            adds all Markdown files below a folder
    redis_queue.py work DOCS OUT           does jobs until the queue is empty; start as many as there are cores, on any machine
    redis_queue.py check DOCS OUT          names what failed, the dead letters and what is missing; code 1 if there is anything
"""
import hashlib
import json
import os
import socket
import sys

import redis

import jobs

STREAM, GROUP, RESULTS, DEAD, QUEUED = "mdtypeset:jobs", "typesetters", "mdtypeset:results", "mdtypeset:dead", "mdtypeset:queued"
# A job that a worker has had for longer than this belongs to nobody.
PATIENCE = int(os.environ.get("PATIENCE_MS", "60000"))


def content_id(docs, name):
    with open(os.path.join(docs, name), "rb") as file:
        return hashlib.sha256(os.fsencode(name) + b"\0" + file.read()).hexdigest()


def enqueue(queue, docs):
    try:
        queue.xgroup_create(STREAM, GROUP, id="0", mkstream=True)
    except redis.ResponseError:
        pass
    count = 0
    for name in jobs.names_below(docs):
        identity = content_id(docs, name)
        # Once for each content.
        if queue.sadd(QUEUED, identity):
            queue.xadd(STREAM, {"name": os.fsencode(name), "id": identity})
            count += 1
    print(f"{count} jobs added")


def finish(queue, entry, identity, result):
    """The answer and its acknowledgement, both or neither."""
    pipe = queue.pipeline(transaction=True)
    pipe.hset(RESULTS, identity, json.dumps(result))
    pipe.xack(STREAM, GROUP, entry)
    pipe.execute()


def work(queue, docs, out):
    worker = jobs.Worker(docs, out)
    me = f"{socket.gethostname()}-{os.getpid()}"
    while True:
        taken = queue.xautoclaim(STREAM, GROUP, me, min_idle_time=PATIENCE, count=1)[1]
        if not taken:
            new = queue.xreadgroup(GROUP, me, {STREAM: ">"}, count=1, block=500)
            taken = new[0][1] if new else []
        if not taken:
            # What others have may still come back.
            if queue.xpending(STREAM, GROUP)["pending"] == 0:
                return
            continue
        for entry, fields in taken:
            identity, name = fields[b"id"].decode(), os.fsdecode(fields[b"name"])
            known = queue.hget(RESULTS, identity)
            if known and os.path.exists(os.path.join(out, jobs.output(name))):
                queue.xack(STREAM, GROUP, entry)
                continue
            begun = queue.xpending_range(STREAM, GROUP, min=entry, max=entry, count=1)
            if begun and begun[0]["times_delivered"] > jobs.ATTEMPTS:
                queue.xadd(DEAD, {"name": os.fsencode(name), "id": identity})
                finish(queue, entry, identity, {"id": name, "status": "failed", "message": "no worker has survived it: it is with the dead letters"})
                continue
            finish(queue, entry, identity, worker.do_again(name))


def check(queue, docs, out):
    results = [json.loads(text) for text in queue.hvals(RESULTS)]
    return jobs.account(docs, out, results)


def main(verb, docs, *rest):
    queue = redis.Redis.from_url(os.environ.get("REDIS_URL", "redis://localhost:6379/0"))
    docs = os.path.abspath(docs)
    if verb == "enqueue":
        return enqueue(queue, docs)
    return {"work": work, "check": check}[verb](queue, docs, os.path.abspath(rest[0]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
