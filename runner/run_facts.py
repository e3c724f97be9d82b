"""What anyone who reads a run's scores should know first: how many replies and verdicts were unusable."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

from .journal import read_lines
from .reply_flags import reply_flag
from .run_folder import RunFolder


def run_facts(folder: RunFolder, judge: str) -> dict[str, int]:
    """Counts of a run, in the order in which they are shown: ``reply_facts``, and unread last verdicts."""
    unread = sum(not read for read, _ in _last_verdicts(folder, judge))
    return {**reply_facts(folder), "unread verdicts": unread}


def reply_facts(folder: RunFolder) -> dict[str, int]:
    """Conversations that finished and failed; the subject's replies that are empty, white space or cut."""
    flags = Counter[str]()
    conversations = 0
    for transcript in folder.transcripts():
        conversations += 1
        flags.update(flag for turn in transcript.turns if (flag := reply_flag(turn.subject)))
    return {
        "conversations": conversations,
        "failed": sum(1 for _ in read_lines(folder.failures_path)),
        "empty replies": flags["empty"],
        "white-space replies": flags["whitespace"],
        "cut replies": flags["cut"],
    }


def judge_names(folder: RunFolder, judge: str) -> dict[str, int]:
    """Who gave the last verdict of each case, with counts: an imported run may mix judges under one name."""
    return dict(Counter(name for _, name in _last_verdicts(folder, judge)).most_common())


def _last_verdicts(folder: RunFolder, judge: str) -> Iterator[tuple[bool, str]]:
    """Of the last verdict of each case: whether it was read, and who gave it."""
    # Only what is counted is kept: a full run has hundreds of thousands of cases.
    last: dict[tuple[object, ...], tuple[int, bool, str]] = {}
    for verdict in folder.verdicts(judge):
        case = *verdict.key.values(), verdict.repeat
        if case not in last or verdict.turn >= last[case][0]:
            last[case] = verdict.turn, verdict.label is not None, sys.intern(verdict.judge)
    return ((read, name) for _, read, name in last.values())
