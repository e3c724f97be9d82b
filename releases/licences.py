"""Licences: which parts may go into one release, and what licence the whole then has.

The table ``licences.tsv`` lists licences by SPDX identifier from the freest to the strictest. Its column
``into`` names the licences under which a work that adapts the material may be given out, as the licence
texts (and for Creative Commons the published compatibility lists) allow; ``-`` where they allow none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations

from ..errors import ReleaseError
from ..sources.curated import parse_tsv
from ..sources.record import NO_LICENCE, SourceRecord

_TABLE = "releases/licences.tsv"


@dataclass(frozen=True)
class Licence:
    """One licence.

    Attributes:
        spdx: SPDX identifier.
        hub_id: the name the Hub's dataset cards use.
        page: where its text is.
        into: licences a work that adapts the material may have.
    """

    spdx: str
    hub_id: str
    page: str
    into: frozenset[str]


def licence(spdx: str, *, where: str | None = None) -> Licence:
    """A licence by its SPDX identifier.

    Raises:
        ReleaseError: the table does not know it.
    """
    known = _licences()
    if spdx == NO_LICENCE:
        raise ReleaseError(
            "nobody has stated its licence, so no release can be made of it",
            where=where,
            fix="build again and state it where it is known, or leave that source out",
        )
    if spdx not in known:
        raise ReleaseError(
            f"the licence {spdx!r} is not known",
            where=where,
            fix=f"use an SPDX identifier of {_TABLE}, or add a row there",
        )
    return known[spdx]


def parts_of(expression: str) -> list[str]:
    """The licences of a source that has several: ``CC-BY-4.0 AND CC-BY-SA-4.0``."""
    return [part.strip() for part in expression.split(" AND ")]


def combined_licence(sources: Iterable[SourceRecord], stated: str | None = None) -> str:
    """The licence of a release made from these sources.

    Args:
        sources: every source; all of its licences count.
        stated: the licence the release is said to have; None for the freest that the sources allow.

    Raises:
        ReleaseError: a licence is unknown, two sources do not combine, or they do not allow the stated
            one; names the sources.
    """
    parts = [
        (source.name, licence(part, where=f"source {source.name}"))
        for source in sources
        for part in parts_of(source.licence)
    ]
    if stated is not None:
        wanted = licence(stated).spdx
        for name, part in parts:
            if wanted not in part.into:
                raise ReleaseError(
                    f"the source {name} is {part.spdx} and may not go into a release under {wanted}",
                    fix=f"leave it out, or choose one of: {_listed(part.into)}",
                )
        return wanted
    allowed = [spdx for spdx in _licences() if all(spdx in part.into for _, part in parts)]
    if not parts or not allowed:
        raise _no_combination(parts)
    return allowed[0]


def _no_combination(parts: list[tuple[str, Licence]]) -> ReleaseError:
    if not parts:
        return ReleaseError("the build names no source, so it has no licence", fix="record its sources")
    for name, part in parts:
        if not part.into:
            return ReleaseError(
                f"the source {name} is {part.spdx}, which allows no adapted work", fix="leave it out"
            )
    for (name, part), (other_name, other) in combinations(parts, 2):
        if not part.into & other.into:
            return ReleaseError(
                f"no licence allows both the source {name} ({part.spdx}) and the source {other_name} "
                f"({other.spdx}) in one release",
                fix="leave one of them out",
            )
    named = ", ".join(f"{name} ({part.spdx})" for name, part in parts)
    return ReleaseError(f"no licence allows all of these in one release: {named}", fix="leave one out")


def _listed(names: frozenset[str]) -> str:
    return ", ".join(spdx for spdx in _licences() if spdx in names) or "none"


@cache
def _licences() -> dict[str, Licence]:
    data = (files("standfast.releases") / "licences.tsv").read_bytes()
    return {
        row["licence"]: Licence(
            row["licence"], row["hub_id"], row["page"], frozenset(row["into"].split()) - {"-"}
        )
        for row in parse_tsv(data, where=_TABLE).iter_rows(named=True)
    }
