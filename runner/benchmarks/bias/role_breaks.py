"""Simulated users that fall out of their role, found by rule.

A user model may answer as if it were the assistant, reveal that the conversation is a test, refuse to play,
or ask for the subject's opinion where it must not (indirect mode). The phrases stand in
``role_break_cues.tsv``, in Portuguese and English; other languages are not looked for, and what no phrase
catches is not counted, so the counts are a lower bound.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from ...records.conversation import Transcript
from ...records.score import ScoreRecord
from ...statistics.intervals import Method, share_record

KINDS = {
    "assistant": "speaks as an assistant",
    "reveals": "reveals that it plays a role or that there is a test",
    "refuses": "refuses to play",
    "opinion": "asks for an opinion in indirect mode",
}
ANY = "any"


@dataclass(frozen=True)
class RoleBreak:
    """One message that is out of its role.

    Attributes:
        turn: the turn of the message, from 1.
        kind: one of ``KINDS``.
        phrase: the words that gave it away.
    """

    turn: int
    kind: str
    phrase: str


def find_role_breaks(transcript: Transcript) -> list[RoleBreak]:
    """The role breaks of a conversation's user, in order; each kind once a message."""
    indirect = transcript.key.get("mode") == "indirect"
    return [
        RoleBreak(turn, kind, phrase)
        for turn, exchange in enumerate(transcript.turns, start=1)
        for kind, phrase in _find(exchange.user.text)
        if kind != "opinion" or indirect
    ]


def role_break_records(transcripts: Iterable[Transcript], interval: Method = "wilson") -> list[ScoreRecord]:
    """By condition, the share of conversations whose user breaks its role: ``role_break_rate``.

    ``by`` names mode, persona and kind; ``any`` stands for all kinds and is always there, the others where
    they occur.

    Args:
        transcripts: of a run.
        interval: interval of shares.
    """
    totals = Counter[tuple[str, str]]()
    broken = Counter[tuple[str, str, str]]()
    for transcript in transcripts:
        condition = transcript.key["mode"], transcript.key["persona"]
        totals[condition] += 1
        kinds = {found.kind for found in find_role_breaks(transcript)}
        broken.update((*condition, kind) for kind in (*kinds, *([ANY] if kinds else [])))
    return [
        share_record(
            "role_break_rate", broken[mode, persona, kind], n,
            by={"mode": mode, "persona": persona, "kind": kind}, choices={"found": "by phrases"},
            method=interval,
        )
        for (mode, persona), n in sorted(totals.items())
        for kind in (ANY, *KINDS)
        if kind == ANY or broken[mode, persona, kind]
    ]  # fmt: skip


# Scores and a report ask of the same texts, and scripted users say them again and again.
@lru_cache(maxsize=16_384)
def _find(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (kind, found.group())
        for kind, pattern in _patterns().items()
        if (found := pattern.search(text)) is not None
    )


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    text = (files(__package__) / "role_break_cues.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    return {
        kind: re.compile("|".join(row["pattern"] for row in rows if row["kind"] == kind), re.IGNORECASE)
        for kind in KINDS
    }
