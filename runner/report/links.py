"""Links inside a report."""

from __future__ import annotations

from urllib.parse import urlencode


def case_link(run: str, case: str, anchor: str | None = None) -> str:
    """A link to a case.

    Args:
        run: short name of its run.
        case: its key.
        anchor: of a bubble in it, or None for its beginning.
    """
    place = {} if anchor is None else {"at": anchor}
    return "#cases?" + urlencode({"run": run, "case": case, **place})
