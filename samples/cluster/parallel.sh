#!/bin/sh
# Run by a test where GNU parallel is installed.
# Typesets all Markdown files below a folder with GNU parallel: each of its jobs is a worker of one process that gets a share of the
# job lines. With --sshlogin, parallel spreads them over several machines that see the same folders.
#
#   parallel.sh DOCS OUT [JOBS]
set -eu
docs=$1 out=$2 jobs=${3:-2}
mdtypeset=${MDTYPESET:-mdtypeset}
mkdir -p "$out"
cd "$docs"
docs=$PWD
cd "$OLDPWD"
(cd "$docs" && find . -name '*.md' | sed 's|^\./||' | sort) |
  sed 's|\\|\\\\|g; s|"|\\"|g; s|^\(.*\)\.md$|{"id":"\1.md","input":"\1.md","output":"\1.pdf"}|' |
  parallel --will-cite --pipe --round-robin -j "$jobs" -N 1 "$mdtypeset" worker -j 1 --root "$docs" --output-dir "$out" --sandbox
