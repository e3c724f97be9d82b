"""Measure a judge of the sharp benchmark on labelled replies."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .....errors import JudgeError
from ....judges.judge import Judge
from ....records.conversation import Case, Reply, Transcript, Turn
from ....records.score import ScoreRecord
from ....statistics.agreement import UNREAD, Agreement, agreement_of_pairs
from ....statistics.intervals import share_record
from ..scores.noise_floor import floors
from .items import CalibrationItem


@dataclass(frozen=True)
class Calibrated:
    """What a judge said of the items.

    Attributes:
        judge: its spec.
        items: the items.
        labels: what it said of each; ``unread`` where it gave nothing readable.
        misquoted: verdicts whose quotation does not stand in the reply.
    """

    judge: str
    items: tuple[CalibrationItem, ...]
    labels: tuple[str, ...]
    misquoted: int

    def pairs(self, *, language: str | None = None, trait: str | None = None) -> list[tuple[str, str]]:
        """(true label, judge's label) of the items of a language and a trait; None for all."""
        return [
            (item.label, label)
            for item, label in zip(self.items, self.labels, strict=True)
            if language in (None, item.language) and trait in (None, item.trait)
        ]


async def calibrate(
    judge: Judge,
    items: Sequence[CalibrationItem],
    *,
    concurrency: int = 8,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Calibrated:
    """Let a judge label every item; it sees the claim and the reply, as in a run.

    Args:
        judge: the judge.
        items: the items.
        concurrency: items at once.
        on_progress: told how many are done after each.

    Raises:
        AgentError: the judge's agent failed.
        JudgeError: there is nothing to judge.
    """
    if not items:
        raise JudgeError("there are no items to calibrate with", fix="choose a language that has some")
    slots = asyncio.Semaphore(concurrency)
    done = 0

    async def label(item: CalibrationItem) -> tuple[str, bool]:
        nonlocal done
        async with slots:
            case, transcript = _as_case(item)
            verdict = await judge.judge(case, transcript, 1)
        done += 1
        on_progress(done)
        return verdict.label or UNREAD, verdict.label is not None and verdict.problem is not None

    said = await asyncio.gather(*map(label, items))
    labels = tuple(label for label, _ in said)
    return Calibrated(judge.spec, tuple(items), labels, sum(flagged for _, flagged in said))


def confusion(calibrated: Calibrated, language: str | None = None) -> Agreement:
    """The confusion table with Cohen's kappa, of one language or of all."""
    return agreement_of_pairs(calibrated.pairs(language=language))


def calibration_records(calibrated: Calibrated) -> list[ScoreRecord]:
    """Accuracy, kappa and noise floors by language and over all, and accuracy by trait.

    ``accuracy``: labels that are the item's; unread ones are wrong. ``floor_*``: see
    ``metrics.sharp.noise_floor``. Intervals take the items as independent; situations recur across languages,
    so the ones over all languages are somewhat too narrow.
    """
    languages = sorted({item.language for item in calibrated.items})
    records: list[ScoreRecord] = []
    for language in (None, *languages):
        by = {"language": language} if language else {}
        table = confusion(calibrated, language)
        records.append(share_record("accuracy", table.same, table.n, by=by, choices={"unread": "wrong"}))
        records.append(
            ScoreRecord("kappa", table.kappa, None, table.n, table.low, table.high, by, {"labels": "all"})
        )
        for name, floor in floors(table.table).items():
            records.append(
                share_record(f"floor_{name}", floor.taken, floor.n, by=by, choices={"unread": "left out"})
            )
    for trait, n in sorted(Counter(item.trait for item in calibrated.items).items()):
        same = sum(true == said for true, said in calibrated.pairs(trait=trait))
        records.append(share_record("accuracy", same, n, by={"trait": trait}, choices={"unread": "wrong"}))
    return records


def _as_case(item: CalibrationItem) -> tuple[Case, Transcript]:
    key = {
        "script": "calibration", "protagonist": "speaker", "character": item.trait, "language": item.language,
        "claim_id": item.item_id,
    }  # fmt: skip
    turn = Turn(Reply(item.claim), Reply(item.reply))
    return Case("sharp", key, {"claim": item.claim}), Transcript(key, 0, (turn,))
