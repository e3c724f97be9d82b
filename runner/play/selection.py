"""Which cases a run plays: all of them or the first few, or a sample; once or several times over."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ...errors import UsageError
from ..records.conversation import Case

CaseSource = Callable[[], Iterable[Case]]


@dataclass(frozen=True)
class Selection:
    """Which cases to play; it decides nothing of what any one case says, so a run may widen it later.

    Attributes:
        limit: only the first so many, or None for all.
        sample: so many drawn at random, or None for all: whole units (for bias, topics with all their
            conditions), each stratum in proportion.
        seed: of the sample; the same seed draws the same cases, everywhere.
        repeats: how often each is played.
    """

    limit: int | None = None
    sample: int | None = None
    seed: int = 0
    repeats: int = 1


def select_cases(
    source: CaseSource, unit: Callable[[Case], tuple[str, str]], selection: Selection
) -> Iterator[Case]:
    """The cases to play, repeat by repeat, so that an unfinished run holds whole repeats first.

    Args:
        source: gives all cases, anew at each call; they are not listed.
        unit: a case's stratum and, in it, the unit that is drawn or left out as a whole.
        selection: which.

    Raises:
        UsageError: both a limit and a sample, or a number below 1.
    """
    _check(selection)
    drawn = None if selection.sample is None else _draw(map(unit, source()), selection.sample, selection.seed)

    def once() -> Iterable[Case]:
        if drawn is not None:
            return (case for case in source() if unit(case) in drawn)
        return islice(source(), selection.limit)

    return (
        replace(case, repeat=repeat) if repeat else case
        for repeat in range(selection.repeats)
        for case in once()
    )


def _check(selection: Selection) -> None:
    if selection.limit is not None and selection.sample is not None:
        raise UsageError("--limit and --sample were both given", fix="choose one of them")
    for name in ("limit", "sample", "repeats"):
        value = getattr(selection, name)
        if value is not None and value < 1:
            raise UsageError(f"--{name} {value} selects nothing", fix="give 1 or more")


def _draw(units: Iterable[tuple[str, str]], size: int, seed: int) -> set[tuple[str, str]]:
    """A stratified sample of units: in each stratum those of lowest rank, where rank is a seeded digest.

    Ranks depend neither on order nor on number, so the same seed draws the same units on every machine, and a
    larger sample holds the smaller one wherever the quotas of the strata grow.

    Args:
        units: stratum and unit of every case.
        size: cases wanted; as many units as make up no more than that, and one at least.
        seed: of the ranks.
    """
    cases = Counter(units)
    strata: dict[str, list[tuple[int, str]]] = {}
    for stratum, name in cases:
        strata.setdefault(stratum, []).append((_rank(seed, f"{stratum}/{name}"), name))
    if not cases:
        return set()
    wanted = max(1, min(len(cases), size * len(cases) // cases.total()))
    quotas = _quotas(Counter({stratum: len(ranked) for stratum, ranked in strata.items()}), wanted)
    return {
        (stratum, name) for stratum, ranked in strata.items() for _, name in sorted(ranked)[: quotas[stratum]]
    }


def _rank(seed: int, name: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{seed}/{name}".encode(), digest_size=8).digest())


def _quotas(counts: Counter[str], size: int) -> dict[str, int]:
    """Seats in proportion to the counts, the largest remainders first (Hamilton's method)."""
    total = counts.total()
    whole = {group: size * count // total for group, count in counts.items()}
    by_remainder = sorted(counts, key=lambda group: (-(size * counts[group] % total), group))
    for group in by_remainder[: size - sum(whole.values())]:
        whole[group] += 1
    return whole
