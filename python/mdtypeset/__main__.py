"""`python -m mdtypeset` and the script `mdtypeset` run the program."""

import os
import sys

from ._worker import NEEDS, MdtypesetError, program


def main() -> None:
    try:
        path = program()
        os.execv(path, [path, *sys.argv[1:]])
    except MdtypesetError as error:
        sys.exit(f"mdtypeset: error: {error}")
    except OSError as error:
        sys.exit(f"mdtypeset: error: {path} does not start here: {error.strerror} ({NEEDS})")


if __name__ == "__main__":
    main()
