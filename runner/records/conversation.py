"""What is said in a case, and what is known of each reply."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict


class Message(TypedDict):
    """One chat message: ``role`` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True)
class Reply:
    """One reply of an agent, as it came.

    Attributes:
        text: the reply, unchanged.
        model: the model's name as the server reported it.
        finish_reason: why the server ended the reply (``stop``, ``length`` …).
        tokens_in: prompt tokens, as reported.
        tokens_out: completion tokens, as reported.
        seconds: time from request to reply.
        attempts: requests that were needed.
        request_id: the server's id of the request.
    """

    text: str
    model: str | None = None
    finish_reason: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float | None = None
    attempts: int | None = None
    request_id: str | None = None


@dataclass(frozen=True)
class Turn:
    """One exchange: the user's message, then the subject's reply.

    Attributes:
        user: the message.
        subject: the reply.
        notes: what the protocol knows of the exchange beside its words, as plain data.
    """

    user: Reply
    subject: Reply
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """One unit of work.

    Attributes:
        benchmark: whose case it is.
        key: names and values that identify it, for example topic_id, mode and persona.
        facts: what the scripted parts and baselines may know of it; agents under test never see it.
        repeat: which replay of the case this is, from 0.
    """

    benchmark: str
    key: Mapping[str, str]
    facts: Mapping[str, Any]
    repeat: int = 0

    @property
    def name(self) -> str:
        """The key's values joined by slashes, with the repeat where there is one."""
        return case_name(self.key, self.repeat)


@dataclass(frozen=True)
class Transcript:
    """A finished case: its key and its turns in order."""

    key: Mapping[str, str]
    repeat: int
    turns: tuple[Turn, ...]

    @property
    def name(self) -> str:
        """As ``Case.name``."""
        return case_name(self.key, self.repeat)


def case_name(key: Mapping[str, str], repeat: int) -> str:
    """The key's values joined by slashes, with the repeat where there is one."""
    name = "/".join(key.values())
    return f"{name}#{repeat}" if repeat else name


def transcript_record(transcript: Transcript) -> dict[str, Any]:
    """A transcript as a JSON object; facts that are not known are left out."""
    return {
        "case": dict(transcript.key),
        "repeat": transcript.repeat,
        "turns": [
            {
                "turn": number,
                "user": _reply_record(turn.user),
                "subject": _reply_record(turn.subject),
                **({"notes": dict(turn.notes)} if turn.notes else {}),
            }
            for number, turn in enumerate(transcript.turns, start=1)
        ],
    }


def transcript_from_record(record: Mapping[str, Any]) -> Transcript:
    """The inverse of ``transcript_record``.

    Raises:
        KeyError, TypeError: the object is not a transcript.
    """
    turns = tuple(
        Turn(Reply(**turn["user"]), Reply(**turn["subject"]), turn.get("notes", {}))
        for turn in record["turns"]
    )
    return Transcript(record["case"], record["repeat"], turns)


def as_messages(turns: tuple[Turn, ...] | list[Turn]) -> list[Message]:
    """The turns as the subject sees them."""
    messages: list[Message] = []
    for turn in turns:
        messages.append({"role": "user", "content": turn.user.text})
        messages.append({"role": "assistant", "content": turn.subject.text})
    return messages


def _reply_record(reply: Reply) -> dict[str, Any]:
    return {name: value for name, value in vars(reply).items() if value is not None}


Flag = Literal["empty", "whitespace", "cut"]
FLAGS: tuple[Flag, ...] = ("empty", "whitespace", "cut")

# A reply that ends on a letter, digit, opening mark or dash stopped inside a sentence.
_OPEN_ENDS = ("L", "N", "Ps", "Pi", "Pd")


def reply_flag(reply: Reply) -> Flag | None:
    """The flag of a reply, or None when there is nothing to say.

    ``empty``: no text at all. ``whitespace``: only white space. ``cut``: the server says that it stopped
    for length, or, where the finish reason was not recorded, the text ends inside a sentence (on a letter,
    a digit, a comma, a dash or an opening bracket or quote). Chinese sentences may end on a character
    without a full stop, so a final ideograph alone does not count.
    """
    if not reply.text:
        return "empty"
    text = reply.text.rstrip()
    if not text:
        return "whitespace"
    if reply.finish_reason is not None:
        return "cut" if reply.finish_reason == "length" else None
    last = text[-1]
    category = unicodedata.category(last)
    if category == "Lo":
        return None
    return "cut" if last in ",，、" or category.startswith(_OPEN_ENDS) else None
