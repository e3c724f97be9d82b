"""Where a reply came from, in words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..records.case_view import Bubble, CaseView
from ..records.conversation import OUTCOME_WORDS, Reply, reply_outcome
from ..records.verdict import UNREAD_KINDS, JudgeCall, Verdict


def reply_provenance(reply: Reply) -> list[tuple[str, str]]:
    """All that is known of a reply, names and values; unknown facts are left out."""
    known = [
        ("model, as reported", reply.model),
        ("finish reason", reply.finish_reason),
        ("tokens in", _count(reply.tokens_in)),
        ("tokens out", _count(reply.tokens_out)),
        ("time", None if reply.seconds is None else f"{reply.seconds:.2f} s"),
        ("attempts", _count(reply.attempts)),
        ("request", reply.request_id),
    ]
    return [(name, value) for name, value in known if value is not None]


def call_provenance(verdict: Verdict) -> list[list[tuple[str, str]]]:
    """What a model that judged said, call by call: all that is known, names and values."""
    return [_call_provenance(call) for call in verdict.calls]


def _call_provenance(call: JudgeCall) -> list[tuple[str, str]]:
    taken = call.problem is None or call.problem.partition(":")[0] not in UNREAD_KINDS
    known = [
        ("said", call.text),
        ("odd" if taken else "not taken", call.problem),
        ("outcome", OUTCOME_WORDS.get(call.outcome)),
        ("thought", call.thought),
    ]
    came = Reply(
        "",
        finish_reason=call.finish_reason,
        tokens_in=call.tokens_in,
        tokens_out=call.tokens_out,
        seconds=call.seconds,
        attempts=call.attempts,
        request_id=call.request_id,
    )
    return [*((name, value) for name, value in known if value is not None), *reply_provenance(came)]


def reply_flags(reply: Reply) -> list[str]:
    """What is wrong with a reply before anyone judges it, in words."""
    word = OUTCOME_WORDS.get(reply_outcome(reply))
    return [word] if word else []


def with_agents(cases: Iterable[CaseView], agents: Mapping[str, str]) -> Iterator[CaseView]:
    """Cases whose replies of known origin also say which agent was asked, and how: model, address, sampling.

    Args:
        cases: of a run.
        agents: role to spec, as the run records them, without secrets.
    """
    asked = {"subject": agents.get("subject"), "user": agents.get("user", agents.get("questioner"))}
    for case in cases:
        yield replace(case, bubbles=[_with_agent(bubble, asked.get(bubble.role)) for bubble in case.bubbles])


def _with_agent(bubble: Bubble, spec: str | None) -> Bubble:
    if spec is None or not bubble.provenance:
        return bubble
    return replace(bubble, provenance=[("agent, with its sampling", spec), *bubble.provenance])


def _count(value: int | None) -> str | None:
    return None if value is None else f"{value:,}"


_ABSENT = "not said"
_CASES = "conversations"
# A few failed conversations do not make another sample.
_SAME_SIZE = 0.05


def settings_apart(runs: Sequence[Mapping[str, Any]], cases: Sequence[int]) -> list[list[str]]:
    """What is unlike most other runs, for each run, in words; nothing where it is like them.

    The usual value of a setting is the most frequent one; of several, the first by its text.

    Args:
        runs: the settings of each run, names and values: those of the protocol, judge and other roles.
        cases: how many cases each run has; more than five in a hundred from the usual number is apart.
    """
    names = sorted({name for run in runs for name in run})
    apart: list[list[str]] = [[] for _ in runs]
    for name in names:
        values = [_in_words(run[name]) if name in run else _ABSENT for run in runs]
        usual = _usual(values)
        for place, value in enumerate(values):
            if value != usual:
                apart[place].append(f"{name}: {value}, elsewhere {usual}")
    size = int(_usual([str(count) for count in cases]))
    for place, count in enumerate(cases):
        if abs(count - size) > _SAME_SIZE * size:
            apart[place].append(f"{_CASES}: {count:,}, elsewhere {size:,}")
    return apart


def _usual(values: Sequence[str]) -> str:
    return min(Counter(values).items(), key=lambda item: (-item[1], item[0]))[0]


def _in_words(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
