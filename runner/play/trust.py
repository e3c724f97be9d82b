"""What a reader should know before believing a figure: who said it, of what, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..judges.judge import RULES
from ..records.run_facts import judge_names, shared_models
from ..records.run_state import RunState, outcome_words
from ..records.score import REASON, ScoreRecord
from ..records.sessions import read_sessions
from .scored import AnyScored

_SHOWN_CHOICES = 4
BOUNDS_SENTENCE = (
    "Between ‹ and › stand the least and the greatest value that a score could have, whatever the missing "
    "verdicts were."
)


@dataclass(frozen=True)
class Trust:
    """The head of a run, in the terminal and in a report.

    Attributes:
        name: of the run.
        missing: sentences on what the run lacks, to be read before anything else; none for a whole run.
        identity: release, digest, subject, other roles, judge: names and values.
        counts: conversations and what is wrong with them: name, count and whether it is a fault.
        choices: what was chosen to get the scores, names and values.
        cost: what the run spent, in words.
        warnings: sentences that must be read first.
        demo_only: whether the verdicts are for demos and tests.
    """

    name: str
    missing: Sequence[str]
    identity: Sequence[tuple[str, str]]
    counts: Sequence[tuple[str, int, bool]]
    choices: Sequence[tuple[str, str]]
    cost: str
    warnings: Sequence[str]
    demo_only: bool


def trust_of(run: AnyScored) -> Trust:
    """The head of one run."""
    names = judge_names(run.folder, run.judge)
    demo_only = run.judge == RULES
    state, word = run.state, run.benchmark.showing.case_word
    facts = {**_counts(state), **_faults(run)}
    missing = state.sentences(word)
    if any(record.bounds is not None for record in run.records):
        missing.append(BOUNDS_SENTENCE)
    return Trust(
        run.name,
        missing,
        _identity(run, names),
        [(word, state.played, False), *((name, count, count > 0) for name, count in facts.items())],
        _choices(run.records),
        _cost(read_sessions(run.folder.sessions_path)),
        shared_models(run.folder.record.agents, names),
        demo_only,
    )


def _counts(state: RunState) -> dict[str, int]:
    """What is wrong with cases, replies and verdicts; of replies and cases not played only what occurs."""
    return {
        "failed": state.failures,
        **({"not played yet": state.untried} if state.untried else {}),
        **dict(outcome_words(state.outcomes)),
        **({"not judged": state.unjudged} if state.unjudged else {}),
        "unread verdicts": state.unreads,
    }


def shared_identity(heads: Sequence[Trust]) -> list[tuple[str, str]]:
    """What is the same in all runs of a page, said once; nothing where there is one run."""
    if len(heads) < 2:
        return []
    return [fact for fact in heads[0].identity if all(fact in head.identity for head in heads)]


def _identity(run: AnyScored, judges: Mapping[str, int]) -> list[tuple[str, str]]:
    record = run.folder.record
    if record.release is None:
        played = [("release", f"imported from {record.settings['tool']}; read by {run.release.name}")]
    else:
        played = [("release", record.release["name"]), ("digest", record.release["digest"])]
        if record.release.get("comparability") is not None:
            played.append(("comparability", str(record.release["comparability"])))
    roles = [(role, spec) for role, spec in record.agents.items() if role != "judge"]
    by = run.judge if list(judges) == [run.judge] else f"{run.judge} ({_counted(judges)})"
    return [*played, *roles, ("judge", by), ("package", record.package_version)]


def _counted(judges: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} verdicts by {name}" for name, count in judges.items()) or "no verdicts"


def _faults(run: AnyScored) -> dict[str, int]:
    """What the benchmark counts beside that as gone wrong, by name in words."""
    found: dict[str, int] = {}
    for name, about in run.benchmark.scoring.metrics.items():
        if about.fault is None:
            continue
        under = about.fault.items()
        counts = [
            record.count or 0
            for record in run.records
            if record.metric == name and (under <= record.by.items() if under else not record.by)
        ]
        if counts:
            found[about.label] = sum(counts)
    return found


def _choices(records: Sequence[ScoreRecord]) -> list[tuple[str, str]]:
    """Every choice with its values; those that differ from score to score are only counted."""
    values: dict[str, dict[str, None]] = {}
    for record in records:
        for name, value in record.choices.items():
            if name == REASON:
                continue
            values.setdefault(name, {})[value] = None
    return [
        (
            name,
            "; ".join(found) if len(found) <= _SHOWN_CHOICES else f"{len(found)} values, one for each score",
        )
        for name, found in values.items()
    ]


def _cost(sessions: Sequence[Mapping[str, Any]]) -> str:
    """Calls, tokens, money and time over all sessions of a run."""
    if not sessions:
        return "not recorded"
    spent = Counter[str]()
    for session in sessions:
        for role in session.get("spent", {}).values():
            spent.update({name: value for name, value in role.items() if isinstance(value, int | float)})
    seconds = sum(session.get("seconds", 0.0) for session in sessions)
    if not spent["calls"]:
        return f"no calls, {seconds:,.1f} s"
    money = f"{spent['cost']:,.4f} by the prices given" if spent["cost"] else "no prices given"
    estimated = f" ({spent['estimated']:,} calls estimated)" if spent["estimated"] else ""
    tokens = f"{spent['tokens_in']:,} tokens in, {spent['tokens_out']:,} out{estimated}"
    return f"{spent['calls']:,} calls, {tokens}, {money}, {seconds:,.1f} s"
