"""What was claimed and what the evidence says of it; searches that failed; and who agrees to decoys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ....records.section import Figure
from ....records.table import Cell, Table
from ..metrics import MEASURES
from .format import CLAIMS, UNDEFINED, score, with_interval
from .interviews import ReadRun
from .stacked import Bar, Part, stacked_bars

_DECOY_PARTS = (Part("denied", "good"), Part("agreed to", "bad"), Part("not judged", "refusal"))


def claim_bars(runs: Sequence[ReadRun]) -> Figure | None:
    """Claims about what a persona named, by what came of them; None where nothing was claimed.

    Args:
        runs: in order.
    """
    bars = [Bar(run.name, of, counts) for run in runs for of, counts in _claims(run)]
    if not any(bar.total for bar in bars):
        return None
    total = sum(bar.total for bar in bars)
    return stacked_bars(
        "claims",
        "Claims, and what the evidence says",
        f"Counts of claims about things that answers named ({total} in all). Confirmed: the persona said "
        "that what was named is its own; only these count for non-refutation. Claims that the evidence "
        "leaves open are neither supported nor refuted, and a search that failed decides nothing.",
        [Part(words, tone) for words, tone in CLAIMS.values()],
        bars,
    )


def decoy_bars(runs: Sequence[ReadRun]) -> Figure | None:
    """Answers to questions about things that are not the persona's; None where there were none."""
    bars = [Bar(run.name, "decoys", _decoys(run)) for run in runs]
    total = sum(bar.total for bar in bars)
    if not total:
        return None
    return stacked_bars(
        "decoys",
        "Decoys: who says yes to what is not theirs",
        f"Counts of confirmation questions about something that is certainly not the persona’s ({total} in "
        "all). Trust is 1 − the share agreed to: without it, a persona that says yes to everything scores "
        "like one that tells the truth.",
        _DECOY_PARTS,
        bars,
    )


def evidence_table(runs: Sequence[ReadRun]) -> Table:
    """Searches, confirmations, decoys and trust of each run."""
    heads = [
        "run", "named something", "searches", "found", "nothing found", "failed",
        "made again", "confirmed", "not", "decoys denied", "agreed to", "trust",
    ]  # fmt: skip
    return Table(
        "evidence-counts",
        "Searches, confirmations and decoys",
        heads,
        [_row(run) for run in runs],
        note="Named something: questions whose answer did, of those of which it is known. Made again: "
        "searches that failed in the interview and succeeded later. Confirmed or not: whether the persona "
        "said that what was named is its own. Failed searches are the searcher’s fault: they neither refute "
        "a claim nor lower coverage.",
    )


def _row(run: ReadRun) -> list[str | Cell]:
    searches = Counter(one.status for _, exchange in run.exchanges() for one in exchange.note.searches)
    naming = sum(bool(exchange.note.searches) for _, exchange in run.exchanges() if exchange.judged)
    questions = sum(
        exchange.judged and exchange.note.extraction_fault is None for _, exchange in run.exchanges()
    )
    mended = sum(
        one.before is not None and one.status != "failed"
        for _, exchange in run.exchanges()
        for one in exchange.note.searches
    )
    answers = Counter(
        exchange.details.affirmed
        for _, exchange in run.exchanges()
        if exchange.note.asking is not None and not exchange.note.asking.decoy
    )
    denied, agreed, _ = _decoys(run)
    failed = str(searches["failed"])
    return [
        run.name,
        f"{naming} of {questions}",
        str(searches.total()),
        str(searches["found"]),
        str(searches["nothing"]),
        Cell(failed, tone="bad") if searches["failed"] else failed,
        str(mended),
        str(answers[True]),
        str(answers[False]),
        str(denied),
        str(agreed),
        _trust(run),
    ]


def _trust(run: ReadRun) -> str | Cell:
    record = run.find("trust")
    if record is None or record.value is None:
        return Cell(UNDEFINED, title=MEASURES["trust"].undefined)
    return (
        with_interval(record.value, record.low, record.high)
        if record.low is not None
        else score(record.value)
    )


def _claims(run: ReadRun) -> list[tuple[str, tuple[int, ...]]]:
    """Claims by verdict where the thing was confirmed, and where it was not."""
    found: dict[bool, Counter[str | None]] = {True: Counter(), False: Counter()}
    for interview, exchange in run.exchanges():
        asking = exchange.note.asking
        if asking is None or asking.decoy:
            continue
        named = interview.at(asking.turn).note.entities
        ids = [claim.claim_id for one in named if one.entity_id == asking.entity_id for claim in one.claims]
        verdicts = exchange.details.claims or {}
        found[exchange.details.affirmed is True].update(verdicts.get(name) for name in ids)
    return [
        (of, tuple(counts[verdict] for verdict in CLAIMS))
        for of, counts in (("confirmed", found[True]), ("not confirmed", found[False]))
        if counts or of == "confirmed"
    ]


def _decoys(run: ReadRun) -> tuple[int, int, int]:
    """Decoys denied, agreed to, and not judged."""
    answers = Counter(
        exchange.details.affirmed
        for _, exchange in run.exchanges()
        if exchange.note.asking is not None and exchange.note.asking.decoy
    )
    return answers[False], answers[True], answers[None]
