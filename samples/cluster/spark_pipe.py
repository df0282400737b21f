#!/usr/bin/env python3
"""Run by a test where PySpark and a Java runtime are installed.

Typesets all Markdown files below a folder with Spark: each partition of their names goes through one `mdtypeset worker`, which is started again
when it ends; what a lost executor had, Spark does again. Ends with 1, and names the documents, if any has not been made.

    spark_pipe.py DOCS OUT
"""
import os
import sys

import jobs


def typeset(docs, out):
    def partition(names):
        import jobs

        worker = jobs.Worker(docs, out)
        for name in names:
            yield worker.do_again(name)

    return partition


def main():
    from pyspark import SparkConf, SparkContext

    docs, out = (os.path.abspath(path) for path in sys.argv[1:3])
    os.makedirs(out, exist_ok=True)
    # Tasks that fail are done up to four times, in a local master too.
    context = SparkContext(conf=SparkConf().setAppName("mdtypeset").setMaster(os.environ.get("SPARK_MASTER", "local[2,4]")))
    context.setLogLevel("ERROR")
    context.addPyFile(jobs.__file__)
    names = jobs.names_below(docs)
    results = context.parallelize(names, max(1, len(names) // 50 + 1)).mapPartitions(typeset(docs, out)).collect() if names else []
    context.stop()
    sys.exit(jobs.account(docs, out, results))


if __name__ == "__main__":
    main()
