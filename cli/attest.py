"""What came of looking a build's assertions up in ConceptNet files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import polars as pl

    from ..builders.schemas.rules import Tables


def report_attestation(benchmark: str, tables: Tables, paths: Sequence[Path], *, full: bool) -> None:
    """Look every assertion of a build up in ConceptNet files and print how many exist, and which do not.

    Args:
        benchmark: the build's.
        tables: of the build.
        paths: dumps, pages of the API or folders of them, triples.
        full: list also those that the build says are no edges of ConceptNet's.

    Raises:
        UsageError: the benchmark makes no claims of assertions.
        SourceError: a file cannot be read.
    """
    import polars as pl

    from ..builders.sharp.claims.attest import attest
    from ..builders.sharp.claims.curated import OWN
    from ..errors import UsageError
    from ..terminal import say

    if benchmark != "sharp":
        raise UsageError(f"{benchmark} has no assertions to look up", fix="validate sharp")
    looked_up = attest(tables["claims_en"], paths)
    for path, counts in looked_up.files:
        say(f"{path.name}: {counts.rows:,} rows, {counts.selected:,} of them compared, {counts.bad:,} bad.")
    assertions, own = looked_up.assertions, pl.col("dataset") == OWN
    missing = assertions.filter(~pl.col("found"))
    found = assertions.height - missing.height
    say(f"{found:,} of the {assertions.height:,} assertions are found there, {missing.height:,} are not:")
    _list("not found, said to be ConceptNet's", missing.filter(~own), listed=True)
    _list("not found, said to be our own", missing.filter(own), listed=full)
    if (unsaid := assertions.filter(own & pl.col("found"))).height:
        _list("found, said to be our own", unsaid, listed=True)


def _list(what: str, assertions: pl.DataFrame, *, listed: bool) -> None:
    from ..terminal import say

    more = " (--full lists them)" if assertions.height and not listed else ""
    say(f"  {assertions.height:,} {what}{more}")
    if listed:
        rows = assertions.select("relation", "start", "end").sort("relation", "start", "end")
        for relation, *ends in rows.iter_rows():
            say(f"    {relation} {' '.join(uri.removeprefix('/c/en/') for uri in ends)}")
