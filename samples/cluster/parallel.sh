#!/bin/sh
# Run by a test where GNU parallel is installed.
# Typesets all Markdown files below a folder with GNU parallel: each of its jobs is a worker that gets the names of twenty files. What a job that
# is killed had is done again (--retries). With --sshlogin, parallel spreads them over several machines that see the same folders.
# Ends with 1, and names the documents, if any has not been made.
#
#   parallel.sh DOCS OUT [JOBS]
set -eu
docs=$1 out=$2 jobs=${3:-2}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
python3 "$here/jobs.py" list "$docs" |
  parallel --will-cite -0 -n 20 -j "$jobs" --retries 4 python3 "$here/jobs.py" run "$docs" "$out" > "$out/results.jsonl" || true
python3 "$here/jobs.py" check "$docs" "$out" "$out/results.jsonl"
