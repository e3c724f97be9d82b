"""Which assertions exist in ConceptNet: each is looked up in its files, after folding to meanings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from ....sources.conceptnet.dump import RowCounts
from ....sources.conceptnet.read import stream_assertions
from .fold import fold, fold_action
from .graph import INVERSE, SAME, Triple, canonical
from .pairs import OWN

_ENGLISH = "/c/en/"
_TERMS = ("relation", "start_term", "end_term")


@dataclass(frozen=True)
class Attestation:
    """Assertions looked up in files.

    Attributes:
        assertions: as they were given, with a column ``found``.
        files: the files read and where their rows went.
    """

    assertions: pl.DataFrame
    files: tuple[tuple[Path, RowCounts], ...]


def attest(assertions: pl.DataFrame, paths: Sequence[Path], *, strict: bool = False) -> Attestation:
    """Look assertions up in ConceptNet files of any kind.

    An assertion is found where a row says the same of the same: senses, number, articles, and both directions
    of symmetric relations, HasA and PartOf are folded, as they are when claims are made of edges. A gerund is
    also found as its verb: up to 5.2 ConceptNet filed ``skiing`` under ``ski``.

    Args:
        assertions: columns ``relation``, ``start`` and ``end`` (URIs of English nodes).
        paths: dumps, pages of the API (or folders of them), triples; told by their content.
        strict: stop at the first bad row.

    Raises:
        SourceError: a file is missing, broken or, with ``strict``, has a bad row.
    """
    looked_up = [set(_keys(*row)) for row in assertions.select("relation", "start", "end").iter_rows()]
    wanted = set().union(*looked_up)
    terms = {term for _, *ends in wanted for term in ends}
    keep = _same_relations(assertions["relation"])
    known: set[Triple] = set()
    files = []
    for path in paths:
        counts = RowCounts()
        for frame in stream_assertions(path, counts, keep=keep, strict=strict):
            known |= wanted.intersection(_meanings(frame, terms))
        files.append((path, counts))
    found = pl.Series([bool(keys & known) for keys in looked_up], dtype=pl.Boolean)
    return Attestation(assertions.with_columns(found=found), tuple(files))


def attestation_lines(tables: Mapping[str, pl.DataFrame], paths: Sequence[Path], *, full: bool) -> list[str]:
    """How many assertions of a build exist in ConceptNet files, and which do not, line by line.

    Args:
        tables: of the build.
        paths: as for ``attest``.
        full: list also those that the build says are no edges of ConceptNet's.

    Raises:
        SourceError: a file cannot be read.
    """
    looked_up = attest(tables["claims_en"], paths)
    assertions, own = looked_up.assertions, pl.col("dataset") == OWN
    missing = assertions.filter(~pl.col("found"))
    unsaid = assertions.filter(own & pl.col("found"))
    return [
        *(
            f"{path.name}: {counts.rows:,} rows, {counts.selected:,} of them compared, {counts.bad:,} bad."
            for path, counts in looked_up.files
        ),
        f"{assertions.height - missing.height:,} of the {assertions.height:,} assertions are found there, "
        f"{missing.height:,} are not:",
        *_listing("not found, said to be ConceptNet's", missing.filter(~own), listed=True),
        *_listing("not found, said to be our own", missing.filter(own), listed=full),
        *(_listing("found, said to be our own", unsaid, listed=True) if unsaid.height else ()),
    ]


def _listing(what: str, assertions: pl.DataFrame, *, listed: bool) -> Iterator[str]:
    more = " (--full lists them)" if assertions.height and not listed else ""
    yield f"  {assertions.height:,} {what}{more}"
    if listed:
        rows = assertions.select("relation", "start", "end").sort("relation", "start", "end")
        for relation, *ends in rows.iter_rows():
            yield f"    {relation} {' '.join(uri.removeprefix('/c/en/') for uri in ends)}"


def _meanings(rows: pl.DataFrame, terms: set[str]) -> Iterator[Triple]:
    # Folding takes the time: of most rows it is enough to fold the start.
    for relation, start, end in rows.select(_TERMS).drop_nulls().iter_rows():
        if (first := fold(start)) in terms and (second := fold(end)) in terms:
            yield canonical(relation, first, second)


def _same_relations(relations: pl.Series) -> pl.Expr:
    # Rows of a relation, and of what ``canonical`` takes for the same or for its other direction.
    both = [*SAME.items(), *INVERSE.items()]
    wanted = set(relations)
    wanted |= {other for pair in both for other in pair if wanted & set(pair)}
    english = [pl.col(side).str.starts_with(_ENGLISH) for side in ("start", "end")]
    return pl.all_horizontal(*english, pl.col("rel").is_in([f"/r/{name}" for name in sorted(wanted)]))


def _keys(relation: str, start: str, end: str) -> Iterator[Triple]:
    folded = [fold(uri.removeprefix(_ENGLISH).partition("/")[0]) for uri in (start, end)]
    yield canonical(relation, *folded)
    yield canonical(relation, *map(fold_action, folded))
