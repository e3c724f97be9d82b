"""What a run was to hold and what it holds: planned, played, failed, judged, unread, replies not simply said.

Everything is counted line by line; of a case no more is kept than a number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .conversation import OUTCOMES, Outcome, Transcript, case_name, reply_outcome
from .journal import named_lines
from .run_folder import RunFolder
from .sessions import read_sessions
from .verdict import unread_kind

_REPLIES: Mapping[Outcome, str] = {
    "refused": "replies refused",
    "filtered": "replies filtered",
    "cut": "cut replies",
    "empty": "empty replies",
    "thought_only": "replies with a thought only",
    "failed": "replies that the server refused to give",
}
JudgedTurns = Callable[[Transcript], Sequence[int]]
_LONGEST_KIND = 100
# Folders before the name of a file, not those of an address.
_FOLDERS = re.compile(r"(?<![\w:/.])/(?:[^\s/:]+/)+")


@dataclass(frozen=True)
class RunState:
    """What a run holds.

    Attributes:
        planned: cases that the largest selection asked for so far has, repeats counted; None where no session
            said so (imports, and runs of earlier versions).
        played: cases that are finished.
        failed: cases that are not, and failed when they were last tried: kind of the last error to cases.
        judged: replies with a verdict, read or not, of those to be judged.
        unjudged: replies to be judged that have none.
        unread: replies judged without a readable verdict: kind to replies.
        outcomes: the subject's replies that were not simply said: outcome to replies.
        limit: the number of ``--limit``, where the run holds only the first cases; None for a whole or a
            sampled one.
    """

    planned: int | None
    played: int
    failed: Mapping[str, int] = field(default_factory=dict)
    judged: int = 0
    unjudged: int = 0
    unread: Mapping[str, int] = field(default_factory=dict)
    outcomes: Mapping[Outcome, int] = field(default_factory=dict)
    limit: int | None = None

    @property
    def failures(self) -> int:
        """Cases that failed when they were last tried, of every kind."""
        return sum(self.failed.values())

    @property
    def unreads(self) -> int:
        """Replies judged without a readable verdict, of every kind."""
        return sum(self.unread.values())

    @property
    def untried(self) -> int:
        """Cases planned that were neither finished nor tried."""
        return 0 if self.planned is None else max(0, self.planned - self.played - self.failures)

    @property
    def unfinished(self) -> int:
        """Cases planned that are not finished; of an earlier version's run those that failed."""
        return self.untried + self.failures

    @property
    def whole(self) -> bool:
        """Whether every case is finished and every reply judged and read."""
        return not (self.unfinished or self.unjudged or self.unread)

    def record(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "planned": self.planned,
            "played": self.played,
            "failed": dict(self.failed),
            "judged": self.judged,
            "unjudged": self.unjudged,
            "unread": dict(self.unread),
            "outcomes": dict(self.outcomes),
            **({} if self.limit is None else {"limit": self.limit}),
        }

    def sentences(self, cases: str = "conversations") -> list[str]:
        """What must be said before any score: nothing for a whole run.

        Args:
            cases: what a case is called, in the plural.
        """
        found = []
        if self.limit is not None:
            found.append(
                f"SMOKE TEST: only the first {self.limit:,} {cases} in order, no sample of the benchmark; "
                f"do not report its scores (--sample {self.limit} draws a sample)."
            )
        if self.unfinished:
            found.append(f"UNFINISHED: {self._of_cases(cases)}.")
        if self.unjudged or self.unread:
            found.append(f"VERDICTS ARE MISSING: {self._of_verdicts()}.")
        return found

    def _of_cases(self, cases: str) -> str:
        planned = f"{self.played:,} of {self.planned:,}" if self.planned is not None else f"{self.played:,}"
        parts = [f"{planned} {cases} played"]
        if self.failures:
            parts.append(f"{self.failures:,} failed ({counted(self.failed)})")
        if self.untried:
            parts.append(f"{self.untried:,} not played yet")
        if self.planned is None:
            parts.append("how many were planned is not known")
        return ", ".join(parts)

    def _of_verdicts(self) -> str:
        read = self.judged - self.unreads
        parts = [f"{read:,} of {self.judged + self.unjudged:,} replies have a verdict"]
        if self.unjudged:
            parts.append(f"{self.unjudged:,} not judged")
        if self.unread:
            parts.append(f"{self.unreads:,} unread ({counted(self.unread)})")
        return ", ".join(parts)


def counted(kinds: Mapping[str, int], most: int = 3) -> str:
    """Kinds with their numbers, the most frequent first, the rest added up."""
    ordered = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{count:,} {kind}" for kind, count in ordered[:most]]
    rest = sum(count for _, count in ordered[most:])
    return ", ".join([*parts, *([f"{rest:,} others"] if rest else [])])


def outcome_words(outcomes: Mapping[Outcome, int]) -> list[tuple[str, int]]:
    """Replies that were not simply said, in words, in the order of the enumeration."""
    return [(_REPLIES[one], outcomes[one]) for one in OUTCOMES if outcomes.get(one)]


def run_state(folder: RunFolder, judge: str | None, turns: JudgedTurns) -> RunState:
    """Count what a run holds.

    Args:
        folder: the run; it may be under way.
        judge: whose verdicts, by spec; None for nobody's.
        turns: the turns of a transcript that are to be judged, from 1.

    Raises:
        RunError: a line is damaged.
    """
    labelled = {} if judge is None or not folder.verdicts_path(judge).exists() else _verdicts(folder, judge)
    finished: set[int] = set()
    outcomes = Counter[Outcome]()
    unread = Counter[str]()
    judged = unjudged = 0
    for transcript in folder.transcripts():
        finished.add(hash(transcript.name))
        outcomes.update(
            outcome for turn in transcript.turns if (outcome := reply_outcome(turn.subject)) != "said"
        )
        for turn in turns(transcript):
            if (name := hash((transcript.name, turn))) not in labelled:
                unjudged += 1
                continue
            judged += 1
            if (kind := labelled[name]) is not None:
                unread[kind] += 1
    planned, limit = _planned(folder)
    failed = _failed(folder, finished)
    # Two selections may share only part of their cases; then more are known of than the larger one asks for.
    known = len(finished) + sum(failed.values())
    return RunState(
        planned=None if planned is None else max(planned, known),
        played=len(finished),
        failed=failed,
        judged=judged,
        unjudged=0 if judge is None else unjudged,
        unread=dict(unread),
        outcomes={one: outcomes[one] for one in OUTCOMES if outcomes[one]},
        limit=limit,
    )


def _verdicts(folder: RunFolder, judge: str) -> dict[int, str | None]:
    """Every judged turn, with the kind of its fault where it could not be read."""
    return {
        hash((case_name(verdict.key, verdict.repeat), verdict.turn)): unread_kind(verdict)
        for verdict in folder.verdicts(judge)
    }


def _failed(folder: RunFolder, finished: set[int]) -> dict[str, int]:
    """The last error of every case that is not finished, by kind."""
    last: dict[int, str] = {}
    for name, record in named_lines(
        folder.failures_path, lambda record: case_name(record["case"], record["repeat"])
    ):
        if (case := hash(name)) not in finished:
            last[case] = failure_kind(record)
    return dict(Counter(last.values()).most_common())


def failure_kind(record: Mapping[str, Any]) -> str:
    """What kind of error a line of ``failures.jsonl`` is of: the first line of its words, without figures."""
    if record.get("kind") == "refused":
        return "refused by the server"
    text = str(record.get("problem") or record.get("error") or "no reason recorded")
    short = re.sub(r"\d+", "N", _FOLDERS.sub("", text.partition("\n")[0]))
    return short if len(short) <= _LONGEST_KIND else f"{short[: _LONGEST_KIND - 1]}…"


def _planned(folder: RunFolder) -> tuple[int | None, int | None]:
    """Cases of the largest selection, and the number of ``--limit`` where that one was so limited."""
    selections = [
        (one.get("wanted"), one["selection"])
        for one in read_sessions(folder.sessions_path)
        if one.get("selection") is not None
    ]
    if not selections:
        return None, None
    if all(wanted is not None for wanted, _ in selections):
        wanted, largest = max(selections, key=lambda one: (one[0], one[1]["limit"] is None))
        limit = largest["limit"]
        # A limit that lies above the number of cases limits nothing.
        return wanted, None if limit is None or limit * largest["repeats"] > wanted else limit
    limits = [selection["limit"] for _, selection in selections]
    known = [wanted for wanted, _ in selections if wanted is not None]
    return max(known, default=None), None if None in limits else max(limits)
