#!/usr/bin/env python3
"""Run by a test where PySpark and a Java runtime are installed.

Typesets all Markdown files below a folder with Spark: each partition of the job lines is piped through one `mdtypeset worker`.

    spark_pipe.py DOCS OUT
"""
import json
import os
import pathlib
import shlex
import sys

from pyspark import SparkConf, SparkContext

root, out = (os.path.abspath(path) for path in sys.argv[1:3])
program = os.environ.get("MDTYPESET", "mdtypeset")
os.makedirs(out, exist_ok=True)
names = sorted(path.relative_to(root) for path in pathlib.Path(root).rglob("*.md"))
jobs = [json.dumps({"id": str(name), "input": str(name), "output": str(name.with_suffix(".pdf"))}) for name in names]
context = SparkContext(conf=SparkConf().setAppName("mdtypeset").setMaster(os.environ.get("SPARK_MASTER", "local[2]")))
context.setLogLevel("ERROR")
command = shlex.join([program, "worker", "-j", "1", "--root", root, "--output-dir", out, "--sandbox"])
results = [json.loads(line) for line in context.parallelize(jobs, max(1, len(jobs) // 50 + 1)).pipe(command).collect()]
failed = [result for result in results if result["status"] != "done"]
for result in failed:
    print(f"{result['id']}: {result['message']}")
print(f"{len(results)} documents, {len(failed)} failed")
context.stop()
sys.exit(1 if failed else 0)
