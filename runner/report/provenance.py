"""Where a reply came from, in words."""

from __future__ import annotations

from ..conversation import Reply
from ..reply_flags import reply_flag

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


def _count(value: int | None) -> str | None:
    return None if value is None else f"{value:,}"
