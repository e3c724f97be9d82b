"""How personas do not answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..table import Table
from .interviews import ReadRun
from .wording import in_words

_UNKNOWN = "by the judge"


def abstention_table(runs: Sequence[ReadRun]) -> Table | None:
    """Questions of the first two stages that were not answered, by kind; None where all were."""
    counts = {run.name: _kinds(run) for run in runs}
    kinds = sorted({kind for found in counts.values() for kind in found})
    if not kinds:
        return None
    return Table(
        "abstentions",
        "Questions that were not answered",
        ["run", "questions", *map(in_words, kinds), "all"],
        [
            [
                run.name,
                str(sum(exchange.judged for _, exchange in run.exchanges())),
                *(str(counts[run.name][kind]) for kind in kinds),
                str(counts[run.name].total()),
            ]
            for run in runs
        ],
        note="Wrong, partial and guessed answers do answer, as published.",
    )


def _kinds(run: ReadRun) -> Counter[str]:
    return Counter(
        exchange.details.abstention or _UNKNOWN
        for _, exchange in run.exchanges()
        if exchange.details.substantive is False
    )
