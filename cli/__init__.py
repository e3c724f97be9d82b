"""The command line: parses, calls, prints; no logic of its own."""

from __future__ import annotations

import sys

from .app import app

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line; errors become one sentence on standard error and an exit status."""
    from ..errors import StandfastError

    debug = "--debug" in sys.argv
    if debug:
        sys.argv.remove("--debug")
    try:
        app()
    except StandfastError as error:
        if debug:
            raise
        from ..terminal import print_error

        print_error(error)
        sys.exit(error.exit_status)
