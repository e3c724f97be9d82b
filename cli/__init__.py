"""The command line: parses, calls, prints."""

from __future__ import annotations

import sys

from .app import app

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line; errors become one sentence on standard error and an exit status."""
    from ..errors import StandfastError
    from .benchmark_options import take_options

    arguments = sys.argv[1:]
    debug = "--debug" in arguments
    if debug:
        arguments.remove("--debug")
    try:
        rest, given = take_options(arguments)
        app(args=rest, obj=given)
    except StandfastError as error:
        if debug:
            raise
        from ..terminal import print_error

        print_error(error)
        sys.exit(error.exit_status)
