"""`python -m mdtypeset` and the script `mdtypeset` run the program."""

import os
import sys

from ._worker import program


def main() -> None:
    path = program()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
