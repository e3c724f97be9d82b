"""Where a reply came from, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..conversation import Reply
from ..reply_flags import reply_flag
from .case_view import Bubble, CaseView

_FLAG_WORDS = {"empty": "empty reply", "whitespace": "white-space reply", "cut": "cut reply"}


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


def reply_flags(reply: Reply) -> list[str]:
    """What is wrong with a reply before anyone judges it, in words."""
    flag = reply_flag(reply)
    return [_FLAG_WORDS[flag]] if flag else []


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
